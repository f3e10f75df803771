//! The headers `Accept` and `Accept-Encoding`, by which servers choose the form of results and failures.

use http::{
    HeaderMap, HeaderValue,
    header::{ACCEPT, ACCEPT_ENCODING},
};

use crate::core::{BYTES, Descriptor, Encoding, essence};

/// The content type of most results.
const JSON: &str = "application/json";

/// The range that every `Accept` ends with.
const ANY: &str = "*/*";

/// JSON, or any other type if the server has no JSON.
const JSON_FIRST: HeaderValue = HeaderValue::from_static("application/json, */*;q=0.1");

/// Asks for the types of the operation's results, unless the request has the header. Operations
/// that send forms never had it, so they get none.
pub(super) fn set_accept(headers: &mut HeaderMap, operation: &Descriptor) {
    let is_form = matches!(operation.encoding, Encoding::Form | Encoding::Multipart);
    if !is_form && let Some(value) = value(operation) {
        headers.entry(ACCEPT).or_insert(value);
    }
}

/// No content encoding: the client can't decode any.
const IDENTITY: HeaderValue = HeaderValue::from_static("identity");

/// Asks for a body without content encoding, unless the request has the header. Returns whether
/// the request accepts another encoding.
pub(super) fn set_accept_encoding(headers: &mut HeaderMap) -> bool {
    *headers.entry(ACCEPT_ENCODING).or_insert(IDENTITY) != IDENTITY
}

/// The types of the results, or of the failures if no result has a body; `None` if any will do.
fn value(operation: &Descriptor) -> Option<HeaderValue> {
    let is_type = |ty: &&str| *ty != ANY;
    if operation.offered().filter(is_type).eq([JSON]) {
        // Most operations.
        return Some(JSON_FIRST);
    }
    if operation.has_choice() {
        let first = operation.choice().find(is_type).map(essence)?;
        let others = operation.choice().filter(is_type).map(essence).filter(|ty| *ty != first);
        let others = others.map(|ty| format!(", {ty};q=0.9"));
        return HeaderValue::try_from(format!("{first}{}, */*;q=0.1", others.collect::<String>())).ok();
    }
    let mut types: Vec<&str> = operation.offered().filter(is_type).map(essence).collect();
    if types.is_empty() {
        types.extend(operation.refused_as().map(essence));
    }
    types.sort_unstable();
    types.dedup();
    match types.as_slice() {
        [] => None,
        [JSON] => Some(JSON_FIRST),
        types if types.contains(&BYTES) => None,
        types => HeaderValue::try_from(format!("{}, */*;q=0.1", types.join(", "))).ok(),
    }
}
