//! The fields of a credential, wherever they are sent.

mod head;

use http::{
    HeaderMap,
    header::{AUTHORIZATION, COOKIE},
};

pub(super) use self::head::challenge;
use super::{Call, Refusal};
use crate::codec::FormReader;
use crate::core::{AuthBlock, Descriptor, Parameter, Place};

/// The place of a credential's fields. No parameter has the name of one that comes with the
/// parameters, so they can stay in the form.
pub(super) enum Carried {
    /// In the head of the request, or nowhere.
    Head(Option<(&'static AuthBlock, FormReader)>),
    /// In the form, or nowhere.
    Form(&'static AuthBlock),
}

/// The blocks that an operation takes: one of them is enough.
pub(super) fn blocks(operation: &Descriptor) -> impl Iterator<Item = &'static AuthBlock> + use<> {
    operation.auth.block().into_iter().chain(operation.also_auth.iter().copied())
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
    let is_cookie = |block: &AuthBlock| block.parameters.iter().any(|it| place(block, it) == Place::Cookie);
    let has_cookie = blocks(operation).any(is_cookie) || operation.parameters.iter().any(is_secret_cookie);
    for (name, value) in headers.iter_mut() {
        if *name == AUTHORIZATION
            || *name == COOKIE && has_cookie
            || blocks(operation).any(|block| is_field(block, name.as_str()))
            || operation.parameters.iter().any(|it| is_secret_header(it, name.as_str()))
        {
            value.set_sensitive(true);
        }
    }
}

/// Returns whether a header can carry a field of the credential.
fn is_field(block: &AuthBlock, name: &str) -> bool {
    let starts =
        |prefix: &str| name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    match prefix(block) {
        Some(prefix) if !prefix.is_empty() => starts(prefix),
        _ => block.parameters.iter().any(|known| match place(block, known) {
            Place::Header { prefix } => is_named(known, prefix, name),
            _ => false,
        }),
    }
}

fn is_named(known: &Parameter, prefix: &str, header: &str) -> bool {
    let rest = header.get(prefix.len()..).unwrap_or_default();
    header.len() == prefix.len() + known.wire_name().len()
        && header.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        && rest.eq_ignore_ascii_case(known.wire_name())
}

fn is_secret_cookie(known: &Parameter) -> bool {
    known.secret && known.place == Place::Cookie
}

fn is_secret_header(known: &Parameter, name: &str) -> bool {
    matches!(known.place, Place::Header { prefix } if known.secret && is_named(known, prefix, name))
}

/// The place of a field: its own, or that of the block.
fn place(block: &AuthBlock, field: &Parameter) -> Place {
    if field.place == Place::Form { block.place } else { field.place }
}

/// Finds what carries the credential, by the head alone.
///
/// # Errors
/// If the head carries it incompletely, or more than once.
pub(super) fn carried(call: &Call) -> Result<Carried, Refusal> {
    for block in blocks(call.operation) {
        if let Some(fields) = in_head(block, call)? {
            return Ok(Carried::Head(Some((block, fields))));
        }
    }
    let has_form = |block: &&AuthBlock| block.parameters.iter().any(|it| place(block, it) == Place::Form);
    match (call.operation.auth.block(), blocks(call.operation).find(has_form)) {
        (Some(block), _) if call.operation.bearer_only => Err(bearer_only(block)),
        (_, Some(block)) => Ok(Carried::Form(block)),
        (_, None) => Ok(Carried::Head(None)),
    }
}

fn in_head(block: &'static AuthBlock, call: &Call) -> Result<Option<FormReader>, Refusal> {
    if let Some(field) = block.bearer
        && let Some(token) = head::bearer(call.headers())?
    {
        let mut fields = FormReader::default();
        fields.push(field, Some(token));
        return Ok(Some(fields));
    }
    if call.operation.bearer_only || block.parameters.iter().any(|known| place(block, known) == Place::Form) {
        return Ok(None);
    }
    let fields = head::fields(block, call)?;
    if fields.is_empty() {
        return Ok(None);
    }
    check(block, prefix(block).unwrap_or_default(), &fields)?;
    Ok(Some(fields))
}

/// The refusal of a call without the credential.
pub(super) fn missing(operation: &Descriptor) -> Refusal {
    let words = blocks(operation).map(|block| {
        let names: Vec<String> = block.parameters.iter().filter_map(|known| named(block, known)).collect();
        let colon = if names.is_empty() { "" } else { ": " };
        format!("the {}{colon}{}", block.title, names.join(", "))
    });
    Refusal::unauthorized(format!("the operation needs {}", words.collect::<Vec<_>>().join(", or ")))
}

/// A field and its place in the head.
fn named(block: &AuthBlock, known: &Parameter) -> Option<String> {
    let name = known.wire_name();
    match place(block, known) {
        Place::Header { prefix } => Some(format!("`{prefix}{name}`")),
        Place::Query => Some(format!("`{name}` in the query")),
        Place::Cookie => Some(format!("the cookie `{name}`")),
        Place::Form | Place::Path | Place::Body | Place::Basic => None,
    }
}

fn bearer_only(block: &AuthBlock) -> Refusal {
    let field = block.bearer.unwrap_or_default();
    Refusal::unauthorized(format!(
        "the {} of this operation is sent in the header `Authorization: Bearer`: the field `{field}` of the \
         form is a parameter",
        block.title
    ))
}

/// Returns whether the form has the credential.
///
/// # Errors
/// If it is there, and incomplete or malformed.
pub(super) fn is_in_form(block: &AuthBlock, form: &FormReader) -> Result<bool, Refusal> {
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
    if call.operation.bearer_only {
        return Ok(());
    }
    let Carried::Head(Some((block, fields))) = carried(call)? else { return Ok(()) };
    let is_parameter = |name: &str| call.operation.parameters.iter().any(|known| known.name == name);
    let sent = block.parameters.iter().map(|known| known.name).filter(|name| fields.has(name));
    let mut sent = sent.filter(|name| !is_parameter(name));
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
