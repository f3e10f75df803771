//! The shape of JSON, merged over samples: what kinds of values were seen
//! where, and how often. A value is gone once it is counted, unless
//! its field is to be listed (`--values`).

use std::collections::BTreeMap;
use std::ops::Range;

use generator_spec::model::plain_text;
use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::archive::repaired;
use super::names::RecordedNames;

/// Deeper values are passed over.
const DEEPEST: usize = 16;
/// Fields of one object.
const MOST_FIELDS: usize = 400;

/// Numbers that 64 bits keep, if they are whole.
const INTEGERS: Range<f64> = -9e18..9e18;

/// The shape of the values in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueShape {
    /// `null`
    pub nulls: u64,
    /// `true` and `false`
    pub bools: u64,
    /// Integers.
    pub ints: u64,
    /// Other numbers.
    pub numbers: u64,
    /// Of the other numbers, those that are whole: `1.0` is an integer where the spec has one.
    pub whole: u64,
    /// Of the integers, those that the HTTP status of a failure can be.
    pub failures: u64,
    /// Texts.
    pub texts: u64,
    /// Of the texts, those that are empty.
    pub empty: u64,
    /// Of the texts and numbers, those that the spec doesn't list, where it lists all, or that have another form.
    pub unlisted: u64,
    /// Lists.
    pub lists: u64,
    /// The shape of the lists' items.
    pub item: Option<Box<ValueShape>>,
    /// Objects.
    pub objects: u64,
    /// Their fields, in the order in which they were first seen.
    pub fields: IndexMap<String, ValueShape>,
    /// The shape of the fields whose names are not words, and of those that are too many.
    pub others: Option<Box<ValueShape>>,
    /// Values that are too deep, or more than can be kept.
    pub lost: u64,
    /// The objects whose tag says which type of a union in the spec they are of, by what it says.
    pub tagged: BTreeMap<String, ValueShape>,
}

/// Decides which parts of a sample are kept.
#[derive(Debug)]
pub struct Keep<'k> {
    pub names: &'k mut RecordedNames,
    pub room: Room,
}

/// The room for names: the number of those that still have a place, and of those that had none.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    left: usize,
    pub refused: u64,
}

impl Room {
    pub const NO_LIMIT: Self = Self::new(usize::MAX);

    pub const fn new(left: usize) -> Self {
        Self { left, refused: 0 }
    }

    /// Takes a place, if it is allowed and there is one.
    pub fn takes(&mut self, is_allowed: bool) -> bool {
        let takes = is_allowed && self.left > 0;
        self.left -= usize::from(takes);
        self.refused += u64::from(!takes);
        takes
    }
}

impl ValueShape {
    /// The number of values that were seen.
    #[must_use]
    pub fn count(&self) -> u64 {
        let Self { nulls, bools, ints, numbers, texts, lists, objects, lost, .. } = self;
        nulls + bools + ints + numbers + texts + lists + objects + lost
    }

    /// The number of its places.
    #[must_use]
    pub fn places(&self) -> usize {
        let inside = self.item.iter().chain(&self.others).map(|inside| inside.places());
        let named = self.fields.values().chain(self.tagged.values()).map(Self::places);
        1 + inside.sum::<usize>() + named.sum::<usize>()
    }

    /// The shape of a text, if it is JSON.
    pub(crate) fn read(text: &str, keep: &mut Keep<'_>) -> Option<Self> {
        let json = serde_json::from_slice(&repaired(text.as_bytes())).ok()?;
        let mut shape = Self::default();
        shape.add(&json, keep, 0, None);
        Some(shape)
    }

    fn add(&mut self, json: &Value, keep: &mut Keep<'_>, depth: usize, name: Option<&str>) {
        if let (Some(name), Value::String(_) | Value::Number(_)) = (name, json) {
            self.unlisted += u64::from(keep.names.is_other(name, &plain_text(json)));
        }
        match json {
            Value::Null => self.nulls += 1,
            Value::Bool(_) => self.bools += 1,
            Value::Number(number) => match number.as_i64() {
                Some(int) => {
                    self.ints += 1;
                    self.failures += u64::from((400..600).contains(&int));
                }
                None => {
                    self.numbers += 1;
                    let is_whole = |it: f64| it.fract() == 0.0 && INTEGERS.contains(&it);
                    self.whole += u64::from(number.as_f64().is_some_and(is_whole));
                }
            },
            Value::String(text) => self.add_text(text, keep, name),
            Value::Array(_) | Value::Object(_) if depth >= DEEPEST => self.lost += 1,
            Value::Array(items) => {
                self.lists += 1;
                let shape = self.item.get_or_insert_default();
                items.iter().for_each(|item| shape.add(item, keep, depth + 1, name));
            }
            Value::Object(fields) => self.add_object(fields, keep, depth),
        }
    }

