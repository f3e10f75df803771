//! The types that the values of parameters have.

use super::kinds::{fitting, has_parts, of_text, takes, takes_text};
use super::sent::Style;
use super::structure::Structure;
use super::types::Types;
use crate::recordings::{Samples, Values};
use generator_spec::model::{Api, Parameter, Place, Presence, Shape, Wire};
use generator_spec::secret_names;
use serde_json::{Map, Value};

/// A new parameter, as a spec has it: one that is probably a secret is marked as such.
pub fn added(name: &str, ty: &str, is_in_query: bool, style: Option<&Style>) -> Value {
    let is_secret = secret_names::names_a_secret(name) && ty.trim_end_matches('?') == "string";
    let mut new = Map::from_iter([("type".to_owned(), ty.into())]);
    new.extend(is_in_query.then(|| ("in".to_owned(), "query".into())));
    new.extend(is_secret.then(|| ("secret".to_owned(), true.into())));
    new.extend(style.map(|Style { key, seen, .. }| ((*key).to_owned(), (*seen).into())));
    if new.len() == 1 { ty.into() } else { new.into() }
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

/// The values of a parameter as its type has them, but for those that are absent, and for JSON that could be any
/// text.
pub fn typed<'v>(api: &Api, parameter: &Parameter, samples: &Samples<'v>) -> Values<'v> {
    let (own, can_be) = (one(parameter), parameter.presence == Presence::Optional);
    let is_field = parameter.place == Place::Field;
    let values = samples.values.read(|text| of_text(api, own, &text.into()));
    values.only(|it| match parameter.wire {
        _ if is_field => !it.is_null() || !can_be,
        Wire::Json if parameter.object.is_some() && !takes_text(api, parameter) => has_parts(it),
        Wire::Json | Wire::File => true,
        Wire::Text | Wire::List => it != "" && (is_narrow(api, parameter) || !has_parts(it)),
    })
}

/// Returns whether a parameter is sent otherwise than the spec says, whatever its values.
pub fn has_other_form(api: &Api, parameter: &Parameter, samples: &Samples<'_>) -> bool {
    let seen = samples.read();
    match parameter.wire {
        Wire::File => samples.files == 0,
        // A single sample of JSON in a text says little.
        Wire::Text => samples.is_repeated || !is_narrow(api, parameter) && is_json(&seen) && seen.count() > 1,
        Wire::Json | Wire::List => false,
    }
}

/// Returns whether values are of the type that a parameter has, and of no narrower one.
pub fn is_same_type(api: &Api, parameter: &Parameter, samples: &Samples<'_>) -> bool {
    let (seen, typed) = (samples.read(), typed(api, parameter, samples));
    let are_of_type = fitting(api, one(parameter), &typed) == typed.count();
    match parameter.wire {
        Wire::File => samples.files > 0,
        _ if seen.count() == 0 => false,
        _ if is_narrow(api, parameter) => are_of_type,
        Wire::Json => is_json(&seen) && (is_scalar(parameter) || are_of_type),
        Wire::Text | Wire::List => seen.of_kind("string") == seen.count() && samples.files == 0,
    }
}

/// The type of a value in a text: that of an item, if it is a list.
pub fn one(parameter: &Parameter) -> &Shape {
    match &parameter.ty.shape {
        Shape::List(item) if parameter.wire == Wire::List => item,
        Shape::Nullable(inner) => inner,
        shape => shape,
    }
}

fn is_scalar(parameter: &Parameter) -> bool {
    matches!(one(parameter), Shape::Scalar(_))
}

/// Returns whether not every text can be a value.
fn is_narrow(api: &Api, parameter: &Parameter) -> bool {
    is_scalar(parameter) && !takes(api, one(parameter), "string")
}
