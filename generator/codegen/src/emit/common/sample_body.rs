//! Values of JSON bodies for examples. Objects have their required fields, or else two simple ones.

use serde_json::{Value, json};

use super::samples;
use generator_spec::facts::ToJson;
use generator_spec::model::{
    Api, Field, JsonKind, Parameter, Scalar, Shape, Type, TypeId, TypeKind, TypeRef,
};

/// The number of levels of nested types whose fields are shown; the last has only required fields.
pub const DEPTH: usize = 4;

/// The value of a parameter that is a body, or a field of one.
pub fn value(api: &Api, parameter: &Parameter) -> Value {
    let is_text =
        matches!(parameter.ty.shape, Shape::Scalar(scalar) if scalar.row().json == JsonKind::String);
    match &parameter.constant {
        Some(constant) if is_text => return constant.as_str().into(),
        Some(constant) => return parsed(constant),
        None => {}
    }
    let listed = parameter.values.and_then(|id| samples::listed(api, id));
    match (listed, &parameter.ty.shape) {
        (Some((_, variant)), _) => variant.value.to_json(),
        (None, Shape::Scalar(Scalar::Int | Scalar::Number)) => {
            parsed(&samples::number(&parameter.limits().range))
        }
        (None, _) => of_type(api, &parameter.ty, &samples::text(parameter), DEPTH),
    }
}

/// Parses a number or `true`.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

fn of_type(api: &Api, ty: &TypeRef, word: &str, depth: usize) -> Value {
    match &ty.shape {
        // Ends the recursion of types that contain themselves.
        Shape::List(_) if depth == 0 => json!([]),
        Shape::Map(_) if depth == 0 => json!({}),
        shape => samples::within(shape, &ty.limits, word, &|id| named(api, id, word, depth)),
    }
}

fn named(api: &Api, id: TypeId, word: &str, depth: usize) -> Value {
    let Some(ty) = api.ty(id) else { return json!({}) };
    match &ty.kind {
        TypeKind::Enum { .. } => {
            samples::listed(api, id).map_or(Value::Null, |(_, variant)| variant.value.to_json())
        }
        TypeKind::Fields { .. } => object(api, ty, depth),
        TypeKind::Union { .. } if depth == 0 => json!({}),
        union @ TypeKind::Union { .. } => samples::first_member(union, |ty| of_type(api, ty, word, depth)),
        TypeKind::Opaque | TypeKind::Alias { .. } => json!({}),
    }
}

fn object(api: &Api, ty: &Type, depth: usize) -> Value {
    let fields = shown(ty)
        .into_iter()
        .filter(|field| depth > 1 || field.is_argument || field.required && field.constant.is_some());
    fields
        .map(|field| (field.wire_name().to_owned(), self::field(api, field, depth.saturating_sub(1))))
        .collect()
}

fn field(api: &Api, field: &Field, depth: usize) -> Value {
    if let Some(constant) = &field.constant {
        return constant.to_json();
    }
    match &field.ty.shape {
        _ if depth == 0 && field.nullable => Value::Null,
        Shape::Scalar(Scalar::Int | Scalar::Number) => parsed(&samples::number(&field.limits().range)),
        Shape::List(item) if field.list.is_some() => {
            samples::joined(samples::of_shape(item, &text(field), &|id| named(api, id, &text(field), depth)))
        }
        _ => of_type(api, &field.ty, &text(field), depth),
    }
}

/// The text of a field.
pub fn text(field: &Field) -> String {
    match field.secret {
        true => "<secret>".to_owned(),
        false => samples::named_text(&field.rust, &field.limits().range),
    }
}

/// The fields of an object that an example sets: the required ones, or else two simple ones.
pub fn shown(ty: &Type) -> Vec<&Field> {
    let sent = || ty.fields().iter().filter(|field| field.in_requests());
    let required: Vec<&Field> = sent().filter(|field| field.required).collect();
    if required.is_empty() {
        return sent().filter(|field| is_simple(field) && field.constant.is_none()).take(2).collect();
    }
    required
}

fn is_simple(field: &Field) -> bool {
    matches!(&field.ty.shape, Shape::Scalar(scalar) if scalar.row().sample.is_none_or(|sample| !sample.starts_with("json!")))
        && !field.secret
}
