//! Reads the fields of an object, by the names that its type has.

use std::collections::BTreeSet;

use super::super::{Extra, JsonReader, JsonValue, reader::ALLOCATION, tape::Tape};
use super::{check::FieldCheck, field::ObjectField};
use crate::core::{Json, Misfit};

/// An object that is being read. A `null` stays in the extra fields, so that it is written
/// back. If a name occurs more than once, the last field counts and the others are dropped. A
/// value that doesn't fit makes the whole object fail.
pub(super) struct ObjectReader<'o, 'f, 'a> {
    names: &'static [(&'static str, &'static str)],
    fields: &'o mut [&'f mut dyn ObjectField],
    extra: &'o mut Extra,
    /// The place of the next name, if fields come in this order.
    next: usize,
    /// The place after the last one of a field so far: fields from here on are not there twice.
    new: usize,
    /// Boxed: most objects have nothing of that.
    unusual: Option<Box<Unusual<'a>>>,
}

/// The unusual fields of an object, by their places.
#[derive(Default)]
struct Unusual<'a> {
    /// Those that are `null`, and their places in the extra fields.
    nulls: Vec<(usize, usize)>,
    /// The places in the extra fields of those that another of the same name follows.
    dropped: Vec<usize>,
    /// The values, if they are checked.
    values: Vec<Option<JsonReader<'a>>>,
    /// Values with others in them, which are read last.
    deep: Vec<(usize, JsonReader<'a>)>,
    misfits: Vec<(usize, Misfit)>,
}

impl<'o, 'f, 'a> ObjectReader<'o, 'f, 'a> {
    /// Reads into fields with these names.
    pub(super) fn new(
        names: &'static [(&'static str, &'static str)],
        fields: &'o mut [&'f mut dyn ObjectField],
        extra: &'o mut Extra,
    ) -> Self {
        Self { names, fields, extra, next: 0, new: 0, unusual: None }
    }

    /// Reads all fields.
    pub(super) fn read(mut self, checks: &[FieldCheck], from: JsonReader<'a>) -> Result<(), Misfit> {
        let checks = if from.is_checked() { checks } else { &[] };
        if !checks.is_empty() {
            let values = vec![None; self.names.len()];
            self.unusual = Some(Box::new(Unusual { values, ..Unusual::default() }));
        }
        if !from.each_taped_field(Tape::name, |name, value| self.add(name, value))? {
            from.each_field(&mut |name, value| self.add(name.as_bytes(), value))?;
        }
        let Some(mut unusual) = self.unusual.take() else { return Ok(()) };
        unusual.drop_from(self.extra);
        let checked = unusual.check(self.names, checks, from);
        if checked.is_none() && unusual.misfits.is_empty() {
            unusual.read_deep(self.names, self.fields)?;
        }
        let misfits = checked.into_iter().chain(unusual.misfits()).reduce(Misfit::and);
        misfits.map_or(Ok(()), Err)
    }

    fn unusual(&mut self) -> &mut Unusual<'a> {
        self.unusual.get_or_insert_default()
    }

    #[inline(always)]
    fn add(&mut self, name: &[u8], value: JsonReader<'a>) -> Result<(), Misfit> {
        let Some(place) = self.place(name) else { return self.add_extra(name, value) };
        if self.unusual.is_some() || value.is_candidate() || value.is_null() {
            return self.add_unusual(place, name, value);
        }
        // If the name occurs twice, nothing is to be forgotten: nothing has been remembered so far.
        self.read_field(place, value);
        Ok(())
    }

    #[inline(always)]
    fn read_field(&mut self, place: usize, value: JsonReader<'a>) {
        self.new = self.new.max(place + 1);
        if value.is_candidate() && value.as_str().starts_with(['{', '[']) {
            self.unusual().deep.push((place, value));
        } else if let Some(field) = self.fields.get_mut(place)
            && let Err(misfit) = field.read(value)
        {
            self.add_misfit(place, misfit);
        }
    }

    /// The general case: a `null`, a candidate, or an object in which something has to be remembered.
    #[inline(never)]
    fn add_unusual(&mut self, place: usize, name: &[u8], value: JsonReader<'a>) -> Result<(), Misfit> {
        if place < self.new
            && let Some(unusual) = &mut self.unusual
        {
            unusual.forget(place);
        }
        self.read_field(place, value);
        if let Some(unusual) = &mut self.unusual
            && let Some(kept) = unusual.values.get_mut(place)
        {
            *kept = Some(value);
        }
        if value.is_null() {
            let extra = self.extra.len();
            self.unusual().nulls.push((place, extra));
            return self.add_extra(name, value);
        }
        Ok(())
    }

    #[cold]
    fn add_misfit(&mut self, place: usize, misfit: Misfit) {
        let name = self.names.get(place).map_or("", |(_, json)| json);
        self.unusual().misfits.push((place, misfit.in_field(name)));
    }

    /// Adds a field that is written back as it came.
    #[inline(never)]
    fn add_extra(&mut self, name: &[u8], value: JsonReader<'a>) -> Result<(), Misfit> {
        // It is UTF-8, as a part of a text.
        let name = std::str::from_utf8(name).unwrap_or_default();
        let list = self.extra.push(name.to_owned(), Json::read_json(value)?);
        value.charge(list + ALLOCATION)
    }

    #[inline(always)]
    fn place(&mut self, name: &[u8]) -> Option<usize> {
        let place = match self.names.get(self.next) {
            Some((_, next)) if is_same(next.as_bytes(), name) => self.next,
            Some(_) | None => self.find(name)?,
        };
        self.next = place + 1;
        Some(place)
    }

    /// Finds a name, from the next one on.
    #[inline(never)]
    fn find(&self, name: &[u8]) -> Option<usize> {
        let (before, after) = self.names.split_at_checked(self.next)?;
        let position = |names: &[(&str, &str)]| names.iter().position(|(_, json)| json.as_bytes() == name);
        position(after).map(|place| place + before.len()).or_else(|| position(before))
    }
}

