//! Valid values for examples, made from the name, the type, the format and the listed values of a
//! parameter.

use serde_json::{Map, Value, json};

use generator_spec::facts::ToJson;
use generator_spec::model::{
    Api, Field, Format, JsonKind, Limits, Literal, Member, Message, Parameter, Range, Scalar, Shape, Type,
    TypeId, TypeKind, TypeRef, Variant,
};

/// A number within limits.
pub fn number(range: &Range) -> String {
    let Range { min, max, exclusive_min, exclusive_max, multiple_of, .. } = range;
    let value = |literal: &Literal| literal.text().parse::<f64>().unwrap_or_default();
    let step = multiple_of.as_ref().map_or(1.0, value);
    let up = |least: f64| (least / step).ceil() * step;
    let down = |greatest: f64| (greatest / step).floor() * step;
    match (min, max, exclusive_min, exclusive_max) {
        (Some(limit), ..) | (None, Some(limit), None, _) if multiple_of.is_none() => limit.text(),
        (Some(least), ..) => up(value(least)).to_string(),
        (None, _, Some(least), _) => up(value(least) + step / 2.0).to_string(),
        (None, Some(greatest), ..) => down(value(greatest)).to_string(),
        (None, None, None, Some(greatest)) => down(value(greatest) - step / 2.0).to_string(),
        (None, None, None, None) => step.to_string(),
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
        None => named_text(&parameter.rust, &parameter.limits().range),
    }
}

/// A text made from a name, with a length within limits.
pub fn named_text(rust: &str, range: &Range) -> String {
    fitted(&rust.replace('_', "-"), range)
}

/// Extends or cuts a text to a length within limits.
fn fitted(text: &str, range: &Range) -> String {
    let length = |limit: Option<u32>| limit.and_then(|limit| usize::try_from(limit).ok());
    let least = length(range.min_length).unwrap_or_default();
    let text = format!("{text:a<least$}");
    text.chars().take(length(range.max_length).unwrap_or(usize::MAX)).collect()
}

/// The first listed value of a type that lists some.
pub fn listed(api: &Api, id: TypeId) -> Option<(&Type, &Variant)> {
    let ty = api.ty(id)?;
    match &ty.kind {
        TypeKind::Enum { variants, .. } => variants.first().map(|variant| (ty, variant)),
        TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. } => None,
    }
}

/// The text of a field of a response.
pub fn field_text(api: &Api, ty: &Type, field: &Field) -> String {
    let is_text = |message: &&Message| message.text == field.wire_name();
    let text = if message_of(api, ty).filter(is_text).is_some() { "OK" } else { "text" };
    fitted(text, &field.limits().range)
}

/// The number in a field of a response.
pub fn field_number(api: &Api, ty: &Type, field: &Field) -> String {
    let is_status = |message: &&Message| message.status.as_deref() == Some(field.wire_name());
    match message_of(api, ty).filter(is_status) {
        Some(_) => "200".to_owned(),
        None => number(&field.limits().range),
    }
}

/// The API's message, if it has that type.
fn message_of<'a>(api: &'a Api, ty: &Type) -> Option<&'a Message> {
    let is_of_type = |message: &&Message| api.ty(message.type_id).is_some_and(|known| known.name == ty.name);
    api.message.as_ref().filter(is_of_type)
}

/// JSON of a type in a response, whose texts are `word`; `depth` levels of nested types have their fields.
pub fn json(api: &Api, shape: &Shape, word: &str, depth: usize) -> Value {
    of_shape(shape, word, &|id| named(api, id, word, depth))
}

/// JSON whose texts are `word`; `named` returns the values of the API's types.
pub fn of_shape(shape: &Shape, word: &str, named: &dyn Fn(TypeId) -> Value) -> Value {
    within(shape, &Limits::default(), word, named)
}

