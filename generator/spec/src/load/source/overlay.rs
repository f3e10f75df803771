//! Overlays: small files that change a spec without editing it.
//!
//! Whatever an overlay names, it calls as the spec does; renames come last.

use indexmap::IndexMap;
use serde::Deserialize;

use super::{
    Envelope, FieldSource, HttpMethod, Literal, MessageSource, OperationSource, ParameterSource,
    RequestEncoding, ReturnsSource, Terse, TypeSource, ValuesSource,
};

/// An overlay.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OverlayFile {
    /// Its name, which the generated crate carries.
    pub overlay: String,
    /// The API that it changes: the name of a folder of the spec.
    pub api: String,
    /// Where its facts are from.
    pub source: String,
    /// Changes of operations, by name.
    #[serde(default)]
    pub operations: IndexMap<String, Terse<OperationChange>>,
    /// Names of unnamed rows, by where the rows appear.
    #[serde(default)]
    pub unnamed: IndexMap<String, NamingSource>,
    /// Changes of types, by name.
    #[serde(default)]
    pub types: IndexMap<String, TypeChange>,
    /// Changes of authentication blocks, by name.
    #[serde(default)]
    pub auth: IndexMap<String, AuthChange>,
    /// What `returns: message` is.
    pub message: Option<MessageSource>,
    /// What `returns: {envelope: T}` is.
    pub envelope: Option<Envelope>,
    /// What the spec does not have.
    #[serde(default)]
    pub add: AddSource,
}

/// A change of an operation: `drop`, or a map.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct OperationChange {
    /// A change written as one word.
    #[serde(skip)]
    pub word: Option<String>,
    /// Its path.
    pub path: Option<String>,
    /// Its HTTP method.
    pub method: Option<HttpMethod>,
    /// Its request encoding.
    pub encoding: Option<RequestEncoding>,
    /// Another name; the Rust name stays.
    pub rename: Option<String>,
    /// Another Rust name; the name stays.
    pub rust: Option<String>,
    /// Changes of parameters, by name.
    pub parameters: IndexMap<String, Terse<ParameterChange>>,
    /// What comes back.
    pub returns: Option<Terse<ReturnsSource>>,
}

impl From<String> for OperationChange {
    fn from(word: String) -> Self {
        Self { word: Some(word), ..Self::default() }
    }
}

/// A change of a parameter: `drop`, another type, or a map.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ParameterChange {
    /// Whether it is dropped.
    #[serde(skip)]
    pub drop: bool,
    /// It is new: its type, or a map, as in operations/*.yaml.
    pub add: Option<Terse<ParameterSource>>,
    /// Another type in the documents' notation.
    #[serde(rename = "type")]
    pub notation: Option<String>,
    /// Whether it may be left out, if only that differs.
    pub optional: Option<bool>,
    /// Value used when absent.
    pub default: Option<Literal>,
    /// Enum of types.yaml that lists its values.
    pub values: Option<String>,
    /// Whether it is never shown in Debug, errors and logs.
    pub secret: Option<bool>,
    /// Another name on the wire; the Rust name stays.
    pub rename: Option<String>,
    /// Another Rust name; the name on the wire stays.
    pub rust: Option<String>,
}

/// `drop`, which no type is called.
const DROP: &str = "drop";

impl From<String> for ParameterChange {
    fn from(word: String) -> Self {
        let drop = word == DROP;
        Self { drop, notation: Some(word).filter(|_| !drop), ..Self::default() }
    }
}

/// A change of a field: `drop`, another type, or a map.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct FieldChange {
    /// Whether it is dropped.
    #[serde(skip)]
    pub drop: bool,
    /// It is new: its type, or a map, as in types.yaml.
    pub add: Option<Terse<FieldSource>>,
    /// Another type in the documents' notation.
    #[serde(rename = "type")]
    pub notation: Option<String>,
    /// What is known about it.
    pub doc: Option<String>,
    /// Whether it is never shown in Debug, errors and logs.
    pub secret: Option<bool>,
    /// Another name; the Rust name stays.
    pub rename: Option<String>,
    /// Another Rust name; the name stays.
    pub rust: Option<String>,
}

impl From<String> for FieldChange {
    fn from(word: String) -> Self {
        let drop = word == DROP;
        Self { drop, notation: Some(word).filter(|_| !drop), ..Self::default() }
    }
}

/// What an unnamed row lacks.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NamingSource {
    /// The name.
    pub operation: String,
    /// Rust name, if the name can't be one.
    pub rust: Option<String>,
    /// One sentence, in place of the row's.
    pub summary: Option<String>,
    /// The path.
    pub path: Option<String>,
    /// Path by the convention of api.yaml.
    pub inferred_path: Option<String>,
    /// The HTTP method, if it differs from the API's.
    pub method: Option<HttpMethod>,
    /// What comes back, in place of what the row says.
    pub returns: Option<Terse<ReturnsSource>>,
}

/// A change of a type.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct TypeChange {
    /// Another name; the Rust name stays.
    pub rename: Option<String>,
    /// Another Rust name; the name stays.
    pub rust: Option<String>,
    /// The fields of an opaque type, or changes of the fields of another, by name.
    pub fields: IndexMap<String, Terse<FieldChange>>,
    /// More listed values, written as the type writes its own.
    pub add_values: Option<ValuesSource>,
}

/// A change of an authentication block.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct AuthChange {
    /// Text before a parameter's name in its header.
    pub prefix: Option<String>,
}

/// What the spec does not have.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct AddSource {
    /// Types, as in types.yaml.
    pub types: IndexMap<String, Terse<TypeSource>>,
    /// Operations.
    pub operations: Vec<AddedSource>,
}

/// Operations that are added to a group.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AddedSource {
    /// The group.
    pub group: String,
    /// The operation after which they are inserted; the end of the group if absent.
    pub after: Option<String>,
    /// The operations, as in operations/*.yaml; the group's defaults hold for them.
    pub rows: Vec<OperationSource>,
}
