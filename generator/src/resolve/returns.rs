//! What comes back.

use crate::diagnostics::{At, Faults};
use crate::load::source::ReturnsSource;
use crate::model::{Presence, ReturnKind, Returns, Scalar, Shape};

use super::scope::Scope;

const HELP: &str = "write `message`, `not_shown`, or a map with one of `json`, `envelope`, `text`, `bytes`, `zip`, `redirect`, `described`";

/// Resolves what comes back: exactly one kind.
pub fn resolve(source: &ReturnsSource, scope: &Scope<'_>, at: At<'_>, faults: &mut Faults) -> Returns {
    let Written { kind, key, notation } = written(source, at, faults);
    let is_missing = match kind {
        ReturnKind::Message => scope.api.message.is_none(),
        ReturnKind::Envelope => scope.api.envelope.is_none(),
        ReturnKind::Json
        | ReturnKind::Text
        | ReturnKind::Bytes
        | ReturnKind::Redirect(_)
        | ReturnKind::Described => false,
    };
    if is_missing {
        faults.push(at, format!("the API has no {key}"), format!("add `{key}:` to api.yaml"));
    }
    let read = notation.map(|text| scope.type_names.read(text, at.get(key), faults));
    if let Some(read) = &read
        && (read.json
            || read.nullable
            || read.presence == Presence::Optional
            || read.ty.shape == Shape::Scalar(Scalar::File))
    {
        let title = "a result has no `(JSON)`, no `?` and no `or null`, and is no file";
        faults.push(at.get(key), title, "write the type alone");
    }
    check_values(source, at, faults);
    // A message type that there is not is reported where api.yaml names it.
    let message = scope.api.message.as_ref().filter(|_| kind == ReturnKind::Message);
    let message = message.map(|it| scope.type_names.read(&it.type_name, at, &mut Faults::default()));
    let usual = if source.zip.is_some() { ZIP } else { kind.usual_content_type() };
    Returns {
        kind,
        ty: read.or(message).map(|read| read.ty),
        values: source.values.as_ref().and_then(|values| scope.enumeration(values, at.get("values"), faults)),
        content_type: source.content_type.clone().unwrap_or_else(|| usual.to_owned()),
        doc: source.doc.clone().or_else(|| source.described.clone()),
        source: source.source.clone(),
    }
}

/// `zip: T` is `bytes: T` with this content type.
const ZIP: &str = "application/zip";

fn check_values(source: &ReturnsSource, at: At<'_>, faults: &mut Faults) {
    if let Some(status) = source.redirect.filter(|status| !(300..=399).contains(status)) {
        faults.push(at.get("redirect"), format!("{status} is no status of a redirect"), "write 300 to 399");
    }
    let is_odd = |text: &&String| text.is_empty() || text.contains(|c: char| c.is_control() || !c.is_ascii());
    if source.content_type.as_ref().is_some_and(|text| is_odd(&text)) {
        let help = "write it as in a header: `application/pdf`";
        faults.push(at.get("content_type"), "a content type that no header can hold", help);
    }
}

/// The one kind that a source says.
#[derive(Clone, Copy)]
struct Written<'a> {
    kind: ReturnKind,
    key: &'static str,
    notation: Option<&'a str>,
}

fn written<'a>(source: &'a ReturnsSource, at: At<'_>, faults: &mut Faults) -> Written<'a> {
    let typed = |kind, key, ty: &'a Option<String>| {
        ty.as_deref().map(|notation| Written { kind, key, notation: Some(notation) })
    };
    let said = |kind, key| Written { kind, key, notation: None };
    let found: Vec<Written<'a>> = [
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
        (Some("not_shown"), []) => {}
        (None, [one]) => return *one,
        (Some(word), _) => faults.push(at, format!("unknown result `{word}`"), HELP),
        (None, _) => faults.push(at, "a result is exactly one kind", HELP),
    }
    said(ReturnKind::Described, "described")
}
