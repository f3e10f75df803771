//! The JSON of each type.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Fit, JsonReader, JsonWriter, number, tape::ALLOCATION};
use crate::core::{Json, Misfit, Number, Secret, TextForm, TextOf};

/// A type with a JSON form.
pub trait JsonValue: Sized {
    /// Reads the value. If it doesn't fit the type, the reader keeps why
    /// ([`misfit`](JsonReader::misfit)), and `None` is returned.
    #[must_use]
    fn read_json(from: JsonReader<'_>) -> Option<Self>;

    /// Writes exactly one JSON value.
    fn write_json(&self, to: &mut JsonWriter);

    /// Returns the value that a reader uses in place of an invalid one.
    fn placeholder() -> Self;

    /// Returns whether a field with this value is left out of its object.
    #[must_use]
    fn is_absent(&self) -> bool {
        false
    }

    /// Returns how well a value fits the type, for unions; `None` if it can't be read as one.
    #[must_use]
    fn fit(from: JsonReader<'_>) -> Option<Fit> {
        from.reads::<Self>().then(Fit::default)
    }
}

impl JsonReader<'_> {
    /// Returns whether a value of a type can be read, without keeping it.
    pub(super) fn reads<T: JsonValue>(self) -> bool {
        let before = self.tape().misfits();
        let is_read = T::read_json(self).is_some();
        self.tape().forget_misfits(before);
        is_read
    }

    /// Reads the value, whose memory and time are bounded by the length of the text.
    ///
    /// # Errors
    /// If it doesn't fit the type, or would take more than 16 times the memory of the text.
    pub(crate) fn read<T: JsonValue>(self) -> Result<T, Misfit> {
        let value = T::read_json(self);
        match (self.take_misfit(), value) {
            (None, Some(value)) => Ok(value),
            (misfit, _) => Err(misfit.unwrap_or_else(|| Misfit::new("it does not fit the type"))),
        }
    }
}

/// The words for a value of any kind.
const ANY: &str = "any JSON";

impl JsonValue for String {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        let text = from.plain_text();
        if text != Some("") {
            from.charge(ALLOCATION)?;
        }
        text.map(Into::into).or_else(|| from.scalar("a string"))
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.string(self);
    }

    fn placeholder() -> Self {
        Self::new()
    }

    fn fit(from: JsonReader<'_>) -> Option<Fit> {
        from.text().map(|_| Fit::default())
    }
}

impl JsonValue for bool {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        match from.literal() {
            "1" if from.is_of_texts() => Some(true),
            "0" if from.is_of_texts() => Some(false),
            text => text.parse().ok().or_else(|| from.is_not("a boolean")),
        }
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.text(if *self { "true" } else { "false" });
    }

    fn placeholder() -> Self {
        false
    }
}

impl JsonValue for i64 {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        match number::whole(from.literal()) {
            Some(value) => value.try_into().ok().or_else(|| from.misfit("out of range for a 64-bit integer")),
            None => from.is_not("an integer"),
        }
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.integer(*self);
    }

    fn placeholder() -> Self {
        0
    }
}

impl JsonValue for Number {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        let text = from.literal();
        if let Ok(short) = text.parse::<i64>() {
            return Some(short.into());
        }
        let number: Self = text.parse().ok().or_else(|| from.scalar("a JSON number"))?;
        // A client takes the nearest double of a fraction.
        let is_near = !from.is_checked() && number::whole(text).is_none();
        match number::exact(text) {
            None if !is_near => from.misfit(number::TOO_LONG),
            Some(_) | None => Some(number),
        }
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.number(self);
    }

    fn placeholder() -> Self {
        0.into()
    }
}

impl JsonValue for Value {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        // In a list, a number of few bytes takes no more than its place.
        if matches!(from.first(), b'"' | b'[' | b'{') {
            from.charge(ALLOCATION)?;
        }
        from.scalar(ANY)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.opaque(&self.to_string());
    }

    fn placeholder() -> Self {
        Self::Null
    }
}

impl JsonValue for Secret {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        String::read_json(from).map(Self::from)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.secret(self);
    }

    fn placeholder() -> Self {
        Self::default()
    }

    fn fit(from: JsonReader<'_>) -> Option<Fit> {
        String::fit(from)
    }
}

