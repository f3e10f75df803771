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
    let words = telling(program, &words(&many::<String>(matches, "words").join(" ")));
    let effect: Option<String> = one(matches, "effect");
    let mut found = search(program, &words);
    found.retain(|(_, it)| effect.as_ref().is_none_or(|effect| it.operation.effect.name() == effect));
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

/// The words that say what is looked for: not `how do i`, but both of `log in`.
fn telling(program: &Program, words: &[String]) -> Vec<String> {
    let is_phrase = |said: &String| program.synonyms.iter().any(|line| line.contains(&said.as_str()));
    let is_ignored = |word: &String| program.ignored.split(' ').any(|it| it == word);
    let mut tells: Vec<bool> = words.iter().map(|word| !is_ignored(word)).collect();
    for length in 2..=4 {
        for (at, said) in words.windows(length).map(|said| said.join(" ")).enumerate() {
            tells[at..][..length].iter_mut().for_each(|it| *it |= is_phrase(&said));
        }
    }
    let found: Vec<String> =
        words.iter().zip(tells).filter(|(_, it)| *it).map(|(it, _)| it.clone()).collect();
    if found.is_empty() { words.to_vec() } else { found }
}

/// The operations that contain all the words, the best first; if there are none,
/// those whose names have words that mean the same.
pub(super) fn search(program: &Program, words: &[String]) -> Vec<Found> {
    let mut found: Vec<_> = names::commands(program).filter(|(group, it)| has(group, it, words)).collect();
    if found.is_empty() {
        found = names::commands(program).filter(|(_, it)| means(program, it, words)).collect();
    }
    found.sort_by_key(|(_, it)| distance(it, words));
    found
}

fn means(program: &Program, command: &Command, words: &[String]) -> bool {
    let has = |said: &str| said.split(' ').all(|word| command.name.split('-').any(|it| it == word));
    let is_meant = |said: &str| {
        let lines = program.synonyms.iter().filter(|line| line.contains(&said));
        has(said) || lines.flat_map(|line| line.iter()).any(|said| has(said))
    };
    // Several words can mean something together: `log in`.
    words.is_empty()
        || (1..=words.len().min(4))
            .any(|count| is_meant(&words[..count].join(" ")) && means(program, command, &words[count..]))
}

fn has(group: &Group, command: &Command, words: &[String]) -> bool {
    let operation = command.operation;
    let path = operation.path.unwrap_or_default();
    let texts = [&*names::of_group(group), command.name, operation.name, path, command.summary];
    let text = [&texts, command.also].concat().join(" ").to_lowercase();
    words.iter().all(|word| text.contains(word))
}

/// Returns how many words of its name were not asked for; names without all the words come after
/// those with them.
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
        "group": names::of_group(group),
        "command": names::of_command(command),
        "operation": command.operation.name,
        "path": command.operation.path,
        "effect": command.operation.effect.name(),
        "summary": command.summary,
        "deprecated": !command.deprecated.is_empty(),
    })
}
