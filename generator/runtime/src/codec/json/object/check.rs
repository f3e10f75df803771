//! Checks of the fields of objects.

use std::cmp::Ordering;

use crate::codec::json::{JsonReader, Sender, number};
use crate::core::Range;

/// The check of a field in a request. [`object!`](crate::object!) makes it of a mark.
#[derive(Clone, Copy, Debug)]
pub struct FieldCheck {
    name: &'static str,
    is_required: bool,
    /// The only side that sends the field.
    only: Option<Sender>,
    /// True if `null` counts as there.
    allows_null: bool,
    /// True if `null` is refused, although the field may be absent.
    is_kept: bool,
    /// The JSON that it always has.
    constant: Option<&'static str>,
    /// The JSON that a handler sees if a request lacks the field.
    default: Option<&'static str>,
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
            only: None,
            allows_null: false,
            is_kept: false,
            constant: None,
            default: None,
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

    /// Creates the check of a field that may be absent, but not `null`: a part of an object can't remove it.
    #[must_use]
    pub const fn kept(name: &'static str) -> Self {
        Self { is_kept: true, ..Self::optional(name) }
    }

    /// Makes it a field of responses only.
    #[must_use]
    pub const fn read(self) -> Self {
        Self { only: Some(Sender::Server), ..self }
    }

    /// Makes it a field of requests only.
    #[must_use]
    pub const fn write(self) -> Self {
        Self { only: Some(Sender::Client), ..self }
    }

    /// Sets the JSON that the field always has.
    #[must_use]
    pub const fn constant(self, json: &'static str) -> Self {
        Self { constant: Some(json), ..self }
    }