/// JSON within limits, whose texts are `word`; `named` returns the values of the API's types.
pub fn within(shape: &Shape, limits: &Limits, word: &str, named: &dyn Fn(TypeId) -> Value) -> Value {
    let none = Limits::default();
    let inner = limits.inner.as_deref().unwrap_or(&none);
    match shape {
        Shape::Scalar(scalar) => match scalar.row().json {
            JsonKind::String => {
                text_of(*scalar).map_or_else(|| fitted(word, &limits.range), Into::into).into()
            }
            JsonKind::Integer | JsonKind::Number => {
                serde_json::from_str(&number(&limits.range)).unwrap_or_default()
            }
            JsonKind::Boolean => true.into(),
            JsonKind::Any | JsonKind::Object => json!({}),
            JsonKind::Null => Value::Null,
        },
        Shape::List(item) => json!([within(item, inner, word, named)]),
        Shape::Map(value) => json!({ "name": within(value, inner, word, named) }),
        Shape::Nullable(value) => within(value, limits, word, named),
        Shape::Named(id) => named(*id),
    }
}

/// The sample text of a type whose texts have a form.
pub fn text_of(scalar: Scalar) -> Option<&'static str> {
    scalar.row().sample?.strip_prefix('"')?.strip_suffix('"')
}

fn named(api: &Api, id: TypeId, word: &str, depth: usize) -> Value {
    match api.ty(id).map(|ty| (ty, &ty.kind)) {
        Some((_, TypeKind::Enum { .. })) => {
            listed(api, id).map_or(Value::Null, |(_, variant)| variant.value.to_json())
        }
        Some((ty, TypeKind::Fields { fields, .. })) if depth > 0 => {
            let sent = fields.iter().filter(|field| field.in_responses());
            sent.map(|field| (field.wire_name().to_owned(), self::field(api, ty, field, word, depth - 1)))
                .collect()
        }
        Some((_, union @ TypeKind::Union { .. })) if depth > 0 => {
            first_member(union, |ty| json(api, &ty.shape, word, depth - 1))
        }
        Some((
            _,
            TypeKind::Fields { .. } | TypeKind::Opaque | TypeKind::Union { .. } | TypeKind::Alias { .. },
        ))
        | None => json!({}),
    }
}

/// A list of one item, sent as one text.
pub fn joined(item: Value) -> Value {
    item.as_str().map_or_else(|| item.to_string(), str::to_owned).into()
}

fn field(api: &Api, ty: &Type, field: &Field, word: &str, depth: usize) -> Value {
    if let Some(constant) = &field.constant {
        return constant.to_json();
    }
    match &field.ty.shape {
        _ if field.secret => "<secret>".into(),
        Shape::List(item) if field.list.is_some() => joined(json(api, item, word, depth)),
        Shape::Scalar(Scalar::String) => field_text(api, ty, field).into(),
        Shape::Scalar(Scalar::Int | Scalar::Number) => {
            serde_json::from_str(&field_number(api, ty, field)).unwrap_or_default()
        }
        shape => within(shape, &field.limits(), word, &|id| named(api, id, word, depth)),
    }
}

/// The first member of a union.
pub fn first_member(union: &TypeKind, value: impl FnOnce(&TypeRef) -> Value) -> Value {
    let TypeKind::Union { tag, content, members, .. } = union else { return json!({}) };
    let Some(member) = members.first() else { return json!({}) };
    let value = value(&member.ty);
    match (tag, content) {
        (Some(tag), Some(content)) => json!({ tag: member.value, content: value }),
        (tag, _) => tagged(tag.as_deref(), member, value),
    }
}

/// The value of a member of a union, whose tag comes first.
pub fn tagged(tag: Option<&str>, member: &Member, value: Value) -> Value {
    match (tag, &member.value, value) {
        (Some(tag), Some(name), Value::Object(mut fields)) => {
            fields.remove(tag);
            let tag = (tag.to_owned(), Value::from(name.as_str()));
            Value::Object(std::iter::once(tag).chain(fields).collect::<Map<_, _>>())
        }
        (_, _, value) => value,
    }
}
