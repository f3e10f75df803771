//! A body that is one value.

use crate::diagnostics::At;
use crate::load::source::{BodySource, HttpMethod, Shorthand};
use crate::model::{Body, Parameter, Place, Presence, Scalar, Shape, Type, TypeRef, Wire};
use crate::naming;

use super::names::RustNames;
use super::scope::Scope;
use super::{parameters, places, types};

const KINDS: [&str; 3] = ["json", "text", "bytes"];

/// Name of the parameter.
const NAME: &str = "body";

/// The body, and the parameter that has it.
pub fn resolve(
    source: Option<&Shorthand<BodySource>>,
    method: HttpMethod,
    scope: &Scope<'_>,
    (names, at): (&RustNames<'_>, At<'_>),
) -> Option<(Body, Parameter)> {
    let Shorthand(source) = source?;
    let at = at.get("body");
    if method == HttpMethod::Trace {
        let help = "use another HTTP method, or parameters in the query";
        scope.errors.push(at.key(), "a TRACE request has no body", help);
    }
    let Kind { notation, wire, media, key } = kind(source, scope, at)?;
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
    let text_type = "a text, a number, a `bool` or listed values";
    if wire == Wire::Text && !read.is_lost && !places::is_text(&read.ty.shape, scope) {
        let title = format!("a text cannot have type `{}`", read.ty.notation);
        scope.errors.push(at_type, title, format!("write {text_type}, or `json:` instead of `text:`"));
    }
    if wire == Wire::File {
        let help = "remove it: a body of no bytes is empty";
        scope.refuse(&["optional"], "a body of bytes", help, at);
    }
    types::check_secret(source.secret, &read.ty.shape, scope, at.poisoned_if(read.is_lost));
    let rust = names.take(NAME, source.rust.as_ref(), naming::field(NAME), (at, at.key()));
    check_partial(source, &read.ty.shape, scope, at.poisoned_if(read.is_lost));
    let (content_type, more_content_types) =
        parameters::content_types(source.content_type.as_ref(), media, scope, at);
    let body = Body { content_type, more_content_types, partial: source.partial };
    let presence = if source.optional { Presence::Optional } else { read.presence };
    let shape = if wire == Wire::File { Shape::Scalar(Scalar::File) } else { read.ty.shape };
    let ty = TypeRef { notation: read.ty.notation, shape };
    let parameter = Parameter {
        place: Place::Body,
        wire,
        presence,
        secret: source.secret,
        doc: source.doc.clone(),
        source: at.overlaid(),
        ..Parameter::new(NAME.to_owned(), rust, ty)
    };
    Some((body, parameter))
}

/// The one kind that a source says.
struct Kind<'a> {
    notation: &'a String,
    wire: Wire,
    media: &'static str,
    key: &'static str,
}

fn kind<'a>(source: &'a BodySource, scope: &Scope<'_>, at: At<'_>) -> Option<Kind<'a>> {
    let kinds = [
        (&source.json, Wire::Json, "application/json"),
        (&source.text, Wire::Text, "text/plain"),
        (&source.bytes, Wire::File, "application/octet-stream"),
    ];
    let said = kinds.into_iter().zip(KINDS);
    let mut said = said.filter_map(|((notation, wire, media), key)| {
        Some(Kind { notation: notation.as_ref()?, wire, media, key })
    });
    match (said.next(), said.next()) {
        (Some(one), None) => Some(one),
        (Some(_), Some(Kind { key, .. })) => {
            let help = "keep one of `json`, `text` and `bytes`";
            scope.errors.push(at.get(key).key(), "a body has one kind", help);
            None
        }
        (None, _) => {
            let help = "write a type, or a map with one of `json`, `text` and `bytes`";
            scope.errors.push(at.lacking(&KINDS), "a body needs a kind", help);
            None
        }
    }
}

fn check_partial(source: &BodySource, shape: &Shape, scope: &Scope<'_>, at: At<'_>) {
    let ty = match shape {
        Shape::Named(id) => scope.ty(*id),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) => None,
    };
    // Documents rarely say which fields they require, and say all the same that a body has only some.
    let has_fields = |ty: &Type| !ty.fields().is_empty() || ty.kind.is_union();
    if source.partial && !ty.is_some_and(has_fields) {
        let help = "remove `partial`: it lets fields be absent";
        scope.errors.push(at.get("partial"), "a partial body needs a type with fields", help);
    }
}
