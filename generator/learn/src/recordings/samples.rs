//! The values of a parameter in several requests.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde_json::Value;

use super::values::Values;

/// The samples of a parameter.
#[derive(Clone, Debug, Default)]
pub struct Samples<'e> {
    /// Requests that have it.
    pub requests: u64,
    /// A request has it more than once.
    pub is_repeated: bool,
    /// Files.
    pub files: u64,
    /// Values.
    pub values: Values<'e>,
    /// The last request that has it.
    last: Option<usize>,
}

/// Parameters by name.
pub type Parameters<'e> = IndexMap<&'e str, Samples<'e>>;

impl<'e> Samples<'e> {
    /// Notes that a request has it.
    pub(crate) fn note(&mut self, request: usize) {
        let is_repeated = self.last.replace(request) == Some(request);
        self.is_repeated |= is_repeated;
        self.requests += u64::from(!is_repeated);
    }

    /// Adds the values of a request, which were seen if `is_real`, and whether each is a text; `None` for a
    /// file.
    pub(crate) fn add(
        &mut self,
        (request, is_real): (usize, bool),
        values: Option<Vec<(Cow<'e, Value>, bool)>>,
    ) {
        self.note(request);
        self.files += u64::from(values.is_none());
        for (value, is_text) in values.into_iter().flatten() {
            self.values.add(value, is_text, is_real);
        }
    }

    /// The values that are not empty, with what is written in texts: `true` is a bool.
    #[must_use]
    pub fn read(&self) -> Values<'e> {
        self.values.read(|text| Some(scalar(text))).only(|it| !it.is_null() && it != "")
    }
}

/// The value that is written in a text: a bool, a number, or any text.
pub(crate) fn scalar(text: &str) -> Value {
    match text {
        "true" | "false" => (text == "true").into(),
        _ if is_int(text) || is_number(text) => text.parse().map_or_else(|_| text.into(), Value::Number),
        _ => text.into(),
    }
}

/// `007` is a code, and so is `+1`.
fn is_int(text: &str) -> bool {
    text.parse().is_ok_and(|int: i64| int.to_string() == text)
}

fn is_number(text: &str) -> bool {
    let Some((whole, fraction)) = text.split_once('.') else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_int(whole) || whole == "-0") && digits(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_texts() {
        for text in ["007", "+1", "--1", "", "-", "1e5", "99999999999999999999", "0x1", "١"] {
            assert!(!is_int(text), "{text}");
        }
        assert!(["0", "-5", "10", "9223372036854775807"].iter().all(|text| is_int(text)));
        assert!(["0.5", "-0.5", "10.25"].iter().all(|text| is_number(text)));
        assert!(["1.2.3", ".5", "5.", "01.5", "NaN"].iter().all(|text| !is_number(text)));
    }
}
