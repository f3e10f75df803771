//! The values that were seen in one place. They stay in here: what gets out are counts, and names of fields,
//! which are words or hidden.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use indexmap::IndexMap;
use serde_json::Value;

use super::names::HIDDEN;
use crate::words::is_hidden;

/// The kinds of values in JSON.
pub const KINDS: [&str; 7] = ["null", "bool", "int", "number", "string", "list", "object"];

/// The most fields of one place that are kept apart.
const MOST_FIELDS: usize = 400;

/// The kind of a value.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_i64() => "int",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

/// The values that were seen in one place. Nothing prints or writes them.
#[derive(Clone, Default)]
pub struct Values<'v>(Vec<Sample<'v>>);

#[derive(Clone)]
struct Sample<'v> {
    value: Cow<'v, Value>,
    /// It is a text in which a number or a bool can be written.
    is_text: bool,
    /// It was seen. Of a value in a recording, only the kind was.
    is_real: bool,
}

impl fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Values({})", self.0.len())
    }
}

impl<'v> Sample<'v> {
    /// The items of a list, and the fields of an object.
    fn inside(&self) -> Vec<(Cow<'v, str>, Self)> {
        let sample = |value| Self { value, is_text: false, is_real: self.is_real };
        match &self.value {
            Cow::Borrowed(value) => {
                inside(value).map(|(name, it)| (name.into(), sample(Cow::Borrowed(it)))).collect()
            }
            Cow::Owned(value) => {
                let own = |it: &Value| sample(Cow::Owned(it.clone()));
                inside(value).map(|(name, it)| (name.to_owned().into(), own(it))).collect()
            }
        }
    }
}

/// The items of a list, which have no names, and the fields of an object.
pub(super) fn inside(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let items = value.as_array().into_iter().flatten().map(|item| ("", item));
    let fields = value.as_object().into_iter().flatten();
    items.chain(fields.map(|(name, field)| (name.as_str(), field)))
}

impl<'v> Values<'v> {
    /// Values of JSON that was put together.
    pub fn of(values: impl IntoIterator<Item = Value>) -> Self {
        let sample = |value| Sample { value: Cow::Owned(value), is_text: false, is_real: true };
        Self(values.into_iter().map(sample).collect())
    }

    pub(crate) fn add(&mut self, value: Cow<'v, Value>, is_text: bool, is_real: bool) {
        self.0.push(Sample { value, is_text, is_real });
    }

    /// Adds those of another place.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// The number of those that are like this.
    pub fn counted(&self, is: impl Fn(&Value) -> bool) -> u64 {
        self.0.iter().filter(|it| is(&it.value)).count() as u64
    }

    /// The number of those that were seen and are like this.
    pub fn counted_real(&self, is: impl Fn(&Value) -> bool) -> u64 {
        self.0.iter().filter(|it| it.is_real && is(&it.value)).count() as u64
    }

    /// The number of those of a kind.
    #[must_use]
    pub fn of_kind(&self, wanted: &str) -> u64 {
        self.counted(|it| kind(it) == wanted)
    }

    /// Those that are like this.
    pub fn only(&self, is: impl Fn(&Value) -> bool) -> Self {
        Self(self.0.iter().filter(|it| is(&it.value)).cloned().collect())
    }

    /// The same with what is written in texts; `None` is an absent value.
    pub fn read(&self, read: impl Fn(&str) -> Option<Value>) -> Self {
        let value = |it: &Sample<'v>| match (it.is_text, &*it.value) {
            (true, Value::String(text)) => {
                Some(Sample { value: Cow::Owned(read(text)?), is_text: false, ..*it })
            }
            _ => Some(it.clone()),
        };
        Self(self.0.iter().filter_map(value).collect())
    }

    /// The items of lists.
    #[must_use]
    pub fn items(&self) -> Self {
        let lists = self.0.iter().filter(|it| it.value.is_array());
        Self(lists.flat_map(Sample::inside).map(|(_, item)| item).collect())
    }

    /// The fields of objects, in the order in which they were first seen. Those whose names are hidden are one,
    /// and those that are too many.
    #[must_use]
    pub fn fields(&self) -> IndexMap<Cow<'v, str>, Self> {
        let mut fields = IndexMap::<_, Self>::new();
        for (name, field) in self.0.iter().filter(|it| it.value.is_object()).flat_map(Sample::inside) {
            let is_apart = !is_hidden(&name) && (fields.len() < MOST_FIELDS || fields.contains_key(&name));
            fields.entry(if is_apart { name } else { HIDDEN.into() }).or_default().0.push(field);
        }
        fields
    }

    /// The names of the fields of objects.
    #[must_use]
    pub fn names(&self) -> BTreeSet<Cow<'v, str>> {
        self.fields().into_keys().collect()
    }

    /// A field of objects.
    #[must_use]
    pub fn field(&self, name: &str) -> Self {
        let inside = self.only(|it| it.get(name).is_some()).0;
        let own = inside.iter().flat_map(Sample::inside).filter(|(own, _)| own == name);
        Self(own.map(|(_, field)| field).collect())
    }

    /// The same objects without a field.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let mut all = self.clone();
        let objects = all.0.iter_mut().filter(|it| it.value.get(name).is_some());
        objects.for_each(|it| {
            it.value.to_mut().as_object_mut().and_then(|it| it.shift_remove(name));
        });
        all
    }

    /// The values of all fields.
    #[must_use]
    pub fn merged_fields(&self) -> Self {
        let objects = self.0.iter().filter(|it| it.value.is_object());
        Self(objects.flat_map(Sample::inside).map(|(_, field)| field).collect())
    }

    /// Returns whether values of different kinds were in one place, here or further inside.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        let mut kinds: Vec<&str> = self.0.iter().map(|it| kind(&it.value)).collect();
        kinds.iter_mut().filter(|it| **it == "int").for_each(|it| *it = "number");
        kinds.retain(|it| *it != "null");
        kinds.dedup();
        kinds.len() > 1
            || self.0.iter().any(|it| matches!(*it.value, Value::Array(_) | Value::Object(_)))
                && (self.items().is_mixed() || self.fields().values().any(Self::is_mixed))
    }
}
