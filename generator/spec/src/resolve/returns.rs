//! Results of operations.

use crate::diagnostics::At;
use crate::keywords::FIELDS;
use crate::load::source::{ContentSource, ContentTypes, ReturnsSource};
use crate::model::{JsonKind, Parameter, Presence, ReturnKind, Returns, Scalar, Shape, TypeRef, Wire};

use super::contents;
use super::names::RustNames;
use super::notation::Notation;
use super::parameters::{self, Sent};
use super::scope::Scope;
use super::together::{self, Map};

const KINDS: [&str; 7] = ["json", "envelope", "text", "bytes", "zip", "redirect", "described"];

const HELP: &str = "write `message`, `nothing`, `not_shown`, or a map with one of `json`, `envelope`, `text`, `bytes`, `zip`, `redirect`, `described`";

/// The remedy for a word that is no result: a type needs its kind.
fn help(word: &str, scope: &Scope<'_>) -> String {
    match scope.is_type(word) {
        true => format!("write `{{json: {word}}}`"),
        false => HELP.to_owned(),
    }
}

/// `zip: T` is `bytes: T` with this content type.
const ZIP: &str = "application/zip";

/// Resolves the results of one status: one, or one per content type. `overlay` is the source of the overlay
/// that sets them.
pub fn resolve(
    source: &ReturnsSource,
    scope: &Scope<'_>,
    at: At<'_>,
    overlay: Option<&String>,
) -> Vec<Returns> {
    together::check(Map::Result, at, scope);
    if source.content.is_empty() {
        return vec![one(source, scope, at, overlay)];
    }
    let headers = headers(source, scope, at.get("headers"));
    check_headers(ReturnKind::Json, &headers, scope, at.get("headers"));
    let of_content = |(media, content, of): contents::Written<'_>| {
        let ContentSource { json, text, bytes, doc, .. } = content.clone();
        let doc = doc.or_else(|| source.doc.clone());
        let content_type = Some(ContentTypes::Several(media.into_iter().cloned().collect()));
        let (secret, known) = (source.secret, ReturnsSource::default());
        let source = ReturnsSource { json, text, bytes, doc, content_type, secret, ..known };
        Returns { by_content: true, headers: headers.clone(), ..one(&source, scope, of, overlay) }
    };
    let results: Vec<_> = contents::read(&source.content, Map::ResultContent, scope, at.get("content"))
        .into_iter()
        .map(of_content)
        .collect();
    if results.is_empty() {
        // Why is reported.
        return vec![one(&ReturnsSource::from("not_shown".to_owned()), scope, at, overlay)];
    }
    results
}

/// Resolves one result: exactly one kind.
fn one(source: &ReturnsSource, scope: &Scope<'_>, at: At<'_>, overlay: Option<&String>) -> Returns {
    let WrittenResult { kind, key, notation } = written(source, scope, at);
    check_shared(kind, key, scope, at);
    let read = notation.map(|text| scope.read(text, at.get(key)));
    if let Some(read) = &read
        && (read.json
            || read.nullable && kind != ReturnKind::Json
            || read.presence == Presence::Optional
            || read.is_file())
    {
        let title = "a result cannot be `(JSON)`, `?` or a file, and only `json` may be `or null`";
        scope.errors.push(at.get(key), title, "write the type alone");
    }
    let ty = read.as_ref().map(|read| (&read.ty.shape, at.poisoned_if(read.is_lost)));
    check_values(source, ty, scope, at);
    // A redirect can have a body, for people.
    if kind == ReturnKind::Nothing {
        scope.refuse(&["content_type", "secret"], "a result without a body", "remove it", at);
    }
    let headers = headers(source, scope, at.get("headers"));
    check_headers(kind, &headers, scope, at.get("headers"));
    let usual = if source.zip.is_some() { ZIP } else { kind.usual_content_type() };
    let (content_type, more_content_types) =
        contents::content_types(source.content_type.as_ref(), usual, scope, at);
    // A lost type is not known.
    let ty = read.filter(|read| !read.is_lost).map(Notation::into_type).or_else(|| message(kind, scope));
    let wire = match kind {
        ReturnKind::Bytes => Wire::File,
        ReturnKind::Text => Wire::Text,
        ReturnKind::Message
        | ReturnKind::Json
        | ReturnKind::Envelope
        | ReturnKind::Redirect(_)
        | ReturnKind::Described
        | ReturnKind::Nothing => Wire::Json,
    };
    let (ty, holds) = ty.map(|ty| contents::split(ty, wire, scope)).unzip();
    let holds = holds.flatten();
    Returns {
        kind,
        ty,
        values: source.values.as_ref().and_then(|values| scope.listed(values, at.get("values"))),
        content_type,
        more_content_types,
        secret: source.secret.unwrap_or_default() || contents::has_secret(holds.as_ref(), scope),
        holds,
        doc: source.doc.clone().or_else(|| source.described.clone()),
        by_content: false,
        status: None,
        headers,
        headers_rust: None,
        variant_rust: None,
        source: overlay.cloned(),
    }
}

