//! Values of parameters as TypeScript.

use super::code::quoted;
use crate::emit::common::samples;
use generator_spec::model::{Api, EnumOf, Parameter, Scalar, Shape, TypeKind, Wire};

/// The part of a request that has a value.
#[derive(Clone, Copy)]
pub enum Place {
    /// In a form, whose values have types.
    Form,
    /// In the query or in a header: JSON is a text.
    Query,
    /// As a part of a multipart form, which is a text.
    Part,
}

/// A value that fits the parameter; a secret is a placeholder.
pub fn value(api: &Api, parameter: &Parameter, place: Place) -> String {
    let is_text = is_text(api, parameter);
    let sample = match parameter.secret && parameter.format.is_none() && is_text {
        true => samples::secret(parameter),
        false => samples::wire(api, parameter),
    };
    match (parameter.wire, place) {
        // The client's form sends a text as it is.
        (Wire::Json, Place::Form) if !is_text => sample,
        (Wire::Json, _) => format!("JSON.stringify({sample})"),
        (Wire::Text | Wire::File, Place::Form | Place::Query) if !is_text => sample,
        (Wire::Text | Wire::File, _) => quoted(&sample),
    }
}

/// Returns whether a value is a text, and not a number, a list and so on.
fn is_text(api: &Api, parameter: &Parameter) -> bool {
    let listed = match &parameter.ty.shape {
        Shape::Scalar(scalar) => return matches!(scalar, Scalar::String | Scalar::File),
        Shape::Named(id) => Some(*id),
        Shape::List(_) | Shape::Map(_) => None,
    };
    listed.and_then(|id| api.ty(id)).is_some_and(|ty| match &ty.kind {
        TypeKind::Enum { of, .. } => matches!(of, EnumOf::String),
        TypeKind::Opaque | TypeKind::Fields { .. } => false,
    })
}
