//! The JSON of each type.

use std::collections::BTreeMap;

use serde_json::{Number, Value};

use super::{JsonReader, JsonWriter, Misfit};
use crate::Secret;

/// A type with a JSON form.
pub trait JsonValue: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// Says which part of the value does not fit the type.
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit>;

    /// Writes exactly one JSON value.
    fn write_json(&self, to: &mut JsonWriter);

    /// What a reader gives in place of a value that has a fault.
    fn placeholder() -> Self;

    /// Reads a list of such values. `null` is an empty one.
    ///
    /// # Errors
    /// Says which item does not fit the type.
    fn read_list(from: JsonReader<'_>) -> Result<Vec<Self>, Misfit> {
        let items = from.items()?.into_iter().enumerate();
        items.map(|(index, item)| Self::read_json(item).map_err(|misfit| misfit.in_item(index))).collect()
    }
}

/// Reads a list of scalars in one go; only a fault takes the long way, which
/// tells where it is.
macro_rules! list_at_once {
    () => {
        fn read_list(from: JsonReader<'_>) -> Result<Vec<Self>, Misfit> {
            if let Ok(list) = from.scalar() {
                return Ok(list);
            }
            let items = from.items()?.into_iter().enumerate();
            items.map(|(index, item)| item.scalar().map_err(|misfit: Misfit| misfit.in_item(index))).collect()
        }
    };
}

impl JsonValue for String {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        from.scalar()
    }

    list_at_once!();

    fn write_json(&self, to: &mut JsonWriter) {
        to.string(self);
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

impl JsonValue for Secret {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        String::read_json(from).map(Self::from)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.secret(self);
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

/// Types whose `Display` is their JSON.
macro_rules! displayed {
    ($($type:ty = $placeholder:expr),*) => {$(
        impl JsonValue for $type {
            fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
                from.scalar()
            }

            list_at_once!();

            fn write_json(&self, to: &mut JsonWriter) {
                to.display(self);
            }

            fn placeholder() -> Self {
                $placeholder
            }
        }
    )*};
}
displayed!(bool = false, i64 = 0, Number = Number::from(0));

impl JsonValue for Value {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        from.scalar()
    }

    list_at_once!();

    fn write_json(&self, to: &mut JsonWriter) {
        to.opaque(&self.to_string());
    }

    fn placeholder() -> Self {
        Self::Null
    }
}

/// `null`. Whatever else stands in its place is not looked at.
impl JsonValue for () {
    fn read_json(_: JsonReader<'_>) -> Result<Self, Misfit> {
        Ok(())
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.text("null");
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

impl<T: JsonValue> JsonValue for Option<T> {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        if from.is_null() {
            return Ok(None);
        }
        T::read_json(from).map(Some)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        match self {
            Some(value) => value.write_json(to),
            None => to.text("null"),
        }
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

impl<T: JsonValue> JsonValue for Box<T> {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        T::read_json(from).map(Self::new)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        T::write_json(self, to);
    }

    fn placeholder() -> Self {
        Self::new(T::placeholder())
    }
}

/// `null` is read as an empty list.
impl<T: JsonValue> JsonValue for Vec<T> {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        T::read_list(from)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        let mut before = "[";
        for item in self {
            to.text(before);
            item.write_json(to);
            before = ",";
        }
        to.text(if self.is_empty() { "[]" } else { "]" });
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

/// `null` is read as an empty dictionary. Entries are written in the order of
/// their keys; [`crate::Json`] keeps any order.
impl<T: JsonValue> JsonValue for BTreeMap<String, T> {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        if from.is_null() {
            return Ok(Self::new());
        }
        let read = |(key, value): (std::borrow::Cow<'_, str>, _)| {
            let value = T::read_json(value).map_err(Misfit::in_entry)?;
            Ok((key.into_owned(), value))
        };
        from.fields()?.into_iter().map(read).collect()
    }

    fn write_json(&self, to: &mut JsonWriter) {
        let mut before = "{";
        for (key, value) in self {
            to.text(before);
            to.name(key);
            value.write_json(to);
            before = ",";
        }
        to.text(if self.is_empty() { "{}" } else { "}" });
    }

    fn placeholder() -> Self {
        Self::default()
    }
}
