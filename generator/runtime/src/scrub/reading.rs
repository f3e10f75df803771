//! The ways in which a server may have encoded what it repeats.

use crate::percent;

/// A text, decoded in one way.
pub(super) struct Reading {
    pub(super) text: String,
    /// Where each byte of the text begins in the original, and where that ends.
    origins: Vec<usize>,
}

/// The escape at the beginning of a text: its character and its length.
type Decode = fn(&str) -> Option<(char, usize)>;

const DECODERS: [Decode; 3] = [percent_encoding, json, html];

/// The text as it is, decoded once in each way, and decoded twice: JSON in
/// HTML, for instance.
pub(super) fn readings(text: &str) -> Vec<Reading> {
    let mut plain = Reading { text: text.to_owned(), origins: Vec::new() };
    for (place, character) in text.char_indices() {
        plain.origins.resize(place + character.len_utf8(), place);
    }
    plain.origins.push(text.len());
    let once = plain.decoded();
    let twice: Vec<_> = once.iter().flat_map(Reading::decoded).collect();
    [plain].into_iter().chain(once).chain(twice).collect()
}

impl Reading {
    /// The text decoded in each way in which it has something to decode.
    fn decoded(&self) -> Vec<Self> {
        DECODERS.iter().filter_map(|decode| self.decoded_by(*decode)).collect()
    }

    fn decoded_by(&self, decode: Decode) -> Option<Self> {
        let (mut text, mut origins) = (String::new(), Vec::new());
        let mut rest = self.text.as_str();
        while let Some(plain) = rest.chars().next() {
            let origin = self.origin(self.text.len() - rest.len())?;
            let (character, length) = decode(rest).unwrap_or((plain, plain.len_utf8()));
            text.push(character);
            origins.resize(text.len(), origin);
            rest = rest.get(length..)?;
        }
        origins.push(*self.origins.last()?);
        (text != self.text).then_some(Self { text, origins })
    }

    /// What is read from this place of the original on, and where that is in
    /// the reading; `None` within an escape.
    pub(super) fn at(&self, place: usize) -> Option<(usize, &str)> {
        let start = self.origins.partition_point(|origin| *origin < place);
        let is_there = self.origins.get(start) == Some(&place);
        self.text.get(start..).filter(|_| is_there).map(|rest| (start, rest))
    }

    /// Where a byte of the reading begins in the original.
    pub(super) fn origin(&self, byte: usize) -> Option<usize> {
        self.origins.get(byte).copied()
    }
}

/// Percent-encoding, as in forms and URLs.
fn percent_encoding(text: &str) -> Option<(char, usize)> {
    if text.starts_with('+') {
        return Some((' ', 1));
    }
    let byte = |index| percent::decode(text.get(3 * index..)?.strip_prefix('%')?.as_bytes());
    let length = byte(0)?.leading_ones().clamp(1, 4) as usize;
    let bytes: Option<Vec<u8>> = (0..length).map(byte).collect();
    let character = String::from_utf8(bytes?).ok()?.chars().next()?;
    Some((character, 3 * length))
}

/// Escapes of JSON strings and, since they are alike, of most languages: one
/// letter, four digits, or two times four.
fn json(text: &str) -> Option<(char, usize)> {
    if text.strip_prefix('\\')?.starts_with('\'') {
        return Some(('\'', 2));
    }
    [2, 6, 12].into_iter().find_map(|length| {
        let decoded: String = serde_json::from_str(&format!("\"{}\"", text.get(..length)?)).ok()?;
        Some((decoded.chars().next()?, length))
    })
}

/// Numbers of characters, as in HTML, and the names of XML.
fn html(text: &str) -> Option<(char, usize)> {
    let reference = text.strip_prefix('&')?;
    let end = reference.bytes().take("#x0010ffff;".len()).position(|byte| byte == b';')?;
    let reference = reference.get(..end)?;
    let number = reference.strip_prefix('#').map(|number| match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    });
    let character = match (reference, number) {
        ("amp", _) => '&',
        ("lt", _) => '<',
        ("gt", _) => '>',
        ("quot", _) => '"',
        ("apos", _) => '\'',
        (_, number) => char::from_u32(number?.ok()?)?,
    };
    Some((character, end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoders_take_whole_escapes_only() {
        for (decode, text, expected) in [
            (percent_encoding as Decode, "%41b", Some(('A', 3))),
            (percent_encoding, "%c3%BCb", Some(('ü', 6))),
            (percent_encoding, "%F0%9F%98%80", Some(('😀', 12))),
            (percent_encoding, "+b", Some((' ', 1))),
            (percent_encoding, "%c3b", None),
            (percent_encoding, "%ff%ff%ff%ff", None),
            (percent_encoding, "%+1", None),
            (percent_encoding, "%4", None),
            (percent_encoding, "%ü", None),
            (json, "\\u00fcb", Some(('ü', 6))),
            (json, "\\uD83D\\ude00", Some(('😀', 12))),
            (json, "\\ud83d", None),
            (json, "\\u00f", None),
            (json, "\\/b", Some(('/', 2))),
            (json, "\\", None),
            (json, "\\x", None),
            (html, "&amp;b", Some(('&', 5))),
            (html, "&#60;", Some(('<', 5))),
            (html, "&#x0010FFFF;", Some(('\u{10ffff}', 12))),
            (html, "&#x110000;", None),
            (html, "&#xd800;", None),
            (html, "&eacute;", None),
            (html, "&amp", None),
        ] {
            assert_eq!(decode(text), expected, "{text}");
        }
    }
}
