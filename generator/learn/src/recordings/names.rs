//! Decides which names are words. Any other may be a value, so it is hidden: `{3}` takes its place.

use serde_json::Value;

use super::archive::repaired;
use super::templates::{template, variables};
use crate::vocabulary::Vocabulary;

/// Takes the place of what is hidden and has no number.
pub const HIDDEN: &str = "{…}";
/// Hidden names that have a number.
const MOST_HIDDEN: usize = 20_000;
/// Bytes of a hidden name that has a number.
const LONGEST_HIDDEN: usize = 200;
/// Hidden names in one folder that have a number: more are a variable.
const MOST_SIBLINGS: usize = 100;

impl Vocabulary {
    /// A name, or what takes its place.
    pub(crate) fn name(&mut self, name: &str) -> String {
        match name.strip_suffix(']').and_then(|it| it.split_once('[')) {
            _ if self.knows(name) => name.to_owned(),
            Some((base, path)) if self.has(base) => {
                let path: Vec<String> = path.split("][").map(|name| self.step(name)).collect();
                format!("{base}[{}]", path.join("]["))
            }
            _ => self.hide(name),
        }
    }

    /// A name in the brackets of another one; positions in a list are alike.
    fn step(&mut self, name: &str) -> String {
        match name.bytes().all(|it| it.is_ascii_digit()) {
            true => String::new(),
            false if self.knows(name) => name.to_owned(),
            false => self.hide(name),
        }
    }

    /// The JSON in a text, with names that are words or hidden.
    pub(crate) fn json(&mut self, text: &str) -> Option<Value> {
        let json = serde_json::from_slice(&repaired(text.as_bytes())).ok()?;
        Some(self.hidden_in(json))
    }

    fn hidden_in(&mut self, json: Value) -> Value {
        match json {
            Value::Array(items) => items.into_iter().map(|item| self.hidden_in(item)).collect(),
            Value::Object(fields) => {
                let field = |(name, value): (String, Value)| {
                    let name = if self.knows(&name) { name } else { self.hide(&name) };
                    (name, self.hidden_in(value))
                };
                fields.into_iter().map(field).collect()
            }
            plain => plain,
        }
    }

    /// A name that may be a piece of a value: only a name of the spec is one.
    pub(crate) fn bare(&mut self, name: &str) -> String {
        if self.has(name) { name.to_owned() } else { self.hide(name) }
    }

    /// A path, and the values of its variables: one of the spec, or its known segments.
    pub(crate) fn path<'p>(&mut self, path: &'p str) -> (String, Vec<(String, &'p str)>) {
        let found = template(&self.paths, path).map(|(before, template)| (before, template.to_owned()));
        let Some((before, template)) = found else { return (self.segments(path), Vec::new()) };
        let values = variables(&template, path).map(|(name, value)| (name.to_owned(), value)).collect();
        (self.segments(before) + &template, values)
    }

    fn segments(&mut self, path: &str) -> String {
        let mut masked = String::with_capacity(path.len().min(4096));
        for (index, segment) in path.split('/').enumerate() {
            if index > 0 {
                masked.push('/');
            }
            if segment.is_empty() || self.knows_segment(segment) {
                masked.push_str(segment);
                continue;
            }
            let hidden = self.hide(segment);
            let siblings = self.siblings.entry(masked.clone()).or_default();
            let is_variable = siblings.len() >= MOST_SIBLINGS && !siblings.contains(&hidden);
            let hidden = if is_variable { HIDDEN.to_owned() } else { hidden };
            siblings.insert(hidden.clone());
            masked.push_str(&hidden);
        }
        masked
    }

    fn hide(&mut self, name: &str) -> String {
        if let Some((index, _, times)) = self.hidden.get_full_mut(name) {
            *times += 1;
            return format!("{{{index}}}");
        }
        if self.hidden.len() >= MOST_HIDDEN || name.len() > LONGEST_HIDDEN || name.is_empty() {
            return HIDDEN.to_owned();
        }
        let (index, _) = self.hidden.insert_full(name.to_owned(), 1);
        format!("{{{index}}}")
    }

    /// A path or a name with what was hidden of it, which may be a secret.
    #[must_use]
    pub fn revealed(&self, text: &str) -> String {
        let name = |number: &str| Some(&**self.hidden.get_index(number.parse().ok()?)?.0);
        filled(text, name)
    }

    /// The hidden names, which may be secrets, and how often each was seen.
    pub fn hidden(&self) -> impl Iterator<Item = (&str, u64)> {
        self.hidden.iter().map(|(name, times)| (name.as_str(), *times))
    }
}

/// A text with others in the places of those in braces, if there are others.
pub fn filled<'f>(text: &str, with: impl Fn(&str) -> Option<&'f str>) -> String {
    let mut pieces = text.split('{');
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once('}').and_then(|(number, rest)| Some((with(number)?, rest))) {
            Some((other, rest)) => filled.extend([other, rest]),
            None => filled.extend(["{", piece]),
        }
    }
    filled
}

/// Returns whether a text could be a word that a server uses for another: letters, and perhaps a number.
#[must_use]
pub fn could_be_word(text: &str) -> bool {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    (2..=20).contains(&letters.len())
        && text.len() - letters.len() <= 3
        && letters.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn what_is_hidden_is_found_again_and_never_printed() {
        let mut names = Vocabulary::default();
        ["users", "server"].iter().for_each(|name| names.add_name(name));
        let path = "/users/alice/{3}//server/alice/é";
        let masked = names.path(path).0;
        assert_eq!(masked, "/users/{0}/{1}//server/{0}/{2}");
        assert_eq!(names.revealed(&masked), path);
        assert_eq!(names.revealed("{9} {} {…} {"), "{9} {} {…} {");
        assert!(!names.knows("X-Alice"));
        assert!(!format!("{names:?}").contains("alice"));
        let paths: HashSet<String> =
            (0..1000).map(|index| names.path(&format!("/users/u{index}")).0).collect();
        assert!(paths.len() <= MOST_SIBLINGS + 1 && paths.contains("/users/{…}"));
    }
}
