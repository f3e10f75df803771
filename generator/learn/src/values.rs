//! The values of parameters, and the types that these have.

use super::kinds::{fitting, formless, has_parts, of_text, takes, takes_text};
use super::structure::Structure;
use super::types::Types;
use crate::recordings::{Samples, Values};
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
pub fn new_parameter<'v>(
    at: (&str, &str, Place),
    (samples, whole): (&Samples<'v>, u64),
    is_in_query: bool,
    types: &mut Types<'v>,
) -> (String, Value) {
    let ty = marked(&inferred(at, samples, types), samples.requests < whole);
    let value = added(at.1, &ty, is_in_query);
    (ty, value)
}

/// A type, with the mark of one that can be absent.
pub fn marked(ty: &str, is_optional: bool) -> String {
    format!("{ty}{}", if is_optional { "?" } else { "" })
}

fn is_json(seen: &Values<'_>) -> bool {
    seen.count() > 0 && seen.counted(has_parts) == seen.count()
}

/// A list of a type, unless it is one.
pub fn list_of(ty: &str) -> String {
    if ty.starts_with("List<") { ty.to_owned() } else { format!("List<{ty}>") }
}

/// The type of the values of a parameter, which is known by its operation, its name and its place.
pub fn inferred<'v>(
    (operation, name, place): (&str, &str, Place),
    samples: &Samples<'v>,
    types: &mut Types<'v>,
) -> String {
    let seen = samples.read();
    let one = match Structure::of(&seen) {
        _ if samples.files > 0 => "file",
        _ if is_json(&seen) => {
            // In a field, all values are JSON.
            let mark = if place == Place::Field { "" } else { " (JSON)" };
            return types.of(&seen, &[operation, name]) + mark;
        }
        Structure::Plain(name) => name,
        _ if place == Place::Field && seen.count() > 0 => "any",
        _ => "string",
    };
    if samples.is_repeated { list_of(one) } else { one.to_owned() }
}

/// Returns whether all values can be of a parameter's type.
pub fn fits(api: &Api, parameter: &Parameter, samples: &Samples<'_>) -> bool {
    let seen = samples.read();
    let texts = samples.values.only(|it| it != "");
    match parameter.wire {
        Wire::File => samples.files > 0,
        Wire::Text | Wire::List if formless(&parameter.ty.shape, &texts) > 0 => false,
        Wire::Json if parameter.object.is_some() => {
            !takes_text(api, parameter) || are_of(api, parameter, samples)
        }
        Wire::Json => is_scalar(parameter) || seen.counted(has_parts) > 0 || seen.of_kind("string") == 0,
        Wire::Text | Wire::List if is_narrow(api, parameter) => are_of(api, parameter, samples),
        Wire::List => true,
        // A single sample of JSON in a text says little.
        Wire::Text => !is_json(&seen) || seen.count() < 2,
    }
}

/// Returns whether values are of the type that a parameter has, and of no narrower one.
pub fn is_same_type(api: &Api, parameter: &Parameter, samples: &Samples<'_>) -> bool {
    let seen = samples.read();
    match parameter.wire {
        Wire::File => samples.files > 0,
        _ if seen.count() == 0 => false,
        _ if is_narrow(api, parameter) => are_of(api, parameter, samples),
        Wire::Json if is_scalar(parameter) => is_json(&seen),
        Wire::Json => fitting(api, &parameter.ty.shape, &seen.only(has_parts)) == seen.count(),
        Wire::Text | Wire::List => seen.of_kind("string") == seen.count() && samples.files == 0,
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

fn are_of(api: &Api, parameter: &Parameter, samples: &Samples<'_>) -> bool {
    let seen = samples.values.read(|text| of_text(api, one(parameter), &text.into()));
    fitting(api, one(parameter), &seen) == seen.count()
}

fn is_scalar(parameter: &Parameter) -> bool {
    matches!(one(parameter), Shape::Scalar(_))
}

/// Returns whether not every text can be a value.
fn is_narrow(api: &Api, parameter: &Parameter) -> bool {
    is_scalar(parameter) && !takes(api, one(parameter), "string")
}
