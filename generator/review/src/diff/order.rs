//! The order of two values of a fact: whether the new one requires more than the old one, or less.

use serde_json::Value as Json;

use super::rule::When;
use generator_spec::model::Version;

/// Compares what a value requires before and now.
pub fn order([was, is]: [Json; 2]) -> When {
    if is_looser(&was, &is) { When::Looser } else { When::Stricter }
}

/// Returns whether a value requires no more than it did: an earlier version, a smaller number,
/// fewer marks, or fewer cases.
fn is_looser(was: &Json, is: &Json) -> bool {
    match (was, is) {
        (Json::String(was), Json::String(is)) => match (Version::parse(was), Version::parse(is)) {
            (Some(was), Some(is)) => is <= was,
            _ => was == is,
        },
        (Json::Number(was), Json::Number(is)) => match (was.as_i64(), is.as_i64()) {
            (Some(was), Some(is)) => is <= was,
            _ => is.as_f64() <= was.as_f64(),
        },
        (Json::Bool(was), Json::Bool(is)) => is <= was,
        (Json::Array(was), Json::Array(is)) => is.iter().all(|item| was.contains(item)),
        (Json::Object(was), Json::Object(is)) => {
            is.iter().all(|(key, is)| was.get(key).is_some_and(|was| is_looser(was, is)))
        }
        _ => false,
    }
}
