//! The words that people type to find an item: aliases for rustdoc's search.
//!
//! The search matches one word with any part of a name, but several words only
//! with an alias that consists of exactly these words.

use syn::{Attribute, parse_quote};

use generator_spec::model::{Api, Group, Operation};
use generator_spec::naming::path_words;
use generator_spec::synonyms;
use generator_spec::text::is_hidden;

/// Maximum number of phrases of an operation; the best come first.
const MOST: usize = 12;

/// The verbs of operations. In another place of a name, each of these is a verb too.
const VERBS: &str = "abandon add apply archive browse cancel change convert create delete describe disable drop \
    enable export force generate get import kill list new patch ping preview provision prune read refetch \
    regenerate register reindex relax remove request reset restart resync revoke run search send set show \
    shutdown start stop submit terminate test uninstall unlock update upgrade validate";

/// Words that only say which of several things is meant.
const WHICH: &[&str] = &["active", "all", "full", "legacy", "now", "recent"];

/// Words after which something else begins.
const BETWEEN: &[&str] = &["and", "as", "by", "for", "from", "in", "of", "on", "to", "with"];

/// The aliases of an operation: what it does in words, its other names, and its paths.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> Vec<String> {
    let names = operation.aliases.iter().filter_map(|it| it.name.as_deref());
    let names =
        [operation.name.as_str()].into_iter().chain(names).chain(operation.paths()).map(str::to_owned);
    let aliases = phrases(api, operation).into_iter().chain(list(group, operation)).chain(names);
    let prefix = api.convention.as_ref().map_or("", |it| it.prefix.trim_matches('/'));
    let short = operation.paths().filter_map(|path| path.trim_start_matches('/').strip_prefix(prefix));
    let aliases = aliases.chain(short.map(|path| path.trim_start_matches('/').to_owned()));
    unique(aliases.filter(|alias| *alias != operation.rust && is_possible(alias)))
}

/// `list devices`, where the name only says which of them.
fn list(group: &Group, operation: &Operation) -> Option<String> {
    let lists = path_words(&operation.name).iter().any(|word| word == "list");
    (lists && !group.title.contains(' ')).then(|| format!("list {}", group.title.to_lowercase()))
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

/// The action of an operation in words, verb first: `add user`, `create user`, `new user`.
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
    let others = phrases.iter().flat_map(|phrase| others(phrase)).collect::<Vec<_>>();
    let mut phrases = unique(phrases.into_iter().chain(others).map(|phrase| phrase.join(" ")));
    phrases.truncate(MOST);
    phrases
}

/// Returns whether the word is a namespace of the path convention, such as `admin`: it
/// names the caller, not the action.
fn is_audience(api: &Api, word: &str) -> bool {
    api.namespaces().any(|namespace| namespace == word)
}

/// The words from each verb on; all of them if there is no verb.
fn verb_phrases<'w>(words: &[&'w str]) -> Vec<Vec<&'w str>> {
    let verbs = (0..words.len()).filter(|at| is_verb(words[*at]));
    let phrases: Vec<_> = verbs.flat_map(|at| verb_phrase(words, at)).take(MOST).collect();
    if phrases.is_empty() && words.len() > 1 { vec![words.to_vec()] } else { phrases }
}

/// `delete snapshot` of `dispatcher delete snapshot`; `list full policies` and
/// `list policies` of `policies list full`, where the noun comes first.
fn verb_phrase<'w>(words: &[&'w str], at: usize) -> Vec<Vec<&'w str>> {
    let (nouns, verb, rest) = (&words[..at], words[at], &words[at + 1..]);
    let is_which = rest.iter().all(|word| WHICH.contains(word));
    let joined = |pieces: [&[&'w str]; 2]| [&[verb], pieces[0], pieces[1]].concat();
    match rest {
        [only] if is_verb(only) => Vec::new(),
        [first, ..] if !BETWEEN.contains(first) && !is_which => vec![joined([rest, &[]])],
        _ => {
            let objects = (0..nouns.len().min(2)).map(|start| &nouns[start..]);
            let phrases = objects.flat_map(|object| {
                let full = if is_which { joined([rest, object]) } else { joined([object, rest]) };
                [full, joined([object, &[]])]
            });
            phrases.collect()
        }
    }
}

fn is_verb(word: &str) -> bool {
    VERBS.split_whitespace().any(|verb| verb == word)
}

/// `reset password` for `reset user password`, `list users` for `list users full`.
fn shortened<'w>(phrase: &[&'w str]) -> Option<Vec<&'w str>> {
    let [first, middle @ .., last] = phrase else { return None };
    let has_one_noun = !middle.is_empty() && !middle.iter().any(|word| BETWEEN.contains(word));
    let short = if WHICH.contains(last) { [&[*first], middle].concat() } else { vec![*first, *last] };
    (has_one_noun && is_verb(first)).then_some(short)
}

/// The phrase with each verb that means the same, then with each noun.
fn others<'w>(phrase: &[&'w str]) -> Vec<Vec<&'w str>> {
    let [verb, object @ ..] = phrase else { return Vec::new() };
    if !is_verb(verb) {
        return Vec::new();
    }
    let of = |word| synonyms::of(word).filter(|it| !it.contains(' '));
    let verbs = of(verb).map(|other| [&[other], object].concat());
    let nouns = object
        .split_last()
        .into_iter()
        .flat_map(|(noun, before)| of(noun).map(move |other| [&[*verb], before, &[other]].concat()));
    verbs.chain(nouns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(name: &str) -> Vec<String> {
        let words = path_words(name);
        phrases_of(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn a_phrase_begins_with_its_verb() {
        assert_eq!(
            phrases("AddTulip"),
            ["add tulip", "create tulip", "new tulip", "register tulip", "provision tulip", "invite tulip"]
        );
        assert_eq!(phrases("SendTestCard")[..3], ["send test card", "test card", "send card"]);
        let reset = phrases("ResetGatePassword");
        assert_eq!(reset[..2], ["reset gate password", "reset password"]);
        assert!(reset.contains(&"change password".to_owned()), "{reset:?}");
    }

    /// Phrases from each verb on would be quadratic in the words.
    #[test]
    fn a_long_name_has_a_few_phrases() {
        assert_eq!(phrases(&"AddTulip".repeat(50_000)).len(), MOST);
    }

    #[test]
    fn a_noun_before_its_verb_comes_after_it() {
        assert_eq!(phrases("TulipsList")[..2], ["list tulips", "all tulips"]);
        assert_eq!(phrases("BedsListFull")[..2], ["list full beds", "list beds"]);
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
