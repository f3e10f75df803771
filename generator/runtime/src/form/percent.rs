//! The percent-encoding of `application/x-www-form-urlencoded`.

/// Appends `text`, encoded: a space becomes `+`.
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

/// Appends `text`, decoded, and says whether every percent sign has two
/// hexadecimal digits after it.
pub(super) fn decode_into(out: &mut Vec<u8>, text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(end) = rest.iter().position(|byte| matches!(byte, b'+' | b'%')) {
        let (plain, coded) = rest.split_at(end);
        out.extend_from_slice(plain);
        let (byte, after) = match coded {
            [b'+', after @ ..] => (Some(b' '), after),
            [_, high, low, after @ ..] => (byte(*high, *low), after),
            _ => return false,
        };
        let Some(byte) = byte else { return false };
        out.push(byte);
        rest = after;
    }
    out.extend_from_slice(rest);
    true
}

fn byte(high: u8, low: u8) -> Option<u8> {
    Some(16 * digit(high)? + digit(low)?)
}

fn digit(byte: u8) -> Option<u8> {
    let value = char::from(byte).to_digit(16)?;
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        decode_into(&mut out, text.as_bytes()).then_some(out)
    }

    #[test]
    fn encodes_as_browsers_do() {
        let mut out = String::new();
        encode_into(&mut out, "a b&c=d+e%/ü*-._~\n ");
        assert_eq!(out, "a+b%26c%3Dd%2Be%25%2F%C3%BC*-._%7E%0A+");
        assert_eq!(decoded(&out).unwrap(), "a b&c=d+e%/ü*-._~\n ".as_bytes());
    }

    #[test]
    fn refuses_broken_escapes() {
        for text in ["%", "%1", "a%1", "%+1", "%1+", "%zz"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}
