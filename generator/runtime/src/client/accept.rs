//! The headers `Accept` and `Accept-Encoding`: servers choose the form of what they return by them, and that of failures.

use http::{
    HeaderMap, HeaderValue,
    header::{ACCEPT, ACCEPT_ENCODING},
};

use crate::core::{BYTES, Descriptor, Encoding, essence};

/// The type of what most operations return.
const JSON: &str = "application/json";

/// JSON, or another type if the server has no JSON.
const JSON_FIRST: HeaderValue = HeaderValue::from_static("application/json, */*;q=0.1");

/// Asks for what the operation returns, unless the request says what it accepts. Forms don't ask:
/// there it was never asked for.
pub(super) fn set_accept(headers: &mut HeaderMap, operation: &Descriptor) {
    let is_form = matches!(operation.encoding, Encoding::Form | Encoding::Multipart);
    if !is_form && let Some(value) = value(operation) {
        headers.entry(ACCEPT).or_insert(value);
    }
}

/// The encoding of what is read: none.
const IDENTITY: HeaderValue = HeaderValue::from_static("identity");

/// Asks for a body that isn't encoded, unless the request says what it accepts. Returns whether it does.
pub(super) fn set_accept_encoding(headers: &mut HeaderMap) -> bool {
    *headers.entry(ACCEPT_ENCODING).or_insert(IDENTITY) != IDENTITY
}

/// The types of the results, or of the failures if no result has a body; `None` if any will do.
fn value(operation: &Descriptor) -> Option<HeaderValue> {
    if operation.offered().eq([JSON]) {
        // Most operations.
        return Some(JSON_FIRST);
    }
    if operation.has_choice() {
        let others = operation.choice().skip(1).map(|ty| format!(", {};q=0.9", essence(ty)));
        let first = operation.choice().next().map(essence)?;
        return HeaderValue::try_from(format!("{first}{}, */*;q=0.1", others.collect::<String>())).ok();
    }
    let mut types: Vec<&str> = operation.offered().map(essence).collect();
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
