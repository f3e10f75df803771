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

/// The bytes of a text in base64, with or without padding.
#[cfg(any(feature = "cli", feature = "server"))]
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len());
    for four in text.chunks(4) {
        let mut bits = 0_u32;
        for byte in four {
            let digit = DIGITS.iter().position(|it| it == byte)?;
            bits = bits << 6 | u32::try_from(digit).ok()?;
        }
        let count = four.len().checked_sub(1).filter(|count| *count > 0)?;
        bits <<= 6 * (3 - count);
        bytes.extend(bits.to_be_bytes().into_iter().skip(1).take(count));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLES: [(&str, &str); 8] = [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foobar", "Zm9vYmFy"),
        ("ü:~?", "w7w6fj8="),
        ("AB", "QUI="),
        ("\u{dc}:/>??", "w5w6Lz4/Pw=="),
    ];

    #[test]
    fn encodes_as_rfc_4648_shows() {
        for (text, expected) in EXAMPLES {
            assert_eq!(encode(text.as_bytes()), expected, "{text}");
        }
    }

    #[cfg(any(feature = "cli", feature = "server"))]
    #[test]
    fn decodes_what_it_encodes_and_nothing_else() {
        for (text, coded) in EXAMPLES {
            assert_eq!(decode(coded).unwrap(), text.as_bytes(), "{coded}");
        }
        assert_eq!(["A", "QUJDR", "QU I", "QU=I", "\u{fc}"].map(decode), [None, None, None, None, None]);
    }
}
