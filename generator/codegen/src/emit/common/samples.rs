//! Values that fit a parameter, for examples: made of its name, type, format
//! and listed values.

use generator_spec::model::{
    Api, AuthBlock, EnumOf, Field, Format, Literal, Message, Operation, Parameter, Presence, Scalar, Shape,
    Type, TypeId, TypeKind, Variant, Wire,
};

/// The parameters that an example sets: what is required, and what that makes
/// required.
pub fn taken<'a>(api: &Api, operation: &'a Operation) -> Vec<&'a Parameter> {
    let parameters = operation.parameters.iter();
    parameters.filter(|it| it.presence == Presence::Required || is_needed(api, operation, it)).collect()
}

/// Returns whether the values of the example make an optional parameter required.
fn is_needed(api: &Api, operation: &Operation, parameter: &Parameter) -> bool {
    let Some(condition) = &parameter.required_when else { return false };
    let other = operation.parameters.iter().find(|other| other.name == condition.parameter);
    other.is_some_and(|other| {
        let value = match (other.presence, &other.default) {
            (Presence::Required, _) => Some(wire(api, other)),
            (Presence::Optional, default) => default.as_ref().map(Literal::text),
        };
        value.is_some_and(|value| condition.values.contains(&value))
    })
}

/// The parameters of a credential by its first scheme, with the value of those
/// that have only one.
pub fn credential<'a>(
    api: &'a Api,
    block: &'a AuthBlock,
) -> impl Iterator<Item = (&'a Parameter, Option<&'a str>)> {
    let owner = api.owner(block);
    let scheme = owner.schemes.first();
    let is_scheme = |it: &Parameter| owner.scheme.as_ref() == Some(&it.name);
    let is_taken = move |it: &&Parameter| match scheme {
        _ if it.constant.is_some() => true,
        Some(scheme) => scheme.takes.contains(&it.name) || is_scheme(it),
        None => it.presence == Presence::Required,
    };
    let fixed = move |it: &'a Parameter| match (&it.constant, scheme) {
        (Some(constant), _) => Some(constant.as_str()),
        (None, Some(scheme)) if is_scheme(it) => scheme.value.as_deref(),
        (None, _) => None,
    };
    block.parameters.iter().filter(is_taken).map(move |it| (it, fixed(it)))
}

/// The value as it is sent.
pub fn wire(api: &Api, parameter: &Parameter) -> String {
    if let Some((_, variant)) = parameter.values.and_then(|id| listed(api, id)) {
        return variant.value.text();
    }
    match &parameter.ty.shape {
        Shape::Scalar(Scalar::String) => text(parameter),
        Shape::Named(id) if parameter.wire == Wire::Text => {
            listed(api, *id).map(|(_, variant)| variant.value.text()).unwrap_or_default()
        }
        shape => json(api, shape, &text(parameter)),
    }
}

/// A text that fits the parameter's format.
pub fn text(parameter: &Parameter) -> String {
    match &parameter.format {
        Some(Format::SixDigits) => "123456".to_owned(),
        Some(Format::Password { min_length, .. }) => {
            let length = usize::try_from(*min_length).expect("32 bits fit");
            format!("{:a<length$}", "Secret1")
        }
        None if parameter.rust.ends_with("_user") => "alice".to_owned(),
        None => parameter.rust.replace('_', "-"),
    }
}

/// The first listed value of a type that lists some.
pub fn listed(api: &Api, id: TypeId) -> Option<(&Type, &Variant)> {
    let ty = api.ty(id)?;
    match &ty.kind {
        TypeKind::Enum { variants, .. } => variants.first().map(|variant| (ty, variant)),
        TypeKind::Opaque | TypeKind::Fields { .. } => None,
    }
}

/// The text of a field of a response.
pub fn field_text(api: &Api, ty: &Type, field: &Field) -> &'static str {
    let is_text = |message: &&Message| message.text == field.name;
    if message_of(api, ty).filter(is_text).is_some() { "OK" } else { "text" }
}

/// The number in a field of a response.
pub fn field_number(api: &Api, ty: &Type, field: &Field) -> u16 {
    let is_status = |message: &&Message| message.status == field.name;
    if message_of(api, ty).filter(is_status).is_some() { 200 } else { 1 }
}

/// The API's message, if it has that type.
fn message_of<'a>(api: &'a Api, ty: &Type) -> Option<&'a Message> {
    let is_it = |message: &&Message| api.ty(message.type_id).is_some_and(|it| it.name == ty.name);
    api.message.as_ref().filter(is_it)
}

/// JSON of a type; `word` is its text.
fn json(api: &Api, shape: &Shape, word: &str) -> String {
    match shape {
        Shape::Scalar(Scalar::String | Scalar::File) => quoted(word),
        Shape::Scalar(Scalar::Int | Scalar::Number) => "1".to_owned(),
        Shape::Scalar(Scalar::Bool) => "true".to_owned(),
        Shape::Scalar(Scalar::Any | Scalar::Object) => "{}".to_owned(),
        Shape::Scalar(Scalar::Null) => "null".to_owned(),
        Shape::List(item) => format!("[{}]", json(api, item, word)),
        Shape::Map(value) => format!("{{{}: {}}}", quoted("name"), json(api, value, word)),
        Shape::Named(id) => named_json(api, *id),
    }
}

fn named_json(api: &Api, id: TypeId) -> String {
    let Some(ty) = api.ty(id) else { return "{}".to_owned() };
    match (&ty.kind, listed(api, id)) {
        (TypeKind::Enum { of: EnumOf::String, .. }, Some((_, variant))) => quoted(&variant.value.text()),
        (TypeKind::Enum { of: EnumOf::Number, .. }, Some((_, variant))) => variant.value.text(),
        (TypeKind::Enum { .. } | TypeKind::Opaque | TypeKind::Fields { .. }, _) => "{}".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
