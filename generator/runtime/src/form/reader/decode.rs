//! `application/x-www-form-urlencoded` -> fields.

use std::ops::Range;

use super::{Field, FormReader};
use crate::form::percent;

/// Ends each text, so that no two make a character together.
const END: u8 = 0;

/// Decodes everything into one piece, so that it is looked through once
/// whether it is UTF-8.
pub(super) fn form(body: &[u8]) -> FormReader {
    let mut pieces = Pieces {
        bytes: Vec::with_capacity(body.len() + 2),
        fields: Vec::with_capacity(8),
        has_bad_name: false,
    };
    for pair in body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()) {
        pieces.add(pair);
    }
    pieces.finish()
}

struct Pieces {
    bytes: Vec<u8>,
    fields: Vec<Field>,
    /// Whether a name was left out since it can't be read.
    has_bad_name: bool,
}

impl Pieces {
    fn add(&mut self, pair: &[u8]) {
        let (name, value) = match pair.iter().position(|byte| *byte == b'=') {
            Some(middle) => (&pair[..middle], &pair[middle + 1..]),
            None => (pair, &pair[pair.len()..]),
        };
        let (name, value) = (self.decode(name), self.decode(value));
        match name {
            Some(name) => self.fields.push(Field { name, value }),
            None => self.has_bad_name = true,
        }
    }

    fn decode(&mut self, text: &[u8]) -> Option<Range<usize>> {
        let start = self.bytes.len();
        let is_decoded = percent::decode_into(&mut self.bytes, text);
        let end = self.bytes.len();
        self.bytes.push(END);
        is_decoded.then_some(start..end)
    }

    fn finish(self) -> FormReader {
        let Self { bytes, fields, has_bad_name } = self;
        let (mut reader, has_bad_name) = match String::from_utf8(bytes) {
            Ok(text) => (FormReader { text, fields, ..FormReader::default() }, has_bad_name),
            Err(error) => {
                let (reader, all) = readable(error.as_bytes(), &fields);
                (reader, has_bad_name || !all)
            }
        };
        if has_bad_name {
            reader.fault("", "the name of a field is not percent-encoded UTF-8");
        }
        reader
    }
}

/// The fields whose names are UTF-8, and whether all are.
fn readable(bytes: &[u8], fields: &[Field]) -> (FormReader, bool) {
    let text = |place: &Range<usize>| std::str::from_utf8(bytes.get(place.clone())?).ok();
    let mut reader = FormReader::default();
    for field in fields {
        if let Some(name) = text(&field.name) {
            reader.push(name, field.value.as_ref().and_then(text));
        }
    }
    let all = reader.fields.len() == fields.len();
    (reader, all)
}
