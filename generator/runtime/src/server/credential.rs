//! The fields of a credential, wherever they travel.

use http::{HeaderMap, header::AUTHORIZATION};

use super::{Call, Credentials, Refusal, keeper::Fields};
use crate::{AuthBlock, FormReader, Place};

/// The fields of the block that came with the request; `None` if none came. No
/// parameter has the name of one: they can stay in the form.
///
/// # Errors
/// If the same field came twice with different values, or if a field is
/// missing or none of its listed values.
pub(super) fn find<'a>(
    block: &'static AuthBlock,
    own: &AuthBlock,
    call: &Call,
    form: &'a mut FormReader,
) -> Result<Option<Credentials<'a>>, Refusal> {
    let bearer = block.bearer.and_then(|field| Some((field, bearer(call.headers())?)));
    let found = match (bearer, block.place) {
        (Some((field, token)), _) if call.operation.bearer_only => Some(of_bearer(field, token)),
        (None, _) if call.operation.bearer_only => return Err(bearer_only(block)),
        (Some((field, token)), _) => Some(of_bearer(field, agreed(form, field, token)?)),
        (None, Place::Form) => of_form(block, form)?,
        (None, Place::Header { prefix }) => of_headers(block, prefix, call.headers(), form)?,
    };
    Ok(found.map(|mut fields| {
        complete(own, fields.reader());
        Credentials { title: block.title, fields }
    }))
}

/// The token of `Authorization: Bearer`.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

fn of_bearer<'a>(field: &str, token: &str) -> Fields<'a> {
    let mut fields = FormReader::default();
    fields.push(field, Some(token));
    Fields::Beside(fields)
}

/// The token, unless the form says otherwise.
fn agreed<'a>(form: &FormReader, field: &str, token: &'a str) -> Result<&'a str, Refusal> {
    let differs = form.values(field).any(|value| value != Some(token));
    if differs { Err(differ()) } else { Ok(token) }
}

fn differ() -> Refusal {
    Refusal::unauthorized("the form and the headers carry different credentials")
}

fn bearer_only(block: &AuthBlock) -> Refusal {
    let field = block.bearer.unwrap_or_default();
    Refusal::unauthorized(format!(
        "the {} of this operation travels in the header `Authorization: Bearer`: the field `{field}` of the \
         form is a parameter",
        block.title
    ))
}

fn of_form<'a>(block: &'static AuthBlock, form: &'a mut FormReader) -> Result<Option<Fields<'a>>, Refusal> {
    let is_there = block.parameters.iter().any(|known| known.constant.is_none() && form.has(known.name));
    if !is_there {
        return Ok(None);
    }
    check(block, form)?;
    Ok(Some(Fields::InForm(form)))
}

fn of_headers<'a>(
    block: &'static AuthBlock,
    prefix: &str,
    headers: &HeaderMap,
    form: &FormReader,
) -> Result<Option<Fields<'a>>, Refusal> {
    let mut fields = FormReader::default();
    for known in block.parameters {
        let sent = headers.get_all(format!("{prefix}{}", known.name));
        for value in sent.iter().map(|value| std::str::from_utf8(value.as_bytes()).ok()) {
            if form.values(known.name).any(|other| other != value) {
                return Err(differ());
            }
            fields.push(known.name, value);
        }
    }
    if fields.is_empty() {
        return Ok(None);
    }
    check(block, &fields)?;
    Ok(Some(Fields::Beside(fields)))
}

/// A block that is complete, and whose listed values are listed: that list is
/// closed, since a scheme that nobody knows proves nothing.
fn check(block: &AuthBlock, fields: &FormReader) -> Result<(), Refusal> {
    let mut faults = Vec::new();
    for known in block.parameters {
        let mut values = fields.values(known.name);
        let value = values.next().flatten();
        let is_off = |value: &str| match known.constant {
            Some(constant) => value != constant,
            None => !known.values.is_empty() && !known.values.contains(&value),
        };
        if values.next().is_some() {
            faults.push(format!("{}: given more than once", known.name));
        } else if known.required && value.is_none() {
            faults.push(format!("{}: missing", known.name));
        } else if value.is_some_and(is_off) {
            faults.push(format!("{}: not a value that it can have", known.name));
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Refusal::unauthorized(format!("the {} does not fit: {}", block.title, faults.join("; "))))
}

/// Headers may leave out what the credential holds always: it is empty then.
fn complete(own: &AuthBlock, fields: &mut FormReader) {
    for known in own.parameters {
        if known.required && known.constant.is_none() && !fields.has(known.name) {
            fields.push(known.name, Some(""));
        }
    }
}
