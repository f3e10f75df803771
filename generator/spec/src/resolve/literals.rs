//! Defaults, constants and listed values.

use crate::diagnostics::{At, Errors};
use crate::model::{EnumOf, JsonKind, Literal, Shape, TypeRef};

/// Reports a value that does not fit its type.
pub fn check_typed(literal: &Literal, ty: &TypeRef, at: At<'_>, errors: &Errors) {
    let fits = match &ty.shape {
        Shape::Scalar(scalar) => is_of_kind(literal, scalar.row().json),
        Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) | Shape::Named(_) => false,
    };
    if !fits {
        let title = format!("`{}` is not a value of type `{}`", literal.text(), ty.notation);
        errors.push(at, title, "write a value of that type (quote a text), or correct the type");
    }
}

fn is_of_kind(literal: &Literal, kind: JsonKind) -> bool {
    match kind {
        JsonKind::String => matches!(literal, Literal::Text(_)),
        JsonKind::Integer => matches!(literal, Literal::Int(_)),
        JsonKind::Number => match literal {
            Literal::Float(value) => value.is_finite(),
            Literal::Int(_) => true,
            Literal::Bool(_) | Literal::Text(_) => false,
        },
        JsonKind::Boolean => matches!(literal, Literal::Bool(_)),
        JsonKind::Any => true,
        JsonKind::Object | JsonKind::Null => false,
    }
}

/// Reports a listed value of the wrong kind.
pub fn check_listed(literal: &Literal, of: EnumOf, at: At<'_>, errors: &Errors) {
    let (fits, kind, help) = match of {
        EnumOf::String => {
            (matches!(literal, Literal::Text(_)), "text", "quote it, or write `of: int` or `of: number`")
        }
        EnumOf::Int => {
            (matches!(literal, Literal::Int(_)), "a whole number", "write one, `of: number` or `of: string`")
        }
        EnumOf::Number => {
            let fits = match literal {
                Literal::Int(_) => true,
                Literal::Float(value) => value.is_finite(),
                Literal::Bool(_) | Literal::Text(_) => false,
            };
            (fits, "a number", "write a number, or `of: string`")
        }
    };
    if !fits {
        errors.push(at, format!("`{}` is not {kind}", literal.text()), help);
    }
}