    /// Sets the JSON that a handler sees if a request lacks the field.
    #[must_use]
    pub const fn default_to(self, json: &'static str) -> Self {
        Self { default: Some(json), ..self }
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

    /// Returns whether this side doesn't send the field.
    pub(super) fn is_hidden_by(&self, sender: Sender) -> bool {
        self.only.is_some_and(|only| only != sender)
    }

    /// Returns the JSON that stands for a field that a request lacks.
    pub(super) fn default(&self, of: JsonReader<'_>) -> Option<&'static str> {
        self.default.filter(|_| !self.is_hidden_by(of.sender()))
    }

    /// Returns whether an object of a type has the field.
    fn must_be_there(&self, of: JsonReader<'_>) -> bool {
        self.is_required && !self.is_hidden_by(of.sender())
    }

    /// Returns whether the type refuses a `null`.
    pub(super) fn refuses_null(&self, of: JsonReader<'_>) -> bool {
        self.must_be_there(of) && !self.allows_null
    }

    /// Returns whether a field shows that the object isn't of its type.
    pub(super) fn is_of_another_type(&self, field: Option<JsonReader<'_>>, of: JsonReader<'_>) -> bool {
        match field {
            Some(value) => !value.is_null() && self.is_another(value),
            None => self.must_be_there(of),
        }
    }

    /// Returns its name and the JSON that is written if it isn't set: of a field that must be there,
    /// what it always has, or `null`.
    pub(super) fn unset(&self) -> Option<(&'static str, &'static str)> {
        let json = self.constant.or(self.allows_null.then_some("null"))?;
        self.is_required.then_some((self.name, json))
    }

    /// Returns whether a value is not what the field always has.
    fn is_another(&self, value: JsonReader<'_>) -> bool {
        self.constant.is_some_and(|constant| !is_it(constant, value))
    }

    /// Checks a field of a request; `None` if it is refused.
    pub(super) fn test(&self, field: Option<JsonReader<'_>>, of: JsonReader<'_>) -> Option<()> {
        match field {
            Some(value) if !value.is_null() => self.test_value(value),
            Some(_) if self.allows_null => Some(()),
            Some(value) if self.is_kept => value.misfit("null, and required"),
            _ if !self.must_be_there(of) => Some(()),
            Some(_) | None => of.lacks(self.name),
        }
    }

    fn test_value(&self, value: JsonReader<'_>) -> Option<()> {
        if self.is_another(value) {
            return value.misfit(format!("expected {}", self.constant.unwrap_or_default()));
        }
        #[cfg(any(feature = "cli", feature = "server"))]
        crate::codec::range::test(&self.range, value, self.between)?;
        Some(())
    }
}

/// Returns whether a text, a number or a boolean has this value: 1 is 1.0.
fn is_it(constant: &str, value: JsonReader<'_>) -> bool {
    let json = value.literal();
    let is_text = |text: &str| serde_json::from_str(constant).is_ok_and(|own: String| own == text);
    json == constant
        || value.text().is_some_and(|text| is_text(&text))
        || number::compare(json, constant) == Some(Ordering::Equal)
}

/// The check of a field with a mark.
#[doc(hidden)]
#[macro_export]
macro_rules! __check {
    ($json:literal,) => {
        $crate::FieldCheck::optional($json)
    };
    ($json:literal, read $($rest:tt)*) => {
        $crate::__check!($json, $($rest)*).read()
    };
    ($json:literal, write $($rest:tt)*) => {
        $crate::__check!($json, $($rest)*).write()
    };
    ($json:literal, or $default:literal $($rest:tt)*) => {
        $crate::__check!($json, $($rest)*).default_to($default)
    };
    ($json:literal, $presence:ident $(= $constant:literal)? $(, $range:expr $(, $between:literal)?)?) => {
        $crate::FieldCheck::$presence($json)$(.constant($constant))?$(.range($range)$(.joined($between))?)?
    };
}

#[cfg(test)]
mod tests {
    use crate::codec::json::{Required, Tape};
    use crate::{Extra, Json, JsonReader, JsonValue, Misfit};

    fn read<T: JsonValue>(json: &str, required: Required) -> Result<T, Misfit> {
        JsonReader::new(json, &Tape::of(json)?).requiring(required).read()
    }

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
        let mut null = Bed::default();
        null.extra.insert("kind", Json::default());
        assert_eq!(serde_json::to_string(&null).unwrap(), r#"{"sown":null,"kind":null}"#);
    }

    #[derive(Clone)]
    struct Seed {
        id: Option<i64>,
        name: String,
        beds: Vec<Bed>,
        pin: Option<String>,
        extra: Extra,
    }
    crate::object! {
        Seed: !Default { id: "id" (read), name: "name" (required), beds: "beds" (required), pin: "pin" (write required) }
    }

    #[test]
    fn a_response_without_what_its_type_always_has_is_an_error_that_names_its_place() {
        let read = |json: &str| read::<Vec<Seed>>(json, Required::Ignored);
        let misfit = read(r#"[{"name":"a","beds":[]},{"beds":[]}]"#).unwrap_err();
        assert_eq!((misfit.pointer(), misfit.path()), ("/1/name", "[1].name"));
        let text = misfit.to_string();
        assert!(
            text.starts_with("`/1/name`: missing") && text.contains("overlay") && text.contains("`learn`"),
            "{text}"
        );
        let misfit = read(r#"[{"name":null,"beds":[]}]"#).unwrap_err().to_string();
        assert_eq!(misfit, "`[0].name`: expected a string, found null");
        let seeds = read(r#"[{"name":"a","beds":null}]"#).unwrap();
        assert!(seeds[0].beds.is_empty() && seeds[0].extra.is_empty());
        assert_eq!(serde_json::to_string(&seeds).unwrap(), r#"[{"name":"a","beds":[]}]"#);
    }

    #[cfg(any(feature = "cli", feature = "server"))]
    #[test]
    fn each_side_leaves_out_what_only_the_other_sends() {
        use crate::{JsonWriter, codec::json::Sender};

        let sent = r#"{"id":7,"name":"a","beds":[],"pin":"1","new":2}"#;
        let seed = read::<Seed>(sent, Required::Checked).unwrap();
        assert_eq!((seed.id, seed.pin.as_deref(), seed.extra.get("id")), (None, Some("1"), None));
        let mut seed = read::<Seed>(sent, Required::Ignored).unwrap();
        assert_eq!((seed.id, seed.pin.as_deref()), (Some(7), Some("1")));
        let written = |seed: &Seed, sender| {
            let mut json = JsonWriter::of_body(sender);
            seed.write_json(&mut json);
            json.text
        };
        assert_eq!(written(&seed, Sender::Server), r#"{"id":7,"name":"a","beds":[],"new":2}"#);
        assert_eq!(written(&seed, Sender::Client), r#"{"name":"a","beds":[],"pin":"1","new":2}"#);
        seed.pin = None;
        seed.extra.insert("pin", Json::default());
        assert_eq!(written(&seed, Sender::Server), r#"{"id":7,"name":"a","beds":[],"new":2}"#);
        assert_eq!(
            serde_json::to_string(&seed).unwrap(),
            r#"{"id":7,"name":"a","beds":[],"new":2,"pin":null}"#
        );
        let misfit = read::<Seed>(r#"{"id":7,"beds":null}"#, Required::Checked).unwrap_err();
        let all: Vec<_> = misfit.all().iter().map(|it| it.to_string()).collect();
        assert_eq!(all, ["`name`: missing", "`beds`: missing", "`pin`: missing"]);
    }

    #[derive(Clone)]
    struct SeedPatch {
        name: Option<String>,
        extra: Extra,
    }
    crate::object! { SeedPatch { name: "name" (kept) } }

    #[cfg(any(feature = "cli", feature = "server"))]
    #[test]
    fn a_part_may_lack_a_field_that_it_cannot_remove() {
        let read = |json: &str| read::<SeedPatch>(json, Required::Checked);
        assert!(read("{}").unwrap().name.is_none());
        assert_eq!(read(r#"{"name":null}"#).unwrap_err().to_string(), "`name`: null, and required");
    }

    #[cfg(any(feature = "cli", feature = "server"))]
    #[test]
    fn all_misfits_in_a_union_are_named() {
        let misfit = read::<Vec<Part>>(r#"[{"bed":{"kind":"rose"}},{},{"bed":{}}]"#, Required::Checked);
        let misfit = misfit.unwrap_err();
        let all: Vec<_> =
            misfit.all().iter().map(|it| format!("{}: {}", it.pointer(), it.reason())).collect();
        let expected = [
            "/0/bed/kind: expected \"bed\"",
            "/0/bed/sown: missing",
            "/2/bed/kind: missing",
            "/2/bed/sown: missing",
        ];
        assert_eq!(all, expected);
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
        let read = |json: &str| read::<Label>(json, Required::Checked);
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
