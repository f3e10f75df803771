//! The place of a parameter in a request, and its name there.

use crate::diagnostics::At;
use crate::load::source::{BlockPlace, HttpMethod, ParameterSource, PlaceSource};
use crate::model::{
    ObjectStyle, PROTOCOL_HEADERS, Parameter, PathPiece, Place, Presence, RequestEncoding, Scalar, Shape,
    Type, pieces,
};

use super::scope::Scope;
use crate::text::visible;

/// The way parameters are sent.
pub struct Sent<'a> {
    /// The place of those that are neither in the path nor say where they are.
    pub usual: Place,
    /// The place of those that are in the body.
    pub in_body: Place,
    /// The encoding of the request.
    pub encoding: RequestEncoding,
    /// The path with its parameters.
    pub path: &'a str,
    /// The thing that has the parameters.
    pub of: Owner,
}

/// A thing that has parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// An operation.
    Operation,
    /// An authentication block.
    Block,
    /// A response: its headers.
    Response,
}

impl<'a> Sent<'a> {
    /// The parameters of an operation.
    pub fn of_operation(method: HttpMethod, encoding: RequestEncoding, path: &'a str) -> Self {
        let in_body = encoding.place();
        let usual = if method.has_body() { in_body } else { Place::Query };
        Self { usual, in_body, encoding, path, of: Owner::Operation }
    }

    /// The parameters of an authentication block.
    pub fn of_block(place: BlockPlace) -> Self {
        let usual = match place {
            BlockPlace::Form => Place::Form,
            BlockPlace::Header | BlockPlace::Basic | BlockPlace::Bearer => Place::Header,
            BlockPlace::Query => Place::Query,
            BlockPlace::Cookie => Place::Cookie,
        };
        Self { usual, in_body: usual, encoding: RequestEncoding::Form, path: "", of: Owner::Block }
    }

    /// The headers of a response.
    pub fn of_response() -> Self {
        let usual = Place::Header;
        Self { usual, in_body: usual, encoding: RequestEncoding::Query, path: "", of: Owner::Response }
    }

    /// The place of a parameter.
    pub fn place(&self, name: &str, source: &ParameterSource, scope: &Scope<'_>, at: At<'_>) -> Place {
        let in_path = pieces(self.path).find_map(|piece| match piece {
            PathPiece::Parameter(it) if it == name => Some(Place::Path),
            PathPiece::Rest(it) if it == name => Some(Place::PathRest),
            PathPiece::Fixed(_) | PathPiece::Parameter(_) | PathPiece::Rest(_) => None,
        });
        match (in_path, source.place) {
            (Some(place), None) => place,
            (Some(place), Some(_)) => {
                scope.errors.push(at.get("in"), format!("`{name}` is in the path"), "remove `in`");
                place
            }
            (None, None) => self.usual,
            (None, Some(PlaceSource::Query)) => Place::Query,
            (None, Some(PlaceSource::Header)) => Place::Header,
            (None, Some(PlaceSource::Cookie)) => Place::Cookie,
            (None, Some(PlaceSource::Body)) => {
                if !matches!(self.in_body, Place::Form | Place::Part | Place::Field) {
                    let help = "set `encoding` to `json`, `form` or `multipart`";
                    scope.errors.push(at.get("in"), "the request has no body with parameters", help);
                }
                self.in_body
            }
        }
    }
}

/// The place in words.
pub fn in_words(place: Place) -> &'static str {
    match place {
        Place::Path | Place::PathRest => "in the path",
        Place::Query => "in the query",
        Place::Header => "a header",
        Place::Cookie => "a cookie",
        Place::Form | Place::Part => "in the form",
        Place::Field | Place::Body => "in the body",
    }
}

/// Returns whether a value is sent as text.
pub fn is_text(shape: &Shape, scope: &Scope<'_>) -> bool {
    match shape {
        Shape::Scalar(scalar) => scalar.row().wire == crate::model::Wire::Text,
        Shape::Named(id) => scope.ty(*id).is_some_and(Type::is_enum),
        Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) => false,
    }
}

/// Checks what follows from the place of a parameter.
pub fn check(it: &Parameter, owner: Owner, scope: &Scope<'_>, at: At<'_>) {
    match it.place {
        Place::Path | Place::PathRest => {
            let help = "remove it: the path has the name between braces";
            scope.refuse(&["sent_as"], "a parameter in the path", help, at);
            check_in_path(it, scope, at.get("type"));
        }
        Place::Header => check_header(it, owner, scope, at),
        Place::Cookie => {
            if !it.wire_name().bytes().all(is_token) {
                let help = "use letters, digits, `-` and `_`";
                scope.errors.push(
                    at.key(),
                    format!("`{}` is not the name of a cookie", it.wire_name()),
                    help,
                );
            }
        }
        Place::Query | Place::Form | Place::Part | Place::Field | Place::Body => {}
    }
    if it.flag && (it.place != Place::Query || it.ty.shape != Shape::Scalar(Scalar::Bool)) {
        let help = "use it for a `bool` in the query, or remove it";
        scope.errors.push(at.get("flag"), "`flag` doesn't apply to this parameter", help);
    } else if it.flag && it.presence == Presence::Required {
        let help = "write `bool?`: without the name, it is false";
        scope.errors.push(at.get("type"), "a flag cannot be required", help);
    }
    if it.reserved && (it.place != Place::Query || it.flag) {
        let help = "remove it: it is for values in a query";
        scope.errors.push(at.get("reserved"), "`reserved` doesn't apply to this parameter", help);
    }
    if let Some(name) = it.sent_as.as_ref().filter(|name| !is_wire_name(name, it.place)) {
        let help = match is_encoded(it.place) {
            true => "use at least one character, and none that controls a terminal or the direction of text",
            false => "use visible ASCII without spaces, quotes and the characters & = # < > \\ `",
        };
        scope.errors.push(at.get("sent_as"), format!("`{name}` cannot be sent as a name"), help);
    }
}

