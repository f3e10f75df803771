//! What comes back.

use crate::diagnostics::{At, Faults};
use crate::load::source::ReturnsSource;
use crate::model::{Presence, ReturnKind, Returns, Scalar, Shape};

use super::scope::Scope;

const HELP: &str = "write `message`, `not_shown`, or a map with one of `json`, `envelope`, `text`, `bytes`, `zip`, `redirect`, `described`";

/// Resolves what comes back: exactly one kind.
pub fn resolve(source: &ReturnsSource, scope: &Scope<'_>, at: At<'_>, faults: &mut Faults) -> Returns {
    let (kind, written) = kind(source, at, faults);
    let shared = match kind {
        ReturnKind::Message => ("message", scope.api.message.is_some()),
        ReturnKind::Envelope => ("envelope", scope.api.envelope.is_some()),
        _ => ("", true),
    };
    if !shared.1 {
        faults.push(at, format!("the API has no {}", shared.0), format!("add `{}:` to api.yaml", shared.0));
    }
    let notation = written.map(|text| scope.type_names.read(text, at.get(kind.name()), faults));
    if let Some(read) = &notation
        && (read.json
            || read.nullable
            || read.presence == Presence::Optional
            || read.ty.shape == Shape::Scalar(Scalar::File))
    {
        faults.push(
            at.get(kind.name()),
            "a result has no `(JSON)`, no `?` and no `or null`, and is no file",
            "write the type alone",
        );
    }
    check_values(source, at, faults);
    let ty = notation.map(|read| read.ty);
    // A message type that there is not is reported where api.yaml names it.
    let message = scope.api.message.as_ref().filter(|_| kind == ReturnKind::Message);
    let ty = ty.or_else(|| Some(scope.type_names.read(&message?.type_name, at, &mut Faults::default()).ty));
    Returns {
        kind,
        ty,
        values: source.values.as_ref().and_then(|values| scope.enumeration(values, at.get("values"), faults)),
        content_type: source.content_type.clone().unwrap_or_else(|| usual_content_type(kind).to_owned()),
        doc: source.doc.clone().or_else(|| source.described.clone()),
        source: source.source.clone(),
    }
}

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

fn kind<'a>(source: &'a ReturnsSource, at: At<'_>, faults: &mut Faults) -> (ReturnKind, Option<&'a str>) {
    let mut found: Vec<(ReturnKind, Option<&str>)> = [
        (ReturnKind::Json, &source.json),
        (ReturnKind::Envelope, &source.envelope),
        (ReturnKind::Text, &source.text),
        (ReturnKind::Bytes, &source.bytes),
        (ReturnKind::Zip, &source.zip),
    ]
    .into_iter()
    .filter_map(|(kind, ty)| Some((kind, Some(ty.as_deref()?))))
    .collect();
    found.extend(source.redirect.map(|status| (ReturnKind::Redirect(status), None)));
    found.extend(source.described.as_ref().map(|_| (ReturnKind::Described, None)));
    match (source.word.as_deref(), found.as_slice()) {
        (Some("message"), []) => (ReturnKind::Message, None),
        (Some("not_shown"), []) => (ReturnKind::Described, None),
        (None, [one]) => *one,
        (Some(word), _) => {
            faults.push(at, format!("unknown result `{word}`"), HELP);
            (ReturnKind::Described, None)
        }
        (None, _) => {
            faults.push(at, "a result is exactly one kind", HELP);
            (ReturnKind::Described, None)
        }
    }
}

fn usual_content_type(kind: ReturnKind) -> &'static str {
    match kind {
        ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope | ReturnKind::Described => {
            "application/json"
        }
        ReturnKind::Text | ReturnKind::Redirect(_) => "text/plain",
        ReturnKind::Bytes => "application/octet-stream",
        ReturnKind::Zip => "application/zip",
    }
}
