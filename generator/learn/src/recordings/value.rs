//! What the values of a parameter look like.

use crate::recordings::json::Json;
use crate::recordings::shape::{Keep, Room, Shape, Values};

/// What was seen in the values of a parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Requests that have it.
    pub requests: u64,
    /// Requests that have it more than once.
    pub repeated: u64,
    /// Values, all together.
    pub count: u64,
    /// Empty ones.
    pub empty: u64,
    /// `true` and `false`
    pub bools: u64,
    /// Integers in decimal digits.
    pub ints: u64,
    /// Of these, `0` and `1`.
    pub bits: u64,
    /// Other numbers.
    pub numbers: u64,
    /// JSON objects and lists, and their shape.
    pub json: u64,
    /// The shape of these.
    pub shape: Shape,
    /// Files.
    pub files: u64,
    /// Any other text.
    pub texts: u64,
    /// The texts, if they were asked for.
    pub values: Option<Values>,
}

impl Written {
    /// Adds a value.
    pub fn add(&mut self, value: &str, keep: &mut Keep<'_>, lists: bool) {
        self.count += 1;
        keep.names.value(value);
        if lists {
            self.values.get_or_insert_default().add(value);
        }
        match value {
            "" => self.empty += 1,
            "true" | "false" => self.bools += 1,
            "0" | "1" => {
                self.ints += 1;
                self.bits += 1;
            }
            _ if is_int(value) => self.ints += 1,
            _ if is_number(value) => self.numbers += 1,
            _ => match shape(value, keep) {
                Some(shape) => {
                    self.json += 1;
                    self.shape.absorb(shape, &mut keep.room);
                }
                None => self.texts += 1,
            },
        }
    }

    /// Adds what was seen elsewhere, in requests of their own.
    pub fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { requests, repeated, count, empty, bools, ints, bits, numbers, json, shape, .. } = other;
        for (own, other) in [
            (&mut self.requests, requests),
            (&mut self.repeated, repeated),
            (&mut self.count, count),
            (&mut self.empty, empty),
            (&mut self.bools, bools),
            (&mut self.ints, ints),
            (&mut self.bits, bits),
            (&mut self.numbers, numbers),
            (&mut self.json, json),
            (&mut self.files, other.files),
            (&mut self.texts, other.texts),
        ] {
            *own += other;
        }
        self.shape.absorb(shape, room);
        if let Some(values) = other.values {
            self.values.get_or_insert_default().absorb(&values);
        }
    }
}

/// `007` is a code, and so is `+1`.
fn is_int(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty();
    is_plain && (digits == "0" || !digits.starts_with('0')) && text.parse::<i64>().is_ok()
}

fn is_number(text: &str) -> bool {
    let Some((whole, fraction)) = text.split_once('.') else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_int(whole) || whole == "-0") && digits(fraction)
}

/// The shape of a text that is a JSON object or list.
pub(crate) fn shape(text: &str, keep: &mut Keep<'_>) -> Option<Shape> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    read(&mut text.as_bytes(), 4096.min(text.len()), keep)
}

/// The shape of a stream that is a JSON value.
pub(crate) fn read(source: &mut dyn std::io::Read, piece: usize, keep: &mut Keep<'_>) -> Option<Shape> {
    let mut json = Json::new(source, piece);
    let shape = Shape::read(&mut json, keep).ok()?;
    json.ends().ok()?.then_some(shape)
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
