//! A body that is one value.

use crate::diagnostics::At;
use crate::load::source::{BodySource, HttpMethod, Shorthand};
use crate::model::{Body, Parameter, Place, Presence, Shape, Wire};
use crate::naming;

use super::names::Names;
use super::scope::Scope;
use super::{parameters, types};

const KINDS: [&str; 3] = ["json", "text", "bytes"];

/// Name of the parameter.
const NAME: &str = "body";

/// The body, and the parameter that has it.
pub fn resolve(
    source: Option<&Shorthand<BodySource>>,
    method: HttpMethod,
    scope: &Scope<'_>,
    (names, at): (&Names<'_>, At<'_>),
) -> Option<(Body, Parameter)> {
    let Shorthand(source) = source?;
    let at = at.get("body");
    if matches!(method, HttpMethod::Get | HttpMethod::Head) {
        let title = format!("a {} request has no body", method.name());
        scope.errors.push(at.key(), title, "use another HTTP method, or parameters in the query");
    }
    let kinds = [
        (&source.json, Wire::Json, "application/json"),
        (&source.text, Wire::Text, "text/plain"),
        (&source.bytes, Wire::File, "application/octet-stream"),
    ];
    let mut said = kinds
        .into_iter()
        .zip(KINDS)
        .filter_map(|((text, wire, media), key)| Some((text.as_ref()?, wire, media, key)));
    let (notation, wire, media, key) = match (said.next(), said.next()) {
        (Some(one), None) => one,
        (Some(_), Some((.., key))) => {
            scope.errors.push(
                at.get(key).key(),
                "a body has one kind",
                "keep one of `json`, `text` and `bytes`",
            );
            return None;
        }
        (None, _) => {
            let help = "write a type, or a map with one of `json`, `text` and `bytes`";
            scope.errors.push(at.lacking(&KINDS), "a body needs a kind", help);
            return None;
        }
    };
    let at_type = at.find(key).unwrap_or(at);
    let read = scope.read(notation, at_type);
    if read.json
        || read.nullable
        || wire == Wire::File && read.presence == Presence::Optional
        || read.is_file()
    {
        let title = "a body cannot be `(JSON)`, `or null` or a file";
        scope.errors.push(at_type, title, "write the type alone; `?` if the body may be left out");
    }
    types::check_secret(source.secret, &read.ty.shape, scope, at.poisoned_if(read.is_lost));
    let rust = names.take(NAME, source.rust.as_ref(), naming::field(NAME), (at, at.key()));
    check_partial(source, &read.ty.shape, scope, at);
    let content_type = parameters::content_type(source.content_type.as_ref(), media, scope, at);
    let body = Body { content_type, partial: source.partial };
    let parameter = Parameter {
        place: Place::Body,
        wire,
        presence: read.presence,
        secret: source.secret,
        doc: source.doc.clone(),
        source: at.overlaid(),
        ..Parameter::new(NAME.to_owned(), rust, read.ty)
    };
    Some((body, parameter))
}

fn check_partial(source: &BodySource, shape: &Shape, scope: &Scope<'_>, at: At<'_>) {
    let has_fields = || shape.named().and_then(|id| scope.ty(id)).is_some_and(|ty| !ty.fields().is_empty());
    if source.partial && !has_fields() {
        let help = "remove `partial`: it lets fields be absent that the type requires";
        scope.errors.push(at.get("partial"), "a partial body needs a type with fields", help);
    }
}
