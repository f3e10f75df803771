//! Searches the operations.

use std::borrow::Cow;

use clap::ArgMatches;
use serde_json::{Value, json};

use super::{
    names::{self, Found},
    options::{is_set, many, one},
    output, print,
    problem::Problem,
    table::{Command, Group, Program},
};

/// Prints the operations that contain all the words and have the effect, one a line.
pub(super) fn run(program: &Program, matches: &ArgMatches) -> Result<(), Problem> {
    let words = significant(program, &words(&many::<String>(matches, "words").join(" ")));
    let effect: Option<String> = one(matches, "effect");
    let mut found = search(program, &words);
    found.retain(|(_, command)| {
        effect.as_ref().is_none_or(|effect| command.operation.effect.name() == effect)
    });
    match (found.as_slice(), words.as_slice()) {
        ([], []) => Err(Problem::Local("no operation has this effect".to_owned())),
        ([], words) => Err(Problem::Local(format!("no operation contains {}", words.join(" and ")))),
        (found, _) => print(found, matches),
    }
}

/// Prints operations, one a line.
pub(super) fn print(found: &[Found], matches: &ArgMatches) -> Result<(), Problem> {
    match is_set(matches, "json") {
        true => output::json(&found.iter().map(object).collect()),
        false => output::text(&print::fields(&found.iter().map(line).collect())),
    }
}

/// The words of a search, which may be in one argument.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || "-_?".contains(c))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The words without those that every question has, such as `how do i`; both of `log in` stay, since
/// they are a phrase with synonyms.
fn significant(program: &Program, words: &[String]) -> Vec<String> {
    let is_phrase = |text: &str| program.synonyms.iter().any(|line| line.contains(&text));
    let is_ignored = |word: &String| program.ignored.split(' ').any(|ignored| ignored == word);
    let mut keeps: Vec<bool> = words.iter().map(|word| !is_ignored(word)).collect();
    for length in 2..=4 {
        for (start, phrase) in words.windows(length).enumerate() {
            if is_phrase(&phrase.join(" ")) {
                keeps[start..][..length].fill(true);
            }
        }
    }
    let kept: Vec<String> =
        words.iter().zip(keeps).filter(|(_, keeps)| *keeps).map(|(word, _)| word.clone()).collect();
    if kept.is_empty() { words.to_vec() } else { kept }
}

/// The operations that contain all the words, the best first. If there are none, those whose names
/// have synonyms of them.
pub(super) fn search(program: &Program, words: &[String]) -> Vec<Found> {
    let mut found: Vec<_> =
        names::commands(program).filter(|(group, command)| contains_all(group, command, words)).collect();
    if found.is_empty() {
        found =
            names::commands(program).filter(|(_, command)| has_synonyms(program, command, words)).collect();
    }
    found.sort_by_key(|(_, command)| distance(command, words));
    found
}

fn has_synonyms(program: &Program, command: &Command, words: &[String]) -> bool {
    let has = |phrase: &str| phrase.split(' ').all(|word| command.name.split('-').any(|known| known == word));
    let has_synonym = |phrase: &str| {
        let lines = program.synonyms.iter().filter(|line| line.contains(&phrase));
        has(phrase) || lines.flat_map(|line| line.iter()).any(|synonym| has(synonym))
    };
    // Several words can be a phrase: `log in`.
    words.is_empty()
        || (1..=words.len().min(4)).any(|count| {
            has_synonym(&words[..count].join(" ")) && has_synonyms(program, command, &words[count..])
        })
}

fn contains_all(group: &Group, command: &Command, words: &[String]) -> bool {
    let operation = command.operation;
    let path = operation.path.unwrap_or_default();
    let texts = [&*names::group_name(group), command.name, operation.name, path, command.summary];
    let text = [&texts, command.also].concat().join(" ").to_lowercase();
    words.iter().all(|word| text.contains(word))
}

/// Returns the number of words in a command's name that were not searched for; the maximum if its name
/// doesn't have all the words.
fn distance(command: &Command, words: &[String]) -> usize {
    let name: Vec<&str> = command.name.split('-').collect();
    match words.iter().all(|word| name.contains(&word.as_str())) {
        _ if words.is_empty() || *words == [command.operation.name.to_lowercase()] => 0,
        true => name.len().saturating_sub(words.len()),
        false => usize::MAX,
    }
}

fn line(found: &Found) -> (Cow<'static, str>, String) {
    let command = found.1;
    let mark = if command.deprecated.is_empty() { "" } else { " (deprecated)" };
    let effect = command.operation.effect.name();
    (names::in_group(found).into(), format!("{effect:8}  {}{mark}", command.summary))
}

/// The facts about an operation, without its description.
pub(super) fn object(found: &Found) -> Value {
    let (group, command) = found;
    json!({
        "group": names::group_name(group),
        "command": names::command_name(command),
        "operation": command.operation.name,
        "path": command.operation.path,
        "effect": command.operation.effect.name(),
        "summary": command.summary,
        "deprecated": !command.deprecated.is_empty(),
    })
}
