//! The fields of an object, sorted by the names that its type has.

use std::borrow::Cow;

use super::super::{Extra, JsonReader, JsonValue, reader::ALLOCATION};
use super::check::FieldCheck;
use crate::core::{Json, Misfit};

/// A JSON object that is being read.
#[derive(Debug, Default)]
pub struct ObjectReader<'a> {
    names: &'static [(&'static str, &'static str)],
    /// The fields with these names; none if it has none of them.
    known: Vec<Field<'a>>,
    /// The unknown fields and those that are `null`, unless another of the same name follows.
    rest: Vec<Option<(String, Json)>>,
    /// The place of the next name, if fields come in this order.
    next: usize,
    misfit: Option<Misfit>,
}

#[derive(Clone, Copy, Debug, Default)]
enum Field<'a> {
    #[default]
    Absent,
    /// With its place in the rest.
    Null(usize),
    Value(JsonReader<'a>),
}

impl<'a> ObjectReader<'a> {
    /// Sorts the fields of an object by these names.
    pub(super) fn new(
        names: &'static [(&'static str, &'static str)],
        from: JsonReader<'a>,
    ) -> Result<Self, Misfit> {
        let mut reader = Self { names, ..Self::default() };
        from.each_field(&mut |name, value| reader.add(name, value))?;
        reader.next = 0;
        Ok(reader)
    }

    fn add(&mut self, name: Cow<'a, str>, value: JsonReader<'a>) -> Result<(), Misfit> {
        let place = self.place(&name);
        if let Some(place) = place {
            self.known.resize(self.names.len(), Field::Absent);
            let kept = if value.is_null() { Field::Null(self.rest.len()) } else { Field::Value(value) };
            let known = self.known.get_mut(place).map(|known| std::mem::replace(known, kept));
            if let Some(Field::Null(dropped)) = known
                && let Some(dropped) = self.rest.get_mut(dropped)
            {
                *dropped = None;
            }
        }
        if place.is_none() || value.is_null() {
            let before = self.rest.capacity();
            self.rest.push(Some((name.into_owned(), Json::read_json(value)?)));
            let grown = self.rest.capacity() - before;
            let list = grown * size_of::<(String, Json)>() + grown.min(1) * ALLOCATION;
            value.charge(list + ALLOCATION)?;
        }
        Ok(())
    }

    fn place(&mut self, name: &str) -> Option<usize> {
        let (before, after) = self.names.split_at_checked(self.next)?;
        let position = |names: &[(&str, &str)]| names.iter().position(|(_, json)| *json == name);
        let place = position(after).map(|place| place + before.len()).or_else(|| position(before))?;
        self.next = place + 1;
        Some(place)
    }

    /// Takes the field `name`: `None` if it is absent or `null`. A `null` stays
    /// in the rest, so that it is written back. If a name occurs more than
    /// once, the last field counts and the others are dropped. A value that doesn't fit
    /// makes the whole object fail.
    pub fn take<T: JsonValue>(&mut self, name: &str) -> Option<T> {
        let from = self.take_raw(name)?;
        // Each value would be read for each type that the object isn't of.
        if from.is_candidate() && self.misfit.is_some() {
            return None;
        }
        match T::read_json(from) {
            Ok(value) => Some(value),
            Err(misfit) => {
                self.add_misfit(misfit.in_field(name));
                None
            }
        }
    }

    /// Adds what is wrong with the fields.
    pub(super) fn check(&mut self, checks: &[FieldCheck], from: JsonReader<'_>) {
        for check in checks {
            let place = self.names.iter().position(|(_, json)| *json == check.name());
            let field = match place.and_then(|place| self.known.get(place)) {
                Some(Field::Value(value)) => Some(*value),
                Some(Field::Null(_)) => Some(JsonReader::null()),
                Some(Field::Absent) | None => None,
            };
            if let Some(what) = check.fault(field, from) {
                self.add_misfit(Misfit::new(what).in_field(check.name()));
            }
        }
    }

    /// Returns the object, unless something is wrong with it.
    pub(super) fn end<T>(self, object: T) -> Result<T, Misfit> {
        self.misfit.map_or(Ok(object), Err)
    }

    fn add_misfit(&mut self, misfit: Misfit) {
        self.misfit = Some(match self.misfit.take() {
            Some(first) => first.and(misfit),
            None => misfit,
        });
    }

    fn take_raw(&mut self, name: &str) -> Option<JsonReader<'a>> {
        if self.known.is_empty() {
            return None;
        }
        let place = self.place(name)?;
        match self.known.get_mut(place).map(std::mem::take)? {
            Field::Value(value) => Some(value),
            Field::Absent | Field::Null(_) => None,
        }
    }

    /// Takes the remaining fields, in order.
    pub fn rest(&mut self) -> Extra {
        Extra(std::mem::take(&mut self.rest).into_iter().flatten().collect())
    }
}
