//! The fields of a credential, wherever they are sent.

use http::{HeaderMap, header::AUTHORIZATION};

use super::{Call, Refusal, headers::only};
use crate::codec::FormReader;
use crate::core::{AuthBlock, Descriptor, Place};

/// The place of a credential's fields. No parameter has the name of one, so
/// they can stay in the form.
pub(super) enum Carried {
    /// In the headers, or nowhere.
    Headers(Option<FormReader>),
    /// In the form, or nowhere.
    Form,
}

/// The prefix of its headers' names, if it is sent in headers.
pub(super) fn prefix(block: &AuthBlock) -> Option<&'static str> {
    match block.place {
        Place::Header { prefix } => Some(prefix),
        Place::Form | Place::Query | Place::Path | Place::Cookie | Place::Body | Place::Basic => None,
    }
}

/// Marks the headers that can carry the credential as sensitive: a gatekeeper
/// or a handler that logs headers doesn't log the credential.
pub(super) fn hide(headers: &mut HeaderMap, operation: &Descriptor) {
    let prefix = operation.auth.block().and_then(prefix);
    let is_field = |name: &str, prefix: &str| {
        name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    for (name, value) in headers.iter_mut() {
        if *name == AUTHORIZATION || prefix.is_some_and(|prefix| is_field(name.as_str(), prefix)) {
            value.set_sensitive(true);
        }
    }
}

/// Finds what carries the credential, by the headers alone.
///
/// # Errors
/// If the headers carry it incompletely, or more than once.
pub(super) fn carried(call: &Call) -> Result<Carried, Refusal> {
    let Some(block) = call.operation.auth.block() else { return Ok(Carried::Headers(None)) };
    let token = match block.bearer {
        Some(field) => bearer(call.headers())?.map(|token| (field, token)),
        None => None,
    };
    match (token, block.place) {
        (Some((field, token)), _) => {
            let mut fields = FormReader::default();
            fields.push(field, Some(token));
            Ok(Carried::Headers(Some(fields)))
        }
        (None, _) if call.operation.bearer_only => Err(bearer_only(block)),
        (None, Place::Form | Place::Query | Place::Path | Place::Cookie | Place::Body | Place::Basic) => {
            Ok(Carried::Form)
        }
        (None, Place::Header { prefix }) => of_headers(block, prefix, call.headers()).map(Carried::Headers),
    }
}

/// The token of `Authorization: Bearer`.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    let split = only(headers, &AUTHORIZATION, "Authorization")?
        .and_then(|value| value.to_str().ok()?.split_once(' '));
    let token = split.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    Ok(token.map(|(_, token)| token.trim()).filter(|token| !token.is_empty()))
}

/// The refusal of a call without the credential.
pub(super) fn missing(block: &AuthBlock) -> Refusal {
    let headers = prefix(block).map(|prefix| {
        let names = block.parameters.iter().map(|known| format!("`{prefix}{}`", known.name));
        format!(": {}", names.collect::<Vec<_>>().join(", "))
    });
    Refusal::unauthorized(format!("the operation needs the {}{}", block.title, headers.unwrap_or_default()))
}

fn bearer_only(block: &AuthBlock) -> Refusal {
    let field = block.bearer.unwrap_or_default();
    Refusal::unauthorized(format!(
        "the {} of this operation is sent in the header `Authorization: Bearer`: the field `{field}` of the \
         form is a parameter",
        block.title
    ))
}

fn of_headers(block: &AuthBlock, prefix: &str, headers: &HeaderMap) -> Result<Option<FormReader>, Refusal> {
    let mut fields = FormReader::default();
    for known in block.parameters {
        for value in headers.get_all(format!("{prefix}{}", known.name)) {
            fields.push(known.name, std::str::from_utf8(value.as_bytes()).ok());
        }
    }
    if fields.is_empty() {
        return Ok(None);
    }
    check(block, prefix, &fields)?;
    Ok(Some(fields))
}

/// Returns whether the form has the credential.
///
/// # Errors
/// If it is there, and incomplete or malformed.
pub(super) fn is_in_form(call: &Call, form: &FormReader) -> Result<bool, Refusal> {
    let Some(block) = call.operation.auth.block() else { return Ok(false) };
    let is_there = block.parameters.iter().any(|known| known.constant.is_none() && form.has(known.name));
    if is_there {
        check(block, "", form)?;
    }
    Ok(is_there)
}

/// Compares what the headers carried with what the form says of it.
///
/// # Errors
/// If the form has other values.
pub(super) fn agrees(call: &Call, form: &FormReader) -> Result<(), Refusal> {
    let Some(block) = call.operation.auth.block().filter(|_| !call.operation.bearer_only) else {
        return Ok(());
    };
    let Carried::Headers(Some(fields)) = carried(call)? else { return Ok(()) };
    let mut sent = block.parameters.iter().map(|known| known.name).filter(|name| fields.has(name));
    if sent.any(|name| form.values(name).any(|value| value != fields.text(name))) {
        return Err(Refusal::unauthorized("the form and the headers carry different credentials"));
    }
    Ok(())
}

/// Checks that a block is complete and that its listed values are listed. That
/// list is closed: an unknown scheme proves nothing. Messages begin names with
/// the prefix of headers.
fn check(block: &AuthBlock, prefix: &str, fields: &FormReader) -> Result<(), Refusal> {
    let mut errors = Vec::new();
    for known in block.parameters {
        let mut values = fields.values(known.name);
        let value = values.next();
        let is_off = |value: &str| match known.constant {
            Some(constant) => value != constant,
            None => !known.values.is_empty() && !known.values.contains(&value),
        };
        let what = match value {
            _ if values.next().is_some() => "given more than once",
            Some(None) => "malformed: not percent-encoded UTF-8",
            None if known.required => "missing",
            Some(Some(value)) if is_off(value) => "not one of its values",
            Some(Some(_)) | None => continue,
        };
        errors.push(format!("{prefix}{}: {what}", known.name));
    }
    if errors.is_empty() {
        return Ok(());
    }
    Err(invalid(block, errors))
}

/// The refusal of a credential with these errors.
pub(super) fn invalid(block: &AuthBlock, errors: impl IntoIterator<Item = String>) -> Refusal {
    let errors: Vec<String> = errors.into_iter().collect();
    Refusal::unauthorized(format!("the {} is invalid: {}", block.title, errors.join("; ")))
}

/// Adds the fields that headers may leave out but that the credential always
/// has: they are empty.
pub(super) fn complete(own: &AuthBlock, fields: &mut FormReader) {
    for known in own.parameters {
        if known.required && known.constant.is_none() && !fields.has(known.name) {
            fields.push(known.name, Some(""));
        }
    }
}
