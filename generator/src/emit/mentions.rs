//! Which names a text of Rust mentions, so that it imports those and no others.

use std::collections::HashSet;

/// Collects the names that a `use` can bring in: types and modules, but not
/// the later parts of a path, no methods, nothing that is defined here.
pub fn collect<'a>(text: &'a str, found: &mut HashSet<&'a str>) {
    let mut rest = text;
    let mut before = Before::Other;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => string(rest),
            '\'' => character(rest),
            _ if is_word(first) => word(rest),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        before = match token {
            _ if is_word(first) => {
                // A lowercase name is a field's or a variable's, unless `::` follows.
                let is_name = first.is_uppercase() || behind.starts_with("::");
                if is_name && before == Before::Other {
                    found.insert(token);
                }
                if ["type", "struct", "enum"].contains(&token) { Before::Keyword } else { Before::Other }
            }
            ":" if behind.starts_with(':') => before,
            ":" if rest.len() < text.len() && ends_path(text, rest) => Before::Joint,
            "." => Before::Joint,
            _ if token.trim().is_empty() => before,
            _ => Before::Other,
        };
        rest = behind;
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

/// Whether the text before `rest`, which starts with `:`, ends with another.
fn ends_path(text: &str, rest: &str) -> bool {
    text.get(..text.len() - rest.len()).is_some_and(|before| before.ends_with(':'))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// Length of a string literal, the quotes included.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of a character literal, or of the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, c))) => {
            let behind = at + c.len_utf8();
            text.get(behind..).and_then(|rest| rest.find('\'')).map_or(1, |close| behind + close + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
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
            names("fn f(a: Vec<Region>) -> returns::Json<Other> { auth::x() }"),
            ["Other", "Region", "Vec", "auth", "returns"]
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
