//! Which names a text of Rust mentions, so that it imports those and no others.

use std::collections::HashSet;

/// Collects the names that a `use` can bring in: types and modules, but not
/// the later parts of a path, no methods, nothing that is defined here.
pub fn collect<'a>(text: &'a str, found: &mut HashSet<&'a str>) {
    let bytes = text.as_bytes();
    let (mut at, mut before) = (0, Before::Other);
    while let Some(&byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        let length = length(rest);
        let behind = rest.get(length..).unwrap_or_default();
        before = match byte {
            _ if is_word(byte) => {
                let word = text.get(at..at + length).unwrap_or_default();
                // A lowercase name is a field's or a variable's, unless `::` follows.
                if before == Before::Other && (byte.is_ascii_uppercase() || behind.starts_with(b"::")) {
                    found.insert(word);
                }
                if matches!(word, "type" | "struct" | "enum") { Before::Keyword } else { Before::Other }
            }
            b'.' => Before::Joint,
            b':' if rest.starts_with(b"::") => Before::Joint,
            _ if byte.is_ascii_whitespace() => before,
            _ => Before::Other,
        };
        at += length;
    }
}

/// What stands before a word.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// `::` or `.`
    Joint,
    /// A keyword that defines the word.
    Keyword,
    /// Anything else.
    Other,
}

/// Length of the token that the text starts with; one byte of what is no matter.
fn length(text: &[u8]) -> usize {
    let until = |is_end: fn(&u8) -> bool| text.iter().position(is_end).unwrap_or(text.len());
    match text {
        [b'/', b'/', ..] => until(|byte| *byte == b'\n'),
        [b':', b':', ..] => 2,
        [b'"', inside @ ..] => 1 + quoted(inside, b'"'),
        // A character, or the quote of a lifetime.
        [b'\'', b'\\', ..] | [b'\'', _, b'\'', ..] => 1 + quoted(text.get(1..).unwrap_or_default(), b'\''),
        [byte, ..] if is_word(*byte) => until(|byte| !is_word(*byte)),
        _ => 1,
    }
}

/// Length of a literal behind its first quote.
fn quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        if byte == quote {
            break;
        }
    }
    at
}

/// Names that are not ASCII are no names of ours.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        let mut found = HashSet::new();
        collect(text, &mut found);
        let mut names: Vec<_> = found.into_iter().collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn types_and_modules_are_mentioned() {
        assert_eq!(
            names("fn f(a: Vec<Lamp>) -> returns::Json<Other> { auth::x() }"),
            ["Lamp", "Other", "Vec", "auth", "returns"]
        );
    }

    #[test]
    fn what_is_defined_or_belongs_to_something_else_is_not() {
        assert_eq!(names("struct Own { field: Place::Inner, x: a.Method }"), ["Place"]);
        assert_eq!(names("pub type Alias = One;\nfn g() { Self::Two::Three; }"), ["One", "Self"]);
    }

    #[test]
    fn texts_and_comments_mention_nothing() {
        assert_eq!(
            names("/// A Comment::with Names\nA(\"Text \\\" Quoted\", '\"', 'X', '\\'', B)"),
            ["A", "B"]
        );
        assert_eq!(names("impl<'a> C<'a> for D {}"), ["C", "D"]);
    }
}
