//! What people type to find an item: aliases for rustdoc's search.
//!
//! The search matches one word with any part of a name, but several words only
//! with an alias that consists of exactly these words.

use syn::{Attribute, parse_quote};

use crate::model::{Api, Operation};
use crate::naming::path_words;
use crate::text::is_hidden;

/// Maximum number of phrases of an operation; the best come first.
const MOST: usize = 6;

/// Verbs of operations, each with others that mean the same.
const VERBS: &[(&str, &[&str])] = &[
    ("abandon", &[]),
    ("add", &["create", "new"]),
    ("apply", &[]),
    ("archive", &[]),
    ("browse", &["list"]),
    ("cancel", &["stop"]),
    ("change", &["update", "set"]),
    ("convert", &[]),
    ("create", &["add", "new"]),
    ("delete", &["remove"]),
    ("describe", &["get", "show"]),
    ("disable", &[]),
    ("drop", &["close"]),
    ("enable", &[]),
    ("export", &[]),
    ("force", &[]),
    ("generate", &["create"]),
    ("get", &["read"]),
    ("import", &[]),
    ("kill", &["stop"]),
    ("list", &["get"]),
    ("new", &["create", "add"]),
    ("patch", &["update", "change"]),
    ("ping", &["test"]),
    ("preview", &[]),
    ("provision", &[]),
    ("prune", &[]),
    ("read", &["get"]),
    ("refetch", &[]),
    ("regenerate", &[]),
    ("register", &["add"]),
    ("reindex", &[]),
    ("relax", &[]),
    ("remove", &["delete"]),
    ("request", &[]),
    ("reset", &["change"]),
    ("restart", &[]),
    ("resync", &[]),
    ("revoke", &["delete"]),
    ("run", &["start"]),
    ("search", &["find"]),
    ("send", &[]),
    ("set", &["update", "change"]),
    ("show", &["get"]),
    ("shutdown", &["stop"]),
    ("start", &["run"]),
    ("stop", &[]),
    ("submit", &["send"]),
    ("terminate", &["delete", "stop"]),
    ("test", &[]),
    ("uninstall", &["remove"]),
    ("unlock", &[]),
    ("update", &["change"]),
    ("upgrade", &[]),
    ("validate", &["check"]),
];

/// Words that only say which of several things is meant.
const WHICH: &[&str] = &["active", "all", "full", "legacy", "now", "recent"];

/// Words after which something else begins.
const BETWEEN: &[&str] = &["and", "as", "by", "for", "from", "in", "of", "on", "to", "with"];

/// The aliases of an operation: what it does in words, its other names, and its paths.
pub fn of_operation(api: &Api, operation: &Operation) -> Vec<String> {
    let names = operation.aliases.iter().filter_map(|it| it.name.as_deref());
    let names =
        [operation.name.as_str()].into_iter().chain(names).chain(operation.paths()).map(str::to_owned);
    let aliases = phrases(api, operation).into_iter().chain(names);
    unique(aliases.filter(|alias| *alias != operation.rust && is_possible(alias)))
}

fn unique(aliases: impl Iterator<Item = String>) -> Vec<String> {
    let mut unique = Vec::new();
    for alias in aliases {
        if !unique.contains(&alias) {
            unique.push(alias);
        }
    }
    unique
}

/// The alias of an item whose Rust name doesn't show its name in the documents.
pub fn of_name(rust: &str, name: &str) -> Option<Attribute> {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let is_needed = plain(rust) != plain(name) && is_possible(name);
    is_needed.then(|| parse_quote! { #[doc(alias = #name)] })
}

/// rustdoc rejects quotes and most spaces.
fn is_possible(alias: &str) -> bool {
    let is_plain = |c: char| {
        c == ' ' || !c.is_whitespace() && !matches!(c, '"' | '\'') && !c.is_control() && !is_hidden(c)
    };
    !alias.is_empty() && alias.trim() == alias && alias.chars().all(is_plain)
}

/// What an operation does in words, verb first: `add user`, `create user`, `new user`.
pub fn phrases(api: &Api, operation: &Operation) -> Vec<String> {
    let words = path_words(&operation.name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.split_first() {
        Some((first, rest)) if is_audience(api, first) => phrases_of(rest),
        _ => phrases_of(&words),
    }
}

fn phrases_of(words: &[&str]) -> Vec<String> {
    let full = verb_phrases(words);
    let short: Vec<_> = full.iter().filter_map(|phrase| shortened(phrase)).collect();
    let phrases = [full, short].concat();
    let synonyms: Vec<_> = phrases.iter().flat_map(|phrase| synonyms(phrase)).collect();
    let mut phrases = unique(phrases.iter().chain(&synonyms).map(|phrase| phrase.join(" ")));
    phrases.truncate(MOST);
    phrases
}

/// Whether the word is a namespace of the path convention, such as `admin`: it
/// names the caller, not the action.
fn is_audience(api: &Api, word: &str) -> bool {
    let mut rules = api.convention.iter().flat_map(|it| &it.rules);
    rules.any(|rule| rule.namespaces.iter().any(|namespace| namespace == word))
}

/// The words from each verb on; all of them if there is no verb.
fn verb_phrases<'w>(words: &[&'w str]) -> Vec<Vec<&'w str>> {
    let verbs = (0..words.len()).filter(|at| verb(words.get(*at..).unwrap_or_default()).is_some());
    let phrases: Vec<_> = verbs.flat_map(|at| verb_phrase(words, at)).take(MOST).collect();
    if phrases.is_empty() && words.len() > 1 { vec![words.to_vec()] } else { phrases }
}

