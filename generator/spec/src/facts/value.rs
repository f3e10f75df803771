//! Values for machines.

use std::fmt::Debug;

use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use crate::model::{Api, Auth, Message, Parameter, Returns, Type, TypeKind, TypeRef, Version};

/// A value that can be written as JSON.
pub trait ToJson: Debug {
    /// The value as JSON.
    fn to_json(&self) -> Json;
}

impl<T: Serialize + Debug + ?Sized> ToJson for T {
    fn to_json(&self) -> Json {
        serde_json::to_value(self).expect("the model has only texts and numbers as keys")
    }
}

/// A value for machines. Most refer to the model: turning them into JSON costs time, and people
/// don't need it.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// No value.
    Nothing,
    /// The fact holds.
    Flag,
    /// True or false.
    Bool(bool),
    /// A word or a name.
    Word(&'a str),
    /// A part of the model.
    Model(&'a (dyn ToJson + Sync)),
    /// The values that a type lists.
    Listed(&'a Type),
    /// The message type and the roles of its fields.
    Message(&'a Api, &'a Message),
    /// A result.
    Returns(&'a Api, &'a Returns),
}

impl Value<'_> {
    /// Returns the value as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match self {
            Self::Nothing => Json::Null,
            Self::Flag => true.into(),
            Self::Bool(value) => (*value).into(),
            Self::Word(word) => (*word).into(),
            Self::Model(part) => part.to_json(),
            Self::Listed(ty) => listed(ty),
            Self::Message(api, message) => {
                let ty = api.ty(message.type_id).map(|ty| &ty.name);
                json!({ "type": ty, "status": message.status, "text": message.text })
            }
            Self::Returns(api, returns) => self::returns(api, returns),
        }
    }
}

fn listed(ty: &Type) -> Json {
    match &ty.kind {
        TypeKind::Enum { variants, .. } => variants.iter().map(|variant| variant.value.to_json()).collect(),
        TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. } => {
            Json::Null
        }
    }
}

fn returns(api: &Api, returns: &Returns) -> Json {
    json!({
        "kind": returns.kind.name(),
        "type": returns.ty,
        "holds": returns.holds,
        "values": returns.values.and_then(|id| api.ty(id)).map(listed),
        "content_type": returns.content_type,
        "more_content_types": returns.more_content_types,
        "secret": returns.secret,
        "doc": returns.doc,
        "source": returns.source,
        "status": returns.status.map(|status| status.to_string()),
        "headers": returns.headers.iter().map(header).collect::<Json>(),
    })
}

fn header(parameter: &Parameter) -> Json {
    json!({ "name": parameter.wire_name(), "type": parameter.ty, "doc": parameter.doc })
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for TypeRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.notation.serialize(serializer)
    }
}

impl Serialize for Auth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let auth = match self {
            Self::Required(block) => json!({ "block": block, "required": true }),
            Self::Optional(block) => json!({ "block": block, "required": false }),
            Self::None => "none".into(),
            Self::NotShown => "not_shown".into(),
        };
        auth.serialize(serializer)
    }
}
