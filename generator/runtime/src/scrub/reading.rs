//! The ways in which a server may have encoded what it repeats.

use crate::percent;

/// A text, decoded in one way.
pub(super) struct Reading {
    text: String,
    /// Where each byte of the text begins in the original, and where that ends.
    origins: Vec<usize>,
    /// The byte of the text that was looked at last.
    cursor: usize,
}

/// The escape at the beginning of a text: its character and its length.
type Decode = fn(&str) -> Option<(char, usize)>;

const DECODERS: [Decode; 3] = [percent_encoding, json, html];

/// The text as it is, decoded once in each way, and decoded twice: JSON in
/// HTML, for instance.
pub(super) fn readings(text: &str) -> Vec<Reading> {
    let mut origins = Vec::new();
    for (place, character) in text.char_indices() {
        origins.resize(place + character.len_utf8(), place);
    }
    origins.push(text.len());
    let plain = Reading { text: text.to_owned(), origins, cursor: 0 };
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
            let origin = self.origins.get(self.text.len() - rest.len())?;
            let (character, length) = decode(rest).unwrap_or((plain, plain.len_utf8()));
            text.push(character);
            origins.resize(text.len(), *origin);
            rest = rest.get(length..)?;
        }
        origins.push(*self.origins.last()?);
        (text != self.text).then_some(Self { text, origins, cursor: 0 })
    }

    /// What is read from this place of the original on; `None` within an
    /// escape. Places are asked for in ascending order.
    pub(super) fn at(&mut self, place: usize) -> Option<&str> {
        let ahead = self.origins.get(self.cursor..)?;
        self.cursor += ahead.iter().take_while(|origin| **origin < place).count();
        let is_there = self.origins.get(self.cursor) == Some(&place);
        self.text.get(self.cursor..).filter(|_| is_there)
    }

    /// Where the next bytes that are read end in the original.
    pub(super) fn end(&self, length: usize) -> Option<usize> {
        self.origins.get(self.cursor + length).copied()
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

/// Escapes of JSON strings and, since they are alike, of most languages.
fn json(text: &str) -> Option<(char, usize)> {
    let character = match text.strip_prefix('\\')?.chars().next()? {
        'u' => return utf_16(text),
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        quoted @ ('"' | '\'' | '\\' | '/') => quoted,
        _ => return None,
    };
    Some((character, 2))
}

fn utf_16(text: &str) -> Option<(char, usize)> {
    let unit = |at| u16::try_from(hexadecimal(text.get(at..)?.strip_prefix("\\u")?, 4)?).ok();
    let units = [unit(0)?, unit(6).unwrap_or_default()];
    let character = char::decode_utf16(units).next()?.ok()?;
    Some((character, 6 * character.len_utf16()))
}

/// Character references of HTML and XML.
fn html(text: &str) -> Option<(char, usize)> {
    let reference = text.strip_prefix('&')?;
    let end = reference.bytes().take("#x0010ffff;".len()).position(|byte| byte == b';')?;
    let character = match reference.get(..end)? {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        other => numbered(other.strip_prefix('#')?)?,
    };
    Some((character, end + 2))
}

fn numbered(number: &str) -> Option<char> {
    let number = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    char::from_u32(number.ok()?)
}

/// The number that the first digits are.
fn hexadecimal(text: &str, digits: usize) -> Option<u32> {
    let digits = text.get(..digits)?;
    // `from_str_radix` takes a sign, too.
    let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| is_number)
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
