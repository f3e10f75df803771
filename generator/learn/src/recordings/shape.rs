//! The shape of JSON, merged over samples: what kinds of values were seen
//! where, and how often. The values are gone once they are counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use indexmap::IndexMap;

use crate::recordings::json::{Json, Kind, Number, Result};
use crate::recordings::names::Names;

/// How deep a shape is kept; deeper values are passed over.
pub const DEEPEST: usize = 16;
/// Fields of one object that are kept.
pub const MOST_FIELDS: usize = 400;
/// Bytes of a field's name that are kept.
pub const LONGEST_NAME: usize = 200;
/// Bytes of a text that are kept to see whether it lists values.
const LONGEST_VALUE: usize = 100;
/// Values that are kept of a field.
const MOST_VALUES: usize = 100;

/// What was seen in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// `null`
    pub nulls: u64,
    /// `true` and `false`
    pub bools: u64,
    /// Integers.
    pub ints: u64,
    /// Other numbers.
    pub numbers: u64,
    /// Of the integers, those that an HTTP status can be.
    pub statuses: u64,
    /// Of these, those of failures.
    pub failures: u64,
    /// Texts.
    pub texts: u64,
    /// Of the texts, those that are empty.
    pub empty: u64,
    /// Lists.
    pub lists: u64,
    /// What is in the lists.
    pub item: Option<Box<Shape>>,
    /// Objects.
    pub objects: u64,
    /// Their fields, in the order in which they were first seen.
    pub fields: IndexMap<String, Shape>,
    /// What is in the fields whose names are not words, and in those that are too many.
    pub others: Option<Box<Shape>>,
    /// Values that are too deep, or more than can be kept.
    pub lost: u64,
    /// The texts, if they were asked for.
    pub values: Option<Values>,
}

/// Listed values.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Values {
    /// The values.
    pub list: BTreeSet<String>,
    /// There are too many, or one is too long.
    pub is_open: bool,
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Values({})", self.list.len())
    }
}

impl Values {
    /// Adds one.
    pub fn add(&mut self, text: &str) {
        self.is_open |= text.len() > LONGEST_VALUE || self.list.len() >= MOST_VALUES;
        if !self.is_open {
            self.list.insert(text.to_owned());
        }
    }

    /// Adds those of another place.
    pub fn absorb(&mut self, other: &Self) {
        self.is_open |= other.is_open;
        other.list.iter().for_each(|text| self.add(text));
    }
}

/// What is kept of a sample.
#[derive(Debug)]
pub struct Keep<'k> {
    /// Which names are kept.
    pub names: &'k mut Names,
    /// How many places are kept.
    pub room: Room,
}

/// How much can be kept.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// How many more names have a place.
    left: usize,
    /// How many times a name had none.
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

impl Shape {
    /// How many values were seen.
    #[must_use]
    pub fn count(&self) -> u64 {
        let Self { nulls, bools, ints, numbers, texts, lists, objects, lost, .. } = self;
        nulls + bools + ints + numbers + texts + lists + objects + lost
    }

    /// How many places it has.
    #[must_use]
    pub fn places(&self) -> usize {
        let inside = self.item.iter().chain(&self.others).map(|inside| inside.places());
        1 + inside.sum::<usize>() + self.fields.values().map(Self::places).sum::<usize>()
    }

    /// Reads a value.
    pub fn read(json: &mut Json<'_>, keep: &mut Keep<'_>) -> Result<Self> {
        let mut shape = Self::default();
        shape.add(json, keep, 0, false)?;
        Ok(shape)
    }