/// The headers of a response.
fn headers(source: &ReturnsSource, scope: &Scope<'_>, at: At<'_>) -> Vec<Parameter> {
    let written = parameters::written(&source.headers, at);
    let names = RustNames::new(FIELDS, scope.errors);
    parameters::resolve(&written, &[at], scope, &Sent::of_response(), &names)
}

/// A header of a response is what its type and its name say.
fn check_headers(kind: ReturnKind, headers: &[Parameter], scope: &Scope<'_>, at: At<'_>) {
    for (header, at) in headers.iter().zip(at.items()) {
        together::check(Map::Header, at, scope);
        if matches!(kind, ReturnKind::Redirect(_)) && header.wire_name().eq_ignore_ascii_case("location") {
            let help = "remove the header";
            scope.errors.push(at.key(), "the result of a redirect is its `Location`", help);
        }
    }
}

/// The API's message type; an unknown one is reported where api.yaml names it.
fn message(kind: ReturnKind, scope: &Scope<'_>) -> Option<TypeRef> {
    let name = &scope.api().message.as_ref().filter(|_| kind == ReturnKind::Message)?.type_name;
    Some(TypeRef::new(name, Shape::Named(scope.type_id(name)?)))
}

/// A message and an envelope are what api.yaml says they are.
fn check_shared(kind: ReturnKind, key: &str, scope: &Scope<'_>, at: At<'_>) {
    let is_missing = match kind {
        ReturnKind::Message => scope.api().message.is_none(),
        ReturnKind::Envelope => scope.api().envelope.is_none(),
        ReturnKind::Json
        | ReturnKind::Text
        | ReturnKind::Bytes
        | ReturnKind::Redirect(_)
        | ReturnKind::Described
        | ReturnKind::Nothing => false,
    };
    if is_missing {
        let at = at.poisoned_if(scope.at().poisons(key));
        scope.errors.push(at, format!("the API has no {key}"), format!("add `{key}:` to api.yaml"));
    }
}

fn check_values(source: &ReturnsSource, ty: Option<(&Shape, At<'_>)>, scope: &Scope<'_>, at: At<'_>) {
    let may_be_listed = |shape: &Shape| {
        let kind = |scalar: &Scalar| scalar.row().json;
        let kinds = [JsonKind::String, JsonKind::Integer, JsonKind::Number];
        matches!(shape, Shape::Scalar(scalar) if kinds.contains(&kind(scalar)))
    };
    match ty {
        Some((shape, _)) if may_be_listed(shape) => {}
        Some((_, at)) => {
            scope.refuse(
                &["values"],
                "this result",
                "write a text or a number as its type, or remove it",
                at,
            );
        }
        None => scope.refuse(&["values"], "a result without a type", "remove it", at),
    }
    if let Some(status) = source.redirect.filter(|status| !(300..=399).contains(status)) {
        let title = format!("{status} is not the status of a redirect");
        scope.errors.push(at.get("redirect"), title, "write 300 to 399");
    }
}

/// The one kind that a source says.
#[derive(Clone, Copy)]
struct WrittenResult<'a> {
    kind: ReturnKind,
    key: &'static str,
    notation: Option<&'a str>,
}

fn written<'a>(source: &'a ReturnsSource, scope: &Scope<'_>, at: At<'_>) -> WrittenResult<'a> {
    let typed = |kind, key, ty: &'a Option<String>| {
        ty.as_deref().map(|notation| WrittenResult { kind, key, notation: Some(notation) })
    };
    let said = |kind, key| WrittenResult { kind, key, notation: None };
    let found: Vec<WrittenResult<'a>> = [
        typed(ReturnKind::Json, "json", &source.json),
        typed(ReturnKind::Envelope, "envelope", &source.envelope),
        typed(ReturnKind::Text, "text", &source.text),
        typed(ReturnKind::Bytes, "bytes", &source.bytes),
        typed(ReturnKind::Bytes, "zip", &source.zip),
        source.redirect.map(|status| said(ReturnKind::Redirect(status), "redirect")),
        source.described.as_ref().map(|_| said(ReturnKind::Described, "described")),
    ]
    .into_iter()
    .flatten()
    .collect();
    match (source.word.as_deref(), found.as_slice()) {
        (Some("message"), []) => return said(ReturnKind::Message, "message"),
        (Some("nothing"), []) => return said(ReturnKind::Nothing, "nothing"),
        (Some("not_shown"), []) => {}
        (None, []) if source.secret == Some(true) => {}
        (None, []) if !source.headers.is_empty() => return said(ReturnKind::Nothing, "headers"),
        (None, []) if source.doc.is_some() => return said(ReturnKind::Nothing, "doc"),
        (None, [one]) => return *one,
        (Some(word), _) => scope.errors.push(at, format!("unknown result `{word}`"), help(word, scope)),
        (None, _) => scope.errors.push(at.lacking(&KINDS), "a result needs exactly one kind", HELP),
    }
    said(ReturnKind::Described, "described")
}
