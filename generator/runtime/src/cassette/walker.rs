//! Hides the secrets in a text of any kind, wherever they are nested: JSON in
//! JSON, a form in a URL, a line of a log.

use super::{
    names::Names,
    patterns::Patterns,
    placeholders::{self, Found, Origin, Placeholders},
};
use crate::{json::split_string, percent, redact};

/// Maximum depth of texts within texts.
const DEPTH: usize = 8;

/// Hides what looks secret.
pub(super) struct Walker<'a> {
    pub(super) patterns: &'static Patterns,
    pub(super) names: &'a Names,
    pub(super) placeholders: &'a mut Placeholders,
    pub(super) origin: Origin,
    /// The number of texts around this one.
    pub(super) depth: usize,
}

/// JSON that is a secret as a whole.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a> {
    /// The name of a secret that has none.
    pub(super) name: &'a str,
    /// Fields at the top that are none.
    pub(super) plain: &'a [&'a str],
}

/// A place in JSON.
#[derive(Default)]
struct Position {
    level: usize,
    /// The secret fields around it, each with its level; without a name where one
    /// is kept.
    around: Vec<(usize, Option<String>)>,
    /// The last name of a field.
    last: String,
}

impl Position {
    fn mark(&mut self, mark: char) {
        match mark {
            '[' | '{' => self.level += 1,
            ']' | '}' => self.level = self.level.saturating_sub(1),
            _ => {}
        }
        let ends = |level: usize| self.level < level || (mark == ',' && self.level == level);
        while self.around.last().is_some_and(|(level, _)| ends(*level)) {
            self.around.pop();
        }
    }
}

impl Walker<'_> {
    /// The text without what looks secret.
    pub(super) fn text(&mut self, text: &str) -> String {
        let json = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if !json.starts_with(['{', '[', '"']) {
            return self.free(text);
        }
        let hidden = self.json(text, None);
        if is_json(json) { hidden } else { self.free(&hidden) }
    }

    /// A text that isn't JSON, without what looks secret.
    pub(super) fn free(&mut self, text: &str) -> String {
        let Self { patterns, names, .. } = *self;
        let text = patterns.replaced(names, text, |name, secret| {
            let found = Found { name, origin: self.origin, is_guessed: !names.are_marked(name) };
            self.placeholders.text(secret, found)
        });
        let Some(text) = text else { return String::new() };
        let hidden = patterns.encoded.replace_all(&text, |found: &regex::Captures<'_>| {
            let encoded = found.get(0).map_or("", |all| all.as_str());
            let decoded = percent_encoding::percent_decode_str(encoded).decode_utf8_lossy();
            let (hidden, mut out) = (self.inner(&decoded), String::new());
            percent::encode_into(&mut out, &hidden);
            if hidden == decoded { encoded.to_owned() } else { out }
        });
        hidden.into_owned()
    }

    /// The text in another one.
    fn inner(&mut self, text: &str) -> String {
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
        let (mut out, mut position) = (String::with_capacity(json.len()), Position::default());
        for token in self.patterns.json.find_iter(json) {
            let token = token.as_str();
            if token.starts_with('"') {
                push_string(&mut out, token, |text| match token.ends_with(':') {
                    true => self.name(&mut position, text, whole),
                    false => match self.found(&position, whole) {
                        Some(found) => self.placeholders.text(text, found),
                        None => self.inner(text),
                    },
                });
                continue;
            }
            match self.found(&position, whole) {
                Some(found) if token.contains(|c: char| c.is_ascii_digit()) => {
                    out.push_str(&self.placeholders.number(token, found));
                }
                _ => out.push_str(token),
            }
            token.chars().for_each(|mark| position.mark(mark));
        }
        out
    }

    /// The name of a field, which is a secret itself where secrets are keys.
    fn name(&mut self, position: &mut Position, name: &str, whole: Option<Whole<'_>>) -> String {
        let is_plain = whole.is_some_and(|whole| position.level == 1 && whole.plain.contains(&name));
        let around = self.found(position, whole);
        if let Some(found) = around
            && !is_plain
            && !self.names.are_kept(name)
            && !is_word(name)
        {
            return self.placeholders.text(name, found);
        }
        let is_around = around.is_some();
        if is_plain || self.names.are_kept(name) {
            position.around.push((position.level, None));
        } else if !is_around && self.names.are_secret(name) {
            position.around.push((position.level, Some(name.to_owned())));
        }
        name.clone_into(&mut position.last);
        if is_around { name.to_owned() } else { self.inner(name) }
    }

    /// The secret that a place is in.
    fn found<'a>(&self, position: &'a Position, whole: Option<Whole<'a>>) -> Option<Found<'a>> {
        let (name, is_guessed) = match (position.around.last(), whole) {
            (Some((_, name)), _) => name.as_deref().map(|name| (name, !self.names.are_marked(name)))?,
            (None, Some(whole)) if position.last.is_empty() => (whole.name, false),
            (None, Some(_)) => (position.last.as_str(), true),
            (None, None) => return None,
        };
        Some(Found { name, origin: self.origin, is_guessed })
    }

    /// The text without the secrets that are known by now, in whatever encoding
    /// they are. In JSON only strings are searched: a number may have the digits of
    /// a code by chance.
    pub(super) fn without_known(&self, text: &str) -> String {
        let secrets = self.placeholders.sought(self.origin);
        if secrets.is_empty() {
            return text.to_owned();
        }
        if !is_json(text) {
            return redact::replaced(text, &redact::occurring(text, secrets));
        }
        let mut strings = String::new();
        self.map_strings(text, |string| {
            strings.extend([string, "\n"]);
            string.to_owned()
        });
        let secrets = redact::occurring(&strings, secrets);
        self.map_strings(text, |string| redact::replaced(string, &secrets))
    }

    fn map_strings(&self, json: &str, mut map: impl FnMut(&str) -> String) -> String {
        let mut out = String::with_capacity(json.len());
        for token in self.patterns.json.find_iter(json) {
            match token.as_str() {
                string if string.starts_with('"') => push_string(&mut out, string, &mut map),
                other => out.push_str(other),
            }
        }
        out
    }
}

