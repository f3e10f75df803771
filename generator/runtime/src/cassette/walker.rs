//! Hides the secrets in a text of any kind, wherever they are nested: JSON in
//! JSON, a form in a URL, a line of a log.

use super::{
    names::Names,
    placeholders::{Found, Origin, Placeholders},
    tokens::{Token, Tokens, decoded, is_json, push_string},
};

/// How deep texts in texts are looked at.
const DEPTH: usize = 8;

/// Hides what looks secret.
pub(super) struct Walker<'a> {
    pub(super) names: &'a Names,
    pub(super) placeholders: &'a mut Placeholders,
    pub(super) origin: Origin,
    /// How many texts are around this one.
    pub(super) depth: usize,
}

/// JSON that is a secret as a whole.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a> {
    /// What a secret without a name is called.
    pub(super) name: &'a str,
    /// Fields at the top that are none.
    pub(super) plain: &'a [&'a str],
}

/// A secret field around a place, or one within it that is kept.
struct Field {
    /// How deep it is.
    level: usize,
    /// `None` if it is kept.
    secret: Option<Name>,
}

struct Name {
    text: String,
    is_guessed: bool,
}

/// A place in JSON.
#[derive(Default)]
struct Place {
    level: usize,
    around: Vec<Field>,
    /// The last name of a field.
    last: String,
}

impl Place {
    fn mark(&mut self, mark: char) {
        match mark {
            '[' | '{' => self.level += 1,
            ']' | '}' => self.level = self.level.saturating_sub(1),
            _ => {}
        }
        let ends = |field: &Field| self.level < field.level || (mark == ',' && self.level == field.level);
        while self.around.last().is_some_and(ends) {
            self.around.pop();
        }
    }
}

impl Walker<'_> {
    /// The text without what looks secret.
    pub(super) fn text(&mut self, text: &str) -> String {
        let is_space = |character: char| character.is_whitespace() || character == '\u{feff}';
        let json = text.trim_start_matches(is_space);
        if !json.starts_with(['{', '[', '"']) {
            return self.free(text);
        }
        let hidden = self.json(json, None);
        let hidden = if is_json(json) { hidden } else { self.free(&hidden) };
        text.strip_suffix(json).unwrap_or_default().to_owned() + &hidden
    }

    /// The text in another one.
    pub(super) fn inner(&mut self, text: &str) -> String {
        if self.depth >= DEPTH {
            return text.to_owned();
        }
        self.depth += 1;
        let hidden = self.text(text);
        self.depth -= 1;
        hidden
    }

    /// JSON, or what is left of it, without what looks secret.
    pub(super) fn json(&mut self, json: &str, whole: Option<Whole<'_>>) -> String {
        let (mut out, mut place) = (String::with_capacity(json.len()), Place::default());
        for token in Tokens(json) {
            match token {
                Token::Mark(mark) => {
                    place.mark(mark);
                    out.push(mark);
                }
                Token::Other(text) => out.push_str(text),
                Token::Name(inner) => {
                    let name = self.name(&mut place, decoded(inner), whole);
                    push_string(&mut out, inner, name);
                }
                Token::Number(digits) => match self.found(&place, whole) {
                    Some(found) => out.push_str(&self.placeholders.number(digits, found)),
                    None => out.push_str(digits),
                },
                Token::String(inner) => {
                    let text = decoded(inner);
                    let hidden = match self.found(&place, whole) {
                        Some(found) => self.placeholders.text(&text, found),
                        None => self.inner(&text),
                    };
                    push_string(&mut out, inner, hidden);
                }
            }
        }
        out
    }

    /// The name of a field, which is a secret itself where secrets are keys.
    fn name(&mut self, place: &mut Place, name: String, whole: Option<Whole<'_>>) -> String {
        let is_plain = whole.is_some_and(|whole| place.level == 1 && whole.plain.contains(&&*name));
        let is_in_secret = self.found(place, whole).is_some();
        if is_plain || self.names.are_kept(&name) {
            place.around.push(Field { level: place.level, secret: None });
        } else if !is_in_secret && self.names.are_secret(&name) {
            let is_guessed = !self.names.are_marked(&name);
            let secret = Some(Name { text: name.clone(), is_guessed });
            place.around.push(Field { level: place.level, secret });
        } else if is_in_secret && !is_word(&name) {
            return match self.found(place, whole) {
                Some(found) => self.placeholders.text(&name, found),
                None => name,
            };
        }
        place.last.clone_from(&name);
        if is_in_secret { name } else { self.inner(&name) }
    }

    /// The secret that a place is in.
    fn found<'a>(&self, place: &'a Place, whole: Option<Whole<'a>>) -> Option<Found<'a>> {
        let (name, is_guessed) = match (place.around.last(), whole) {
            (Some(field), _) => field.secret.as_ref().map(|name| (name.text.as_str(), name.is_guessed))?,
            (None, Some(whole)) if place.last.is_empty() => (whole.name, false),
            (None, Some(_)) => (place.last.as_str(), true),
            (None, None) => return None,
        };
        Some(Found { name, origin: self.origin, is_guessed })
    }

    /// What a secret with this name is.
    pub(super) fn of<'a>(&self, name: &'a str) -> Found<'a> {
        Found { name, origin: self.origin, is_guessed: !self.names.are_marked(name) }
    }
}

