//! Decides which names are words. Any other may be a value, so it is hidden: `{3}` takes its place.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use indexmap::IndexMap;

use super::templates::{template, variables};
use crate::vocabulary::{UNDECIDED, Vocabulary};

/// Takes the place of what is hidden and has no number.
pub const HIDDEN: &str = "{…}";
/// Hidden names that have a number.
const MOST_HIDDEN: usize = 20_000;
/// Bytes of a hidden name that has a number.
const LONGEST_HIDDEN: usize = 200;
/// Hidden names in one folder that have a number: more are a variable.
const MOST_SIBLINGS: usize = 100;
/// Values of which it is known that they were seen.
const MOST_SEEN: usize = 200_000;
/// Bytes of a value that is listed.
const LONGEST_VALUE: usize = 100;
/// Values of a field that are listed.
const MOST_VALUES: usize = 100;

/// The values of a field or a parameter.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Values {
    /// The values.
    pub list: BTreeSet<String>,
    /// There are too many, or one is too long.
    pub is_open: bool,
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Values({})", self.list.len())
    }
}

impl Values {
    fn add(&mut self, text: &str) {
        self.is_open |= text.len() > LONGEST_VALUE || self.list.len() >= MOST_VALUES;
        if !self.is_open {
            self.list.insert(text.to_owned());
        }
    }
}

/// The names of a recording: those that are words stay as they are.
#[derive(Clone, Default)]
pub struct RecordedNames {
    vocabulary: Vocabulary,
    /// The fields and parameters whose values are listed, and these.
    listed: BTreeSet<String>,
    pub(crate) values: BTreeMap<String, Values>,
    /// The hidden ones, by their numbers, and how often each was seen.
    hidden: IndexMap<String, u64>,
    /// The hidden names of a folder.
    siblings: HashMap<String, HashSet<String>>,
    /// Values that look like words.
    seen: HashSet<String>,
    /// The names whose values are real, if the others are placeholders.
    pub(crate) real: Option<Vec<String>>,
    /// The exchange is a failure, whose values are not listed.
    pub(crate) is_failure: bool,
}

impl fmt::Debug for RecordedNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RecordedNames({} hidden)", self.hidden.len())
    }
}

impl RecordedNames {
    pub(crate) fn new(mut vocabulary: Vocabulary, listed: BTreeSet<String>) -> Self {
        listed.iter().for_each(|name| vocabulary.add_name(name));
        Self { vocabulary, listed, ..Self::default() }
    }

    /// The texts of a field that says which type of a union an object is of.
    pub(crate) fn tags(&self, field: &str) -> Option<&BTreeSet<String>> {
        self.vocabulary.tags.get(field)
    }

