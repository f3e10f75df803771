//! Defaults, constants and listed values.

use crate::diagnostics::{At, Errors};
use crate::model::{EnumOf, Literal, Scalar, Shape, TypeRef};

/// Reports a value that does not fit its type.
pub fn check_typed(literal: &Literal, ty: &TypeRef, at: At<'_>, errors: &Errors) {
    let fits = match &ty.shape {
        Shape::Scalar(scalar) => fits_scalar(*scalar, literal),
        Shape::List(_) | Shape::Map(_) | Shape::Named(_) => false,
    };
    if !fits {
        let title = format!("`{}` is not a value of type `{}`", literal.text(), ty.notation);
        errors.push(at, title, "write a value of that type (quote a text), or correct the type");
    }
}

fn fits_scalar(scalar: Scalar, literal: &Literal) -> bool {
    match scalar {
        Scalar::String => matches!(literal, Literal::Text(_)),
        Scalar::Int => matches!(literal, Literal::Int(_)),
        Scalar::Number => match literal {
            Literal::Float(value) => value.is_finite(),
            Literal::Int(_) => true,
            Literal::Bool(_) | Literal::Text(_) => false,
        },
        Scalar::Bool => matches!(literal, Literal::Bool(_)),
        Scalar::Any => true,
        Scalar::Object | Scalar::Null | Scalar::File => false,
    }
}

/// Reports a listed value of the wrong kind.
pub fn check_listed(literal: &Literal, of: EnumOf, at: At<'_>, errors: &Errors) {
    let (fits, kind, help) = match of {
        EnumOf::String => (matches!(literal, Literal::Text(_)), "text", "quote it, or write `of: number`"),
        EnumOf::Number => {
            let help = "write a whole number, or `of: string`";
            (matches!(literal, Literal::Int(_)), "a whole number", help)
        }
    };
    if !fits {
        errors.push(at, format!("`{}` is not {kind}", literal.text()), help);
    }
}
