//! The values of parameters, and the types that these have.

use super::kinds::{JSON, fitting, only};
use super::types::Types;
use crate::recordings::{Samples, ValueShape};
use generator_spec::model::{Api, JsonKind, Parameter, Place, Shape, Wire};
use generator_spec::secret_names;
use serde_json::{Value, json};

/// A new parameter, as a spec has it: one that is probably a secret is marked as such.
fn added(name: &str, ty: &str, is_in_query: bool) -> Value {
    let is_secret = secret_names::names_a_secret(name) && ty.trim_end_matches('?') == "string";
    let mut new = json!({ "type": ty });
    if is_in_query {
        new["in"] = "query".into();
    }
    if is_secret {
        new["secret"] = true.into();
    }
    if is_in_query || is_secret { new } else { ty.into() }
}

/// A new parameter that only some of the requests may have: its type, and what a spec says of it.
pub fn new(
    at: (&str, &str, Place),
    (samples, whole): (&Samples, u64),
    is_in_query: bool,
    types: &mut Types,
) -> (String, Value) {
    let ty = marked(&inferred(at, samples, types), samples.requests < whole);
    let value = added(at.1, &ty, is_in_query);
    (ty, value)
}

/// A type, with the mark of one that can be absent.
pub fn marked(ty: &str, is_optional: bool) -> String {
    format!("{ty}{}", if is_optional { "?" } else { "" })
}

/// The one kind of all values that are not empty; `Any` is JSON.
fn seen(samples: &Samples) -> Option<JsonKind> {
    let ValueShape { bools, ints, numbers, texts, empty, lists, objects, .. } = samples.shape;
    let is_all = |count: u64| count > 0 && count == samples.values();
    match () {
        () if is_all(bools) => Some(JsonKind::Boolean),
        () if is_all(ints) => Some(JsonKind::Integer),
        () if is_all(ints + numbers) => Some(JsonKind::Number),
        () if is_all(lists + objects) => Some(JsonKind::Any),
        () if is_all(texts - empty) => Some(JsonKind::String),
        () => None,
    }
}

/// The type of the values of a parameter, which is known by its operation, its name and its place.
pub fn inferred(
    (operation, name, place): (&str, &str, Place),
    samples: &Samples,
    types: &mut Types,
) -> String {
    let one = match (seen(samples), place) {
        _ if samples.files > 0 => "file",
        (Some(JsonKind::Boolean), _) => "bool",
        (Some(JsonKind::Integer), _) => "int",
        (Some(JsonKind::Number), _) => "number",
        (Some(JsonKind::Any), _) => {
            // In a field, all values are JSON.
            let mark = if place == Place::Field { "" } else { " (JSON)" };
            return types.of(&only(JSON, &samples.shape), &[operation, name]) + mark;
        }
        (None, Place::Field) if samples.values() > 0 => "any",
        _ => "string",
    };
    if samples.repeated > 0 { format!("List<{one}>") } else { one.to_owned() }
}

/// Returns whether all values can be of a parameter's type.
pub fn fits(parameter: &Parameter, samples: &Samples) -> bool {
    let ValueShape { texts, empty, lists, objects, .. } = samples.shape;
    match (parameter.wire, kind(&parameter.ty.shape)) {
        (Wire::File, _) => samples.files > 0,
        (Wire::Json, Some(_)) | (Wire::List, _) => true,
        (Wire::Json, None) => lists + objects > 0 || texts == empty,
        (Wire::Text, Some(own)) if is_narrow(own) => is_of(own, samples),
        // A single sample of JSON in a text says little.
        (Wire::Text, _) => seen(samples) != Some(JsonKind::Any) || lists + objects < 2,
    }
}

/// Returns whether values are of the type that a parameter has, and of no narrower one.
pub fn is_same_type(api: &Api, parameter: &Parameter, samples: &Samples) -> bool {
    let shape = &parameter.ty.shape;
    match (parameter.wire, kind(shape)) {
        (Wire::File, _) => samples.files > 0,
        (Wire::Json, None) => {
            samples.values() > 0 && fitting(api, shape, &only(JSON, &samples.shape)) == samples.values()
        }
        (_, Some(own)) if is_narrow(own) => is_of(own, samples),
        (Wire::Json, _) => seen(samples) == Some(JsonKind::Any),
        (Wire::Text | Wire::List, _) => seen(samples) == Some(JsonKind::String),
    }
}

/// Returns whether a text can't be of this kind.
fn is_narrow(kind: JsonKind) -> bool {
    matches!(kind, JsonKind::Boolean | JsonKind::Integer | JsonKind::Number)
}

fn is_of(own: JsonKind, samples: &Samples) -> bool {
    let seen = seen(samples);
    seen == Some(own) || own == JsonKind::Number && seen == Some(JsonKind::Integer)
}

/// The kind of the values of a type without parts.
fn kind(shape: &Shape) -> Option<JsonKind> {
    match shape {
        Shape::Scalar(scalar) => Some(scalar.row().json),
        Shape::Nullable(inner) => kind(inner),
        Shape::List(_) | Shape::Map(_) | Shape::Named(_) => None,
    }
}
