//! Strings of JSON that are written.

use std::fmt::Write as _;

/// Returns whether a byte has a meaning in a string.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..0x20)
}

/// Returns whether no byte of a name has a meaning.
pub(super) const fn is_plain_name(name: &[u8]) -> bool {
    let mut rest = name;
    while let [byte, after @ ..] = rest {
        if is_special(*byte) {
            return false;
        }
        rest = after;
    }
    true
}

/// Appends a text, escaped.
pub(super) fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some((plain, after)) =
        rest.bytes().position(is_special).and_then(|place| rest.split_at_checked(place))
    {
        out.push_str(plain);
        let mut characters = after.chars();
        match characters.next() {
            None => {}
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            // Writing to a string can't fail.
            Some(control @ '\0'..='\x1f') => drop(write!(out, "\\u{:04x}", u32::from(control))),
            Some(quoted) => out.extend(['\\', quoted]),
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escaped_text_is_what_serde_reads() {
        for text in ["", "plain ä€\u{7f}", "\"\\/\u{8}\u{c}\n\r\t\0\u{1f}", "a\nb", "\n"] {
            let mut escaped = String::new();
            push_escaped(&mut escaped, text);
            assert_eq!(serde_json::from_str::<String>(&format!("\"{escaped}\"")).unwrap(), text);
            assert_eq!(is_plain_name(text.as_bytes()), escaped == text, "{escaped}");
        }
    }
}