/// `delete snapshot` of `dispatcher delete snapshot`; `list full policies` and
/// `list policies` of `policies list full`, where the noun comes first.
fn verb_phrase<'w>(words: &[&'w str], at: usize) -> Vec<Vec<&'w str>> {
    let (nouns, rest) = words.split_at_checked(at).unwrap_or_default();
    let Some((verb, rest)) = rest.split_first() else { return Vec::new() };
    let is_which = rest.iter().all(|word| WHICH.contains(word));
    let joined = |pieces: [&[&'w str]; 2]| [&[*verb], pieces[0], pieces[1]].concat();
    match rest {
        [only] if self::verb(&[only]).is_some() => Vec::new(),
        [first, ..] if !BETWEEN.contains(first) && !is_which => vec![joined([rest, &[]])],
        _ => {
            let objects = (0..nouns.len().min(2)).filter_map(|start| nouns.get(start..));
            let phrases = objects.flat_map(|object| {
                let full = if is_which { joined([rest, object]) } else { joined([object, rest]) };
                [full, joined([object, &[]])]
            });
            phrases.collect()
        }
    }
}

/// The verb that the words begin with, and others that mean the same.
fn verb(words: &[&str]) -> Option<&'static [&'static str]> {
    let index = VERBS.binary_search_by_key(words.first()?, |(verb, _)| verb).ok()?;
    VERBS.get(index).map(|(_, synonyms)| *synonyms)
}

/// `reset password` for `reset user password`, `list users` for `list users full`.
fn shortened<'w>(phrase: &[&'w str]) -> Option<Vec<&'w str>> {
    let [first, middle @ .., last] = phrase else { return None };
    let has_one_noun = !middle.is_empty() && !middle.iter().any(|word| BETWEEN.contains(word));
    let short = if WHICH.contains(last) { [&[*first], middle].concat() } else { vec![*first, *last] };
    (has_one_noun && verb(&[first]).is_some()).then_some(short)
}

fn synonyms<'w>(phrase: &[&'w str]) -> impl Iterator<Item = Vec<&'w str>> {
    let rest = phrase.get(1..).unwrap_or_default();
    verb(phrase)
        .unwrap_or_default()
        .iter()
        .map(move |verb| [*verb].into_iter().chain(rest.iter().copied()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(name: &str) -> Vec<String> {
        let words = path_words(name);
        phrases_of(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn verbs_are_sorted() {
        assert!(VERBS.is_sorted());
    }

    #[test]
    fn a_phrase_begins_with_its_verb() {
        assert_eq!(phrases("AddTulip"), ["add tulip", "create tulip", "new tulip"]);
        assert_eq!(phrases("SendTestCard"), ["send test card", "test card", "send card"]);
        let reset = ["reset gate password", "reset password", "change gate password", "change password"];
        assert_eq!(phrases("ResetGatePassword"), reset);
    }

    /// Phrases from each verb on would be quadratic in the words.
    #[test]
    fn a_long_name_has_a_few_phrases() {
        assert_eq!(phrases(&"AddTulip".repeat(50_000)).len(), MOST);
    }

    #[test]
    fn a_noun_before_its_verb_comes_after_it() {
        assert_eq!(phrases("TulipsList"), ["list tulips", "get tulips"]);
        let beds = ["list full beds", "list beds", "get full beds", "get beds"];
        assert_eq!(phrases("BedsListFull"), beds);
        assert_eq!(phrases("BedGetWithHash")[..2], ["get bed with hash", "get bed"]);
        assert_eq!(phrases("BedCreateBed_Legacy")[..2], ["create bed legacy", "create bed"]);
    }

    #[test]
    fn words_without_a_verb_stay_as_they_are() {
        assert_eq!(phrases("GardenStatus"), ["garden status"]);
        assert_eq!(phrases("Version"), Vec::<String>::new());
    }

    #[test]
    fn an_alias_that_rustdoc_rejects_is_left_out() {
        for alias in ["", " a", "a\u{a0}b", "it's", "\"", "a\nb", "\u{202e}"] {
            assert!(!is_possible(alias), "{alias:?}");
        }
        assert!(is_possible("/garden/add-tulip") && is_possible("add tulip"));
    }
}
