//! `application/x-www-form-urlencoded` -> fields.

use std::{mem, ops::Range};

use super::{Field, FormReader};
use crate::percent;

/// Ends each text, so that no two can form a character together.
const END: u8 = 0;

/// Decodes all names and values into one text, to check only once whether it is
/// UTF-8.
pub(super) fn form(body: &[u8]) -> FormReader {
    let mut texts = Texts::new(body.len());
    let mut rest = body;
    while let Some(end) = rest.iter().position(|byte| matches!(byte, b'&' | b'=' | b'+' | b'%')) {
        let (plain, coded) = rest.split_at(end);
        texts.bytes.extend_from_slice(plain);
        rest = texts.add_coded(coded);
    }
    texts.bytes.extend_from_slice(rest);
    texts.end_field();
    texts.finish()
}

/// Texts being decoded.
struct Texts {
    bytes: Vec<u8>,
    fields: Vec<Field>,
    /// Start of the current text.
    start: usize,
    /// Whether the current text has a percent sign without two digits.
    is_broken: bool,
    /// The name, once it is complete; `Some(None)` is a malformed one.
    name: Option<Option<Range<usize>>>,
    /// Whether a field was dropped because its name is malformed.
    has_bad_name: bool,
}

impl Texts {
    fn new(size: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(size + 2),
            fields: Vec::with_capacity(8),
            start: 0,
            is_broken: false,
            name: None,
            has_bad_name: false,
        }
    }

    /// Decodes the special character at the beginning and returns the rest.
    fn add_coded<'a>(&mut self, coded: &'a [u8]) -> &'a [u8] {
        match coded {
            [b'&', after @ ..] => {
                self.end_field();
                after
            }
            [b'=', after @ ..] if self.name.is_none() => {
                self.name = Some(self.end_text());
                after
            }
            [b'%', after @ ..] => {
                let decoded = percent::decode(after);
                self.bytes.extend(decoded);
                self.is_broken |= decoded.is_none();
                after.get(2..).filter(|_| decoded.is_some()).unwrap_or(after)
            }
            [other, after @ ..] => {
                self.bytes.push(if *other == b'+' { b' ' } else { *other });
                after
            }
            [] => coded,
        }
    }

    fn end_field(&mut self) {
        let name = self.name.take();
        if name.is_none() && self.bytes.len() == self.start && !self.is_broken {
            return;
        }
        let text = self.end_text();
        let (name, value) = match name {
            Some(name) => (name, text),
            None => (text, Some(0..0)),
        };
        match name {
            Some(name) => self.fields.push(Field { name, value }),
            None => self.has_bad_name = true,
        }
    }

    /// Ends the current text and returns its place.
    fn end_text(&mut self) -> Option<Range<usize>> {
        let place = self.start..self.bytes.len();
        self.bytes.push(END);
        self.start = self.bytes.len();
        (!mem::take(&mut self.is_broken)).then_some(place)
    }

    fn finish(self) -> FormReader {
        let Self { bytes, fields, mut has_bad_name, .. } = self;
        let mut reader = match String::from_utf8(bytes) {
            Ok(text) => FormReader { text, fields, ..FormReader::default() },
            Err(error) => {
                let reader = readable(error.as_bytes(), &fields);
                has_bad_name |= reader.fields.len() < fields.len();
                reader
            }
        };
        if has_bad_name {
            reader.fault("", "the name of a field is not percent-encoded UTF-8");
        }
        reader
    }
}

/// The fields whose names are UTF-8.
fn readable(bytes: &[u8], fields: &[Field]) -> FormReader {
    let text = |place: &Range<usize>| std::str::from_utf8(bytes.get(place.clone())?).ok();
    let mut reader = FormReader::default();
    for field in fields {
        if let Some(name) = text(&field.name) {
            reader.push(name, field.value.as_ref().and_then(text));
        }
    }
    reader
}
