//! Decides which names are words. Any other may be a value, so it is hidden: `{3}` takes its place.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use generator_spec::{model::Need, naming};
use indexmap::IndexMap;

use super::templates::{self, Templates};

/// Takes the place of what is hidden and has no number.
pub const HIDDEN: &str = "{…}";
/// Bytes of a name that can be a word, or several.
const LONGEST_NAME: usize = 80;
/// Letters of a word that says something: shorter ones are pieces of anything.
const SHORT: usize = 3;
/// Hidden names that have a number.
const MOST_HIDDEN: usize = 20_000;
/// Bytes of a hidden name that has a number.
const LONGEST_HIDDEN: usize = 200;
/// Hidden names in one folder that have a number: more are a variable.
const MOST_SIBLINGS: usize = 100;
/// Values of which it is known that they were seen.
const MOST_VALUES: usize = 200_000;

/// The words that names are made of.
#[derive(Clone, Default)]
pub struct Vocabulary {
    names: HashSet<String>,
    words: HashSet<String>,
    paths: Templates,
    /// Fields that say which type of a union an object is of, and what they say.
    tags: BTreeMap<String, BTreeSet<String>>,
    /// Fields and parameters whose values are listed, and no others are taken.
    closed: BTreeMap<String, BTreeSet<String>>,
    /// The parameters that tell operations apart, by method and path, and what they add to the path.
    choices: BTreeMap<(String, String), Vec<(Vec<Need>, String)>>,
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Vocabulary({} names, {} words)", self.names.len(), self.words.len())
    }
}

impl Vocabulary {
    /// Adds a name and the words in it.
    pub fn add_name(&mut self, name: &str) {
        let has_letter = |word: &String| word.contains(|c: char| c.is_ascii_alphabetic());
        self.words.extend(naming::path_words(name).into_iter().filter(has_letter));
        self.names.insert(name.to_ascii_lowercase());
    }

    /// Adds a path, whose variables are values.
    pub fn add_path(&mut self, path: &str) {
        self.paths.add(path);
    }

    /// Adds a field that says which type of a union an object is of, and what it says then.
    pub fn add_tag(&mut self, field: &str, value: &str) {
        self.tags.entry(field.to_owned()).or_default().insert(value.to_owned());
    }

    /// Adds a value of a field or a parameter that takes only those that are listed.
    pub fn add_value(&mut self, name: &str, value: &str) {
        self.closed.entry(name.to_owned()).or_default().insert(value.to_owned());
    }

    /// Adds what tells an operation apart from others with its method and path.
    pub fn add_choice(&mut self, method: &str, path: &str, needs: Vec<Need>, mark: String) {
        self.choices.entry((method.to_owned(), path.to_owned())).or_default().push((needs, mark));
    }

    /// Adds the words of a text.
    pub fn add_text(&mut self, text: &str) {
        let is_word = |word: &String| word.len() >= SHORT && word.bytes().all(|it| it.is_ascii_lowercase());
        self.words.extend(naming::path_words(text).into_iter().filter(is_word));
    }

    /// Returns whether it is a name that was added, or made of words that were: short
    /// words don't make a name, because a token can be cut into them.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        let plain = name.strip_prefix(['$', '@']).unwrap_or(name);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let (mut short, mut long) = (0, 0);
        let mut is_known = |word: String| {
            *if word.len() < SHORT { &mut short } else { &mut long } += 1;
            self.words.contains(&word)
        };
        self.names.contains(&name.to_ascii_lowercase())
            || name.len() <= LONGEST_NAME
                && plain.bytes().all(is_plain)
                && naming::path_words(plain).into_iter().all(&mut is_known)
                && long > 0
                && short <= long
    }

    /// Returns whether a segment of a path is a word; a number is one if a path that was added has it.
    fn knows_segment(&self, segment: &str) -> bool {
        let is_number = segment.bytes().all(|it| it.is_ascii_digit());
        if is_number { self.paths.have_segment(segment) } else { self.knows(segment) }
    }

    /// Returns whether it is a name that was added.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(&name.to_ascii_lowercase())
    }
}

