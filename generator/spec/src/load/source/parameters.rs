//! Parameters in `operations/*.yaml`.

use serde::{Deserialize, Serialize};

use super::{Deprecation, NOTATION, Short, Shorthand};
use crate::text::named;

/// A parameter: its type, or a map with more, whose keys are written in this order.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ParameterSource {
    /// Type in the documents' notation.
    #[serde(rename = "type")]
    pub notation: String,
    /// Place in the request, if it is not the usual one.
    #[serde(rename = "in")]
    pub place: Option<PlaceSource>,
    /// Name on the wire, if it is not the parameter's.
    pub sent_as: Option<String>,
    /// The form of a list, if it is not JSON.
    pub list: Option<ListStyle>,
    /// The form of an object, a map or a list of such, if it is not JSON.
    pub object: Option<ObjectStyle>,
    /// The documents don't say this form.
    #[serde(default)]
    pub object_inferred: bool,
    /// A `true` is sent as the name alone.
    #[serde(default)]
    pub flag: bool,
    /// Characters such as `/` and `:` are sent as they are.
    #[serde(default)]
    pub reserved: bool,
    /// Rust name, if the documents' name can't be one.
    pub rust: Option<String>,
    /// First server version that knows it.
    pub since: Option<String>,
    /// Deprecation; `{}` if nothing more is known.
    pub deprecated: Option<Deprecation>,
    /// Value that a server uses when it is absent.
    pub default: Option<serde_json::Value>,
    /// The one value it has: it is always sent.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Literal>"))]
    pub value: Option<String>,
    /// Enum of types.yaml that lists its values.
    #[serde(default)]
    pub values: Option<String>,
    /// Format limit.
    pub format: Option<Shorthand<FormatSource>>,
    /// Least value of a number.
    pub min: Option<Literal>,
    /// Greatest value of a number.
    pub max: Option<Literal>,
    /// The value that a number is greater than.
    pub exclusive_min: Option<Literal>,
    /// The value that a number is less than.
    pub exclusive_max: Option<Literal>,
    /// The number that a number is a multiple of.
    pub multiple_of: Option<Literal>,
    /// Least number of characters.
    pub min_length: Option<u32>,
    /// Greatest number of characters.
    pub max_length: Option<u32>,
    /// Least number of items, or of entries.
    pub min_items: Option<u32>,
    /// Greatest number of items, or of entries.
    pub max_items: Option<u32>,
    /// True if no two items are equal.
    #[serde(default)]
    pub unique: bool,
    /// Regular expression that a part of a text matches.
    pub pattern: Option<String>,
    /// The value that clients send if the program leaves it out.
    pub fill: Option<Fill>,
    /// Condition that makes an optional parameter required.
    pub required_when: Option<RequiredWhen>,
    /// Only administrators of the top-level organization may send it.
    #[serde(default)]
    pub top_level_only: bool,
    /// Never shown in Debug, errors and logs.
    #[serde(default)]
    pub secret: bool,
    /// A code that works once.
    #[serde(default)]
    pub one_time: bool,
    /// A password that the call sets.
    #[serde(default)]
    pub new_password: bool,
    /// The thing that the operation is about, if that is not the last required text.
    #[serde(default)]
    pub subject: bool,
    /// The documents' description.
    pub doc: Option<String>,
}

impl Short for ParameterSource {
    const MARK: &'static str = NOTATION;
}

impl From<String> for ParameterSource {
    fn from(notation: String) -> Self {
        Self { notation, ..Self::default() }
    }
}

named! {
    /// A value that clients fill in.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Fill {
        /// A random UUID.
        Uuid = "uuid",
    }
}

named! {
    /// The place of a parameter in a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum PlaceSource {
        /// In the query of the URL.
        Query = "query",
        /// In a header.
        Header = "header",
        /// In a cookie.
        Cookie = "cookie",
        /// In the body, as the encoding says.
        Body = "body",
    }
}

named! {
    /// The form of a list in a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum ListStyle {
        /// Each item with the name: `tag=a&tag=b`.
        Repeated = "repeated",
        /// Each item with the name and brackets: `tag[]=a&tag[]=b`.
        Brackets = "brackets",
        /// Joined by commas.
        Comma = "comma",
        /// Joined by spaces.
        Space = "space",
        /// Joined by vertical bars.
        Pipe = "pipe",
        /// Joined by line feeds.
        Newline = "newline",
    }
}

impl ListStyle {
    /// The character between the items, if they are one text.
    #[must_use]
    pub const fn between(self) -> Option<char> {
        match self {
            Self::Comma => Some(','),
            Self::Space => Some(' '),
            Self::Pipe => Some('|'),
            Self::Newline => Some('\n'),
            Self::Repeated | Self::Brackets => None,
        }
    }
}

named! {
    /// The form of an object, a map or a list of such outside of JSON.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum ObjectStyle {
        /// Each with its own name: `name=a&age=3`.
        Fields = "fields",
        /// With the names in brackets: `filter[name]=a&filter[tags][]=b`.
        Brackets = "brackets",
        /// With the names after dots: `filter.name=a&filter.tags=b`.
        Dots = "dots",
        /// As one text, with commas between names and values: `name,a,age,3`.
        Commas = "commas",
        /// As one text, with commas between pairs: `name=a,age=3`.
        Pairs = "pairs",
    }
}

impl ObjectStyle {
    /// Returns whether the object is sent as one text.
    #[must_use]
    pub const fn is_joined(self) -> bool {
        match self {
            Self::Commas | Self::Pairs => true,
            Self::Fields | Self::Brackets | Self::Dots => false,
        }
    }
}

/// A default, a constant or a listed value.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected text, a number, `true` or `false`")]
pub enum Literal {
    /// `true`, `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A text.
    Text(String),
}

impl Literal {
    /// The literal as it is written in a form.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Float(value) => value.to_string(),
            Self::Text(value) => value.clone(),
        }
    }
}

/// A format limit.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FormatSource {
    /// Name of a named format.
    #[serde(skip)]
    pub name: Option<String>,
    /// Least number of characters.
    pub min_length: Option<u32>,
    /// Needs an uppercase letter.
    pub uppercase: bool,
    /// Needs a lowercase letter.
    pub lowercase: bool,
    /// Needs a digit.
    pub digit: bool,
}

impl Short for FormatSource {}

impl From<String> for FormatSource {
    fn from(name: String) -> Self {
        Self { name: Some(name), ..Self::default() }
    }
}

/// Condition that makes an optional parameter required.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequiredWhen {
    /// The other parameter.
    pub parameter: String,
    /// Its values that make this one required.
    pub values: Vec<String>,
}
