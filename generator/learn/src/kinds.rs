//! Kinds of values: those that a type has, those that were seen, and a type that has both.

use std::ops::Range;

use crate::recordings::{KINDS, Values, kind, scalar};
use generator_spec::model::{
    Api, EnumOf, Field, JsonKind, Parameter, Scalar, Shape, Type, TypeId, TypeKind, plain_text,
};
use serde_json::Value;

/// The type of a field's values in JSON.
pub fn shape(field: &Field) -> Shape {
    let own = match field.list {
        Some(_) => Shape::Scalar(Scalar::String),
        None => field.ty.shape.clone(),
    };
    if field.nullable { Shape::Nullable(Box::new(own)) } else { own }
}

/// The type that says what a field is, of those that another has the fields of.
pub fn declaring(api: &Api, id: TypeId, name: &str) -> TypeId {
    let Some(TypeKind::Fields { extends, .. }) = api.ty(id).map(|ty| &ty.kind) else { return id };
    let named = |base: &String| api.types.iter().position(|ty| ty.name == *base).map(TypeId);
    let has = |id: &TypeId| api.ty(*id).is_some_and(|ty| ty.fields().iter().any(|it| it.wire_name() == name));
    let whole = api.ty(id).and_then(|ty| ty.part_of.as_ref()).and_then(named);
    let base = extends.as_ref().and_then(named).filter(has).or(whole);
    base.map_or(id, |base| declaring(api, base, name))
}

/// Numbers that 64 bits keep, if they are whole.
const INTEGERS: Range<f64> = -9e18..9e18;

/// Unions in unions that are looked into.
const DEEPEST: u8 = 8;

/// Returns whether a type has values of a kind.
pub fn takes(api: &Api, ty: &Shape, kind: &str) -> bool {
    takes_in(api, ty, kind, DEEPEST)
}

fn takes_in(api: &Api, ty: &Shape, kind: &str, deepest: u8) -> bool {
    let scalar = |json: JsonKind| match json {
        JsonKind::String => kind == "string",
        JsonKind::Integer => kind == "int",
        JsonKind::Number => matches!(kind, "int" | "number"),
        JsonKind::Boolean => kind == "bool",
        JsonKind::Object => kind == "object",
        JsonKind::Null => kind == "null",
        JsonKind::Any => true,
    };
    match ty {
        Shape::Scalar(row) => scalar(row.row().json),
        Shape::List(_) => kind == "list",
        Shape::Map(_) => kind == "object",
        Shape::Nullable(inner) => kind == "null" || takes_in(api, inner, kind, deepest),
        Shape::Named(id) => match api.ty(*id).map(|ty| &ty.kind) {
            Some(TypeKind::Fields { .. } | TypeKind::Union { tag: Some(_), .. }) => kind == "object",
            Some(TypeKind::Enum { of: EnumOf::String, .. }) => scalar(JsonKind::String),
            Some(TypeKind::Enum { of: EnumOf::Number | EnumOf::Int, .. }) => scalar(JsonKind::Number),
            Some(TypeKind::Alias { ty, .. }) if deepest > 0 => takes_in(api, &ty.shape, kind, deepest - 1),
            Some(TypeKind::Union { members, .. }) if deepest > 0 => {
                members.iter().any(|it| takes_in(api, &it.ty.shape, kind, deepest - 1))
            }
            Some(TypeKind::Opaque | TypeKind::Alias { .. } | TypeKind::Union { .. }) | None => true,
        },
    }
}

/// Returns whether a value is of one of a type's own kinds.
pub fn is_of(api: &Api, ty: &Shape, value: &Value) -> bool {
    // `1.0` is an integer where the spec has one.
    let is_whole = |it: f64| it.fract() == 0.0 && INTEGERS.contains(&it);
    takes(api, ty, kind(value)) || takes(api, ty, "int") && value.as_f64().is_some_and(is_whole)
}

/// The number of values that are of a type's own kinds.
pub fn fitting(api: &Api, ty: &Shape, seen: &Values<'_>) -> u64 {
    seen.counted(|it| is_of(api, ty, it))
}

/// The number of texts that don't have the form of a type, such as that of a timestamp.
pub fn formless(ty: &Shape, seen: &Values<'_>) -> u64 {
    let has_form = |it: &Value| ty.text_form().is_none_or(|form| form.has_form(&plain_text(it)));
    seen.counted_real(|it| it.is_string() && !has_form(it))
}

