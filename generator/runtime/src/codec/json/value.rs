//! The JSON of each type.

use std::collections::BTreeMap;

use serde_json::{Number, Value};

use super::{JsonReader, JsonWriter, reader::ALLOCATION};
use crate::core::{Json, Misfit, Secret, TextForm, TextOf};

/// A type with a JSON form.
pub trait JsonValue: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// Says which part of the value doesn't fit the type.
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit>;

    /// Writes exactly one JSON value.
    fn write_json(&self, to: &mut JsonWriter);

    /// Returns the value that a reader uses in place of an invalid one.
    fn placeholder() -> Self;

    /// Returns how badly a value fits the type, for unions: 0 is best, and `None` not at all.
    #[must_use]
    fn fit(from: JsonReader<'_>) -> Option<usize> {
        Self::read_json(from).ok().map(|_| 0)
    }

    /// Reads a list of such values. `null` is an empty list.
    ///
    /// # Errors
    /// Says which item doesn't fit the type.
    fn read_list(from: JsonReader<'_>) -> Result<Vec<Self>, Misfit> {
        items(from)
    }
}

impl JsonReader<'_> {
    /// Reads the value, whose memory and time are bounded by the length of its text.
    ///
    /// # Errors
    /// If it doesn't fit the type, or would take more than 16 times the memory of the text.
    pub(crate) fn read<T: JsonValue>(self) -> Result<T, Misfit> {
        self.within(&mut T::read_json)
    }
}

fn items<T: JsonValue>(from: JsonReader<'_>) -> Result<Vec<T>, Misfit> {
    // Every type of a generated crate compiles this. Another type may be tried after this one.
    let room = if from.is_candidate() { None } else { from.room(size_of::<T>()) };
    let mut list = Vec::with_capacity(room.unwrap_or_default());
    // What there is room for has been taken.
    from.each_item(if room.is_some() { 0 } else { size_of::<T>() }, |item| {
        list.push(T::read_json(item)?);
        Ok(())
    })?;
    Ok(list)
}

/// The words for a value of any kind.
const ANY: &str = "any JSON";

/// Types that serde reads at once, each in words, how it is written, and how a usual value is read faster.
macro_rules! scalars {
    ($($type:ty: $words:literal, $placeholder:expr, $write:expr, $quick:expr;)*) => {$(
        impl JsonValue for $type {
            fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
                let quick: fn(JsonReader<'_>) -> Option<Self> = $quick;
                quick(from).map_or_else(|| from.scalar($words), Ok)
            }

            fn read_list(from: JsonReader<'_>) -> Result<Vec<Self>, Misfit> {
                if from.is_taped() {
                    return items(from);
                }
                // Only a list with an error is read item by item, to say where it is.
                from.scalar($words).or_else(|_| items(from))
            }

            fn write_json(&self, to: &mut JsonWriter) {
                let write: fn(&Self, &mut JsonWriter) = $write;
                write(self, to);
            }

            fn placeholder() -> Self {
                $placeholder
            }
        }
    )*};
}
scalars! {
    String: "a string", Self::new(), |text, to| to.string(text), |from| from.string();
    bool: "a boolean", false, |value, to| to.text(if *value { "true" } else { "false" }), |from| from.as_str().parse().ok();
    i64: "i64", 0, |value, to| to.integer(*value), |from| integer(from.as_str());
    Number: "a JSON number", 0.into(), |value, to| to.number(value), |from| integer(from.as_str()).map(Self::from);
}

impl JsonValue for Value {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        from.scalar(ANY)
    }

    fn read_list(from: JsonReader<'_>) -> Result<Vec<Self>, Misfit> {
        // All at once: a value of its own takes more than 16 times the memory of `0,`.
        from.scalar(ANY).or_else(|_| items(from))
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.opaque(&self.to_string());
    }

    fn placeholder() -> Self {
        Self::Null
    }
}

/// A usual integer: `+1`, `007` and `-0` are not JSON's, or a number with a fraction.
fn integer(text: &str) -> Option<i64> {
    text.starts_with(|first: char| first.is_ascii_digit() && (first != '0' || text == "0"))
        .then(|| text.parse().ok())?
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

/// `null`. Any other value is ignored.
impl<F: TextForm> JsonValue for TextOf<F> {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        let text = Self::from(String::read_json(from)?);
        if from.is_checked() && !text.is_valid() {
            return Err(Misfit::new(F::ERROR));
        }
        Ok(text)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.string(self.as_str());
    }

    fn placeholder() -> Self {
        String::new().into()
    }
}

impl JsonValue for Json {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        from.scalar(ANY)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.opaque(self.as_str());
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

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

    fn fit(from: JsonReader<'_>) -> Option<usize> {
        if from.is_null() { Some(0) } else { T::fit(from) }
    }
}

impl<T: JsonValue> JsonValue for Box<T> {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        from.charge(size_of::<T>())?;
        T::read_json(from).map(Self::new)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        T::write_json(self, to);
    }

    fn placeholder() -> Self {
        Self::new(T::placeholder())
    }

    fn fit(from: JsonReader<'_>) -> Option<usize> {
        T::fit(from)
    }
}

/// `null` is read as an empty list.
impl<T: JsonValue> JsonValue for Vec<T> {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        T::read_list(from)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.character('[');
        for (index, item) in self.iter().enumerate() {
            if index > 0 {
                to.character(',');
            }
            item.write_json(to);
        }
        to.character(']');
    }

    fn placeholder() -> Self {
        Self::default()
    }

    /// The first item decides.
    fn fit(from: JsonReader<'_>) -> Option<usize> {
        if from.is_null() {
            return None;
        }
        let mut first = None;
        let each = |item| {
            if first.is_none() {
                first = Some(T::fit(item));
            }
            Ok(())
        };
        from.each_item(0, each).ok()?;
        first.unwrap_or(Some(0))
    }
}

/// `null` is read as an empty dictionary. Entries are written in the order of
/// their keys; use [`Json`] to keep another order.
impl<T: JsonValue> JsonValue for BTreeMap<String, T> {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        let mut entries = Self::new();
        if from.is_null() {
            return Ok(entries);
        }
        from.each_field(&mut |key, value| {
            // A node of the tree can be half empty.
            value.charge(2 * size_of::<(String, T)>() + ALLOCATION)?;
            entries.insert(key.into_owned(), T::read_json(value).map_err(Misfit::in_entry)?);
            Ok(())
        })?;
        Ok(entries)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        let mut before = '{';
        for (key, value) in self {
            to.name(before, key);
            value.write_json(to);
            before = ',';
        }
        to.text(if before == '{' { "{}" } else { "}" });
    }

    fn placeholder() -> Self {
        Self::default()
    }

    fn fit(from: JsonReader<'_>) -> Option<usize> {
        // Types with fields come first.
        from.as_str().starts_with('{').then_some(usize::MAX)
    }
}
