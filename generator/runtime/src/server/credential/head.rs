//! Credentials in the head of a request: headers, cookies, the query.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{
    HeaderMap, HeaderValue,
    header::{AUTHORIZATION, WWW_AUTHENTICATE},
};

use crate::codec::{FormReader, values::apart::Parts};
use crate::core::{ApiDescriptor, AuthBlock, Descriptor, Place};
use crate::server::{Call, Refusal, headers::only};

/// The token of `Authorization: Bearer`.
pub(super) fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    let token = of_scheme(headers, "bearer")?;
    Ok(token.filter(|token| !token.is_empty()))
}

/// The header `Authorization`, if it has this scheme, without it.
fn of_scheme<'a>(headers: &'a HeaderMap, wanted: &str) -> Result<Option<&'a str>, Refusal> {
    let split = only(headers, &AUTHORIZATION, "Authorization")?
        .and_then(|value| value.to_str().ok()?.split_once(' '));
    let own = split.filter(|(scheme, _)| scheme.eq_ignore_ascii_case(wanted));
    Ok(own.map(|(_, rest)| rest.trim()))
}

/// The fields that the head carries.
///
/// # Errors
/// If the user and the password are not in Base64, or given more than once.
pub(super) fn fields(block: &AuthBlock, call: &Call) -> Result<FormReader, Refusal> {
    let (mut fields, headers) = (FormReader::default(), call.headers());
    let is_in_query = block.parameters.iter().any(|known| block.place_of(known) == Place::Query);
    let query = call.head.uri.query().filter(|_| is_in_query).unwrap_or_default();
    let (encoding, query, body) =
        (call.operation.encoding, FormReader::new(query.as_bytes()), FormReader::default());
    let parts = Parts { encoding, headers, query: &query, body: &body };
    for known in block.parameters {
        for text in parts.texts(block.place_of(known), known) {
            fields.push(known.name, text.as_deref());
        }
    }
    add_basic(block, headers, &mut fields)?;
    if let Some(known) = block.parameters.iter().find(|known| block.place_of(known) == Place::Bearer) {
        bearer(headers)?.into_iter().for_each(|token| fields.push(known.name, Some(token)));
    }
    Ok(fields)
}

/// Adds the user and the password of `Authorization: Basic`.
fn add_basic(block: &AuthBlock, headers: &HeaderMap, fields: &mut FormReader) -> Result<(), Refusal> {
    let mut own = block.parameters.iter().filter(|known| block.place_of(known) == Place::Basic);
    let (Some(user), Some(password)) = (own.next(), own.next()) else { return Ok(()) };
    let Some(coded) = of_scheme(headers, "basic")? else { return Ok(()) };
    let text = STANDARD.decode(coded).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let pair = text.as_deref().and_then(|text| text.split_once(':'));
    let (name, secret) =
        pair.ok_or_else(|| super::invalid(block, ["it is not a user and a password in Base64".to_owned()]))?;
    fields.push(user.name, Some(name));
    fields.push(password.name, Some(secret));
    Ok(())
}

/// Adds to a response with status 401 how a caller can say who it is.
pub(in crate::server) fn challenge(api: &ApiDescriptor, operation: &Descriptor, headers: &mut HeaderMap) {
    let mut blocks = operation.auth_blocks().peekable();
    if blocks.peek().is_none() {
        return;
    }
    let plain = |it: &char| (' '..='~').contains(it) && !matches!(it, '"' | '\\');
    let realm: String = api.title.chars().filter(plain).collect();
    for block in blocks {
        let is_basic = block.parameters.iter().any(|known| block.place_of(known) == Place::Basic);
        let basic = is_basic.then(|| format!("Basic realm=\"{realm}\", charset=\"UTF-8\""));
        let has_bearer = block.bearer.is_some() || block.place == Place::Bearer;
        let bearer = has_bearer.then(|| format!("Bearer realm=\"{realm}\""));
        for challenge in basic.into_iter().chain(bearer) {
            if let Ok(value) = HeaderValue::try_from(challenge) {
                headers.append(WWW_AUTHENTICATE, value);
            }
        }
    }
}
