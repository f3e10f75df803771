//! Reads the fields of an object, by the names that its type has.

use super::super::{Extra, Fit, JsonReader, JsonValue, Required, Tape, tape::ALLOCATION};
use super::{Others, check::FieldCheck, field::ObjectField};
use crate::core::Json;

/// The names of the fields of a type, in Rust and in JSON.
type Names = &'static [(&'static str, &'static str)];

/// The number of fields that most types have at most.
const USUAL: usize = 32;

/// The fields of an object, by their places in the type. If a name occurs more than once, the last
/// field counts.
struct Found<'a> {
    object: JsonReader<'a>,
    /// The nodes of values; 0 if there is none.
    usual: [u32; USUAL],
    /// Those of a large type.
    many: Vec<u32>,
    unknown: u32,
    /// The number of all fields.
    count: usize,
}

impl<'a> Found<'a> {
    /// `None` if it isn't an object.
    fn of(names: Names, object: JsonReader<'a>) -> Option<Self> {
        let many = if names.len() > USUAL { vec![0; names.len()] } else { Vec::new() };
        let mut found = Self { object, usual: [0; USUAL], many, unknown: 0, count: 0 };
        let mut places = Places { names, next: 0 };
        for (name, value) in object.fields()? {
            found.count += 1;
            match places.of(name).and_then(|place| found.nodes_mut().get_mut(place)) {
                Some(node) => *node = value.node(),
                None => found.unknown += 1,
            }
        }
        Some(found)
    }

    fn nodes_mut(&mut self) -> &mut [u32] {
        if self.many.is_empty() { &mut self.usual } else { &mut self.many }
    }

    /// Drops the fields that the side which sent the object doesn't send.
    fn drop_hidden(&mut self, names: Names, checks: &'static [FieldCheck]) {
        let sender = self.object.sender();
        for check in checks.iter().filter(|check| check.is_hidden_by(sender)) {
            let place = names.iter().position(|(_, json)| *json == check.name());
            place.and_then(|place| self.nodes_mut().get_mut(place)).into_iter().for_each(|node| *node = 0);
        }
    }

    /// The value at a place of the type.
    fn value(&self, place: usize) -> Option<JsonReader<'a>> {
        let nodes = if self.many.is_empty() { &self.usual[..] } else { &self.many };
        let node = nodes.get(place).copied().filter(|node| *node != 0)?;
        Some(self.object.child(node))
    }

    /// The checks, each with the value of its field.
    fn checked(
        &self,
        names: Names,
        checks: &'static [FieldCheck],
    ) -> impl Iterator<Item = (&'static FieldCheck, Option<JsonReader<'a>>)> {
        let mut places = 0..names.len();
        checks.iter().map(move |check| {
            // Checks are in the order of the names.
            let place = places.find(|place| names.get(*place).is_some_and(|(_, json)| *json == check.name()));
            (check, place.and_then(|place| self.value(place)))
        })
    }
}

/// Finds the places of names in a type.
struct Places {
    names: Names,
    /// The place of the next name, if fields come in this order.
    next: usize,
}

impl Places {
    fn of(&mut self, name: JsonReader<'_>) -> Option<usize> {
        let place = match name.plain_text() {
            Some(name) => self.find(name),
            None => self.find(&name.text()?),
        }?;
        self.next = place + 1;
        Some(place)
    }

    fn find(&self, name: &str) -> Option<usize> {
        let is_it = |place: &usize| self.names.get(*place).is_some_and(|(_, json)| *json == name);
        (self.next..self.names.len()).chain(0..self.next).find(is_it)
    }
}

