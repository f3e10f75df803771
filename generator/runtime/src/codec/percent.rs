//! The percent-encoding of `application/x-www-form-urlencoded` and of queries.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'*').remove(b'-').remove(b'.').remove(b'_');

/// Appends a text, encoded.
pub(crate) type Push = fn(&mut String, &str);

/// Appends a text as a part of a query, in which a space is `%20`.
pub(crate) fn encode_in_query(out: &mut String, text: &str) {
    out.extend(utf8_percent_encode(text, ESCAPED));
}

/// The same, but for characters that RFC 3986 reserves, unless they would end the value.
pub(crate) fn encode_but_reserved(out: &mut String, text: &str) {
    const RESERVED: &AsciiSet = &ESCAPED
        .remove(b':')
        .remove(b'/')
        .remove(b'?')
        .remove(b'@')
        .remove(b'!')
        .remove(b'$')
        .remove(b'\'')
        .remove(b'(')
        .remove(b')')
        .remove(b',')
        .remove(b';')
        .remove(b'=');
    out.extend(utf8_percent_encode(text, RESERVED));
}

/// Appends `text`, encoded; a space becomes `+`.
pub(crate) fn encode_into(out: &mut String, text: &str) {
    // Most names and values: they need no look at each character but this one.
    if text.as_bytes().iter().all(is_plain) {
        out.push_str(text);
        return;
    }
    let mut words = text.split(' ');
    out.extend(utf8_percent_encode(words.next().unwrap_or_default(), ESCAPED));
    for word in words {
        out.push('+');
        out.extend(utf8_percent_encode(word, ESCAPED));
    }
}

/// Returns whether a byte is sent as it is: all that [`ESCAPED`] leaves.
fn is_plain(byte: &u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'*' | b'-' | b'.' | b'_')
}

/// Appends a separator, if there is a text before it.
pub(crate) fn separate(text: &mut String, separator: &str) {
    if !text.is_empty() {
        text.push_str(separator);
    }
}

/// A name or a value of a form, decoded. `None` if a percent sign has no two digits, or if it is
/// not UTF-8.
pub(crate) fn decode(text: &[u8]) -> Option<Cow<'_, str>> {
    let is_special = |byte: &u8| matches!(byte, b'+' | b'%');
    if !text.iter().any(is_special) {
        return std::str::from_utf8(text).ok().map(Cow::Borrowed);
    }
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some(plain) = rest.iter().position(is_special) {
        let (plain, coded) = rest.split_at(plain);
        bytes.extend_from_slice(plain);
        let (byte, after) = match coded {
            [b'%', high, low, after @ ..] => (16 * digit(*high)? + digit(*low)?, after),
            [b'+', after @ ..] => (b' ', after),
            _ => return None,
        };
        bytes.push(byte);
        rest = after;
    }
    bytes.extend_from_slice(rest);
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

fn digit(byte: u8) -> Option<u8> {
    let value = char::from(byte).to_digit(16)?;
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_as_browsers_do() {
        let mut out = String::new();
        encode_into(&mut out, "a b&c=d+e%/ü*-._~\n ");
        assert_eq!(out, "a+b%26c%3Dd%2Be%25%2F%C3%BC*-._%7E%0A+");
        let mut query = String::new();
        encode_in_query(&mut query, "a b+");
        assert_eq!(query, "a%20b%2B");
    }

    #[test]
    fn plain_bytes_are_those_that_are_not_escaped() {
        for byte in 0..128 {
            let text = char::from(byte).to_string();
            let is_same = utf8_percent_encode(&text, ESCAPED).to_string() == text;
            assert_eq!(is_plain(&byte), is_same, "{text:?}");
        }
        assert!((128..=255).all(|byte| !is_plain(&byte)));
    }

    #[test]
    fn decodes_two_hexadecimal_digits() {
        assert_eq!(decode(b"a+%c3%BC%3d").as_deref(), Some("a \u{fc}="));
        for text in ["%", "%1", "%+1", "%1+", "%zz", "%\u{fc}", "%c3", "%ff%fe"] {
            assert_eq!(decode(text.as_bytes()), None, "{text}");
        }
        assert_eq!(decode(b"\xff"), None);
    }
}
