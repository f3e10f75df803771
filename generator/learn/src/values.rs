//! The values of parameters, and the types that these have.

use super::kinds::{JSON, fitting, of_texts, only, takes, takes_text};
use super::structure::Structure;
use super::types::Types;
use crate::recordings::{Samples, ValueShape};
use generator_spec::model::{Api, Parameter, Place, Shape, Wire};
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
pub fn new_parameter(
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

/// The structure of the values that are not empty.
fn structure(samples: &Samples) -> Structure {
    let texts = samples.shape.texts - samples.shape.empty;
    Structure::of(&ValueShape { nulls: 0, texts, ..samples.shape.clone() })
}

/// The number of values that are lists and objects.
fn with_parts(samples: &Samples) -> u64 {
    samples.shape.lists + samples.shape.objects
}

fn is_json(samples: &Samples) -> bool {
    with_parts(samples) > 0 && with_parts(samples) == samples.values()
}

/// A list of a type, unless it is one.
pub fn list_of(ty: &str) -> String {
    if ty.starts_with("List<") { ty.to_owned() } else { format!("List<{ty}>") }
}

/// The type of the values of a parameter, which is known by its operation, its name and its place.
pub fn inferred(
    (operation, name, place): (&str, &str, Place),
    samples: &Samples,
    types: &mut Types,
) -> String {
    let one = match structure(samples) {
        _ if samples.files > 0 => "file",
        _ if is_json(samples) => {
            // In a field, all values are JSON.
            let mark = if place == Place::Field { "" } else { " (JSON)" };
            return types.of(&only(JSON, &samples.shape), &[operation, name]) + mark;
        }
        Structure::Plain(name) => name,
        _ if place == Place::Field && samples.values() > 0 => "any",
        _ => "string",
    };
    if samples.repeated > 0 { list_of(one) } else { one.to_owned() }
}

/// Returns whether all values can be of a parameter's type.
pub fn fits(api: &Api, parameter: &Parameter, samples: &Samples) -> bool {
    let ValueShape { texts, empty, unlisted, .. } = samples.shape;
    match parameter.wire {
        Wire::File => samples.files > 0,
        Wire::Text | Wire::List if parameter.ty.shape.text_form().is_some() && unlisted > 0 => false,
        Wire::Json if parameter.object.is_some() => {
            !takes_text(api, parameter) || are_of(api, parameter, samples)
        }
        Wire::Json => is_scalar(parameter) || with_parts(samples) > 0 || texts == empty,
        Wire::Text | Wire::List if is_narrow(api, parameter) => are_of(api, parameter, samples),
        Wire::List => true,
        // A single sample of JSON in a text says little.
        Wire::Text => !is_json(samples) || with_parts(samples) < 2,
    }
}

/// Returns whether values are of the type that a parameter has, and of no narrower one.
pub fn is_same_type(api: &Api, parameter: &Parameter, samples: &Samples) -> bool {
    let values = samples.values();
    match parameter.wire {
        Wire::File => samples.files > 0,
        _ if is_narrow(api, parameter) => are_of(api, parameter, samples) && values > 0,
        Wire::Json if is_scalar(parameter) => is_json(samples),
        Wire::Json => values > 0 && fitting(api, &parameter.ty.shape, &only(JSON, &samples.shape)) == values,
        Wire::Text | Wire::List => values > 0 && samples.shape.texts - samples.shape.empty == values,
    }
}

/// The type of a value in a text: that of an item, if it is a list.
fn one(parameter: &Parameter) -> &Shape {
    match &parameter.ty.shape {
        Shape::List(item) if parameter.wire == Wire::List => item,
        Shape::Nullable(inner) => inner,
        shape => shape,
    }
}

fn are_of(api: &Api, parameter: &Parameter, samples: &Samples) -> bool {
    let seen = of_texts(api, one(parameter), samples.shape.clone());
    fitting(api, one(parameter), &seen) == seen.count()
}

fn is_scalar(parameter: &Parameter) -> bool {
    matches!(one(parameter), Shape::Scalar(_))
}

/// Returns whether not every text can be a value.
fn is_narrow(api: &Api, parameter: &Parameter) -> bool {
    is_scalar(parameter) && !takes(api, one(parameter), "string")
}