/// Reads an object into the fields of its type.
pub(super) fn read(
    names: Names,
    checks: &'static [FieldCheck],
    fields: &mut [&mut dyn ObjectField],
    extra: &mut Extra,
    from: JsonReader<'_>,
) -> Option<()> {
    let Some(mut found) = Found::of(names, from) else { return from.is_not("an object") };
    let mut is_valid = true;
    if from.is_checked() {
        found.drop_hidden(names, checks);
        for (check, value) in found.checked(names, checks) {
            is_valid &= check.test(value, from).is_some();
        }
    }
    let mut nulls = false;
    for (place, (field, (_, json))) in fields.iter_mut().zip(names).enumerate() {
        // A field that is set before it is read isn't an `Option`.
        let is_read = match found.value(place) {
            Some(value) if value.is_null() && !field.is_set() => {
                nulls = true;
                continue;
            }
            Some(value) if !value.is_null() || !from.is_checked() => field.read(value),
            None if field.is_set() && !from.is_checked() => from.lacks(json),
            // The checks say it.
            Some(_) | None => continue,
        };
        if is_read.is_none() {
            is_valid = false;
            if from.is_over() {
                return None;
            }
        }
    }
    if from.is_checked() {
        fill_in(names, checks, fields, &found);
    }
    if nulls || found.unknown > 0 {
        keep_others(names, &found, extra)?;
    }
    is_valid.then_some(())
}

/// Gives the fields that a request lacks their defaults.
#[inline(never)]
fn fill_in(
    names: Names,
    checks: &'static [FieldCheck],
    fields: &mut [&mut dyn ObjectField],
    found: &Found<'_>,
) {
    for check in checks {
        let Some(json) = check.default(found.object) else { continue };
        let place = names.iter().position(|(_, json)| *json == check.name());
        let place = place.filter(|place| found.value(*place).is_none());
        let field = place.and_then(|place| fields.get_mut(place));
        if let (Some(field), Ok(tape)) = (field, Tape::of(json)) {
            let required = Required::Checked;
            // The generator has checked it.
            let _ = field.read(JsonReader::new(json, &tape).requiring(required));
        }
    }
}

/// Returns whether a server takes the fields that the type doesn't list; those that it refuses are misfits.
pub(super) fn takes_others(names: Names, others: Others, from: JsonReader<'_>) -> bool {
    let test = match others {
        Others::Any => return true,
        Others::None => |value: JsonReader<'_>| value.misfit("the type has no such field"),
        Others::Valid(test) => test,
    };
    let mut places = Places { names, next: 0 };
    let others = from.fields().into_iter().flatten().filter(|(name, _)| places.of(*name).is_none());
    others.fold(true, |are_taken, (_, value)| test(value).is_some() && are_taken)
}

/// Keeps what the type doesn't have, and each `null`, so that it is written back.
#[inline(never)]
fn keep_others(names: Names, found: &Found<'_>, extra: &mut Extra) -> Option<()> {
    let mut places = Places { names, next: 0 };
    for (name, value) in found.object.fields()? {
        let is_last = |known: JsonReader<'_>| known.node() == value.node() && value.is_null();
        if places.of(name).is_none_or(|place| found.value(place).is_some_and(is_last)) {
            let list = extra.push(String::read_json(name)?, Json::read_json(value)?);
            value.charge(list + ALLOCATION)?;
        }
    }
    Some(())
}

/// Returns how well an object fits a type.
pub(super) fn fit(
    names: Names,
    checks: &'static [FieldCheck],
    fields: &[&dyn ObjectField],
    from: JsonReader<'_>,
) -> Option<Fit> {
    let found = Found::of(names, from)?;
    // Each look at a value is counted.
    from.charge(names.len() + found.count)?;
    let values = || (0..fields.len()).map(|place| found.value(place));
    let is_it = found.unknown == 0 || names.is_empty() || values().any(|value| value.is_some());
    let mut fit = Fit { lacks: !is_it, unknown: found.unknown, ..Fit::default() };
    for (check, value) in found.checked(names, checks) {
        let is_another = check.is_of_another_type(value, from);
        fit.lacks |= is_another;
        fit.differs |= is_another && value.is_some();
        fit.loose |= value.is_some_and(|value| value.is_null() && check.refuses_null(from));
    }
    if fit.lacks && from.is_candidate() {
        return Some(fit);
    }
    for (field, value) in fields.iter().zip(values()) {
        if let Some(value) = value.filter(|value| !value.is_null()) {
            match field.fit(value) {
                Some(inner) => fit.loose |= inner.loosens(),
                None if from.is_candidate() => return Some(Fit { lacks: true, ..fit }),
                None => return None,
            }
        }
    }
    Some(fit)
}
