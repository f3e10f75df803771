//! The parameters that an example sends, and their values.

use serde_json::Value;

use super::{sample_body, samples};
use generator_spec::model::{
    Api, AuthBlock, JsonKind, ObjectStyle, Operation, Parameter, Presence, Scalar, Shape, Takes, Wire,
    plain_text,
};

/// The parameters that an example sets: the required ones, and those that become required by their
/// values.
pub fn taken<'a>(api: &Api, operation: &'a Operation) -> Vec<&'a Parameter> {
    let parameters = operation.parameters.iter().filter(|parameter| parameter.constant.is_none());
    parameters
        .filter(|parameter| parameter.presence == Presence::Required || is_needed(api, operation, parameter))
        .collect()
}

/// Returns whether a choice, or the values of the example, make an optional parameter required.
fn is_needed(api: &Api, operation: &Operation, parameter: &Parameter) -> bool {
    let mut needed = operation.choices.iter().filter(|choice| choice.takes != Takes::AtMostOne);
    if needed.any(|choice| choice.parameters.first() == Some(&parameter.name)) {
        return true;
    }
    let Some(condition) = &parameter.required_when else { return false };
    let other = operation.parameters.iter().find(|other| other.name == condition.parameter);
    other.is_some_and(|other| {
        let value = match (other.presence, &other.default) {
            (Presence::Required, _) => Some(wire(api, other)),
            (Presence::Optional, default) => default.as_ref().map(plain_text),
        };
        value.is_some_and(|value| condition.values.contains(&value))
    })
}

/// The parameters of a credential in its first scheme, each with its value if that is fixed.
pub fn credential<'a>(
    api: &'a Api,
    block: &'a AuthBlock,
) -> impl Iterator<Item = (&'a Parameter, Option<&'a str>)> {
    let owner = api.owner(block);
    let scheme = owner.schemes.first();
    let is_scheme = |parameter: &Parameter| owner.scheme.as_ref() == Some(&parameter.name);
    let is_taken = move |parameter: &&Parameter| match scheme {
        _ if parameter.constant.is_some() => true,
        Some(scheme) => scheme.takes.contains(&parameter.name) || is_scheme(parameter),
        None => parameter.presence == Presence::Required,
    };
    let fixed = move |parameter: &'a Parameter| match (&parameter.constant, scheme) {
        (Some(constant), _) => Some(constant.as_str()),
        (None, Some(scheme)) if is_scheme(parameter) => scheme.value.as_deref(),
        (None, _) => None,
    };
    block.parameters.iter().filter(is_taken).map(move |parameter| (parameter, fixed(parameter)))
}

/// The value of a parameter, as it is sent.
pub fn wire(api: &Api, parameter: &Parameter) -> String {
    if let Some((_, variant)) = parameter.values.and_then(|id| samples::listed(api, id)) {
        return variant.value.text();
    }
    match &parameter.ty.shape {
        Shape::Scalar(scalar) if scalar.row().json == JsonKind::String => {
            samples::text_of(*scalar).map_or_else(|| samples::text(parameter), str::to_owned)
        }
        Shape::Named(id) if parameter.wire == Wire::Text => {
            samples::listed(api, *id).map(|(_, variant)| variant.value.text()).unwrap_or_default()
        }
        Shape::Scalar(Scalar::Int | Scalar::Number) => samples::number(&parameter.limits().range),
        Shape::List(item) if parameter.wire == Wire::List => {
            match samples::json(api, item, &samples::text(parameter), 0) {
                Value::String(text) => text,
                item => item.to_string(),
            }
        }
        _ => match parameter.object.filter(|style| style.is_joined()) {
            Some(style) => one_text(style, &sample_body::value(api, parameter)),
            None => sample_body::value(api, parameter).to_string(),
        },
    }
}

/// An object as one text.
fn one_text(style: ObjectStyle, object: &Value) -> String {
    let between = if style == ObjectStyle::Pairs { "=" } else { "," };
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let fields = object.as_object().into_iter().flatten();
    fields.map(|(name, value)| format!("{name}{between}{}", text(value))).collect::<Vec<_>>().join(",")
}

/// A placeholder for a secret: `<new password>`.
pub fn secret(parameter: &Parameter) -> String {
    format!("<{}>", parameter.rust.replace('_', " "))
}