/// Returns whether a text is JSON and nothing else.
pub(super) fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Appends a string of JSON and what follows it, with another text; one that
/// stays the same keeps its escapes. What isn't Unicode isn't decoded.
fn push_string(out: &mut String, token: &str, map: impl FnOnce(&str) -> String) {
    let string = token.strip_prefix('"').unwrap_or(token);
    let (inner, rest) = split_string(string);
    let text = serde_json::from_str(&format!("\"{inner}\"")).unwrap_or_else(|_| inner.to_owned());
    let mapped = map(&text);
    if mapped == text {
        return out.push_str(token);
    }
    let mapped = serde_json::Value::from(mapped).to_string();
    out.push_str(mapped.strip_suffix('"').unwrap_or(&mapped));
    out.push_str(rest);
}

/// Returns whether a name in a secret is one that people chose, not a token.
fn is_word(name: &str) -> bool {
    let digits = name.chars().filter(char::is_ascii_digit).count();
    digits <= 2 && name.len() <= 40 && placeholders::number(name).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cassette::{Redaction, patterns::patterns, placeholders::Numbering};

    fn hidden(text: &str) -> String {
        let patterns = patterns().unwrap();
        let names = Names::new(["Pin"].into_iter(), Redaction::new().keep(["TokenLabels"]), &patterns.words);
        let placeholders = &mut Placeholders::new(Numbering::Numbered);
        Walker { patterns, names: &names, placeholders, origin: Origin::Server, depth: 0 }.text(text)
    }

    #[test]
    fn hides_whatever_is_in_secret_fields_and_nothing_else() {
        for (text, expected) in [
            (
                r#"{"a":"1","key" : "s1","b":{"key":["s2",{"c":"s1","n":-12.50,"t":true}],"d":4},"k\u0065y":"s\n4","e":"key"}"#,
                r#"{"a":"1","key" : "key-1","b":{"key":["key-2",{"c":"key-1","n":3,"t":true}],"d":4},"k\u0065y":"key-4","e":"key"}"#,
            ),
            (
                r#"{"tokens":{"TokenLabels":["a"],"x9F42kQ":null,"more":"b"},"c":"d"}"#,
                r#"{"tokens":{"TokenLabels":["a"],"tokens-1":null,"more":"tokens-2"},"c":"d"}"#,
            ),
            // JSON in JSON, after a mark, and cut off.
            (r#"{"data":"{\"Pin\":\"12\"}"}"#, r#"{"data":"{\"Pin\":\"Pin-1\"}"}"#),
            ("\u{feff} {\"Pin\":\"12\"}", "\u{feff} {\"Pin\":\"Pin-1\"}"),
            (r#"{"Name":"a","Pin":"12"#, r#"{"Name":"a","Pin":"Pin-1"#),
            ("{\"Pin\":1}\n{\"Pin\":2}", "{\"Pin\":1}\n{\"Pin\":2}"),
            ("[info] password=abc", "[info] password=password-1"),
            ("//u:p@h/?a=b&%74oken=%20x;y", "//userinfo-1@h/?a=b&%74oken=token-1;y"),
            ("/reset/a1b2c3d4e5?next=%2Fa%3Ftoken%3Db", "/reset/reset-1?next=%2Fa%3Ftoken%3Dtoken-1"),
        ] {
            assert_eq!(hidden(text), expected);
        }
        let deep = format!("{}\"a\"{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(hidden(&deep), deep);
    }
}
