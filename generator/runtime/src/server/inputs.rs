//! The parameters of a request, from all places, under their names in the spec.

use std::mem;

use axum::body::Body;
use http::StatusCode;

use super::{
    Call, Refusal,
    admission::Usage,
    body::{self, BodyKind},
    limits::Limits,
    pattern::{Pattern, Value, ValueKind},
    target::Target,
};
use crate::codec::{
    FormReader,
    values::apart::{self, take_apart},
};
use crate::core::Encoding;

/// Reads the body and the query of a request, and takes its parameters out of them, of the path and of
/// the headers.
///
/// # Errors
/// If the body or the query can't be read. What is wrong with a parameter is for later.
pub(super) async fn read(
    target: &Target,
    kind: BodyKind<'_>,
    call: &Call,
    body: Body,
    usage: &Usage,
) -> Result<FormReader, Refusal> {
    let limits = &target.operation.limits;
    if target.operation.is_one_form {
        return kind.read(body, limits, usage).await;
    }
    // Boxed, so that a form needs no space for it.
    Box::pin(async move {
        let mut sent = kind.read(body, limits, usage).await?;
        let mut query = match call.operation.encoding {
            Encoding::Query => mem::take(&mut sent),
            Encoding::Form | Encoding::Multipart | Encoding::Json | Encoding::Body => {
                query(call, limits, usage)?
            }
        };
        let mut form = take_apart(call.operation, &call.head.headers, &query, &mut sent);
        add_path(target.pattern.as_deref(), call, &mut form);
        form.take_errors_of(&mut sent);
        form.take_errors_of(&mut query);
        usage.set(form.capacity());
        Ok(form)
    })
    .await
}

/// Adds the values in the path. What can't be one is an error of its parameter.
fn add_path(pattern: Option<&Pattern>, call: &Call, form: &mut FormReader) {
    let Some(pattern) = pattern else { return };
    for Value { name, encoded, kind } in pattern.values(call.path()).unwrap_or_default() {
        let known = call.operation.parameters.iter().find(|known| known.name == name);
        let Some(parameter) = known else { continue };
        let text = apart::decoded(encoded);
        if let Some(what) = text.as_deref().and_then(|text| misplaced(kind, encoded, text)) {
            form.error(parameter.name, what);
        }
        apart::add(form, parameter, call.operation.encoding, &apart::in_path(parameter, encoded));
    }
}

/// Returns what is wrong with a text as a part of a path: clients and proxies resolve `..`, and
/// what is decoded of the rest of a path must not end a segment.
fn misplaced(kind: ValueKind, encoded: &str, text: &str) -> Option<&'static str> {
    let is_resolved = |segment: &str| matches!(segment, "." | "..");
    let slashes = |text: &str| text.bytes().filter(|byte| *byte == b'/').count();
    match kind {
        _ if text.contains('\0') => Some("has the character with the number 0"),
        ValueKind::Part if is_resolved(text) => Some("`.` and `..` are not values"),
        ValueKind::Rest if text.split('/').any(is_resolved) => Some("has `.` or `..` as a segment"),
        ValueKind::Rest if slashes(encoded) != slashes(text) => Some("has an encoded slash"),
        ValueKind::Part | ValueKind::Rest => None,
    }
}

/// The fields of the query, under their names on the wire.
fn query(call: &Call, limits: &Limits, usage: &Usage) -> Result<FormReader, Refusal> {
    let text = call.head.uri.query().unwrap_or_default();
    if text.len() as u64 > limits.plain_form.min(limits.form) {
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, "the query is too long"));
    }
    body::fields(text.as_bytes(), call.operation.parameters, usage)
}