    /// Adds an object, once more by the tag that the spec has for it.
    fn add_object(&mut self, fields: &Map<String, Value>, keep: &mut Keep<'_>, depth: usize) {
        let mut tags = fields.iter().filter_map(|(name, it)| keep.names.tags(name)?.get(it.as_str()?));
        let Some(tag) = tags.next().cloned() else { return self.add_fields(fields, keep, depth) };
        // What needs a place is known when it is added to the others.
        let left = keep.room.left;
        let mut own = Self::default();
        own.add_fields(fields, keep, depth);
        keep.room.left = left;
        // Twice in each object around it is too often.
        let has_room = own.places() * 2 <= left;
        keep.room.refused += u64::from(!has_room);
        let counted = || Self { objects: 1, ..Self::default() };
        own.tagged.insert(tag, if has_room { own.clone() } else { counted() });
        self.absorb(own, &mut keep.room);
    }

    fn add_fields(&mut self, fields: &Map<String, Value>, keep: &mut Keep<'_>, depth: usize) {
        self.objects += 1;
        for (name, json) in fields {
            let is_known = keep.names.is_known(name);
            let field = self.field(name.clone(), is_known, &mut keep.room);
            field.add(json, keep, depth + 1, Some(name));
        }
    }

    pub(crate) fn add_text(&mut self, text: &str, keep: &mut Keep<'_>, name: Option<&str>) {
        self.texts += 1;
        self.empty += u64::from(text.is_empty());
        keep.names.note(text, name);
    }

    /// The field that holds the status of a failure, if this may be one that
    /// its HTTP status doesn't show: a small object with such a number and a text.
    pub(crate) fn hidden_status(&self) -> Option<&str> {
        let is_small = self.objects == 1 && self.fields.len() <= 6 && self.others.is_none();
        let has_text = self.fields.values().any(|field| field.texts > field.empty);
        let mut failures = self.fields.iter().filter(|(_, field)| field.failures > 0);
        let (name, _) = failures.next()?;
        (is_small && has_text && failures.next().is_none()).then_some(name)
    }

    /// The place of a field; of one that can't be kept, that of all such fields.
    fn field(&mut self, name: String, is_known: bool, room: &mut Room) -> &mut Self {
        let is_there = || self.fields.contains_key(&name);
        match is_known && (is_there() || room.takes(self.fields.len() < MOST_FIELDS)) {
            true => self.fields.entry(name).or_default(),
            false => self.others.get_or_insert_default(),
        }
    }

    fn counts(&mut self) -> [&mut u64; 12] {
        let Self { nulls, bools, ints, numbers, texts, lists, objects, lost, .. } = self;
        let Self { whole, failures, empty, unlisted, .. } = self;
        [nulls, bools, ints, numbers, texts, lists, objects, lost, whole, failures, empty, unlisted]
    }

    /// Adds the samples of another place.
    pub fn absorb(&mut self, mut other: Self, room: &mut Room) {
        self.counts().into_iter().zip(other.counts()).for_each(|(own, other)| *own += *other);
        let Self { item, fields, others, tagged, .. } = other;
        if let Some(item) = item {
            self.item.get_or_insert_default().absorb(*item, room);
        }
        if let Some(others) = others {
            self.others.get_or_insert_default().absorb(*others, room);
        }
        for (tag, shape) in tagged {
            self.tagged.entry(tag).or_default().absorb(shape, room);
        }
        for (name, shape) in fields {
            self.field(name, true, room).absorb(shape, room);
        }
    }

    /// Adds the samples of another place, whatever there is room for.
    pub fn merge(&mut self, other: Self) {
        self.absorb(other, &mut Room::NO_LIMIT.clone());
    }

    /// The samples of all fields together.
    #[must_use]
    pub fn merged_fields(&self) -> Self {
        let (mut merged, all) = (Self::default(), self.fields.values().chain(self.others.as_deref()));
        all.for_each(|shape| merged.merge(shape.clone()));
        merged
    }

    /// Returns whether values of different kinds were in one place, here or further inside.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        let kinds = [self.bools, self.ints + self.numbers, self.texts, self.lists, self.objects];
        let mut inside =
            self.item.as_deref().into_iter().chain(self.fields.values()).chain(self.others.as_deref());
        kinds.into_iter().filter(|count| *count > 0).count() > 1 || inside.any(Self::is_mixed)
    }
}
