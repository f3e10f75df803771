//! Replaces secrets: equal secrets by equal placeholders, different ones
//! by different ones.

use std::{
    collections::{BTreeMap, HashMap},
    mem,
};

use zeroize::{Zeroize as _, Zeroizing};

use crate::redact::{self, Hidden};

/// Minimum length, in characters, of a secret that is looked for elsewhere
/// although only its name says that it is one.
const GUESSED: usize = 8;

/// Longest name in a placeholder, in characters.
const LONGEST: usize = 60;

/// The numbering of placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    /// `Password-1`, `Password-2`: in a cassette.
    Numbered,
    /// `Password`: where secrets are not compared.
    Bare,
}

/// The side that chose a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Caller,
    /// A caller that sends it has it from a response.
    Server,
}

/// A secret and its context.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    pub(super) name: &'a str,
    pub(super) origin: Origin,
    /// Its name only looks secret.
    pub(super) is_guessed: bool,
}

struct Known {
    placeholder: String,
    /// Another one for each secret.
    number: usize,
    /// True if it is looked for wherever the server may repeat it.
    is_sought: bool,
    is_from_server: bool,
}

/// All secrets of a cassette.
pub(super) struct Placeholders {
    numbering: Numbering,
    all: BTreeMap<String, Known>,
    /// The number of secrets per name.
    counts: HashMap<String, usize>,
}

impl Placeholders {
    pub(super) fn new(numbering: Numbering) -> Self {
        Self { numbering, all: BTreeMap::new(), counts: HashMap::new() }
    }

    /// Returns the placeholder of a text.
    pub(super) fn text(&mut self, secret: &str, found: Found<'_>) -> String {
        match self.numbering {
            Numbering::Bare => plain(found.name),
            Numbering::Numbered if secret.is_empty() || self.is_placeholder(secret) => secret.to_owned(),
            Numbering::Numbered => self.learn(secret, found).placeholder.clone(),
        }
    }

    /// Returns the placeholder of a number.
    pub(super) fn number(&mut self, digits: &str, found: Found<'_>) -> String {
        match self.numbering {
            Numbering::Bare => "0".to_owned(),
            Numbering::Numbered => self.learn(digits, found).number.to_string(),
        }
    }

    fn learn(&mut self, secret: &str, found: Found<'_>) -> &Known {
        let number = self.all.len() + 1;
        let known = self.all.entry(secret.to_owned()).or_insert_with(|| {
            let name = plain(found.name);
            let count = self.counts.entry(name.clone()).or_default();
            *count += 1;
            let placeholder = format!("{name}-{count}");
            Known { placeholder, number, is_sought: false, is_from_server: false }
        });
        known.is_sought |= match found.is_guessed {
            true => secret.chars().nth(GUESSED - 1).is_some(),
            false => redact::is_long_enough(secret),
        };
        known.is_from_server |= found.origin == Origin::Server;
        known
    }

    fn is_placeholder(&self, text: &str) -> bool {
        let count = |name: &str| self.counts.get(name).copied();
        number(text).is_some_and(|(name, number)| number > 0 && Some(number) <= count(name))
    }

    /// The secrets that are looked for in a text with this origin: in a request,
    /// outside of secret fields, only what a program has from a response, and gets
    /// from the cassette as a placeholder.
    pub(super) fn sought(&self, in_text_of: Origin) -> Vec<Hidden> {
        let is_wanted = |known: &Known| in_text_of == Origin::Server || known.is_from_server;
        let all = self.all.iter().filter(|(_, known)| known.is_sought && is_wanted(known));
        all.map(|(secret, known)| (Zeroizing::new(secret.clone()), known.placeholder.clone())).collect()
    }
}

impl Drop for Placeholders {
    fn drop(&mut self) {
        mem::take(&mut self.all).into_keys().for_each(|mut secret| secret.zeroize());
    }
}

/// A placeholder's name and number.
pub(super) fn number(text: &str) -> Option<(&str, usize)> {
    let (name, number) = text.rsplit_once('-')?;
    Some((name, number.parse().ok()?))
}

/// A name that can be in a URL and in a header.
fn plain(name: &str) -> String {
    let is_plain = |character: &char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    let plain: String = name.chars().filter(is_plain).take(LONGEST).collect();
    if plain.is_empty() { "secret".to_owned() } else { plain }
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
        let out_of = |text, origin| redact::replaced(text, &all.sought(origin));
        assert_eq!(out_of("1234 Password-3", Origin::Server), "Pin-1 Token-1");
        assert_eq!(out_of("1234", Origin::Caller), "1234");
        let mut bare = Placeholders::new(Numbering::Bare);
        assert_eq!([bare.text("one", found("Pin")), bare.text("two", found("Pin"))], ["Pin", "Pin"]);
    }
}
