//! Types with fields, which keep unknown fields.

use std::{borrow::Cow, fmt};

use super::{Json, JsonReader, JsonValue, JsonWriter, Misfit};

/// A type with fields. [`object!`](crate::object!) implements its JSON.
pub trait Object: Sized {
    /// Reads every known field, then the rest.
    fn read(from: &mut ObjectReader<'_>) -> Self;

    /// Writes every known field, then the rest.
    fn write(&self, to: &mut ObjectWriter<'_>);
}

/// A JSON object that is being read.
#[derive(Debug)]
pub struct ObjectReader<'a> {
    fields: Vec<(Cow<'a, str>, JsonReader<'a>)>,
    misfit: Option<Misfit>,
}

impl<'a> ObjectReader<'a> {
    fn new(from: JsonReader<'a>) -> Result<Self, Misfit> {
        Ok(Self { fields: from.fields()?, misfit: None })
    }

    /// Takes the field `name`: `None` if it is absent or `null`. A `null` stays
    /// in the rest, so that it is written back. If a name occurs more than
    /// once, the last field counts and the others are dropped. The first value
    /// that doesn't fit makes the whole object fail.
    pub fn take<T: JsonValue>(&mut self, name: &str) -> Option<T> {
        match T::read_json(self.take_raw(name)?) {
            Ok(value) => Some(value),
            Err(misfit) => {
                self.misfit.get_or_insert_with(|| misfit.in_field(name));
                None
            }
        }
    }

    fn take_raw(&mut self, name: &str) -> Option<JsonReader<'a>> {
        let last = self.fields.iter().rposition(|(field, _)| field == name)?;
        let value = self.fields.get(last)?.1;
        let mut places = 0..;
        // Dropped fields are not unknown fields.
        self.fields.retain(|(field, _)| {
            let is_last = places.next() == Some(last);
            field != name || is_last && value.is_null()
        });
        (!value.is_null()).then_some(value)
    }

    /// Takes the remaining fields, in order.
    pub fn rest(&mut self) -> Extra {
        let fields = self.fields.drain(..);
        let kept = |(name, value): (Cow<'a, str>, _)| Some((name.into_owned(), Json::read_json(value).ok()?));
        Extra(fields.filter_map(kept).collect())
    }
}

/// A JSON object that is being written.
#[derive(Debug)]
pub struct ObjectWriter<'a> {
    to: &'a mut JsonWriter,
    names: Vec<&'static str>,
    before: &'static str,
}

impl ObjectWriter<'_> {
    /// Writes the field `name`, if it has a value.
    pub fn put<T: JsonValue>(&mut self, name: &'static str, value: &Option<T>) {
        if let Some(value) = value {
            self.names.push(name);
            self.name(name);
            value.write_json(self.to);
        }
    }

    /// Writes the unknown fields, except those that are already written.
    pub fn rest(&mut self, extra: &Extra) {
        for (name, value) in extra.iter() {
            if !self.names.contains(&name) {
                self.name(name);
                value.write_json(self.to);
            }
        }
    }

    fn name(&mut self, name: &str) {
        self.to.text(self.before);
        self.to.name(name);
        self.before = ",";
    }
}

/// `read_json` of an object.
///
/// # Errors
/// Names the field that doesn't fit.
pub fn object_from<T: Object>(from: JsonReader<'_>) -> Result<T, Misfit> {
    let mut reader = ObjectReader::new(from)?;
    let object = T::read(&mut reader);
    reader.misfit.map_or(Ok(object), Err)
}

/// `write_json` of an object.
pub fn object_into<T: Object>(object: &T, to: &mut JsonWriter) {
    to.text("{");
    object.write(&mut ObjectWriter { to: &mut *to, names: Vec::new(), before: "" });
    to.text("}");
}

/// The unknown fields of an object, unchanged and in order.
///
/// `Debug` only shows their names. Equality ignores the order.
#[derive(Clone, Default)]
pub struct Extra(Vec<(String, Json)>);

impl Extra {
    /// The field `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        let mut fields = self.iter();
        fields.find_map(|(field, value)| (field == name).then_some(value))
    }

    /// All fields, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Sets a field. A field with the same name is replaced.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Json>) {
        let name = name.into();
        self.0.retain(|(field, _)| *field != name);
        self.0.push((name, value.into()));
    }

    /// Whether there are no unknown fields.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |extra: &Self| {
            let mut fields = extra.0.clone();
            fields.sort_by(|(one, _), (two, _)| one.cmp(two));
            fields
        };
        self.0.len() == other.0.len() && sorted(self) == sorted(other)
    }
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

/// Implements `JsonValue`, `Serialize` and `Deserialize` for an [`Object`].
#[macro_export]
macro_rules! object {
    ($name:ty) => {
        impl $crate::JsonValue for $name {
            fn read_json(from: $crate::JsonReader<'_>) -> Result<Self, $crate::Misfit> {
                $crate::__private::object_from(from)
            }

            fn write_json(&self, to: &mut $crate::JsonWriter) {
                $crate::__private::object_into(self, to);
            }

            fn placeholder() -> Self {
                Self::default()
            }
        }
        $crate::__serde_by_json!($name);
    };
}

/// Implements `Serialize` and `Deserialize` for a `JsonValue`.
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_by_json {
    ($name:ty) => {
        impl $crate::__private::serde::Serialize for $name {
            fn serialize<S: $crate::__private::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::__private::to_serde(self, to)
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                from: D,
            ) -> Result<Self, D::Error> {
                $crate::__private::from_serde(from)
            }
        }
    };
}
