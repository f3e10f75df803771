//! Defaults, constants and listed values.

use crate::diagnostics::{At, Faults};
use crate::model::{EnumOf, Literal, Scalar, Shape, TypeRef};

/// Takes a value over and reports one that does not fit its type.
pub fn typed(literal: &Literal, ty: &TypeRef, at: At<'_>, faults: &mut Faults) -> Literal {
    let fits = match (&ty.shape, literal) {
        (Shape::Scalar(scalar), literal) => fits_scalar(*scalar, literal),
        (Shape::List(_) | Shape::Map(_) | Shape::Named(_), _) => false,
    };
    if !fits {
        let title = format!("`{}` is no value of type `{}`", literal.text(), ty.notation);
        faults.push(at, title, "write a value of that type (quote a text), or correct the type");
    }
    literal.clone()
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

/// Takes over a value of an enum and reports one of the wrong kind.
pub fn listed(literal: &Literal, of: EnumOf, at: At<'_>, faults: &mut Faults) -> Literal {
    let fits = match of {
        EnumOf::String => matches!(literal, Literal::Text(_)),
        EnumOf::Number => matches!(literal, Literal::Int(_)),
    };
    if !fits {
        let (title, help) = match of {
            EnumOf::String => ("is no text", "quote it, or write `of: number`"),
            EnumOf::Number => ("is no whole number", "write a whole number, or `of: string`"),
        };
        faults.push(at, format!("`{}` {title}", literal.text()), help);
    }
    literal.clone()
}
