//! Defaults: values of their types, within their limits.

use serde_json::{Map, Value};

use crate::diagnostics::At;
use crate::facts::ToJson as _;
use crate::model::{Field, JsonKind, Range, Scalar, Shape, Type, TypeKind, TypeRef, plain_text};

use super::ranges;
use super::scope::Scope;

/// Reports a default that isn't of its type, or that its own limits refuse.
pub fn check(default: &Value, (ty, range): (&TypeRef, &Range), scope: &Scope<'_>, at: At<'_>) {
    if fits(default, &ty.shape, scope) {
        return ranges::check_default(default, &ty.limits.and(range), at, scope.errors);
    }
    let title = format!("`{}` is not a value of type `{}`", plain_text(default), ty.notation);
    scope.errors.push(at, title, "write a value of that type (quote a text), or correct the type");
}

/// Checks the defaults of fields, whose types are known now.
pub fn check_fields(scope: &Scope<'_>) {
    let Some(file) = &scope.source.types else { return };
    for (ty, at) in scope.types.iter().zip(file.at().items()) {
        for field in ty.fields() {
            let at = at.get("fields").get(&field.name);
            if let (Some(default), Some(at)) = (&field.default, at.find("default")) {
                check(default, (&field.ty, &field.range), scope, at);
            }
        }
    }
}

fn fits(value: &Value, shape: &Shape, scope: &Scope<'_>) -> bool {
    let all = |mut items: std::slice::Iter<'_, Value>, shape: &Shape| items.all(|it| fits(it, shape, scope));
    match shape {
        Shape::Scalar(scalar) => is_of(value, *scalar),
        Shape::List(item) => value.as_array().is_some_and(|items| all(items.iter(), item)),
        Shape::Map(entry) => {
            value.as_object().is_some_and(|map| map.values().all(|it| fits(it, entry, scope)))
        }
        Shape::Nullable(inner) => value.is_null() || fits(value, inner, scope),
        Shape::Named(id) => scope.ty(*id).is_none_or(|ty| is_of_type(value, ty, scope)),
    }
}

fn is_of_type(value: &Value, ty: &Type, scope: &Scope<'_>) -> bool {
    match &ty.kind {
        TypeKind::Opaque | TypeKind::Alias { .. } => true,
        TypeKind::Enum { variants, .. } => variants.iter().any(|it| it.value.to_json() == *value),
        TypeKind::Union { tag: Some(tag), .. } => value.get(tag).is_some(),
        TypeKind::Union { tag: None, members, .. } => {
            members.iter().any(|it| fits(value, &it.ty.shape, scope))
        }
        TypeKind::Fields { fields, closed, .. } => {
            value.as_object().is_some_and(|map| has_fields(map, fields, *closed, scope))
        }
    }
}

fn has_fields(map: &Map<String, Value>, fields: &[Field], is_closed: bool, scope: &Scope<'_>) -> bool {
    let named = |name: &str| fields.iter().find(|it| it.wire_name() == name);
    let is_value = |(name, value): (&String, &Value)| match named(name) {
        Some(field) => field.nullable && value.is_null() || fits(value, &field.ty.shape, scope),
        None => !is_closed,
    };
    let is_there =
        |field: &Field| !field.required || !field.in_requests() || map.contains_key(field.wire_name());
    map.iter().all(is_value) && fields.iter().all(is_there)
}

fn is_of(value: &Value, scalar: Scalar) -> bool {
    match scalar.row().json {
        JsonKind::String => value.as_str().is_some_and(|text| scalar.has_form(text)),
        JsonKind::Integer => value.is_i64(),
        JsonKind::Number => value.is_number(),
        JsonKind::Boolean => value.is_boolean(),
        JsonKind::Any => true,
        JsonKind::Object => value.is_object(),
        JsonKind::Null => value.is_null(),
    }
}