/// Whether a name in a secret is one that people chose, not a token.
fn is_word(name: &str) -> bool {
    let digits = name.chars().filter(char::is_ascii_digit).count();
    let is_numbered = name.rsplit_once('-').is_some_and(|(_, end)| end.parse::<usize>().is_ok());
    digits <= 2 && name.len() <= 40 && !is_numbered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cassette::{Redaction, placeholders::Numbering};

    fn hidden(text: &str) -> String {
        let names = Names::new(["Pin"].into_iter(), Redaction::new().keep(["TokenLabels"]));
        let mut placeholders = Placeholders::new(Numbering::Numbered);
        Walker { names: &names, placeholders: &mut placeholders, origin: Origin::Server, depth: 0 }.text(text)
    }

    #[test]
    fn hides_whatever_is_in_secret_fields_and_nothing_else() {
        let json = r#"{"a":"1","key" : "s1","b":{"key":["s2",{"c":"s1","n":-12.50,"t":true}],"d":4},"k\u0065y":"s\n4","e":"key"}"#;
        let expected = r#"{"a":"1","key" : "key-1","b":{"key":["key-2",{"c":"key-1","n":3,"t":true}],"d":4},"k\u0065y":"key-4","e":"key"}"#;
        assert_eq!(hidden(json), expected);
        assert_eq!(
            hidden(r#"{"tokens":{"TokenLabels":["a"],"x9F42kQ":null,"more":"b"},"c":"d"}"#),
            r#"{"tokens":{"TokenLabels":["a"],"tokens-1":null,"more":"tokens-2"},"c":"d"}"#
        );
        let deep = format!("{}\"a\"{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(hidden(&deep), deep);
    }

    #[test]
    fn json_in_texts_after_a_mark_or_cut_off_is_json() {
        assert_eq!(hidden(r#"{"data":"{\"Pin\":\"12\"}"}"#), r#"{"data":"{\"Pin\":\"Pin-1\"}"}"#);
        assert_eq!(hidden("\u{feff} {\"Pin\":\"12\"}"), "\u{feff} {\"Pin\":\"Pin-1\"}");
        assert_eq!(hidden(r#"{"Name":"a","Pin":"12"#), r#"{"Name":"a","Pin":"Pin-1""#);
        assert_eq!(hidden("{\"Pin\":1}\n{\"Pin\":2}"), "{\"Pin\":1}\n{\"Pin\":2}");
        assert_eq!(hidden("[info] password=abc"), "[info] password=password-1");
    }
}
