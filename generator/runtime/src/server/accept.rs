//! Does the caller accept what the operation returns?

use http::{HeaderMap, HeaderValue, StatusCode, header::ACCEPT};

use super::Refusal;
use crate::core::{BYTES, Descriptor, Encoding, essence, includes, stars};

/// Checks the header `Accept`, except of forms: there it was never checked.
///
/// # Errors
/// 406 if it excludes all results of the operation.
pub(super) fn check(operation: &Descriptor, headers: &HeaderMap) -> Result<(), Refusal> {
    if matches!(operation.encoding, Encoding::Form | Encoding::Multipart) {
        return Ok(());
    }
    let accepted = Accepted::of(headers);
    let mut offered = operation.offered().peekable();
    if accepted.ranges().next().is_none() || offered.peek().is_none() {
        return Ok(());
    }
    let mut types = Vec::new();
    for offer in offered {
        let essence = essence(offer);
        // A handler may return bytes of another type that it names.
        if essence == BYTES || accepted.weight(essence) > 0.0 {
            return Ok(());
        }
        types.push(essence);
    }
    Err(Refusal::new(StatusCode::NOT_ACCEPTABLE, format!("the operation returns {}", types.join(" or "))))
}

/// The types that a caller accepts.
#[derive(Default)]
pub(super) struct Accepted(Vec<HeaderValue>);

impl Accepted {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self(headers.get_all(ACCEPT).iter().cloned().collect())
    }

    /// The one of the types of a result that the caller prefers, the first if it doesn't say. A handler
    /// names the type of what has only a range.
    pub(super) fn chosen(&self, listed: impl Iterator<Item = &'static str>) -> &'static str {
        let types: Vec<_> = listed.filter(|ty| stars(ty) == 0).map(|ty| (ty, self.weight(ty))).collect();
        let best = types.iter().map(|(_, weight)| *weight).fold(0.0, f32::max);
        types.iter().find(|(_, weight)| *weight >= best).map_or(BYTES, |(ty, _)| ty)
    }

    fn ranges(&self) -> impl Iterator<Item = &str> {
        let values = self.0.iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).map(str::trim).filter(|range| !range.is_empty())
    }

    /// The weight of a type: that of the most specific range with it.
    fn weight(&self, offer: &str) -> f32 {
        if self.ranges().next().is_none() {
            return 1.0;
        }
        let taken = self.ranges().filter(|range| includes(range, offer) || includes(offer, range));
        taken.min_by_key(|range| stars(range)).map_or(0.0, quality)
    }
}

/// The weight that a range has: 0.5 of `text/*;q=0.5`.
fn quality(range: &str) -> f32 {
    let weights = range.split(';').skip(1).filter_map(|parameter| {
        let (name, value) = parameter.trim().split_once('=')?;
        name.eq_ignore_ascii_case("q").then(|| value.parse().ok().filter(|q| (0.0..=1.0).contains(q)))?
    });
    weights.last().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::types_of;

    fn accepted(text: &'static str) -> Accepted {
        Accepted(vec![HeaderValue::from_static(text)])
    }

    #[test]
    fn ranges_include_types() {
        for range in ["*/*", "*", "application/*;q=0.1", "application/JSON", "application/json;charset=utf-8"]
        {
            assert!(accepted(range).weight("application/json") > 0.0, "{range}");
        }
        for range in
            ["text/*", "application/json;q=0", "*/*, application/json; q=0.000", "json", "application/"]
        {
            assert!(accepted(range).weight("application/json") <= 0.0, "{range}");
        }
        assert!(accepted("image/png").weight("image/*") > 0.0);
    }

    #[test]
    fn a_caller_chooses() {
        let listed = "text/plain, text/markdown;charset=UTF-8, text/*";
        for (accept, chosen) in [
            ("text/markdown", "text/markdown;charset=UTF-8"),
            ("text/plain;q=0.5, text/*", "text/markdown;charset=UTF-8"),
            ("*/*", "text/plain"),
            ("", "text/plain"),
        ] {
            assert_eq!(accepted(accept).chosen(types_of(listed)), chosen, "{accept}");
        }
        assert_eq!(accepted("image/png").chosen(types_of("image/*")), BYTES);
    }
}
