//! Searches the operations.

use std::fmt::Write as _;

use clap::ArgMatches;

use super::{
    names,
    options::{is_set, many},
    output,
    problem::Problem,
    table::{Command, Group, Program},
};

/// An operation, and its group.
type Found = (&'static Group, &'static Command);

/// Prints the operations that contain all the words, one a line.
pub(super) fn run(program: &Program, matches: &ArgMatches) -> Result<(), Problem> {
    let words = words(&many(matches, "words").join(" "));
    let found = search(program, &words);
    if found.is_empty() {
        return Err(Problem::Local(format!("no operation contains {}", words.join(" and "))));
    }
    let text = if is_set(matches, "json") { json(&found) } else { text(&found) };
    output::text(&text)
}

/// The words of a search, which may be in one argument.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c == '-' || c == '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The operations that contain all the words, the best first; if there are none,
/// those whose names have words that mean the same.
pub(super) fn search(program: &Program, words: &[String]) -> Vec<Found> {
    let all = program.groups.iter().flat_map(|group| group.commands.iter().map(move |it| (*group, it)));
    let mut found: Vec<_> = all.clone().filter(|(group, it)| has(group, it, words)).collect();
    if found.is_empty() {
        found = all.filter(|(_, it)| means(program, it, words)).collect();
    }
    found.sort_by_key(|(_, it)| distance(it, words));
    found
}

fn means(program: &Program, command: &Command, words: &[String]) -> bool {
    let has = |said: &str| said.split(' ').all(|word| command.name.split('-').any(|it| it == word));
    words.iter().all(|word| {
        let lines = program.synonyms.iter().filter(|line| line.contains(&word.as_str()));
        has(word) || lines.flat_map(|line| line.iter()).any(|said| has(said))
    })
}

fn has(group: &Group, command: &Command, words: &[String]) -> bool {
    let operation = command.operation;
    let path = operation.path.unwrap_or_default();
    let texts = [&*names::of_group(group), command.name, operation.name, path, command.summary];
    let text = texts.join(" ").to_lowercase();
    words.iter().all(|word| text.contains(word))
}

/// How many words of its name were not asked for; names without all the words
/// come after those with them.
fn distance(command: &Command, words: &[String]) -> usize {
    let name: Vec<&str> = command.name.split('-').collect();
    match words.iter().all(|word| name.contains(&word.as_str())) {
        _ if *words == [command.operation.name.to_lowercase()] => 0,
        true => name.len().saturating_sub(words.len()),
        false => usize::MAX,
    }
}

fn text(found: &[Found]) -> String {
    let name =
        |(group, command): &Found| format!("{} {}", names::of_group(group), names::of_command(command));
    let width = found.iter().map(|it| name(it).len()).max().unwrap_or_default();
    found.iter().fold(String::new(), |mut text, it| {
        let mark = if it.1.deprecated.is_empty() { "" } else { " (deprecated)" };
        // Writing to a `String` can't fail.
        let _ = writeln!(text, "{:width$}  {}{mark}", name(it), it.1.summary);
        text
    })
}

fn json(found: &[Found]) -> String {
    let object = |(group, command): &Found| {
        serde_json::json!({
            "group": names::of_group(group),
            "command": names::of_command(command),
            "operation": command.operation.name,
            "path": command.operation.path,
            "summary": command.summary,
            "deprecated": !command.deprecated.is_empty(),
        })
    };
    let all: serde_json::Value = found.iter().map(object).collect();
    format!("{all:#}\n")
}