/// A segment of a path is a text, and always there.
fn check_in_path(it: &Parameter, scope: &Scope<'_>, at: At<'_>) {
    let is_flat = match &it.ty.shape {
        Shape::List(item) => is_text(item, scope),
        shape => is_text(shape, scope) || it.object.is_some(),
    };
    if it.presence == Presence::Optional || it.nullable {
        let help = "remove `?` and `or null`; describe a path without it as another operation";
        scope.errors.push(at, format!("`{}` is in the path, so it is required", it.name), help);
    }
    if !is_flat || it.json {
        let help = "use a text, a number, a `bool`, listed values, a list of these or a union of texts";
        scope.errors.push(at, format!("a path cannot have a value of type `{}`", it.ty.notation), help);
    }
}

/// Headers that other keys of the language describe.
const DESCRIBED: &[&str] = &["authorization", "content-type", "cookie", "proxy-authorization", "set-cookie"];

fn check_header(it: &Parameter, owner: Owner, scope: &Scope<'_>, at: At<'_>) {
    let name = it.wire_name().to_ascii_lowercase();
    let at = at.find("sent_as").unwrap_or_else(|| at.key());
    if !name.bytes().all(is_token) {
        let help = "use letters, digits and `-`";
        return scope.errors.push(at, format!("`{}` is not the name of a header", it.wire_name()), help);
    }
    let is_described = match owner {
        Owner::Operation => DESCRIBED.contains(&&*name),
        Owner::Block => name == "content-type",
        Owner::Response => name == "content-type",
    };
    if PROTOCOL_HEADERS.contains(&&*name) {
        let title = format!("the header `{}` belongs to the protocol", it.wire_name());
        scope.errors.push(at, title, "remove it: clients and servers set it themselves");
    } else if is_described {
        let title = format!("the header `{}` has its own key", it.wire_name());
        let help = "describe a credential or a cookie in `auth` or with `in: cookie`, and a content type with `content_type`";
        scope.errors.push(at, title, help);
    }
}

/// A byte of a name of a header, as HTTP has it.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_|~".contains(&byte)
}

/// Returns whether names are percent-encoded at a place.
fn is_encoded(place: Place) -> bool {
    matches!(place, Place::Query | Place::Form)
}

/// A name on the wire also appears in quotes, tables and commands.
fn is_wire_name(name: &str, place: Place) -> bool {
    let is_odd = |c: char| !c.is_ascii_graphic() || "\"'&=#<>\\`".contains(c);
    match is_encoded(place) {
        true => !name.is_empty() && visible(name) == name && !name.contains(char::is_control),
        false => !name.is_empty() && !name.contains(is_odd),
    }
}

/// Reports parameters that have the same name at the same place.
pub fn check_names(parameters: &[Parameter], places: &[At<'_>], scope: &Scope<'_>) {
    let is_same = |one: &Parameter, other: &Parameter| match one.place {
        Place::Path | Place::PathRest | Place::Body => false,
        Place::Header => one.wire_name().eq_ignore_ascii_case(other.wire_name()),
        Place::Query | Place::Cookie | Place::Form | Place::Part | Place::Field => {
            one.wire_name() == other.wire_name()
        }
    };
    let takes_all = |it: &&Parameter| it.object == Some(ObjectStyle::Fields) && it.place != Place::Header;
    for it in parameters.iter().filter(takes_all).skip(1) {
        let index = parameters.iter().position(|own| own.name == it.name);
        if let Some(at) = index.and_then(|index| places.get(index)) {
            let help = "use `brackets` or `dots` for one of them, or join them in one type";
            scope.errors.push(at.get("object"), "two parameters have all names that no other has", help);
        }
    }
    for (index, (it, at)) in parameters.iter().zip(places).enumerate() {
        let mut before = parameters[..index].iter().zip(places);
        if let Some((before, other)) =
            before.find(|(before, _)| before.place == it.place && is_same(before, it))
        {
            let title = format!("`{}` and `{}` are sent under the same name", before.name, it.name);
            let at = at.find("sent_as").or(other.find("sent_as")).unwrap_or(at.key());
            scope.errors.push(at, title, "give one of them another name or another place");
        }
    }
}
