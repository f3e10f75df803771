//! The text between the quotes of a JSON string.
//!
//! The bytes that have a meaning, which are quotes, backslashes and control characters, are looked
//! for in eight bytes at a time, as texts are long.

use std::fmt::Write as _;

const ONES: u64 = u64::from_le_bytes([1; 8]);

/// Marks each such byte by its highest bit. Those after the first may be marked wrongly.
#[inline]
fn marked(eight: [u8; 8]) -> u64 {
    let word = u64::from_le_bytes(eight);
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit);
    let equal = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    (below(word, 0x20) | equal(b'"') | equal(b'\\')) & !word & (ONES << 7)
}

const fn is_special(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..0x20)
}

/// Returns the number of bytes before the first one that has a meaning.
#[inline]
pub(super) fn before_special(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        let found = marked(*eight);
        if found != 0 {
            return text.len() - rest.len() + found.trailing_zeros() as usize / 8;
        }
        rest = after;
    }
    let found = rest.iter().position(|byte| is_special(*byte));
    text.len() - rest.len() + found.unwrap_or(rest.len())
}

/// [`is_plain`] at compile time.
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

/// Returns whether no byte has a meaning.
fn is_plain(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        if marked(*eight) != 0 {
            return false;
        }
        rest = after;
    }
    match text.last_chunk::<8>() {
        Some(last) => marked(*last) == 0,
        None => !rest.iter().any(|byte| is_special(*byte)),
    }
}

/// Appends a text, escaped.
pub(super) fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while !is_plain(rest.as_bytes()) {
        let (plain, after) = rest.split_at(before_special(rest.as_bytes()));
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

/// Returns the text of a valid string; `None` if it has characters of two halves, which may not fit.
pub(super) fn unescaped(string: &str) -> Option<String> {
    let (mut out, mut rest) = (String::with_capacity(string.len()), string);
    loop {
        let (plain, escaped) = rest.split_at(before_special(rest.as_bytes()));
        out.push_str(plain);
        let mut characters = escaped.chars();
        // The backslash.
        if characters.next().is_none() {
            return Some(out);
        }
        let first = characters.next()?;
        rest = characters.as_str();
        out.push(match first {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let (code, after) = rest.split_at_checked(4)?;
                rest = after;
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            quoted => quoted,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_with_a_meaning_is_found_wherever_it_is() {
        for length in 0..40 {
            let plain = "ä~\u{7f} !#[]".repeat(5);
            let plain = &plain.as_bytes()[..length];
            assert_eq!((before_special(plain), is_plain(plain)), (length, true));
            for (place, byte) in (0..length).flat_map(|place| (0..=255).map(move |byte| (place, byte))) {
                let mut text = plain.to_vec();
                text[place] = byte;
                let expected = if is_special(byte) { place } else { length };
                assert_eq!(before_special(&text), expected, "{byte} at {place} of {length}");
                assert_eq!(is_plain(&text), !is_special(byte), "{byte} at {place} of {length}");
                assert_eq!(is_plain_name(&text), !is_special(byte), "{byte} at {place} of {length}");
            }
        }
    }

    #[test]
    fn an_escaped_text_is_what_serde_reads_and_the_same_after_it_is_written() {
        for string in [
            "",
            "plain ä€",
            r#"\"\\\/\b\f\n\r\t"#,
            r"a\u00e4b\u20AC\u0000",
            r"\\u0041\\\\",
            r"long enough for eight \n and more",
        ] {
            let expected: String = serde_json::from_str(&format!("\"{string}\"")).unwrap();
            assert_eq!(unescaped(string).as_ref(), Some(&expected), "{string}");
            let mut escaped = String::new();
            push_escaped(&mut escaped, &expected);
            assert_eq!(unescaped(&escaped), Some(expected), "{escaped}");
        }
        assert_eq!(unescaped(r"\ud83d\ude00"), None);
        assert_eq!(unescaped(r"\ud83d"), None);
    }
}
