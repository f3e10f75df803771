//! `operations/*.yaml`.

use std::fmt;

use indexmap::IndexMap;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::{Effect, HttpMethod, Note, ParametersSource, RequestEncoding, Shorthand};
use crate::text::named;

/// One file of operations: one part of a document.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperationsFile {
    /// Key of `documents` in api.yaml.
    pub document: u32,
    /// The document's name of this part.
    pub part: String,
    /// Heading of the part.
    pub title: String,
    /// Group of the operations that name no other; it is their Rust module.
    pub group: String,
    /// Defaults for every operation.
    #[serde(default)]
    pub defaults: DefaultsSource,
    /// The rows.
    pub operations: Vec<OperationSource>,
}

/// Defaults for every operation of a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct DefaultsSource {
    /// Gate codes.
    pub gates: Option<Vec<String>>,
    /// Authentication block, `none` or `not_shown`.
    pub auth: Option<String>,
    /// Parameters that come before an operation's own.
    pub parameters: IndexMap<String, Shorthand<ParameterSource>>,
    /// The result.
    pub returns: Option<WrittenReturns>,
    /// Failures by status.
    pub failures: ByStatus,
    /// Sentences that hold for every operation.
    pub rules: Vec<String>,
    /// First server version of the paths.
    pub since: Option<String>,
    /// Minimum version of the device client.
    pub device_since: Option<String>,
    /// Deprecation of the whole part.
    pub deprecated: Option<Deprecation>,
}

/// One row. Its keys are written in this order.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperationSource {
    /// The name; absent in an unnamed entry.
    pub operation: Option<String>,
    /// The place of an unnamed operation in the documents.
    pub unnamed: Option<String>,
    /// Rust name, if the documents' name can't be one.
    pub rust: Option<String>,
    /// Group, if it differs from the file's.
    pub group: Option<String>,
    /// One sentence, verb first, with a full stop.
    pub summary: String,
    /// Further sentences of the row, one per item.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The words that people use for it and that its name and its summary don't have.
    #[serde(default)]
    pub also: Vec<String>,
    /// Its effect on the server, if the documents show it.
    pub effect: Option<Effect>,
    /// Its effect on the server, if the documents don't show it and the convention of api.yaml
    /// gives another.
    pub inferred_effect: Option<Effect>,
    /// True if sending it twice leaves the server as sending it once does; only if the convention
    /// gives something else.
    pub repeatable: Option<bool>,
    /// The path that the documents show.
    pub path: Option<String>,
    /// Path by the convention of api.yaml, if the documents show none.
    pub inferred_path: Option<String>,
    /// First server version of the path.
    pub since: Option<String>,
    /// Other paths; `name` and `since` only if the documents show them.
    #[serde(default)]
    pub aliases: Vec<AliasSource>,
    /// Permission that the caller's token needs.
    pub permission: Option<String>,
    /// Gate codes in the documents' order.
    pub gates: Option<Vec<String>>,
    /// Authentication block, `none` or `not_shown`.
    pub auth: Option<String>,
    /// The place where the credential must be sent, if only one works.
    pub auth_in: Option<AuthIn>,
    /// HTTP method, if it differs from the API's.
    pub method: Option<HttpMethod>,
    /// Request encoding, if it differs from the API's.
    pub encoding: Option<RequestEncoding>,
    /// Minimum version of the device client.
    pub device_since: Option<String>,
    /// Inherited parameters that this operation does not have.
    #[serde(default)]
    pub without: Vec<String>,
    /// Parameters in the documents' order; inherited ones come first unless listed again.
    #[serde(default)]
    pub parameters: IndexMap<String, Shorthand<ParameterSource>>,
    /// The body, if it is one value.
    pub body: Option<Shorthand<BodySource>>,
    /// The result.
    pub returns: Option<WrittenReturns>,
    /// The way to the rest of a list.
    pub pages: Option<PagesSource>,
    /// The time that a server may take before it responds: a parameter in seconds, or seconds.
    pub waits: Option<Literal>,
    /// Two parameters that the server swaps when the first is greater.
    pub swapped_if_reversed: Option<(String, String)>,
    /// The operation whose behavior this one has.
    pub matches: Option<String>,
    /// Related operations.
    #[serde(default)]
    pub see_also: Vec<String>,
    /// Deprecation; `{}` if nothing more is known.
    pub deprecated: Option<Deprecation>,
    /// Open questions of the documents.
    #[serde(default)]
    pub not_shown: Vec<String>,
    /// Ambiguities and decisions.
    #[serde(default)]
    pub notes: Vec<Note>,
}

/// Another path of an operation.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AliasSource {
    /// The path.
    pub path: String,
    /// The alias's own operation name.
    pub name: Option<String>,
    /// First server version of the alias.
    pub since: Option<String>,
}