impl<F: TextForm> JsonValue for TextOf<F> {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        let text = Self::from(String::read_json(from)?);
        if from.is_checked() && !text.is_valid() { from.misfit(F::ERROR) } else { Some(text) }
    }

    fn fit(from: JsonReader<'_>) -> Option<Fit> {
        Some(Fit { loose: !F::accepts(&from.text()?), ..Fit::default() })
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.string(self.as_str());
    }

    fn placeholder() -> Self {
        String::new().into()
    }
}

impl JsonValue for Json {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        from.charge(ALLOCATION)?;
        Some(Self::scanned(from.as_str()))
    }

    fn fit(_: JsonReader<'_>) -> Option<Fit> {
        Some(Fit::default())
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.opaque(self.as_str());
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

/// `null`. Any other value is ignored.
impl JsonValue for () {
    fn read_json(_: JsonReader<'_>) -> Option<Self> {
        Some(())
    }

    fn write_json(&self, to: &mut JsonWriter) {
        to.text("null");
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

impl<T: JsonValue> JsonValue for Option<T> {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        let is_empty = from.is_of_texts() && from.literal().is_empty();
        if from.is_null() || is_empty && !from.reads::<T>() {
            return Some(None);
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

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn fit(from: JsonReader<'_>) -> Option<Fit> {
        if from.is_null() { Some(Fit::default()) } else { T::fit(from) }
    }
}

impl<T: JsonValue> JsonValue for Box<T> {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        from.charge(size_of::<T>())?;
        T::read_json(from).map(Self::new)
    }

    fn write_json(&self, to: &mut JsonWriter) {
        T::write_json(self, to);
    }

    fn placeholder() -> Self {
        Self::new(T::placeholder())
    }

    fn fit(from: JsonReader<'_>) -> Option<Fit> {
        T::fit(from)
    }
}

/// `null` is read as an empty list.
impl<T: JsonValue> JsonValue for Vec<T> {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        if from.is_null() {
            return Some(Self::new());
        }
        if from.is_of_texts() {
            let Some(items) = from.numbered() else { return from.is_not("a sequence") };
            from.charge(items.len().saturating_mul(size_of::<T>()))?;
            return items.into_iter().map(T::read_json).collect::<Vec<_>>().into_iter().collect();
        }
        let Some(items) = from.items() else { return from.is_not("a sequence") };
        let count = items.clone().count();
        from.charge(count.saturating_mul(size_of::<T>()))?;
        let mut list = Self::with_capacity(count);
        for item in items {
            match T::read_json(item) {
                Some(value) => list.push(value),
                None if item.is_over() => return None,
                None => {}
            }
        }
        (list.len() == count).then_some(list)
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

    /// The first item decides whether the list lacks something.
    fn fit(from: JsonReader<'_>) -> Option<Fit> {
        if from.is_of_texts() {
            return from.numbered()?.first().map_or_else(|| Some(Fit::default()), |item| T::fit(*item));
        }
        let mut fits = from.items()?.map(T::fit);
        let Some(first) = fits.next() else { return Some(Fit::default()) };
        fits.try_fold(first?, |all, fit| Some(Fit { loose: all.loose | fit?.loosens(), ..all }))
    }
}

/// `null` is read as an empty dictionary. Entries are written in the order of
/// their keys; use [`Json`] to keep another order.
impl<T: JsonValue> JsonValue for BTreeMap<String, T> {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        let mut entries = Self::new();
        if from.is_null() {
            return Some(entries);
        }
        let Some(fields) = from.fields() else { return from.is_not("an object") };
        let mut is_valid = true;
        for (name, value) in fields {
            // A node of the tree can be half empty.
            from.charge(2 * size_of::<(String, T)>() + ALLOCATION)?;
            if let Some(key) = String::read_json(name)
                && let Some(value) = T::read_json(value)
            {
                entries.insert(key, value);
                continue;
            }
            from.tape().add_dictionary(from.node());
            is_valid = false;
            if from.is_over() {
                break;
            }
        }
        is_valid.then_some(entries)
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

    fn fit(from: JsonReader<'_>) -> Option<Fit> {
        // Types with fields come first.
        let all = Fit { unknown: u32::MAX, ..Fit::default() };
        let mut fits = from.fields()?.map(|(_, value)| T::fit(value));
        fits.try_fold(all, |all, fit| Some(Fit { loose: all.loose | fit?.loosens(), ..all }))
    }
}
