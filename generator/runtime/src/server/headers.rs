//! Headers that every request has once, or at most once.

use axum::body::Body;
use http::{
    HeaderMap, HeaderName, HeaderValue, Response, Version,
    header::{CONTENT_LENGTH, HOST},
    request::Parts,
};
use http_body::Body as _;

use super::{Peer, Refusal};

/// The header, which messages call `name`.
///
/// # Errors
/// If there is more than one: others that read the request could take another.
pub(super) fn only<'a>(
    headers: &'a HeaderMap,
    header: &HeaderName,
    name: &str,
) -> Result<Option<&'a HeaderValue>, Refusal> {
    let mut all = headers.get_all(header).iter();
    let first = all.next();
    match all.next() {
        Some(_) => Err(Refusal::bad_request(format!("the header `{name}` is given more than once"))),
        None => Ok(first),
    }
}

/// Checks the header `Host`, which HTTP/1.1 requires. Requests that didn't come
/// over a connection, as in tests, do without.
///
/// # Errors
/// If it is missing or given more than once.
pub(super) fn check_host(head: &Parts) -> Result<(), Refusal> {
    let is_needed = head.version == Version::HTTP_11 && head.extensions.get::<Peer>().is_some();
    match only(&head.headers, &HOST, "Host")? {
        None if is_needed => Err(Refusal::bad_request("the header `Host` is missing")),
        _ => Ok(()),
    }
}

/// Returns the response to HEAD, in place of that to GET.
pub(super) fn without_body(response: Response<Body>) -> Response<Body> {
    let size = response.body().size_hint().exact();
    let mut response = response.map(|_| Body::empty());
    if let Some(size) = size {
        response.headers_mut().insert(CONTENT_LENGTH, size.into());
    }
    response
}
