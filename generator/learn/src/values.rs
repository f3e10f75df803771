//! The values of parameters, and the types that these have.

use super::types::Types;
use crate::recordings::Samples;
use generator_spec::model::{JsonKind, Parameter, Place, Shape, Wire};
use generator_spec::secret_names;
use serde_json::Value;

/// A new parameter, as a spec has it: one that is probably a secret is marked as such.
pub fn added(name: &str, ty: &str, is_in_query: bool) -> Value {
    let is_secret = secret_names::names_a_secret(name) && ty.trim_end_matches('?') == "string";
    let marks = [(is_in_query, "in", Value::from("query")), (is_secret, "secret", true.into())];
    let marks: Vec<_> = marks.into_iter().filter(|(is_set, ..)| *is_set).collect();
    if marks.is_empty() {
        return ty.into();
    }
    let all = [("type", ty.into())].into_iter().chain(marks.into_iter().map(|(_, key, value)| (key, value)));
    all.map(|(key, value)| (key.to_owned(), value)).collect::<serde_json::Map<_, _>>().into()
}

/// A type, with the mark of one that can be absent.
pub fn marked(ty: &str, is_optional: bool) -> String {
    format!("{ty}{}", if is_optional { "?" } else { "" })
}

/// The type of the values of a parameter, which is known by its operation, its name and its place.
pub fn inferred(
    (operation, name, place): (&str, &str, Place),
    samples: &Samples,
    types: &mut Types,
) -> String {
    let Samples { text, json, .. } = samples;
    let is_all = |count: u64| count > 0 && count == samples.values();
    let one = match () {
        () if samples.files > 0 => "file",
        () if is_all(text.bools) => "bool",
        () if is_all(text.ints) => "int",
        () if is_all(text.ints + text.numbers) => "number",
        () if is_all(json.count()) => {
            // In a field, all values are JSON.
            let mark = if place == Place::Field { "" } else { " (JSON)" };
            return types.of(json, &[operation, name]).notation + mark;
        }
        () if place == Place::Field && is_all(text.texts - text.empty) => "string",
        () if place == Place::Field && samples.values() > 0 => "any",
        () => "string",
    };
    if samples.repeated > 0 { format!("List<{one}>") } else { one.to_owned() }
}

/// Returns whether all values can be of a parameter's type.
pub fn fits(parameter: &Parameter, samples: &Samples) -> bool {
    let Samples { text, json, .. } = samples;
    let values = samples.values();
    match (parameter.wire, kind(&parameter.ty.shape)) {
        (Wire::File, _) => samples.files > 0,
        (Wire::Json, Some(_)) | (Wire::List, _) => true,
        (Wire::Json, None) => json.count() > 0 || text.texts == text.empty,
        (Wire::Text, Some(JsonKind::Boolean)) => text.bools == values,
        (Wire::Text, Some(JsonKind::Integer)) => text.ints == values,
        (Wire::Text, Some(JsonKind::Number)) => text.ints + text.numbers == values,
        // A single sample of JSON in a text says little.
        (Wire::Text, _) => json.count() < values || json.count() < 2,
    }
}

/// Returns whether values are of the type that a parameter has, and of no narrower one.
pub fn is_same_type(parameter: &Parameter, samples: &Samples) -> bool {
    let Samples { text, json, .. } = samples;
    let is_all = |count: u64| count > 0 && count == samples.values();
    match (parameter.wire, &parameter.ty.shape) {
        (Wire::File, _) => samples.files > 0,
        (Wire::Json, Shape::Map(_) | Shape::Named(_)) => is_all(json.objects),
        (Wire::Json, Shape::List(_)) => is_all(json.lists),
        (wire, shape) => match kind(shape) {
            Some(JsonKind::Boolean) => is_all(text.bools),
            Some(JsonKind::Integer) => is_all(text.ints),
            Some(JsonKind::Number) => is_all(text.ints + text.numbers),
            _ if wire == Wire::Json => is_all(json.count()),
            _ => is_all(text.texts - text.empty),
        },
    }
}

/// The kind of the values of a type without parts.
fn kind(shape: &Shape) -> Option<JsonKind> {
    match shape {
        Shape::Scalar(scalar) => Some(scalar.row().json),
        Shape::Nullable(inner) => kind(inner),
        Shape::List(_) | Shape::Map(_) | Shape::Named(_) => None,
    }
}
