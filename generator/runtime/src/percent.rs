//! The percent-encoding of `application/x-www-form-urlencoded`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'*').remove(b'-').remove(b'.').remove(b'_');

/// Appends `text`, encoded; a space becomes `+`.
pub(crate) fn encode_into(out: &mut String, text: &str) {
    let mut words = text.split(' ');
    out.extend(utf8_percent_encode(words.next().unwrap_or_default(), ESCAPED));
    for word in words {
        out.push('+');
        out.extend(utf8_percent_encode(word, ESCAPED));
    }
}

/// Decodes the two digits at the beginning, if there are any.
pub(crate) fn decode(digits: &[u8]) -> Option<u8> {
    let [high, low, ..] = digits else { return None };
    Some(16 * digit(*high)? + digit(*low)?)
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
    }

    #[test]
    fn decodes_two_hexadecimal_digits() {
        assert_eq!(decode(b"c3%"), Some(0xc3));
        for digits in ["", "1", "+1", "1+", "zz", "\u{fc}"] {
            assert_eq!(decode(digits.as_bytes()), None, "{digits}");
        }
    }
}
