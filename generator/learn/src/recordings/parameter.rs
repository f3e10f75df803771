//! The shape of a parameter's values.

use super::names::RecordedNames;
use super::shape::{Keep, Room, ValueShape};

/// The samples of a parameter's values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// Requests that have it.
    pub requests: u64,
    /// Requests that have it more than once.
    pub repeated: u64,
    /// Files.
    pub files: u64,
    /// Texts, and what is written in them: `true` is a bool.
    pub text: ValueShape,
    /// JSON objects and lists.
    pub json: ValueShape,
}

impl Samples {
    /// The samples of a field of a JSON body.
    pub(crate) fn of_field(shape: ValueShape) -> Self {
        let is_json = shape.objects + shape.lists > 0;
        let (text, json) =
            if is_json { (ValueShape::default(), shape) } else { (shape, ValueShape::default()) };
        Self { requests: 1, text, json, ..Self::default() }
    }

    /// The sample of a text outside of bodies and queries.
    pub(crate) fn of_text(name: &str, value: &str, names: &RecordedNames) -> Self {
        let mut samples = Self { requests: 1, ..Self::default() };
        if !samples.text.add_scalar(value) {
            samples.text.texts = 1;
            samples.text.empty = u64::from(value.is_empty());
        }
        samples.text.unlisted = u64::from(names.is_other(name, value));
        samples
    }

    /// The number of values that are not empty.
    #[must_use]
    pub fn values(&self) -> u64 {
        self.text.count() - self.text.empty - self.text.nulls + self.json.count() + self.files
    }

    /// Adds a value.
    pub(crate) fn add(&mut self, value: &str, keep: &mut Keep<'_>, listed: Option<&str>) {
        if !self.text.add_scalar(value) {
            let is_json = value.trim_start().starts_with(['{', '[']);
            match is_json.then(|| ValueShape::read(value, keep)).flatten() {
                Some(shape) => self.json.absorb(shape, &mut keep.room),
                None => return self.text.add_text(value, keep, listed),
            }
        }
        keep.note(value, listed);
    }

    /// Adds what was seen elsewhere, in requests of their own.
    pub(crate) fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { requests, repeated, files, text, json } = other;
        self.requests += requests;
        self.repeated += repeated;
        self.files += files;
        self.text.absorb(text, room);
        self.json.absorb(json, room);
    }
}

impl ValueShape {
    /// Adds what is written in a text, if it is a bool or a number.
    fn add_scalar(&mut self, text: &str) -> bool {
        let count = match text {
            "true" | "false" => &mut self.bools,
            _ if is_int(text) => &mut self.ints,
            _ if is_number(text) => &mut self.numbers,
            _ => return false,
        };
        *count += 1;
        true
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
