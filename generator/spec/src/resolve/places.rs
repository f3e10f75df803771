//! The place of a parameter in a request.

use crate::diagnostics::At;
use crate::load::source::{ParameterSource, PlaceSource};
use crate::model::{ListStyle, PathPiece, Place, RequestEncoding, Shape, pieces};

use super::scope::Scope;

/// The way the parameters of an operation are sent.
pub struct Sent<'a> {
    /// The encoding of those that are neither in the path nor say where they are.
    pub encoding: RequestEncoding,
    /// The path with its parameters.
    pub path: &'a str,
}

impl Sent<'_> {
    /// The place of a parameter.
    pub fn place(&self, name: &str, source: &ParameterSource, scope: &Scope<'_>, at: At<'_>) -> Place {
        let in_path = pieces(self.path).find_map(|piece| match piece {
            PathPiece::Parameter(it) if it == name => Some(Place::Path),
            PathPiece::Rest(it) if it == name => Some(Place::PathRest),
            PathPiece::Fixed(_) | PathPiece::Parameter(_) | PathPiece::Rest(_) => None,
        });
        let usual = self.encoding.place();
        match (in_path, source.place) {
            (Some(place), None) => place,
            (Some(place), Some(_)) => {
                scope.errors.push(at.get("in"), format!("`{name}` is in the path"), "remove `in`");
                place
            }
            (None, None) => usual,
            (None, Some(PlaceSource::Query)) => Place::Query,
            (None, Some(PlaceSource::Header)) => Place::Header,
            (None, Some(PlaceSource::Cookie)) => Place::Cookie,
            (None, Some(PlaceSource::Body)) => {
                if usual == Place::Query {
                    let help =
                        "set `encoding` to `json`, `form` or `multipart`, and use a method that has a body";
                    scope.errors.push(at.get("in"), "the request has no body with parameters", help);
                }
                usual
            }
        }
    }
}

/// The form of a list at a place; `None` is JSON.
pub fn list_style(
    source: &ParameterSource,
    place: Place,
    shape: &Shape,
    scope: &Scope<'_>,
    at: At<'_>,
) -> Option<ListStyle> {
    let is_flat = matches!(shape, Shape::List(item) if is_text(item, scope));
    if let Some(style) = source.list {
        if !is_flat || matches!(place, Place::Body | Place::Field) {
            let help = "use it for a `List<T>` of texts, numbers or listed values that is not in a JSON body";
            scope.errors.push(at.get("list"), "`list` doesn't apply to this parameter", help);
        }
        return Some(style);
    }
    let as_json = matches!(scope.api().encoding.kind, RequestEncoding::Form | RequestEncoding::Multipart);
    match place {
        _ if !is_flat => None,
        Place::Path | Place::PathRest | Place::Header | Place::Cookie => Some(ListStyle::Comma),
        Place::Query | Place::Form | Place::Part if !as_json => Some(ListStyle::Repeated),
        Place::Query | Place::Form | Place::Part | Place::Field | Place::Body => None,
    }
}

/// Returns whether a value is sent as text.
fn is_text(shape: &Shape, scope: &Scope<'_>) -> bool {
    match shape {
        Shape::Scalar(scalar) => scalar.row().wire == crate::model::Wire::Text,
        Shape::Named(id) => scope.ty(*id).is_some_and(crate::model::Type::is_enum),
        Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) => false,
    }
}