/// The names of a recording: those that are words stay as they are.
#[derive(Clone, Default)]
pub struct RecordedNames {
    vocabulary: Vocabulary,
    /// The fields and parameters whose values are listed.
    listed: BTreeSet<String>,
    /// The hidden ones, by their numbers, and how often each was seen.
    hidden: IndexMap<String, u64>,
    /// The hidden names of a folder.
    siblings: HashMap<String, HashSet<String>>,
    /// Values that look like words.
    values: HashSet<String>,
    /// The values are placeholders.
    pub(crate) lacks_values: bool,
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

    /// A path, marked with what tells its operation apart, if the request has it: with most of it, if it has
    /// what several need.
    pub(crate) fn chosen(
        &self,
        method: &str,
        path: String,
        said: impl FnOnce() -> Vec<(String, String)>,
    ) -> String {
        let choices = self.vocabulary.choices.iter();
        let mut own = choices.filter(|((own, end), _)| own == method && path.ends_with(end.as_str()));
        let Some((_, choices)) = own.next() else { return path };
        let said = said();
        let is_said = |Need { name, value, .. }: &Need| {
            let is_it = |(own, text): &(String, String)| {
                let is_value = value.as_ref().is_none_or(|value| text.trim_matches('"') == value);
                own.eq_ignore_ascii_case(name) && is_value
            };
            said.iter().any(is_it)
        };
        let fitting = choices.iter().rev().filter(|(needs, _)| needs.iter().all(is_said));
        match fitting.max_by_key(|(needs, _)| needs.len()) {
            Some((_, mark)) => path + mark,
            None => path,
        }
    }

    /// The values of the variables in a path.
    pub(crate) fn variables<'p>(&self, path: &'p str) -> Vec<(String, &'p str)> {
        let Some((_, template)) = self.vocabulary.paths.of(path) else { return Vec::new() };
        let all = templates::variables(template, path);
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

    /// Returns whether the words of a content type are known.
    pub(crate) fn knows_type(&self, ty: &str) -> bool {
        let essence = ty.split(';').next().unwrap_or_default();
        essence.split('/').all(|part| self.vocabulary.knows(part))
    }

    /// A path: one of the spec, or its known segments.
    pub(crate) fn path(&mut self, path: &str) -> String {
        match self.vocabulary.paths.of(path).map(|(before, template)| (before, template.to_owned())) {
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

    /// Returns whether a value is not one that the spec lists for its field or parameter.
    pub(crate) fn is_other(&self, name: &str, value: &str) -> bool {
        let known = self.vocabulary.closed.get(name).filter(|_| !self.lacks_values);
        // A cassette has the texts of a JSON body in quotes.
        known.is_some_and(|known| !known.contains(value) && !known.contains(value.trim_matches('"')))
    }

    pub(crate) fn is_listed(&self, name: &str) -> bool {
        self.listed.contains(name)
    }

    /// Notes a value: a name in a path that is a value elsewhere is not a word.
    pub(crate) fn value(&mut self, value: &str) {
        if self.values.len() < MOST_VALUES && could_be_word(value) {
            self.values.insert(value.to_owned());
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
        self.values.contains(word)
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

    fn vocabulary() -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        ["LampID", "u2f", "x86_64", "v1", "nas-pkg-6"].iter().for_each(|name| vocabulary.add_name(name));
        vocabulary.add_text("Lists the users of a server, 5 at a time: see HTTPCodes. It is on.");
        vocabulary
    }

    #[test]
    fn names_are_known_by_their_words() {
        let vocabulary = vocabulary();
        let known =
            ["list-users".replace("list", "lists"), "UsersServer".into(), "x86_64".into(), "v1".into()];
        assert!(known.iter().all(|name| vocabulary.knows(name)), "{vocabulary:?}");
        assert!(["$lamp", "lamp_id", "U2F-users"].iter().all(|name| vocabulary.knows(name)));
        for value in
            ["5", "64", "nas-pkg-7", "id", "a", "it-is-on", "users@server", "users/server", "", "alice"]
        {
            assert!(!vocabulary.knows(value), "{value}");
        }
    }

    #[test]
    fn what_is_hidden_is_found_again_and_never_printed() {
        let mut names = RecordedNames::new(vocabulary(), BTreeSet::new());
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
