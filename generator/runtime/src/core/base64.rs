//! Base64, with padding: what `Authorization: Basic` takes.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as base64.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits =
            (0..3).fold(0_u32, |bits, index| bits << 8 | three.get(index).map_or(0, |it| u32::from(*it)));
        for index in 0..4 {
            let digit = DIGITS.get((bits >> (18 - 6 * index) & 63) as usize).copied();
            let is_there = index <= three.len();
            text.push(if is_there { digit.map_or('=', char::from) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_as_rfc_4648_shows() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
            ("ü:~?", "w7w6fj8="),
        ] {
            assert_eq!(encode(text.as_bytes()), expected, "{text}");
        }
    }
}
