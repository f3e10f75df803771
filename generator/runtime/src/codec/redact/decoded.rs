//! The ways in which a server may have encoded what it repeats.

use std::iter::repeat_n;

use percent_encoding::percent_decode_str;

/// A text, decoded in one way.
pub(super) struct Decoded {
    pub(super) text: String,
    /// The place in the original of each byte of the text and the end of the original.
    origins: Vec<usize>,
}

/// The escape at the beginning of a text: its character and its length.
type Decode = fn(&str) -> Option<(char, usize)>;

/// Each with what its escapes begin with.
const DECODERS: [(&[char], Decode); 3] = [(&['%', '+'], percent), (&['\\'], json), (&['&'], html)];

/// The text as it is, decoded once in each way, and decoded twice: JSON in
/// HTML, for instance.
pub(super) fn decoded(text: &str) -> Vec<Decoded> {
    let origins = text.char_indices().flat_map(|(at, character)| repeat_n(at, character.len_utf8()));
    let plain = Decoded { text: text.to_owned(), origins: origins.chain([text.len()]).collect() };
    let once = plain.again();
    let twice: Vec<_> = once.iter().flat_map(Decoded::again).collect();
    [plain].into_iter().chain(once).chain(twice).collect()
}

impl Decoded {
    /// The text decoded in each way in which it has something to decode.
    fn again(&self) -> Vec<Self> {
        let decoders = DECODERS.iter().filter(|(starts, _)| self.text.contains(*starts));
        decoders.filter_map(|(_, decode)| self.decoded_by(*decode)).collect()
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

    /// Returns the decoded text from this place of the original on, and its place;
    /// `None` within an escape.
    pub(super) fn at(&self, place: usize) -> Option<(usize, &str)> {
        let start = self.origins.partition_point(|origin| *origin < place);
        let is_there = self.origins.get(start) == Some(&place);
        self.text.get(start..).filter(|_| is_there).map(|rest| (start, rest))
    }

    /// Returns the place in the original where a byte begins.
    pub(super) fn origin(&self, byte: usize) -> Option<usize> {
        self.origins.get(byte).copied()
    }
}

/// Percent-encoding, as in forms and URLs.
fn percent(text: &str) -> Option<(char, usize)> {
    if text.starts_with('+') {
        return Some((' ', 1));
    }
    // A character has up to four bytes.
    (1..=4).filter(|_| text.starts_with('%')).find_map(|bytes| {
        let decoded = percent_decode_str(text.get(..3 * bytes)?).decode_utf8().ok()?;
        Some((only(&decoded)?, 3 * bytes))
    })
}

/// Escapes of JSON strings and, since they are alike, of most languages: one
/// letter, four digits, or two times four.
fn json(text: &str) -> Option<(char, usize)> {
    if text.starts_with("\\'") {
        return Some(('\'', 2));
    }
    [2, 6, 12].into_iter().filter(|_| text.starts_with('\\')).find_map(|length| {
        let decoded: String = serde_json::from_str(&format!("\"{}\"", text.get(..length)?)).ok()?;
        Some((only(&decoded)?, length))
    })
}

/// References to characters, as in HTML and XML.
fn html(text: &str) -> Option<(char, usize)> {
    let length = text.strip_prefix('&')?.find(|c: char| c != '#' && !c.is_ascii_alphanumeric())? + 2;
    Some((only(&html_escape::decode_html_entities(text.get(..length)?))?, length))
}

fn only(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoders_take_whole_escapes_only() {
        for (decode, text, expected) in [
            (percent as Decode, "%41b", Some(('A', 3))),
            (percent, "%c3%BCb", Some(('ü', 6))),
            (percent, "%F0%9F%98%80", Some(('😀', 12))),
            (percent, "+b", Some((' ', 1))),
            (json, "\\u00fcb", Some(('ü', 6))),
            (json, "\\uD83D\\ude00", Some(('😀', 12))),
            (json, "\\/b", Some(('/', 2))),
            (html, "&amp;b", Some(('&', 5))),
            (html, "&#60;", Some(('<', 5))),
            (html, "&#x0010FFFF;", Some(('\u{10ffff}', 12))),
            (html, "&eacute;", Some(('é', 8))),
        ] {
            assert_eq!(decode(text), expected, "{text}");
        }
        for text in ["%c3b", "%ff%ff%ff%ff", "%+1", "%4", "%ü", "%ab1", "b"] {
            assert_eq!(percent(text), None, "{text}");
        }
        for text in ["\\ud83d", "\\u00f", "\\", "\\x", "b"] {
            assert_eq!(json(text), None, "{text}");
        }
        for text in ["&#x110000;", "&#xd800;", "&amp", "&", "&ü;", "&;", "b"] {
            assert_eq!(html(text), None, "{text}");
        }
    }
}
