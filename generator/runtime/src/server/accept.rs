//! Does the caller accept what the operation returns?

use http::{HeaderValue, StatusCode, header::ACCEPT};

use super::{Call, Refusal};
use crate::core::{BYTES, Encoding, essence};

/// Checks the header `Accept`, except of forms: there it was never checked.
///
/// # Errors
/// 406 if it excludes all results of the operation.
pub(super) fn check(call: &Call) -> Result<(), Refusal> {
    let operation = call.operation;
    if matches!(operation.encoding, Encoding::Form | Encoding::Multipart) {
        return Ok(());
    }
    let accepts: Vec<&str> = call.head.headers.get_all(ACCEPT).iter().filter_map(text).collect();
    let ranges = || accepts.iter().flat_map(|value| value.split(',')).map(str::trim);
    let mut offered = operation.offered().peekable();
    if ranges().all(str::is_empty) || offered.peek().is_none() {
        return Ok(());
    }
    let mut types = Vec::new();
    for offer in offered {
        let essence = essence(offer);
        // A handler may return bytes of another type that it names.
        if essence == BYTES || ranges().any(|range| takes(range, essence)) {
            return Ok(());
        }
        types.push(essence);
    }
    Err(Refusal::new(StatusCode::NOT_ACCEPTABLE, format!("the operation returns {}", types.join(" or "))))
}

fn text(value: &HeaderValue) -> Option<&str> {
    value.to_str().ok()
}

/// Returns whether a range, such as `text/*;q=0.5`, includes a type.
fn takes(range: &str, offer: &str) -> bool {
    let mut parts = range.split(';').map(str::trim);
    let wanted = parts.next().unwrap_or_default();
    let is_excluded = parts.any(|parameter| {
        let weight = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="));
        weight.is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0))
    });
    let is_same = |wanted: &str, offer: &str| wanted == "*" || wanted.eq_ignore_ascii_case(offer);
    let takes = match (wanted.split_once('/'), offer.split_once('/')) {
        (Some((kind, form)), Some((own_kind, own_form))) => {
            is_same(kind, own_kind) && is_same(form, own_form)
        }
        // Java's default has it.
        _ => wanted == "*",
    };
    takes && !is_excluded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_types() {
        for range in ["*/*", "*", "application/*;q=0.1", "application/JSON", "application/json;charset=utf-8"]
        {
            assert!(takes(range, "application/json"), "{range}");
        }
        for range in
            ["text/*", "application/json;q=0", "application/json; q=0.000", "json", "", "application/"]
        {
            assert!(!takes(range, "application/json"), "{range}");
        }
    }
}
