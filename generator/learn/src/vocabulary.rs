//! The words that a name from a recording can be made of: it may be a value otherwise.

use std::collections::{HashMap, HashSet};
use std::fmt;

use generator_spec::model::{Api, AuthBlock, Operation, Row, Type};
use generator_spec::{Spec, naming, synonyms};
use indexmap::IndexMap;

/// Bytes of a name that can be a word, or several.
const LONGEST_NAME: usize = 80;
/// Letters of a word that says something: shorter ones are pieces of anything.
const SHORT: usize = 3;

/// Words of names in HTTP APIs, in addition to those of a spec and those that people type in searches.
const USUAL: &str = include_str!("usual.txt");

/// The words that names are made of, and the paths of a spec.
#[derive(Clone, Default)]
pub struct Vocabulary {
    names: HashSet<String>,
    words: HashSet<String>,
    /// The paths, whose variables are values.
    pub(crate) paths: Vec<String>,
    /// The names that are hidden, by their numbers, and how often each was seen.
    pub(crate) hidden: IndexMap<String, u64>,
    /// The hidden names of a folder.
    pub(crate) siblings: HashMap<String, HashSet<String>>,
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Vocabulary({} names, {} hidden)", self.names.len(), self.hidden.len())
    }
}

impl Vocabulary {
    /// Adds a name and the words in it.
    pub fn add_name(&mut self, name: &str) {
        let has_letter = |word: &String| word.contains(|c: char| c.is_ascii_alphabetic());
        self.words.extend(naming::path_words(name).into_iter().filter(has_letter));
        self.names.insert(name.to_ascii_lowercase());
    }

    fn add_text(&mut self, text: &str) {
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

    /// Returns whether a segment of a path is a word; a number is one if a path has it.
    pub(crate) fn knows_segment(&self, segment: &str) -> bool {
        let is_number = segment.bytes().all(|it| it.is_ascii_digit());
        if is_number {
            self.paths.iter().any(|path| path.split('/').any(|it| it == segment))
        } else {
            self.knows(segment)
        }
    }

    /// Returns whether it is a name that was added.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(&name.to_ascii_lowercase())
    }
}

/// The words of all APIs of a spec and of its texts.
#[must_use]
pub fn vocabulary(spec: &Spec) -> Vocabulary {
    let mut known = Vocabulary::default();
    USUAL.split_whitespace().for_each(|word| known.add_name(word));
    synonyms::usual().iter().flatten().flat_map(|said| said.split(' ')).for_each(|word| known.add_name(word));
    let files = spec.sources.iter().flat_map(|source| source.files());
    files.for_each(|file| known.add_text(&file.text));
    spec.apis.iter().flat_map(names).for_each(|name| known.add_name(name));
    for operation in spec.apis.iter().flat_map(Api::operations) {
        known.paths.extend(operation.paths().map(str::to_owned));
    }
    known
}

/// The names of an API and the segments of its paths.
fn names(api: &Api) -> Vec<&str> {
    let operations = || api.operations();
    let aliases = operations().flat_map(|it| &it.aliases).filter_map(|alias| alias.name.as_deref());
    let paths = operations().flat_map(|it| it.paths()).flat_map(|path| path.split('/'));
    let unnamed = api.rows().flat_map(|(_, row)| match row {
        Row::Named(operation) => operation.parameters.iter(),
        Row::Unnamed(row) => row.parameters.iter(),
    });
    let parameters = unnamed.chain(api.blocks.iter().flat_map(|block| &block.parameters));
    let headers = operations().flat_map(Operation::results).flat_map(|it| &it.headers);
    let parameters = parameters.chain(headers);
    let prefixes = api.blocks.iter().filter_map(AuthBlock::prefix);
    let fields = api.types.iter().flat_map(Type::fields);
    let names = operations().map(|it| it.name.as_str()).chain(aliases);
    let names = names.chain(parameters.flat_map(|it| [it.name.as_str(), it.wire_name()]));
    let names = names.chain(fields.flat_map(|it| [it.name.as_str(), it.wire_name()]));
    names.chain(api.types.iter().map(|ty| ty.name.as_str())).chain(paths).chain(prefixes).collect()
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
}
