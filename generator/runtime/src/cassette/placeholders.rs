//! What replaces secrets: equal secrets by equal placeholders, different ones
//! by different ones.

use std::{
    borrow::Borrow,
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, HashMap},
};

use zeroize::Zeroizing;

use super::tokens;
use crate::scrub;

/// Minimum length, in characters, of a secret that is looked for elsewhere
/// although only its name says that it is one.
const GUESSED: usize = 8;

/// Longest name in a placeholder, in characters.
const LONGEST: usize = 60;

/// How placeholders are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    /// `Password-1`, `Password-2`: in a cassette.
    Numbered,
    /// `Password`: where secrets are not compared.
    Bare,
}

/// Who chose a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Caller,
    /// A caller that sends it has it from a response.
    Server,
}

/// What is known of a secret.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    pub(super) name: &'a str,
    pub(super) origin: Origin,
    /// Its name only looks secret.
    pub(super) is_guessed: bool,
}

/// A secret, in order.
#[derive(PartialEq, Eq)]
struct Key(Zeroizing<String>);

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.as_str().cmp(&other.0)
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Borrow<str> for Key {
    fn borrow(&self) -> &str {
        &self.0
    }
}

struct Known {
    placeholder: String,
    /// Another one for each secret.
    number: usize,
    /// Whether it is looked for wherever the server may repeat it.
    is_sought: bool,
    is_from_server: bool,
}

/// All secrets of a cassette.
pub(super) struct Placeholders {
    numbering: Numbering,
    all: BTreeMap<Key, Known>,
    /// How many secrets have a name.
    counts: HashMap<String, usize>,
}

impl Placeholders {
    pub(super) fn new(numbering: Numbering) -> Self {
        Self { numbering, all: BTreeMap::new(), counts: HashMap::new() }
    }

    /// What replaces a text.
    pub(super) fn text(&mut self, secret: &str, found: Found<'_>) -> String {
        match self.numbering {
            Numbering::Bare => plain(found.name),
            Numbering::Numbered if secret.is_empty() || self.is_placeholder(secret) => secret.to_owned(),
            Numbering::Numbered => self.learn(secret, found).placeholder.clone(),
        }
    }

    /// What replaces a number.
    pub(super) fn number(&mut self, digits: &str, found: Found<'_>) -> String {
        match self.numbering {
            Numbering::Bare => "0".to_owned(),
            Numbering::Numbered => self.learn(digits, found).number.to_string(),
        }
    }

    fn learn(&mut self, secret: &str, found: Found<'_>) -> &Known {
        let known = match self.all.remove(secret) {
            Some(known) => known,
            None => self.next(found.name),
        };
        let is_long = match found.is_guessed {
            true => secret.chars().nth(GUESSED - 1).is_some(),
            false => scrub::is_long_enough(secret),
        };
        let is_sought = known.is_sought || is_long;
        let is_from_server = known.is_from_server || found.origin == Origin::Server;
        self.all.entry(Key(secret.to_owned().into())).or_insert(Known { is_sought, is_from_server, ..known })
    }

    /// The placeholder of a new secret.
    fn next(&mut self, name: &str) -> Known {
        let name = plain(name);
        let count = self.counts.entry(name.clone()).or_default();
        *count += 1;
        let placeholder = format!("{name}-{count}");
        Known { placeholder, number: self.all.len() + 1, is_sought: false, is_from_server: false }
    }

    fn is_placeholder(&self, text: &str) -> bool {
        let parts =
            text.rsplit_once('-').and_then(|(name, number)| Some((name, number.parse::<usize>().ok()?)));
        parts.is_some_and(|(name, number)| {
            (1..=self.counts.get(name).copied().unwrap_or_default()).contains(&number)
        })
    }

    /// What a response may repeat: any secret.
    pub(super) fn in_responses(&self) -> Sought {
        self.sought(|_| true)
    }

    /// What a request may repeat outside of secret fields: what a program has
    /// from a response, and gets from the cassette as a placeholder.
    pub(super) fn in_requests(&self) -> Sought {
        self.sought(|known| known.is_from_server)
    }

    fn sought(&self, is_wanted: impl Fn(&Known) -> bool) -> Sought {
        let all = self.all.iter().filter(|(_, known)| known.is_sought && is_wanted(known));
        let all: Vec<_> = all.map(|(key, known)| (key.0.clone(), known.placeholder.clone())).collect();
        let mut beginnings: HashMap<[u8; BEGINNING], Vec<usize>> = HashMap::new();
        for (index, (secret, _)) in all.iter().enumerate() {
            let beginning = secret.as_bytes().first_chunk().copied();
            beginning.into_iter().for_each(|it| beginnings.entry(it).or_default().push(index));
        }
        Sought { all, beginnings }
    }
}

/// A name that can be in a URL and in a header.
fn plain(name: &str) -> String {
    let is_plain = |character: &char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    let plain: String = name.chars().filter(is_plain).take(LONGEST).collect();
    if plain.is_empty() { "secret".to_owned() } else { plain }
}

/// How many bytes of a secret are looked for first; those that are sought have
/// as many.
const BEGINNING: usize = 4;

/// Secrets that are looked for.
pub(super) struct Sought {
    /// Sorted, and what replaces them.
    all: Vec<(Zeroizing<String>, String)>,
    /// Which of them begin alike.
    beginnings: HashMap<[u8; BEGINNING], Vec<usize>>,
}

impl Sought {
    /// The text without the secrets, in whatever encoding they are. In JSON only
    /// strings are searched: a number may have the digits of a code by chance.
    pub(super) fn taken_out(&self, text: &str) -> String {
        match tokens::is_json(text) && !self.all.is_empty() {
            true => tokens::map_strings(text, |text| self.out_of(text)),
            false => self.out_of(text),
        }
    }

    fn out_of(&self, text: &str) -> String {
        let mut found = BTreeSet::new();
        if !self.all.is_empty() {
            self.beginning_in(text, &mut found);
            if text.contains(['%', '+', '\\', '&']) {
                scrub::spellings(text).for_each(|text| self.beginning_in(&text, &mut found));
            }
        }
        if found.is_empty() {
            return text.to_owned();
        }
        let found: Vec<_> = found.into_iter().filter_map(|index| self.all.get(index).cloned()).collect();
        scrub::replaced(text, &found)
    }

    /// The secrets that may be in a text, because it has their beginning.
    fn beginning_in(&self, text: &str, found: &mut BTreeSet<usize>) {
        for window in text.as_bytes().windows(BEGINNING) {
            found.extend(self.beginnings.get(window).into_iter().flatten());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_secrets_have_equal_placeholders() {
        let mut all = Placeholders::new(Numbering::Numbered);
        let found = |name| Found { name, origin: Origin::Caller, is_guessed: false };
        assert_eq!(all.text("one", found("Password")), "Password-1");
        assert_eq!(all.text("two", found("Password")), "Password-2");
        assert_eq!(all.text("one", found("Token")), "Password-1");
        assert_eq!(all.text("Password-2", found("Token")), "Password-2", "hidden already");
        assert_eq!(all.text("Password-3", found("To\nken")), "Token-1");
        assert_eq!(all.number("1234", found("Pin")), "4");
        assert_eq!(all.number("1234", found("Pin")), "4");
        assert_eq!(all.in_responses().taken_out("1234 Password-3"), "Pin-1 Token-1");
        assert_eq!(all.in_requests().taken_out("1234"), "1234");
        let mut bare = Placeholders::new(Numbering::Bare);
        assert_eq!(
            bare.text("one", found("Password")) + &bare.text("two", found("Password")),
            "PasswordPassword"
        );
    }
}
