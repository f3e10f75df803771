//! The types of the notation that have no parts. One more is a row here and its type in the runtime.

use std::sync::LazyLock;

use regex_lite::Regex;

use super::Wire;

/// Defines the enum and its table.
macro_rules! scalars {
    ($($(#[$doc:meta])* $name:ident { $($row:tt)* })*) => {
        /// Types of the notation that have no parts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Scalar {
            $($(#[$doc])* $name,)*
        }

        impl Scalar {
            /// The type with this name in the notation.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.row().names.contains(&name))
            }

            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The row of the table.
            #[must_use]
            pub const fn row(self) -> &'static ScalarRow {
                match self {
                    $(Self::$name => &const { ScalarRow { $($row)* } },)*
                }
            }
        }
    };
}

impl Scalar {
    /// Returns whether a text looks like those of the type; the runtime checks the rest.
    #[must_use]
    pub fn has_form(self, text: &str) -> bool {
        static FORMS: LazyLock<Vec<Option<Regex>>> =
            LazyLock::new(|| Scalar::ALL.iter().map(|it| Regex::new(&it.form()?).ok()).collect());
        FORMS.get(self as usize).and_then(Option::as_ref).is_none_or(|form| form.is_match(text))
    }

    fn form(self) -> Option<String> {
        let day = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])";
        let time = r"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?";
        let form = match self {
            Self::Timestamp => &["^", day, r"[Tt\x20]", time, r"([Zz]|[+-]\d\d:\d\d)$"].concat(),
            Self::Date => &["^", day, "$"].concat(),
            Self::Time => &["^", time, "$"].concat(),
            Self::HttpDate => r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$",
            Self::IsoDuration => r"^[-+]?P[\dYMWDTHS.,]+$",
            Self::Base64 => r"^[A-Za-z0-9+/]*={0,2}$",
            Self::Base64Url => r"^[A-Za-z0-9_-]*={0,2}$",
            Self::IntText => r"^-?\d+$",
            Self::String
            | Self::Int
            | Self::Number
            | Self::Bool
            | Self::Any
            | Self::Object
            | Self::Null
            | Self::File => return None,
        };
        Some(form.to_owned())
    }
}

/// A type without parts, as all outputs need it.
#[derive(Clone, Copy, Debug)]
pub struct ScalarRow {
    /// Its names in the notation.
    pub names: &'static [&'static str],
    /// The kind of its values in JSON.
    pub json: JsonKind,
    /// The format of its values, as OpenAPI names it.
    pub format: Option<&'static str>,
    /// The form of its values as parameters.
    pub wire: Wire,
    /// Its Rust type, where `rt` is the runtime; empty for `()`.
    pub rust: &'static [&'static str],
    /// True if setters take anything that becomes the Rust type by `into`.
    pub is_converted: bool,
    /// A value that setters take, in Rust; `None` is any text.
    pub sample: Option<&'static str>,
}

impl ScalarRow {
    /// Returns whether it is a text of a certain form, such as a timestamp.
    #[must_use]
    pub fn is_text_form(&self) -> bool {
        self.json == JsonKind::String && self.wire == Wire::Text && self.rust.len() > 1
    }
}

/// Kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonKind {
    /// Any value.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// `null`.
    Null,
    /// Any number.
    Number,
    /// An object.
    Object,
    /// A text.
    String,
}

scalars! {
    /// `string`
    String {
        names: &["string"],
        json: JsonKind::String,
        format: None,
        wire: Wire::Text,
        rust: &["String"],
        is_converted: true,
        sample: None,
    }
    /// `int`
    Int {
        names: &["int"],
        json: JsonKind::Integer,
        format: Some("int64"),
        wire: Wire::Text,
        rust: &["i64"],
        is_converted: false,
        sample: Some("1"),
    }
    /// `number`
    Number {
        names: &["number"],
        json: JsonKind::Number,
        format: None,
        wire: Wire::Text,
        rust: &["rt", "Number"],
        is_converted: true,
        sample: Some("1"),
    }
    /// `bool`, `boolean`
    Bool {
        names: &["bool", "boolean"],
        json: JsonKind::Boolean,
        format: None,
        wire: Wire::Text,
        rust: &["bool"],
        is_converted: false,
        sample: Some("true"),
    }
    /// `any`
    Any {
        names: &["any"],
        json: JsonKind::Any,
        format: None,
        wire: Wire::Json,
        rust: &["rt", "Json"],
        is_converted: true,
        sample: Some("json!({})"),
    }
    /// `object`
    Object {
        names: &["object"],
        json: JsonKind::Object,
        format: None,
        wire: Wire::Json,
        rust: &["rt", "Json"],
        is_converted: true,
        sample: Some("json!({})"),
    }
    /// `null`
    Null {
        names: &["null"],
        json: JsonKind::Null,
        format: None,
        wire: Wire::Json,
        rust: &[],
        is_converted: false,
        sample: Some("()"),
    }
    /// `timestamp`: RFC 3339.
    Timestamp {
        names: &["timestamp"],
        json: JsonKind::String,
        format: Some("date-time"),
        wire: Wire::Text,
        rust: &["rt", "Timestamp"],
        is_converted: true,
        sample: Some("\"2026-01-31T12:00:00Z\""),
    }
    /// `date`: RFC 3339.
    Date {
        names: &["date"],
        json: JsonKind::String,
        format: Some("date"),
        wire: Wire::Text,
        rust: &["rt", "Date"],
        is_converted: true,
        sample: Some("\"2026-01-31\""),
    }
    /// `time`: RFC 3339.
    Time {
        names: &["time"],
        json: JsonKind::String,
        format: Some("time"),
        wire: Wire::Text,
        rust: &["rt", "Time"],
        is_converted: true,
        sample: Some("\"12:00:00\""),
    }
    /// `http_date`: as HTTP writes a time.
    HttpDate {
        names: &["http_date"],
        json: JsonKind::String,
        format: None,
        wire: Wire::Text,
        rust: &["rt", "HttpDate"],
        is_converted: true,
        sample: Some("\"Sat, 31 Jan 2026 12:00:00 GMT\""),
    }
    /// `duration`: ISO 8601.
    IsoDuration {
        names: &["duration"],
        json: JsonKind::String,
        format: Some("duration"),
        wire: Wire::Text,
        rust: &["rt", "IsoDuration"],
        is_converted: true,
        sample: Some("\"PT1H\""),
    }
    /// `base64`: bytes.
    Base64 {
        names: &["base64"],
        json: JsonKind::String,
        format: Some("byte"),
        wire: Wire::Text,
        rust: &["rt", "Base64"],
        is_converted: true,
        sample: Some("\"bGFtcA==\""),
    }
    /// `base64url`: bytes, in the alphabet for URLs.
    Base64Url {
        names: &["base64url"],
        json: JsonKind::String,
        format: Some("base64url"),
        wire: Wire::Text,
        rust: &["rt", "Base64Url"],
        is_converted: true,
        sample: Some("\"bGFtcA\""),
    }
    /// `int_text`: a 64-bit integer as text.
    IntText {
        names: &["int_text"],
        json: JsonKind::String,
        format: Some("int64"),
        wire: Wire::Text,
        rust: &["rt", "IntText"],
        is_converted: true,
        sample: Some("\"1\""),
    }
    /// `file`: the file part of a multipart form.
    File {
        names: &["file"],
        json: JsonKind::String,
        format: Some("binary"),
        wire: Wire::File,
        rust: &["rt", "Upload"],
        is_converted: true,
        sample: Some("Upload::bytes(\"file.bin\", \"content\")"),
    }
}
