//! `types.yaml`.

use indexmap::IndexMap;
use serde::Deserialize;

use super::{Deprecation, NOTATION, ParameterSource, Short, Shorthand, Status};
use crate::text::named;

/// The types of an API by name.
pub type TypesFile = IndexMap<String, Shorthand<TypeSource>>;

/// One type: opaque, with fields, a list of values, a union, or another type with limits.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct TypeSource {
    /// A type written as one word.
    #[serde(skip)]
    pub word: Option<String>,
    /// A type whose fields are not shown.
    pub opaque: Option<String>,
    /// Rust name, if the documents' name can't be one.
    pub rust: Option<String>,
    /// The documents' description.
    pub doc: Option<String>,
    /// Deprecation; `{}` if nothing more is known.
    pub deprecated: Option<Deprecation>,
    /// The origin of the fields: documented or inferred.
    pub status: Status,
    /// The documents list the values but don't name the list.
    pub unnamed: bool,
    /// Fields in the documents' order.
    pub fields: Option<IndexMap<String, Shorthand<FieldSource>>>,
    /// Names of the fields that are always there.
    pub required: Vec<String>,
    /// Names of others that are always there, which the documents don't say.
    pub required_inferred: Vec<String>,
    /// The type whose fields it has, too.
    pub extends: Option<String>,
    /// Type of the fields that are not listed.
    pub additional: Option<String>,
    /// The types that it is one of.
    pub union: Option<UnionSource>,
    /// The choice among types whose shapes don't tell them apart.
    #[serde(rename = "match")]
    pub matching: Option<Match>,
    /// The field that says which.
    pub tag: Option<String>,
    /// The field with the value, beside the tag, if it has one of its own.
    pub content: Option<String>,
    /// The type of the listed values, or the one that it is with limits.
    pub of: Option<String>,
    /// The type of the items, if it is a list.
    pub list: Option<String>,
    /// The type of the values, if it is a map.
    pub map: Option<String>,
    /// The type of its keys, if these have limits.
    pub keys: Option<String>,
    /// Least value of a number.
    pub min: Option<super::Literal>,
    /// Greatest value of a number.
    pub max: Option<super::Literal>,
    /// The value that a number is greater than.
    pub exclusive_min: Option<super::Literal>,
    /// The value that a number is less than.
    pub exclusive_max: Option<super::Literal>,
    /// The number that a number is a multiple of.
    pub multiple_of: Option<super::Literal>,
    /// Least number of characters.
    pub min_length: Option<u32>,
    /// Greatest number of characters.
    pub max_length: Option<u32>,
    /// Least number of items, or of entries.
    pub min_items: Option<u32>,
    /// Greatest number of items, or of entries.
    pub max_items: Option<u32>,
    /// True if no two items are equal.
    pub unique: bool,
    /// Regular expression that a part of a text matches.
    pub pattern: Option<String>,
    /// True if servers refuse fields or values that are not listed, or of another type than those of a
    /// union.
    pub closed: bool,
    /// Listed values.
    pub values: Option<ValuesSource>,
    /// Those of them that are deprecated.
    pub deprecated_values: IndexMap<String, Deprecation>,
}

/// The choice among the types of a union that a value fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// The first one.
    First,
}

/// The type of an enum's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnumOf {
    /// Texts.
    String,
    /// Numbers.
    Number,
    /// Whole numbers.
    Int,
}

impl TypeSource {
    /// The type that it is with limits, in the notation of types.
    #[must_use]
    pub fn alias(&self) -> Option<String> {
        let own = self.of.clone().filter(|_| self.values.is_none());
        own.or_else(|| self.list.as_ref().map(|item| format!("List<{item}>")))
            .or_else(|| self.map.as_ref().map(|value| format!("Dictionary<string, {value}>")))
    }
}

impl EnumOf {
    /// The type of listed values with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "string" => Some(Self::String),
            "number" => Some(Self::Number),
            "int" => Some(Self::Int),
            _ => None,
        }
    }
}

impl Short for TypeSource {}

impl From<String> for TypeSource {
    fn from(word: String) -> Self {
        Self { word: Some(word), ..Self::default() }
    }
}

/// A field: its type, or a map with more.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldSource {
    /// Type in the documents' notation.
    #[serde(rename = "type")]
    pub notation: String,
    /// Name in JSON, if it is not the field's.
    pub sent_as: Option<String>,
    /// Rust name, if the documents' name can't be one.
    pub rust: Option<String>,
    /// First server version that has it.
    pub since: Option<String>,
    /// Deprecation; `{}` if nothing more is known.
    pub deprecated: Option<Deprecation>,
    /// Value that a server uses when it is absent.
    pub default: Option<serde_json::Value>,
    /// The one value it has.
    pub value: Option<super::Literal>,
    /// Least value of a number.
    pub min: Option<super::Literal>,
    /// Greatest value of a number.
    pub max: Option<super::Literal>,
    /// The value that a number is greater than.
    pub exclusive_min: Option<super::Literal>,
    /// The value that a number is less than.
    pub exclusive_max: Option<super::Literal>,
    /// The number that a number is a multiple of.
    pub multiple_of: Option<super::Literal>,
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
    /// The separator of the items of a list that is one text.
    pub list: Option<super::ListStyle>,
    /// The direction in which it is sent, if only one.
    pub only: Option<Only>,
    /// Never shown in Debug, errors and logs.
    #[serde(default)]
    pub secret: bool,
    /// The documents' description.
    pub doc: Option<String>,
}

named! {
    /// The one direction in which a field is sent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Only {
        /// Servers send it; it is not in requests.
        Read = "read",
        /// Clients send it; it is not in responses.
        Write = "write",
    }
}

impl Short for FieldSource {
    const MARK: &'static str = NOTATION;
}

impl From<String> for FieldSource {
    fn from(notation: String) -> Self {
        Self { notation, ..Self::default() }
    }
}

/// Listed values: a plain list, or constants with values.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a list, or a map of constants")]
pub enum ValuesSource {
    /// Values without names.
    // `None` is null, which `resolve` reports at its place.
    List(#[cfg_attr(feature = "schema", schemars(with = "Vec<super::Literal>"))] Vec<Option<super::Literal>>),
    /// Constant: value.
    Constants(
        #[cfg_attr(feature = "schema", schemars(with = "IndexMap<String,super::Literal>"))]
        IndexMap<String, Option<super::Literal>>,
    ),
}

/// The types of a union: a plain list, or by the value of the tag.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a list of types, or a map of them")]
pub enum UnionSource {
    /// Types with different shapes.
    Shapes(Vec<String>),
    /// Value of the tag: type.
    Tagged(IndexMap<String, String>),
}

/// Parameters by name.
pub type ParametersSource = IndexMap<String, Shorthand<ParameterSource>>;
