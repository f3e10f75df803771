//! The secrets of a run, and what takes their place.
//!
//! At its place, a secret is always replaced. It is also looked for in other values, because servers
//! repeat what they got: but not if it could be a word of theirs, such as `admin`, since that word then
//! says nothing, and all others like it would be lost.

use std::{collections::HashMap, mem};

use zeroize::{Zeroize as _, Zeroizing};

use crate::codec::redact::{self, Hidden};

/// Takes the place of a secret that a program knows itself.
pub(super) const SENT: &str = "secret";

/// Characters of a secret that another value can be.
const SHORTEST: usize = 4;

/// Characters of a secret that other texts can have in them.
const SHORTEST_INSIDE: usize = 6;

/// Letters of a word.
const LONGEST_WORD: usize = 12;

/// The secrets of a run, and names that are not shown.
#[derive(Default)]
pub(super) struct Secrets {
    all: HashMap<String, String>,
    /// Those that are looked for in texts, sorted.
    inside: Vec<Hidden>,
    received: u64,
    names: HashMap<String, u64>,
    before: u64,
}

impl Secrets {
    /// Continues to count where a file ends.
    pub(super) fn after(file: &str) -> Self {
        let last = |start: &str| {
            let ends = file.split(start).skip(1);
            let numbers =
                ends.filter_map(|end| end.split(|it: char| !it.is_ascii_digit()).next()?.parse().ok());
            numbers.max().unwrap_or_default()
        };
        let mut after = Self::default();
        (after.received, after.before) = (last("secret-"), last("field-"));
        after
    }

    /// Replaces a secret that is sent.
    pub(super) fn sent(&mut self, value: &str) -> String {
        self.replaced(value, SENT.to_owned())
    }

    /// Replaces a secret that a server returns. The program may send it later, so each is another.
    pub(super) fn received(&mut self, value: &str) -> String {
        let next = format!("{SENT}-{}", self.received + 1);
        let shown = self.replaced(value, next.clone());
        self.received += u64::from(shown == next);
        shown
    }

    fn replaced(&mut self, value: &str, new: String) -> String {
        if let Some(shown) = self.all.get(value) {
            return shown.clone();
        }
        self.all.insert(value.to_owned(), new.clone());
        if !is_word(value)
            && value.chars().nth(SHORTEST_INSIDE - 1).is_some()
            && let Err(place) = self.inside.binary_search_by(|(secret, _)| (**secret).as_str().cmp(value))
        {
            self.inside.insert(place, (Zeroizing::new(value.to_owned()), new.clone()));
        }
        new
    }

    /// A text without the secrets in it, in whatever encoding they are.
    pub(super) fn clean(&self, text: &str) -> String {
        let is_long = || text.chars().nth(SHORTEST - 1).is_some() && !is_word(text);
        match self.all.get(text).filter(|_| is_long()) {
            Some(shown) => shown.clone(),
            None if self.inside.is_empty() => text.to_owned(),
            None => redact::replaced(text, &self.inside),
        }
    }

    /// The replacement of a name.
    pub(super) fn name(&mut self, name: &str) -> String {
        let next = self.before + self.names.len() as u64 + 1;
        format!("field-{}", self.names.entry(name.to_owned()).or_insert(next))
    }
}

impl Drop for Secrets {
    fn drop(&mut self) {
        mem::take(&mut self.all).into_keys().for_each(|mut value| value.zeroize());
    }
}

/// Returns whether a text could be a word: `admin`, `Admin`, `ADMIN`, but not `aDmIn`.
fn is_word(text: &str) -> bool {
    let rest = text.strip_prefix(char::is_alphabetic).unwrap_or(text);
    text.chars().all(char::is_alphabetic)
        && text.chars().count() <= LONGEST_WORD
        && (!rest.contains(char::is_uppercase) || !text.contains(char::is_lowercase))
}
