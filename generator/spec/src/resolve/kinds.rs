//! Types whose JSON can be told apart.

use std::cell::Cell;

use crate::model::{EnumOf, Field, JsonKind, Literal, Scalar, Shape, Type, TypeKind};

use super::scope::Scope;

/// The ways in which a reader that takes the first type that fits tells two types apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Values of the second don't fit the first.
    Apart,
    /// Only if the second comes first.
    IfSwapped,
    /// In neither order.
    Never,
}

/// The depth at which types that contain themselves are taken for different.
const DEEPEST: usize = 8;

/// The comparisons after which two types are taken for different: without an end, those of fields
/// multiply with each level.
const MOST: usize = 2_000;

/// The place of a comparison: its depth, and the number of those that are left.
type Place<'a> = (usize, &'a Cell<usize>);

/// Compares two types, of which the first is tried first.
pub fn told(first: &Shape, second: &Shape, scope: &Scope<'_>) -> Told {
    let is_apart =
        |first, second| are_apart(&seen(first, scope), &seen(second, scope), scope, (0, &Cell::new(MOST)));
    match (is_apart(first, second), is_apart(second, first)) {
        (true, _) => Told::Apart,
        (false, true) => Told::IfSwapped,
        (false, false) => Told::Never,
    }
}

/// The part of a type that is compared.
enum Seen<'a> {
    Any,
    Kind(JsonKind),
    /// A text with a form.
    Form(Scalar),
    Listed(EnumOf, Vec<&'a Literal>),
    List(&'a Shape),
    /// An object; the fields, if they are known.
    Object(&'a [Field]),
    OneOf(Vec<&'a Shape>),
}

fn seen<'a>(shape: &'a Shape, scope: &'a Scope<'_>) -> Seen<'a> {
    match shape {
        Shape::Scalar(scalar) => match scalar.row().json {
            JsonKind::Any => Seen::Any,
            JsonKind::Object => Seen::Object(&[]),
            JsonKind::String if scalar.row().is_text_form() => Seen::Form(*scalar),
            kind @ (JsonKind::Boolean
            | JsonKind::Integer
            | JsonKind::Null
            | JsonKind::Number
            | JsonKind::String) => Seen::Kind(kind),
        },
        Shape::List(item) => Seen::List(item),
        Shape::Map(_) => Seen::Object(&[]),
        Shape::Nullable(inner) => seen(inner, scope),
        Shape::Named(id) => scope.ty(*id).map_or(Seen::Any, of_type),
    }
}

fn of_type(ty: &Type) -> Seen<'_> {
    match &ty.kind {
        TypeKind::Opaque | TypeKind::Alias { .. } => Seen::Any,
        TypeKind::Fields { fields, .. } => Seen::Object(fields),
        TypeKind::Enum { of, variants, .. } => {
            Seen::Listed(*of, variants.iter().map(|it| &it.value).collect())
        }
        TypeKind::Union { tag: Some(_), .. } => Seen::Object(&[]),
        TypeKind::Union { tag: None, members, .. } => {
            Seen::OneOf(members.iter().map(|it| &it.ty.shape).collect())
        }
    }
}

/// A constant is the only value that is listed; a list that is one text is a text.
fn of_field<'a>(field: &'a Field, scope: &'a Scope<'_>) -> Seen<'a> {
    match &field.constant {
        Some(constant @ Literal::Text(_)) => Seen::Listed(EnumOf::String, vec![constant]),
        Some(constant @ (Literal::Int(_) | Literal::Float(_))) => {
            Seen::Listed(EnumOf::Number, vec![constant])
        }
        Some(Literal::Bool(_)) => Seen::Kind(JsonKind::Boolean),
        None if field.list.is_some() => Seen::Kind(JsonKind::String),
        None => seen(&field.ty.shape, scope),
    }
}

/// Returns whether a value of the second type never, or not always, fits the first.
fn are_apart(first: &Seen<'_>, second: &Seen<'_>, scope: &Scope<'_>, (depth, left): Place<'_>) -> bool {
    if depth > DEEPEST || left.get() == 0 {
        return true;
    }
    left.set(left.get() - 1);
    let place = (depth + 1, left);
    let inner = |first: &Seen<'_>, second: &Seen<'_>| are_apart(first, second, scope, place);
    match (first, second) {
        (Seen::Any, _) => false,
        (_, Seen::Any) => true,
        (Seen::OneOf(members), _) => members.iter().all(|it| inner(&seen(it, scope), second)),
        (_, Seen::OneOf(members)) => members.iter().any(|it| inner(first, &seen(it, scope))),
        (Seen::Kind(JsonKind::Number), Seen::Kind(JsonKind::Integer)) => false,
        (Seen::Kind(first), Seen::Kind(second)) => first != second,
        (Seen::Kind(kind), Seen::Listed(of, _)) => match of {
            EnumOf::String => *kind != JsonKind::String,
            EnumOf::Number | EnumOf::Int => !matches!(kind, JsonKind::Integer | JsonKind::Number),
        },
        (Seen::Kind(kind), Seen::Form(_)) => *kind != JsonKind::String,
        (Seen::Form(first), Seen::Form(second)) => {
            first != second && !are_bytes(*first) && !are_bytes(*second)
        }
        // Texts with a form come before those without.
        (Seen::Form(_), Seen::Listed(EnumOf::String, _)) => false,
        (Seen::Listed(_, first), Seen::Listed(_, second)) => second.iter().any(|it| !first.contains(it)),
        (Seen::List(first), Seen::List(second)) => inner(&seen(first, scope), &seen(second, scope)),
        (Seen::Object(first), Seen::Object(second)) => {
            first.iter().any(|field| lacks(field, second, scope, place))
        }
        (Seen::Kind(_) | Seen::Form(_) | Seen::Listed(..) | Seen::List(_) | Seen::Object(_), _) => true,
    }
}

/// Returns whether texts are bytes: many of another form look like them.
fn are_bytes(form: Scalar) -> bool {
    matches!(form, Scalar::Base64 | Scalar::Base64Url)
}

/// Returns whether objects with these fields don't have what a field asks for.
fn lacks(field: &Field, others: &[Field], scope: &Scope<'_>, place: Place<'_>) -> bool {
    let Some(other) = others.iter().find(|other| other.wire_name() == field.wire_name()) else {
        return is_required(field);
    };
    (is_required(field) || is_required(other))
        && match (&field.constant, &other.constant) {
            (Some(first), Some(second)) => first != second,
            (None, None) | (Some(_), None) | (None, Some(_)) => {
                are_apart(&of_field(field, scope), &of_field(other, scope), scope, place)
            }
        }
}

/// Returns whether objects have the field in both directions.
fn is_required(field: &Field) -> bool {
    field.required && field.only.is_none()
}
