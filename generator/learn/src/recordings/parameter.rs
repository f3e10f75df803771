//! The shape of a parameter's values.

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
    /// Values; of a text, what is written in it: `true` is a bool.
    pub shape: ValueShape,
}

impl Samples {
    /// The sample of a text.
    pub(crate) fn of_text(name: &str, value: &str, keep: &mut Keep<'_>) -> Self {
        let mut samples = Self { requests: 1, ..Self::default() };
        samples.add(name, value, keep);
        samples
    }

    /// The number of values that are not empty.
    #[must_use]
    pub fn values(&self) -> u64 {
        self.shape.count() - self.shape.empty - self.shape.nulls + self.files
    }

    pub(crate) fn add(&mut self, name: &str, value: &str, keep: &mut Keep<'_>) {
        let items = keep.names.items(name, value);
        items.into_iter().for_each(|item| self.add_item(name, item, keep));
    }

    fn add_item(&mut self, name: &str, value: &str, keep: &mut Keep<'_>) {
        let is_json = value.trim_start().starts_with(['{', '[']);
        if let Some(shape) = is_json.then(|| ValueShape::read(value, keep)).flatten() {
            self.shape.absorb(shape, &mut keep.room);
            return keep.names.note(value, Some(name));
        }
        self.shape.unlisted += u64::from(!value.is_empty() && keep.names.is_other(name, value));
        match self.shape.add_scalar(value) {
            true => keep.names.note(value, Some(name)),
            false => self.shape.add_text(value, keep, Some(name)),
        }
    }

    /// Adds what was seen elsewhere, in requests of their own.
    pub(crate) fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { requests, repeated, files, shape } = other;
        self.requests += requests;
        self.repeated += repeated;
        self.files += files;
        self.shape.absorb(shape, room);
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