    /// A name, or what takes its place.
    pub(crate) fn name(&mut self, name: &str) -> String {
        match name.strip_suffix(']').and_then(|it| it.split_once('[')) {
            _ if self.vocabulary.knows(name) => name.to_owned(),
            Some((base, path)) if self.vocabulary.has(base) => {
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
            false if self.vocabulary.knows(name) => name.to_owned(),
            false => self.hide(name),
        }
    }

    /// A path, marked with what tells its operation apart; with [`UNDECIDED`] if the request is for none of
    /// those that share it.
    pub(crate) fn chosen(
        &self,
        method: &str,
        path: String,
        said: impl FnOnce() -> Vec<(String, String)>,
    ) -> String {
        let shared = self.vocabulary.choices.iter();
        let own = shared.filter(|((own, end), _)| own == method && path.ends_with(end.as_str()));
        let Some((_, all)) = own.max_by_key(|((_, end), _)| end.len()) else { return path };
        let said = said();
        let fitting = all.iter().rev().filter(|it| it.fits(&said));
        path + fitting.max_by_key(|it| it.needs.len()).map_or(UNDECIDED, |it| &it.mark)
    }

    /// The values of the variables in a path.
    pub(crate) fn variables<'p>(&self, path: &'p str) -> Vec<(String, &'p str)> {
        let template = template(&self.vocabulary.paths, path).into_iter();
        let all = template.flat_map(|(_, template)| variables(template, path));
        all.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Returns whether a name is a word; one that is not is counted.
    pub(crate) fn is_known(&mut self, name: &str) -> bool {
        let is_known = self.vocabulary.knows(name);
        if !is_known {
            self.hide(name);
        }
        is_known
    }

    /// A name that may be a piece of a value: only a name of the spec is one.
    pub(crate) fn bare(&mut self, name: &str) -> String {
        if self.vocabulary.has(name) { name.to_owned() } else { self.hide(name) }
    }

    /// Returns whether a field has the status of a failure, if a response is one.
    pub(crate) fn is_status(&self, field: &str) -> bool {
        self.vocabulary.statuses.contains(field)
    }

    /// A path: one of the spec, or its known segments.
    pub(crate) fn path(&mut self, path: &str) -> String {
        let found = template(&self.vocabulary.paths, path);
        match found.map(|(before, template)| (before, template.to_owned())) {
            Some((before, template)) => self.segments(before) + &template,
            None => self.segments(path),
        }
    }

    fn segments(&mut self, path: &str) -> String {
        let mut masked = String::with_capacity(path.len().min(4096));
        for (index, segment) in path.split('/').enumerate() {
            if index > 0 {
                masked.push('/');
            }
            if segment.is_empty() || self.vocabulary.knows_segment(segment) {
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

    /// Returns whether the spec has other values for a field or a parameter: it lists them all without this one,
    /// or its texts have another form.
    pub(crate) fn is_other(&self, name: &str, value: &str) -> bool {
        let Vocabulary { closed, forms, .. } = &self.vocabulary;
        let (listed, forms) = (closed.get(name), forms.get(name));
        // A cassette has the texts of a JSON body in quotes.
        let plain = value.trim_matches('"');
        let is_listed = listed.is_some_and(|it| it.contains(value) || it.contains(plain));
        let has_form = forms.is_some_and(|it| it.iter().any(|form| form.has_form(plain)));
        self.real.is_none() && (listed.is_some() || forms.is_some()) && !is_listed && !has_form
    }

    /// The items of a parameter's value, if it is a list in one text.
    pub(crate) fn items<'v>(&self, name: &str, value: &'v str) -> Vec<&'v str> {
        match self.vocabulary.joined.get(name) {
            Some(between) => value.split(*between).collect(),
            None => vec![value],
        }
    }

    /// Notes a value: a name in a path that is a value elsewhere is not a word.
    pub(crate) fn note(&mut self, value: &str, name: Option<&str>) {
        if self.seen.len() < MOST_SEEN && could_be_word(value) {
            self.seen.insert(value.to_owned());
        }
        let is_real = |name: &&str| self.real.as_ref().is_none_or(|real| real.iter().any(|it| it == name));
        let is_listed = |name: &&str| !self.is_failure && self.listed.contains(*name) && is_real(name);
        if let Some(name) = name.filter(is_listed) {
            self.values.entry(name.to_owned()).or_default().add(value);
        }
    }

    /// Returns whether a name is a known word, or made of them.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.vocabulary.knows(name)
    }

    /// Returns whether a word was seen as a value.
    #[must_use]
    pub fn was_value(&self, word: &str) -> bool {
        self.seen.contains(word)
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
    use super::*;

    #[test]
    fn what_is_hidden_is_found_again_and_never_printed() {
        let mut vocabulary = Vocabulary::default();
        ["users", "server"].iter().for_each(|name| vocabulary.add_name(name));
        let mut names = RecordedNames::new(vocabulary, BTreeSet::new());
        let path = "/users/alice/{3}//server/alice/é";
        let masked = names.path(path);
        assert_eq!(masked, "/users/{0}/{1}//server/{0}/{2}");
        assert_eq!(names.revealed(&masked), path);
        assert_eq!(names.revealed("{9} {} {…} {"), "{9} {} {…} {");
        assert!(!names.knows("X-Alice"));
        assert!(!format!("{names:?}").contains("alice"));
        let paths: HashSet<String> = (0..1000).map(|index| names.path(&format!("/users/u{index}"))).collect();
        assert!(paths.len() <= MOST_SIBLINGS + 1 && paths.contains("/users/{…}"));
    }
}