/// Compares names: most are so short that a call of `memcmp` takes longer.
#[inline(always)]
fn is_same(one: &[u8], two: &[u8]) -> bool {
    // Of less than eight bytes, some are in both ends.
    let ends = |name: &[u8]| {
        let (first, last) = (name.first_chunk()?, name.last_chunk()?);
        Some((u32::from_ne_bytes(*first), u32::from_ne_bytes(*last)))
    };
    match one.len() {
        4..=8 => one.len() == two.len() && ends(one) == ends(two),
        _ => one == two,
    }
}

impl Unusual<'_> {
    /// Forgets what a field was: another of the same name follows.
    fn forget(&mut self, place: usize) {
        self.misfits.retain(|(misfit, _)| *misfit != place);
        self.deep.retain(|(deep, _)| *deep != place);
        if let Some(index) = self.nulls.iter().position(|(null, _)| *null == place) {
            self.dropped.push(self.nulls.swap_remove(index).1);
        }
    }

    /// Drops the extra fields that others follow.
    fn drop_from(&self, extra: &mut Extra) {
        let mut places = 0..;
        if !self.dropped.is_empty() {
            let dropped: BTreeSet<_> = self.dropped.iter().collect();
            extra.retain(|_| !places.next().is_some_and(|place: usize| dropped.contains(&place)));
        }
    }

    /// Returns what is wrong with the fields beside their types.
    fn check(&self, names: &[(&str, &str)], checks: &[FieldCheck], from: JsonReader<'_>) -> Option<Misfit> {
        let mut places = 0..names.len();
        let misfits = checks.iter().filter_map(|check| {
            // Checks are in the order of the names.
            let place = places.find(|place| names.get(*place).is_some_and(|(_, json)| *json == check.name()));
            let value = place.and_then(|place| *self.values.get(place)?);
            Some(Misfit::new(check.fault(value, from)?).in_field(check.name()))
        });
        misfits.reduce(Misfit::and)
    }

    /// Reads what is deep, the shortest first, up to a misfit: the value may be of several types, and
    /// what is in it would be read for each.
    fn read_deep(
        &mut self,
        names: &[(&str, &str)],
        fields: &mut [&mut dyn ObjectField],
    ) -> Result<(), Misfit> {
        self.deep.sort_by_key(|(_, value)| value.as_str().len());
        self.deep.drain(..).try_for_each(|(place, value)| {
            let (Some(field), Some((_, name))) = (fields.get_mut(place), names.get(place)) else {
                return Ok(());
            };
            field.read(value).map_err(|misfit| misfit.in_field(name))
        })
    }

    /// The misfits of fields, in the order of the type.
    fn misfits(mut self) -> impl Iterator<Item = Misfit> {
        self.misfits.sort_by_key(|(place, _)| *place);
        self.misfits.into_iter().map(|(_, misfit)| misfit)
    }
}