/// The number of values that a closed list of values lacks; 0 if the type isn't one.
pub fn unlisted(api: &Api, id: TypeId, seen: &Values<'_>) -> u64 {
    let Some(TypeKind::Enum { closed: true, variants, .. }) = api.ty(id).map(|ty| &ty.kind) else { return 0 };
    let listed = |it: &Value| variants.iter().any(|own| own.value.text() == plain_text(it));
    seen.counted_real(|it| is_of(api, &Shape::Named(id), it) && !listed(it))
}

/// Returns whether a value is a list or an object.
pub fn has_parts(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// Returns whether a text is a value of a parameter, or an item, although it may be an object: as of a union.
pub fn takes_text(api: &Api, parameter: &Parameter) -> bool {
    let ty = if let Shape::List(item) = &parameter.ty.shape { item } else { &parameter.ty.shape };
    KINDS[..5].iter().any(|kind| takes(api, ty, kind))
}

/// A text as a value of a type: `5` may be a text, and one text a list. `None` if it is empty.
pub fn of_text(api: &Api, ty: &Shape, value: &Value) -> Option<Value> {
    let items = |inner: &Shape, all: &[Value]| all.iter().filter_map(|it| of_text(api, inner, it)).collect();
    match (ty, value) {
        (Shape::Nullable(inner), _) => of_text(api, inner, value),
        (Shape::List(inner), Value::Array(all)) => Some(items(inner, all)),
        (Shape::Scalar(Scalar::Any), Value::Array(all)) => Some(items(ty, all)),
        (Shape::List(inner), Value::String(_)) => Some(items(inner, std::slice::from_ref(value))),
        (_, Value::Object(fields)) => {
            let of = |name: &String| match ty {
                Shape::Map(inner) => Some((**inner).clone()),
                Shape::Named(id) => {
                    let fields = api.ty(*id).map(Type::fields).unwrap_or_default();
                    fields.iter().find(|it| it.wire_name() == name).map(shape)
                }
                Shape::Scalar(_) | Shape::List(_) | Shape::Nullable(_) => None,
            };
            let any = Shape::Scalar(Scalar::Any);
            let field = |(name, it): (&String, &Value)| {
                Some((name.clone(), of_text(api, of(name).as_ref().unwrap_or(&any), it)?))
            };
            Some(Value::Object(fields.iter().filter_map(field).collect()))
        }
        (Shape::Scalar(Scalar::Any), Value::String(text)) => Some(scalar(text)),
        (_, Value::String(text)) if !takes(api, ty, "string") => {
            Some(scalar(text)).filter(|_| !text.is_empty())
        }
        (_, other) => Some(other.clone()),
    }
}

/// A type that has what the spec says and what was seen.
pub fn widened(api: &Api, ty: &Shape, seen: &Values<'_>) -> String {
    let (ty, is_nullable) = match ty {
        Shape::Nullable(inner) => (&**inner, true),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Named(_) => (ty, false),
    };
    let others = seen.only(|it| !it.is_null());
    let are_numbers = others.counted(Value::is_number) == others.count();
    let own = match ty {
        Shape::Scalar(Scalar::Int) if fitting(api, ty, &others) < others.count() && are_numbers => {
            "number".to_owned()
        }
        _ if fitting(api, ty, &others) < others.count() => return "any".to_owned(),
        Shape::Scalar(_) if formless(ty, seen) > 0 => "string".to_owned(),
        Shape::List(item) => format!("List<{}>", widened(api, item, &seen.items())),
        Shape::Map(value) => format!("Dictionary<string, {}>", widened(api, value, &seen.merged_fields())),
        Shape::Scalar(_) | Shape::Nullable(_) | Shape::Named(_) => ty.notation(&api.types),
    };
    if is_nullable || others.count() < seen.count() { format!("{own} or null") } else { own }
}

/// The kinds of values, and how often each was seen: `string in 6 of 6`.
pub fn kinds(seen: &Values<'_>) -> String {
    let all = KINDS.map(|kind| (kind, seen.of_kind(kind)));
    let there = all.into_iter().filter(|(_, count)| *count > 0);
    let each = there.map(|(kind, count)| format!("{kind} in {count} of {}", seen.count()));
    each.collect::<Vec<_>>().join(", ")
}