/// The place where a credential must be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AuthIn {
    /// Only as `Authorization: Bearer`.
    Bearer,
}

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
    /// A `true` is sent as the name alone.
    #[serde(default)]
    pub flag: bool,
    /// Rust name, if the documents' name can't be one.
    pub rust: Option<String>,
    /// First server version that knows it.
    pub since: Option<String>,
    /// Value used when absent.
    pub default: Option<Literal>,
    /// The one value it has: it is always sent.
    pub value: Option<String>,
    /// Enum of types.yaml that lists its values.
    pub values: Option<String>,
    /// Format limit.
    pub format: Option<Shorthand<FormatSource>>,
    /// Least value of a number.
    pub min: Option<Literal>,
    /// Greatest value of a number.
    pub max: Option<Literal>,
    /// Least number of characters, or of items.
    pub min_length: Option<u32>,
    /// Greatest number of characters, or of items.
    pub max_length: Option<u32>,
    /// Regular expression that a part of a text matches.
    pub pattern: Option<String>,
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

impl From<String> for ParameterSource {
    fn from(notation: String) -> Self {
        Self { notation, ..Self::default() }
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

/// The body of a request that is one value: exactly one of the kinds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct BodySource {
    /// JSON of a type.
    pub json: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Bytes.
    pub bytes: Option<String>,
    /// Content type, if it is not the usual one, or several to choose from.
    pub content_type: Option<ContentTypes>,
    /// It may be left out.
    pub optional: bool,
    /// Fields that the type requires may be absent.
    pub partial: bool,
    /// Rust name, if a parameter has the name `body`.
    pub rust: Option<String>,
    /// Never shown in Debug, errors and logs.
    pub secret: bool,
    /// The documents' description.
    pub doc: Option<String>,
}

impl From<String> for BodySource {
    fn from(notation: String) -> Self {
        Self { json: Some(notation), ..Self::default() }
    }
}

/// A content type, or several to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a content type, or a list of them")]
pub enum ContentTypes {
    /// One.
    One(String),
    /// Several; the first is the usual one.
    Several(Vec<String>),
}

/// The way to the rest of a list: exactly one of `page`, `offset`, `cursor`, `next_url` and `link`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PagesSource {
    /// Parameter with the number of the page.
    pub page: Option<String>,
    /// Number of the first page; 1 if it isn't said.
    pub first: Option<u32>,
    /// Parameter with the number of items before the page.
    pub offset: Option<String>,
    /// Parameter with the text that the page before has.
    pub cursor: Option<String>,
    /// Field of the result, or header, with the text of the next page.
    pub next: Option<String>,
    /// Response header with the text of the next page.
    pub next_header: Option<String>,
    /// Field of the result with the URL of the next page.
    pub next_url: Option<String>,
    /// Relation of the header `Link` that has the URL of the next page.
    pub link: Option<String>,
    /// Parameter that says how many items a page may have.
    pub size: Option<String>,
    /// Field of the result that is the list, if it isn't the result itself.
    pub items: Option<String>,
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

/// Results by status: `200`, `4xx`, `494-499` or `default`.
pub type ByStatus = IndexMap<String, Shorthand<ReturnsSource>>;

/// The result of an operation, or its results by status.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum WrittenReturns {
    /// One result.
    One(Box<Shorthand<ReturnsSource>>),
    /// Results by status.
    ByStatus(ByStatus),
}

/// Marks a value that may be a map by status for the reader of spec files.
pub const BY_STATUS: &str = "by status";

impl<'de> Deserialize<'de> for WrittenReturns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(BY_STATUS, OneOrByStatus)
    }
}

struct OneOrByStatus;

impl<'de> Visitor<'de> for OneOrByStatus {
    type Value = WrittenReturns;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result, or results by status")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WrittenReturns, A::Error> {
        ByStatus::deserialize(MapAccessDeserializer::new(map)).map(WrittenReturns::ByStatus)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, one: D) -> Result<WrittenReturns, D::Error> {
        Shorthand::deserialize(one).map(Box::new).map(WrittenReturns::One)
    }
}

/// The result: exactly one of the kinds, or several by status.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ReturnsSource {
    /// A kind written as one word.
    #[serde(skip)]
    pub word: Option<String>,
    /// JSON of a type.
    pub json: Option<String>,
    /// Envelope with data of a type.
    pub envelope: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// A body of bytes.
    pub bytes: Option<String>,
    /// A zip archive.
    pub zip: Option<String>,
    /// HTTP status of a redirect.
    pub redirect: Option<u16>,
    /// A result known only in words.
    pub described: Option<String>,
    /// Content type, if it is not the usual one, or several to choose from.
    pub content_type: Option<ContentTypes>,
    /// Enum of types.yaml that lists the possible strings.
    pub values: Option<String>,
    /// Never shown in Debug, errors and logs. An overlay's result keeps the mark unless it says `false`.
    pub secret: Option<bool>,
    /// The result in words.
    pub doc: Option<String>,
    /// Headers of the response.
    pub headers: ParametersSource,
}

impl From<String> for ReturnsSource {
    fn from(word: String) -> Self {
        Self { word: Some(word), ..Self::default() }
    }
}

/// Deprecation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Deprecation {
    /// The operation to use instead.
    pub replacement: Option<String>,
    /// First server version that deprecates it.
    pub since: Option<String>,
    /// Month after which the operation is removed, `YYYY-MM`.
    pub removed_after: Option<String>,
    /// First server version that doesn't have it.
    pub removed: Option<String>,
}
