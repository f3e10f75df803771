//! JSON in tokens, without recursion and byte for byte: it may be nested to any
//! depth, or have broken off.

use crate::json::split_string;

/// A piece of JSON.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// The name of a field, between its quotes.
    Name(&'a str),
    /// Another string, between its quotes.
    String(&'a str),
    /// The digits of a number.
    Number(&'a str),
    /// A bracket or a comma.
    Mark(char),
    /// White space, colons, words.
    Other(&'a str),
}

/// The pieces of a text.
pub(super) struct Tokens<'a>(pub(super) &'a str);

const MARKS: [char; 5] = ['[', ']', '{', '}', ','];

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let first = self.0.chars().next()?;
        if let Some(string) = self.0.strip_prefix('"') {
            let (inner, rest) = split_string(string);
            self.0 = rest;
            let is_name = rest.trim_start().starts_with(':');
            return Some(if is_name { Token::Name(inner) } else { Token::String(inner) });
        }
        if MARKS.contains(&first) {
            self.0 = self.0.strip_prefix(first)?;
            return Some(Token::Mark(first));
        }
        let is_digit = |character: char| character.is_ascii_digit() || character == '-';
        let is_number = is_digit(first);
        let end = self.0.find(|character: char| match is_number {
            true => !(is_digit(character) || matches!(character, '+' | '.' | 'e' | 'E')),
            false => is_digit(character) || character == '"' || MARKS.contains(&character),
        });
        let (piece, rest) = self.0.split_at_checked(end.unwrap_or(self.0.len()))?;
        self.0 = rest;
        Some(if is_number { Token::Number(piece) } else { Token::Other(piece) })
    }
}

/// Whether a text is JSON and nothing else.
pub(super) fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Replaces the text of every string; one that stays the same keeps its escapes.
pub(super) fn map_strings(json: &str, map: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(json.len());
    for token in Tokens(json) {
        match token {
            Token::Name(inner) | Token::String(inner) => push_string(&mut out, inner, map(&decoded(inner))),
            Token::Number(text) | Token::Other(text) => out.push_str(text),
            Token::Mark(mark) => out.push(mark),
        }
    }
    out
}

/// Appends a string whose text is `text`, with the escapes it had if that is
/// what it was.
pub(super) fn push_string(out: &mut String, inner: &str, text: String) {
    match text == decoded(inner) {
        true => out.extend(["\"", inner, "\""]),
        false => out.push_str(&serde_json::Value::from(text).to_string()),
    }
}

/// The text of a string; undecoded if it is not Unicode.
pub(super) fn decoded(inner: &str) -> String {
    serde_json::from_str(&format!("\"{inner}\"")).unwrap_or_else(|_| inner.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_all_of_a_text() {
        use Token::{Mark, Name, Number, Other, String};
        let tokens: Vec<_> = Tokens(r#"{"a\"" : [-1.5e+3, "b", tru"#).collect();
        let expected = [
            Mark('{'),
            Name("a\\\""),
            Other(" : "),
            Mark('['),
            Number("-1.5e+3"),
            Mark(','),
            Other(" "),
            String("b"),
            Mark(','),
            Other(" tru"),
        ];
        assert_eq!(tokens, expected);
        assert_eq!(
            map_strings(r#"{"a\"": 1, "": ["b", "\/"]}"#, |text| text.replace(['a', 'b'], "c")),
            r#"{"c\"": 1, "": ["c", "\/"]}"#
        );
    }
}
