//! Results in `operations/*.yaml`.

use std::fmt;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::{ContentTypes, NOTATION, ObjectStyle, ParametersSource, Short, Shorthand};

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
    /// The kinds of one status by content type; the first is the usual one.
    pub content: IndexMap<String, Shorthand<ContentSource>>,
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

/// The result, or the body of a request, in one content type: exactly one of the kinds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ContentSource {
    /// JSON of a type.
    pub json: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Bytes.
    pub bytes: Option<String>,
    /// A form whose fields are those of a type; of a body.
    pub form: Option<String>,
    /// The way objects in the form are sent.
    pub object: Option<ObjectStyle>,
    /// Fields that the type requires may be absent; of a body.
    pub partial: bool,
    /// The documents' description.
    pub doc: Option<String>,
}

impl Short for ContentSource {
    const MARK: &'static str = NOTATION;
}

impl From<String> for ContentSource {
    fn from(word: String) -> Self {
        match word.as_str() {
            "text" => Self { text: Some("string".to_owned()), ..Self::default() },
            "bytes" => Self { bytes: Some("any".to_owned()), ..Self::default() },
            _ => Self { json: Some(word), ..Self::default() },
        }
    }
}

impl Short for ReturnsSource {}

impl From<String> for ReturnsSource {
    fn from(word: String) -> Self {
        Self { word: Some(word), ..Self::default() }
    }
}
