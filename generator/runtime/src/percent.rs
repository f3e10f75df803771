//! The percent-encoding of `application/x-www-form-urlencoded`.

/// Appends `text`, encoded; a space becomes `+`.
pub(crate) fn encode_into(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(end) = rest.bytes().position(|byte| !is_plain(byte)) {
        let (plain, after) = rest.split_at(end);
        out.push_str(plain);
        let mut characters = after.chars();
        match characters.next() {
            None => {}
            Some(' ') => out.push('+'),
            Some(other) => escape_into(out, other),
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'*' | b'-' | b'.' | b'_')
}

fn escape_into(out: &mut String, character: char) {
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        out.push('%');
        out.push(hex(byte >> 4));
        out.push(hex(byte & 15));
    }
}

/// The digit of a number below 16.
fn hex(number: u8) -> char {
    char::from_digit(number.into(), 16).map_or('0', |digit| digit.to_ascii_uppercase())
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
