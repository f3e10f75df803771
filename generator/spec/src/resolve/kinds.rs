//! Types whose JSON can be told apart.

use crate::model::{EnumOf, Field, JsonKind, Literal, Shape, Type, TypeKind};

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

/// Compares two types, of which the first is tried first.
pub fn told(first: &Shape, second: &Shape, scope: &Scope<'_>) -> Told {
    match (is_apart(first, second, scope, 0), is_apart(second, first, scope, 0)) {
        (true, _) => Told::Apart,
        (false, true) => Told::IfSwapped,
        (false, false) => Told::Never,
    }
}

/// The part of a type that is compared.
enum Seen<'a> {
    Any,
    Kind(JsonKind),
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
        TypeKind::Opaque => Seen::Any,
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

/// Returns whether a value of the second type never, or not always, fits the first.
fn is_apart(first: &Shape, second: &Shape, scope: &Scope<'_>, depth: usize) -> bool {
    if depth > DEEPEST {
        return true;
    }
    let inner = |first: &Shape, second: &Shape| is_apart(first, second, scope, depth + 1);
    match (seen(first, scope), seen(second, scope)) {
        (Seen::Any, _) => false,
        (_, Seen::Any) => true,
        (Seen::OneOf(members), _) => members.iter().all(|it| inner(it, second)),
        (_, Seen::OneOf(members)) => members.iter().any(|it| inner(first, it)),
        (Seen::Kind(first_kind), Seen::Kind(kind)) => match (first_kind, kind) {
            (JsonKind::Number, JsonKind::Integer) => false,
            // Texts with a form come before those without.
            (JsonKind::String, JsonKind::String) => has_form(first) && !has_form(second),
            _ => first_kind != kind,
        },
        (Seen::Kind(kind), Seen::Listed(of, _)) => match of {
            EnumOf::String => kind != JsonKind::String,
            EnumOf::Number => !matches!(kind, JsonKind::Integer | JsonKind::Number),
        },
        (Seen::Listed(..), Seen::Kind(_)) => true,
        (Seen::Listed(_, first), Seen::Listed(_, second)) => second.iter().any(|it| !first.contains(it)),
        (Seen::List(first), Seen::List(second)) => inner(first, second),
        (Seen::Object(first), Seen::Object(second)) => {
            first.iter().any(|field| lacks(field, second, scope, depth + 1))
        }
        (Seen::Kind(_) | Seen::Listed(..) | Seen::List(_) | Seen::Object(_), _) => true,
    }
}

/// Returns whether a scalar is a text with a form.
fn has_form(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar(scalar) => scalar.row().json == JsonKind::String && scalar.row().format.is_some(),
        Shape::Nullable(inner) => has_form(inner),
        Shape::List(_) | Shape::Map(_) | Shape::Named(_) => false,
    }
}

/// Returns whether objects with these fields don't have what a field asks for.
fn lacks(field: &Field, others: &[Field], scope: &Scope<'_>, depth: usize) -> bool {
    let Some(other) = others.iter().find(|other| other.wire_name() == field.wire_name()) else {
        return field.required;
    };
    let differs = match (&field.constant, &other.constant) {
        (Some(first), Some(second)) => first != second,
        (None, None) | (Some(_), None) | (None, Some(_)) => {
            is_apart(&field.ty.shape, &other.ty.shape, scope, depth)
                && is_apart(&other.ty.shape, &field.ty.shape, scope, depth)
        }
    };
    differs && (field.required || other.required)
}
