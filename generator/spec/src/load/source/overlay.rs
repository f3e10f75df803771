//! Overlays: small files that change a spec without editing it.
//!
//! Whatever an overlay names, it calls as the spec does.

use std::marker::PhantomData;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use super::{
    AuthBlockSource, Envelope, FieldSource, MessageSource, OperationSource, ParameterSource, Short,
    Shorthand, TypeSource, ValuesSource,
};

/// An overlay.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OverlayFile {
    /// Its name, which the generated crate carries.
    pub overlay: String,
    /// The API that it changes: the name of a folder of the spec.
    pub api: String,
    /// The source of its facts.
    pub source: String,
    /// Changes of operations, by name.
    #[serde(default)]
    pub operations: IndexMap<String, Shorthand<Change<OperationSource, OperationChange>>>,
    /// Names of unnamed entries, by their places.
    #[serde(default)]
    pub unnamed: IndexMap<String, Change<OperationSource, Naming>>,
    /// Changes of types, by name.
    #[serde(default)]
    pub types: IndexMap<String, Change<TypeSource, TypeChange>>,
    /// Changes of authentication blocks, by name.
    #[serde(default)]
    pub auth: IndexMap<String, Change<AuthBlockSource, AuthChange>>,
    /// The message that `returns: message` stands for.
    pub message: Option<MessageSource>,
    /// The envelope that `returns: {envelope: T}` stands for.
    pub envelope: Option<Envelope>,
    /// The parts that an overlay adds.
    #[serde(default)]
    pub add: AddSource,
}

/// A change of what a `T` describes: it sets any of its keys, or has those of a `C`.
///
/// Only the shape is checked: `overlay` applies it key by key, without a type.
#[derive(Debug)]
pub struct Change<T, C>(PhantomData<(T, C)>);

/// Marks a change for the reader of spec files.
pub const CHANGE: &str = "change";

/// Keys that a change cannot set: other names are given otherwise.
pub const NAMES: [&str; 2] = ["operation", "unnamed"];

impl<'de, T: Deserialize<'de>, C: Deserialize<'de>> Deserialize<'de> for Change<T, C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(CHANGE, Parts(PhantomData))
    }
}

struct Parts<T, C>(PhantomData<(T, C)>);

impl<'de, T: Deserialize<'de>, C: Deserialize<'de>> Visitor<'de> for Parts<T, C> {
    type Value = Change<T, C>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a map")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        parts.next_element::<C>()?;
        parts.next_element::<T>()?;
        Ok(Change(PhantomData))
    }
}

impl<T, C> Short for Change<T, C> {}

impl<T, C> From<String> for Change<T, C> {
    fn from(_: String) -> Self {
        Self(PhantomData)
    }
}

/// A change of an operation: `drop`, or a map.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperationChange {
    /// Changes of parameters, by name.
    #[serde(default)]
    pub parameters: IndexMap<String, Shorthand<Change<ParameterSource, ParameterChange>>>,
}

/// A change of a parameter: `drop`, another type, or a map.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ParameterChange {
    /// It is new: its type, or a map, as in operations/*.yaml.
    pub add: Option<Shorthand<ParameterSource>>,
    /// True if it may be left out; only if that is all that differs.
    pub optional: Option<bool>,
}

/// A change of a field: `drop`, another type, or a map.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldChange {
    /// It is new: its type, or a map, as in types.yaml.
    pub add: Option<Shorthand<FieldSource>>,
}

/// The parts that an unnamed operation lacks.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Naming {
    /// The name.
    pub operation: String,
}

/// A change of a type.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TypeChange {
    /// The fields of an opaque type, or changes of the fields of another, by name.
    #[serde(default)]
    pub fields: IndexMap<String, Shorthand<Change<FieldSource, FieldChange>>>,
    /// More listed values, written as the type writes its own.
    pub add_values: Option<ValuesSource>,
}

/// A change of an authentication block.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuthChange {}

/// The parts that an overlay adds.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AddSource {
    /// Types, as in types.yaml.
    pub types: IndexMap<String, Shorthand<TypeSource>>,
    /// Operations.
    pub operations: Vec<AddedSource>,
}

/// Operations that are added to a group.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AddedSource {
    /// The group.
    pub group: String,
    /// The operation after which they are inserted; the end of the group if absent.
    pub after: Option<String>,
    /// The operations, as in operations/*.yaml; the group's defaults hold for them.
    pub rows: Vec<OperationSource>,
}
