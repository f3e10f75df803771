//! Checks of the fields of objects.

use crate::codec::json::JsonReader;
use crate::core::Range;

/// The check of a field in a request. [`object!`](crate::object!) makes it of a mark.
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
        allow(dead_code, reason = "clients don't check limits")
    )]
    range: Range,
    /// The character between the items, if it is a list that is one text.
    #[cfg_attr(
        not(any(feature = "cli", feature = "server")),
        allow(dead_code, reason = "clients don't check limits")
    )]
    between: Option<char>,
}

impl FieldCheck {
    /// Creates the check of a field that may be absent.
    #[must_use]
    pub const fn optional(name: &'static str) -> Self {
        Self {
            name,
            is_required: false,
            is_written: false,
            allows_null: false,
            constant: None,
            range: Range::NONE,
            between: None,
        }
    }

    /// Creates the check of a field that must be there.
    #[must_use]
    pub const fn required(name: &'static str) -> Self {
        Self { is_required: true, ..Self::optional(name) }
    }

    /// Creates the check of a field that must be there, even if only as `null`.
    #[must_use]
    pub const fn nullable(name: &'static str) -> Self {
        Self { allows_null: true, ..Self::required(name) }
    }

    /// Creates the check of a field that must be there in requests, and isn't in responses.
    #[must_use]
    pub const fn written(name: &'static str) -> Self {
        Self { is_written: true, ..Self::required(name) }
    }

    /// Creates the same check of a field that may be `null`.
    #[must_use]
    pub const fn written_nullable(name: &'static str) -> Self {
        Self { is_written: true, ..Self::nullable(name) }
    }

    /// Sets the JSON that the field always has.
    #[must_use]
    pub const fn constant(self, json: &'static str) -> Self {
        Self { constant: Some(json), ..self }
    }

    /// Sets its limits.
    #[must_use]
    pub const fn range(self, range: Range) -> Self {
        Self { range, ..self }
    }

    /// Makes its limits those of a list that is one text, with a character between the items.
    #[must_use]
    pub const fn joined(self, between: char) -> Self {
        Self { between: Some(between), ..self }
    }

    /// Returns the name of the field.
    pub(in crate::codec::json) fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the name of a field that must be there.
    pub(in crate::codec::json) fn required_name(&self, of: JsonReader<'_>) -> Option<&'static str> {
        (self.is_required && (!self.is_written || of.has_limits())).then_some(self.name)
    }

    /// Returns whether the field always has the same value.
    pub(in crate::codec::json) fn has_constant(&self) -> bool {
        self.constant.is_some()
    }

    /// Returns its name and the JSON that is written if it isn't set: of a field that must be there,
    /// what it always has, or `null`.
    pub(super) fn unset(&self) -> Option<(&'static str, &'static str)> {
        let json = self.constant.or(self.allows_null.then_some("null"))?;
        self.is_required.then_some((self.name, json))
    }

    /// Returns whether a value is not what the field always has.
    pub(in crate::codec::json) fn is_another(&self, json: &str) -> bool {
        self.constant.is_some_and(|constant| !is_same(constant, json))
    }

    /// Returns what is wrong with a value that is there.
    fn refuse(&self, value: JsonReader<'_>) -> Option<String> {
        let json = value.as_str();
        if self.is_another(json) {
            return Some(format!("expected {}", self.constant.unwrap_or_default()));
        }
        #[cfg(any(feature = "cli", feature = "server"))]
        if value.has_limits() {
            return crate::codec::range::of_json(&self.range, json, self.between);
        }
        None
    }

    /// Returns what is wrong with a field of this object.
    pub(super) fn fault(&self, field: Option<JsonReader<'_>>, of: JsonReader<'_>) -> Option<String> {
        match field {
            Some(value) if !value.is_null() => self.refuse(value),
            Some(_) if self.allows_null => None,
            // It would remove the field.
            Some(_) if of.is_partial() => self.required_name(of).map(|_| "null, and required".to_owned()),
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
    ($json:literal, $presence:ident $(= $constant:literal)? $(, $range:expr $(, $between:literal)?)?) => {
        $crate::FieldCheck::$presence($json)$(.constant($constant))?$(.range($range)$(.joined($between))?)?
    };
}

#[cfg(test)]
mod tests {
    use crate::codec::json::Required;
    use crate::{Extra, Json, JsonReader, JsonValue as _, JsonWriter};

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

    crate::union! {
        /// Parts of a garden.
        enum Part {
            /// A bed.
            Bed(Bed),
            /// A garden.
            Garden(Garden),
        }
    }

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
        // In a union, a constant says which type it is; `null` would remove what is there.
        let mut part = JsonWriter { is_partial: true, ..JsonWriter::default() };
        Part::Garden(garden).write_json(&mut part);
        assert_eq!(part.text, r#"{"bed":{"kind":"bed","length":2}}"#);
        let mut part = JsonWriter { is_partial: true, ..JsonWriter::default() };
        Part::Bed(Bed { length: Some(2), ..Bed::default() }).write_json(&mut part);
        assert_eq!(part.text, r#"{"kind":"bed","length":2}"#);
        assert!(!part.is_member);
        let read = JsonReader::new(&part.text).requiring(Required::Limits).read::<Part>();
        assert!(matches!(read.unwrap(), Part::Bed(_)));
        let mut null = Bed::default();
        null.extra.insert("kind", Json::default());
        assert_eq!(serde_json::to_string(&null).unwrap(), r#"{"sown":null,"kind":null}"#);
    }

    const PAIR: crate::Range =
        crate::Range { min_length: Some(2), max_length: Some(2), ..crate::Range::NONE };

    #[derive(Clone)]
    struct Label {
        colors: Option<crate::Joined<String, ','>>,
        texts: Option<std::collections::BTreeMap<String, String>>,
        extra: Extra,
    }
    crate::object! { Label { colors: "colors" (optional, PAIR, ','), texts: "texts" (nullable, PAIR) } }

    #[cfg(any(feature = "cli", feature = "server"))]
    #[test]
    fn items_in_one_text_and_entries_are_counted() {
        let read = |json: &str| JsonReader::new(json).requiring(Required::Checked).read::<Label>();
        for two in [r#"{"colors":"red,green","texts":{"a":"b","c":""}}"#, r#"{"texts":null}"#] {
            read(two).unwrap();
        }
        for (json, what) in [
            (r#"{"colors":"red","texts":null}"#, "`colors`: fewer than 2 items"),
            (r#"{"colors":"a,b,c","texts":null}"#, "`colors`: more than 2 items"),
            (r#"{"colors":"","texts":null}"#, "`colors`: fewer than 2 items"),
            (r#"{"texts":{"a":"b"}}"#, "`texts`: fewer than 2 entries"),
            (r#"{"texts":{"a":"","b":"","c":""}}"#, "`texts`: more than 2 entries"),
        ] {
            assert_eq!(read(json).unwrap_err().to_string(), what);
        }
    }
}