    /// Adds a value that is so deep.
    fn add(&mut self, json: &mut Json<'_>, keep: &mut Keep<'_>, depth: usize, lists: bool) -> Result<()> {
        match json.kind()? {
            Kind::Object | Kind::List if depth >= DEEPEST => {
                self.lost += 1;
                json.skip()
            }
            Kind::Object => self.add_object(json, keep, depth),
            Kind::List => {
                self.lists += 1;
                let mut item = self.item.take().unwrap_or_default();
                json.list(|json| item.add(json, keep, depth + 1, lists))?;
                self.item = Some(item);
                Ok(())
            }
            Kind::Text => self.add_text(json, keep, lists),
            Kind::Number => {
                match json.number()? {
                    Number::Int(int) => self.add_int(int),
                    Number::Other => self.numbers += 1,
                }
                Ok(())
            }
            Kind::Bool => {
                self.bools += 1;
                json.word()
            }
            Kind::Null => {
                self.nulls += 1;
                json.word()
            }
        }
    }

    fn add_int(&mut self, int: i64) {
        self.ints += 1;
        self.statuses += u64::from((100..600).contains(&int));
        self.failures += u64::from((400..600).contains(&int));
    }

    fn add_text(&mut self, json: &mut Json<'_>, keep: &mut Keep<'_>, lists: bool) -> Result<()> {
        let text = json.text(LONGEST_VALUE + 1)?.text;
        self.texts += 1;
        self.empty += u64::from(text.is_empty());
        keep.names.value(&text);
        if lists {
            self.values.get_or_insert_default().add(&text);
        }
        Ok(())
    }

    fn add_object(&mut self, json: &mut Json<'_>, keep: &mut Keep<'_>, depth: usize) -> Result<()> {
        self.objects += 1;
        json.object(LONGEST_NAME, |json, key| {
            let lists = keep.names.is_listed(&key.text);
            let is_known = keep.names.is_known(&key.text) && !key.is_cut;
            self.field(key.text, is_known, &mut keep.room).add(json, keep, depth + 1, lists)
        })
    }

    /// The place of a field; of one that can't be kept, that of all such fields.
    fn field(&mut self, name: String, is_known: bool, room: &mut Room) -> &mut Self {
        let is_there = || self.fields.contains_key(&name);
        match is_known && (is_there() || room.takes(self.fields.len() < MOST_FIELDS)) {
            true => self.fields.entry(name).or_default(),
            false => self.others.get_or_insert_default(),
        }
    }

    /// Adds the samples of another place.
    pub fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self {
            nulls,
            bools,
            ints,
            numbers,
            statuses,
            failures,
            texts,
            empty,
            lists,
            item,
            objects,
            fields,
            others,
            lost,
            values,
        } = other;
        for (own, other) in [
            (&mut self.nulls, nulls),
            (&mut self.bools, bools),
            (&mut self.ints, ints),
            (&mut self.numbers, numbers),
            (&mut self.statuses, statuses),
            (&mut self.failures, failures),
            (&mut self.texts, texts),
            (&mut self.empty, empty),
            (&mut self.lists, lists),
            (&mut self.objects, objects),
            (&mut self.lost, lost),
        ] {
            *own += other;
        }
        if let Some(item) = item {
            self.item.get_or_insert_default().absorb(*item, room);
        }
        if let Some(others) = others {
            self.others.get_or_insert_default().absorb(*others, room);
        }
        for (name, shape) in fields {
            self.field(name, true, room).absorb(shape, room);
        }
        if let Some(values) = values {
            self.values.get_or_insert_default().absorb(&values);
        }
    }

    /// Adds the values that were kept to those of each field.
    pub(crate) fn values(&self, to: &mut BTreeMap<String, Values>) {
        for inside in self.item.iter().chain(&self.others) {
            inside.values(to);
        }
        for (name, inside) in &self.fields {
            // Those of a list are those of its field.
            for values in [Some(inside), inside.item.as_deref()]
                .into_iter()
                .flatten()
                .filter_map(|it| it.values.as_ref())
            {
                to.entry(name.clone()).or_default().absorb(values);
            }
            inside.values(to);
        }
    }

    /// The samples of two places.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.absorb(other, &mut Room::NO_LIMIT.clone());
        self
    }

    /// The samples of all fields together.
    #[must_use]
    pub fn merged_fields(&self) -> Self {
        let all = self.fields.values().chain(self.others.as_deref());
        all.fold(Self::default(), |merged, shape| merged.and(shape.clone()))
    }
}
