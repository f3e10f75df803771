//! Bodies of successful HTTP responses for examples, made of their types.

use serde_json::{Map, Value};

use super::samples;
use generator_spec::facts::ToJson;
use generator_spec::model::{
    Api, Field, Operation, ReturnKind, Returns, Scalar, Shape, Type, TypeId, TypeKind,
};
use generator_spec::text::escape_json;

/// Types inside types that are shown.
const DEPTH: usize = 3;

/// The JSON of a response, if its type is known.
pub fn json(api: &Api, operation: &Operation) -> Option<String> {
    let value = value(api, &operation.returns)?;
    let mut text = String::new();
    escape_json(&serde_json::to_string_pretty(&value).ok()?, &mut text);
    Some(text)
}

fn value(api: &Api, returns: &Returns) -> Option<Value> {
    let data = || data(api, returns);
    match returns.kind {
        ReturnKind::Message | ReturnKind::Json => data().filter(is_telling),
        ReturnKind::Envelope => {
            let envelope = api.envelope.as_ref()?;
            let entries = [
                (&envelope.status, Value::from(envelope.ok.as_str())),
                (&envelope.code, Value::from(200)),
                (&envelope.data, data()?),
            ];
            Some(entries.into_iter().map(|(name, value)| (name.clone(), value)).collect())
        }
        ReturnKind::Text | ReturnKind::Bytes | ReturnKind::Redirect(_) | ReturnKind::Described => None,
    }
}

fn data(api: &Api, returns: &Returns) -> Option<Value> {
    let listed = returns.values.and_then(|id| samples::listed(api, id));
    let shape = &returns.ty.as_ref()?.shape;
    Some(listed.map_or_else(|| of_shape(api, shape, DEPTH), |(_, variant)| variant.value.to_json()))
}

/// Returns whether it shows more than an empty object.
fn is_telling(value: &Value) -> bool {
    match value {
        Value::Object(entries) => !entries.is_empty(),
        Value::Array(items) => items.iter().all(is_telling),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

fn of_shape(api: &Api, shape: &Shape, depth: usize) -> Value {
    match shape {
        Shape::Scalar(Scalar::String | Scalar::File) => "text".into(),
        Shape::Scalar(Scalar::Int | Scalar::Number) => 1.into(),
        Shape::Scalar(Scalar::Bool) => true.into(),
        Shape::Scalar(Scalar::Any | Scalar::Object) => Map::new().into(),
        Shape::Scalar(Scalar::Null) => Value::Null,
        Shape::List(item) => vec![of_shape(api, item, depth)].into(),
        Shape::Map(value) => Map::from_iter([("name".to_owned(), of_shape(api, value, depth))]).into(),
        Shape::Named(id) => named(api, *id, depth),
    }
}

fn named(api: &Api, id: TypeId, depth: usize) -> Value {
    match api.ty(id).map(|ty| (ty, &ty.kind)) {
        Some((_, TypeKind::Enum { variants, .. })) => {
            variants.first().map_or(Value::Null, |variant| variant.value.to_json())
        }
        Some((ty, TypeKind::Fields { fields, .. })) if depth > 0 => {
            let fields = fields.iter().map(|it| (it.name.clone(), field(api, ty, it, depth - 1)));
            Value::Object(fields.collect())
        }
        Some((_, TypeKind::Fields { .. } | TypeKind::Opaque)) | None => Map::new().into(),
    }
}

fn field(api: &Api, ty: &Type, it: &Field, depth: usize) -> Value {
    match &it.ty.shape {
        _ if it.secret => "<secret>".into(),
        Shape::Scalar(Scalar::String) => samples::field_text(api, ty, it).into(),
        Shape::Scalar(Scalar::Int | Scalar::Number) => samples::field_number(api, ty, it).into(),
        shape => of_shape(api, shape, depth),
    }
}
