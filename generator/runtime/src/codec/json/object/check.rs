//! Checks of the fields of objects.

use crate::codec::json::JsonReader;
use crate::core::Range;

/// The check of a server for a field. [`object!`](crate::object!) makes it of a mark.
#[derive(Clone, Copy, Debug)]
pub struct FieldCheck {
    name: &'static str,
    is_required: bool,
    /// True if responses don't have the field.
    is_written: bool,
    /// True if `null` counts as there.
    allows_null: bool,
    /// The JSON that it always has.
    constant: Option<&'static str>,
    #[cfg_attr(
        not(any(feature = "cli", feature = "server")),
        allow(dead_code, reason = "clients don't check")
    )]
    range: Range,
}

impl FieldCheck {
    /// Creates the check of a field that must be there.
    #[must_use]
    pub const fn required(name: &'static str, range: Range) -> Self {
        Self { is_required: true, ..Self::optional(name, range) }
    }

    /// Creates the check of a field that must be there, but may be `null`.
    #[must_use]
    pub const fn nullable(name: &'static str, range: Range) -> Self {
        Self { allows_null: true, ..Self::required(name, range) }
    }

    /// Creates the check of a field that must be there in requests, and isn't in responses.
    #[must_use]
    pub const fn written(name: &'static str, range: Range) -> Self {
        Self { is_written: true, ..Self::required(name, range) }
    }

    /// Creates the same check of a field that may be `null`.
    #[must_use]
    pub const fn written_nullable(name: &'static str, range: Range) -> Self {
        Self { allows_null: true, ..Self::written(name, range) }
    }

    /// Returns the name of the field.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the name of a field that must be there.
    pub(in crate::codec::json) fn required_name(&self, of: JsonReader<'_>) -> Option<&'static str> {
        (self.is_required && (!self.is_written || of.is_request())).then_some(self.name)
    }

    /// Returns its name and the JSON that is written if it isn't set: of a field that must be there,
    /// what it always has, or `null`.
    pub(super) fn unset(&self) -> Option<(&'static str, &'static str)> {
        let json = self.constant.or(self.allows_null.then_some("null"))?;
        self.is_required.then_some((self.name, json))
    }

    /// Returns whether a value of a field is not what the field always has.
    pub(in crate::codec::json) fn is_another(&self, name: &str, json: &str) -> bool {
        self.name == name && self.constant.is_some_and(|constant| !is_same(constant, json))
    }

    /// Creates the check of a field that may be absent.
    #[must_use]
    pub const fn optional(name: &'static str, range: Range) -> Self {
        Self { name, is_required: false, is_written: false, allows_null: false, constant: None, range }
    }

    /// Sets the JSON that the field always has.
    #[must_use]
    pub const fn constant(self, json: &'static str) -> Self {
        Self { constant: Some(json), ..self }
    }

    /// Returns what is wrong with a value that is there.
    fn refuse(&self, value: JsonReader<'_>) -> Option<String> {
        let json = value.as_str();
        if self.is_another(self.name, json) {
            return Some(format!("expected {}", self.constant.unwrap_or_default()));
        }
        #[cfg(any(feature = "cli", feature = "server"))]
        if value.is_request() {
            return crate::codec::range::of_json(&self.range, json);
        }
        None
    }

    /// Returns what is wrong with a field of this object.
    pub(super) fn fault(&self, field: Option<JsonReader<'_>>, of: JsonReader<'_>) -> Option<String> {
        match field {
            Some(value) if !value.is_null() => self.refuse(value),
            Some(_) if self.allows_null => None,
            Some(_) | None => {
                self.required_name(of).filter(|_| !of.is_partial()).map(|_| "missing".to_owned())
            }
        }
    }
}

/// Returns whether two JSON texts have the same value: 1 is 1.0.
fn is_same(one: &str, two: &str) -> bool {
    if one == two {
        return true;
    }
    let value = |text| serde_json::from_str::<serde_json::Value>(text).ok();
    let (one, two) = (value(one), value(two));
    let number = |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
    one == two || number(&one).is_some() && number(&one) == number(&two)
}

/// The check of a field with a mark.
#[doc(hidden)]
#[macro_export]
macro_rules! __check {
    ($json:literal, $presence:ident) => {
        $crate::FieldCheck::$presence($json, $crate::Range::NONE)
    };
    ($json:literal, $presence:ident, $range:expr) => {
        $crate::FieldCheck::$presence($json, $range)
    };
    ($json:literal, $presence:ident = $constant:literal) => {
        $crate::FieldCheck::$presence($json, $crate::Range::NONE).constant($constant)
    };
}

#[cfg(test)]
mod tests {
    use crate::{Extra, Json, JsonValue as _, JsonWriter};

    #[derive(Clone)]
    struct Bed {
        kind: Option<String>,
        length: Option<i64>,
        sown: Option<String>,
        extra: Extra,
    }
    crate::object! {
        Bed { kind: "kind" (required = "\"bed\""), length: "length", sown: "sown" (nullable) }
    }

    #[derive(Clone)]
    struct Garden {
        bed: Option<Bed>,
        extra: Extra,
    }
    crate::object! { Garden { bed: "bed" } }

    #[test]
    fn what_must_be_there_and_needs_no_value_is_written_without_being_set() {
        let garden = Garden { bed: Some(Bed { length: Some(2), ..Bed::default() }), ..Garden::default() };
        assert_eq!(
            serde_json::to_string(&garden).unwrap(),
            r#"{"bed":{"kind":"bed","length":2,"sown":null}}"#
        );
        let mut part = JsonWriter { is_partial: true, ..JsonWriter::default() };
        garden.write_json(&mut part);
        assert_eq!(part.text, r#"{"bed":{"length":2}}"#);
        let mut null = Bed::default();
        null.extra.insert("kind", Json::default());
        assert_eq!(serde_json::to_string(&null).unwrap(), r#"{"sown":null,"kind":null}"#);
    }
}
