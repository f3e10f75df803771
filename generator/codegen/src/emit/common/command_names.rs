//! The names of commands in their groups: `users list` for `AdminListUsers`.
//!
//! A name loses the namespace that says nothing in its group (one that other groups have too, or
//! that four fifths of the group have), and the words of the group where they come first, or after
//! the verb. What is left must name one operation of the group; otherwise the command has its full
//! name only.

use std::collections::HashMap;

use generator_spec::model::{Api, Group};

/// The short names of the operations of a group that have one, by their full names.
pub fn short_names(api: &Api, group: &Group) -> HashMap<String, String> {
    let commands = api.operations_in_groups().map(|(of, it)| (of.rust == group.rust, it.command()));
    let commands: Vec<(bool, String)> = commands.collect();
    let left_out: Vec<Vec<&str>> = namespaces(api).filter(|it| says_nothing(it, &commands)).collect();
    let of_group = group.command();
    let of_group: Vec<&str> = of_group.split('-').collect();
    let own = commands.iter().filter(|(is_own, _)| *is_own);
    let short = own.map(|(_, it)| (it.clone(), short(it, &left_out, &of_group)));
    let all: Vec<(String, String)> = short.collect();
    let is_free = |(full, short): &&(String, String)| {
        let is_other = |(other, it): &(String, String)| other != full && (it == short || other == short);
        !short.is_empty() && short != full && !all.iter().any(is_other)
    };
    all.iter().filter(is_free).cloned().collect()
}

/// The words of the namespaces of the path convention.
fn namespaces(api: &Api) -> impl Iterator<Item = Vec<&str>> {
    let rules = api.convention.iter().flat_map(|it| &it.rules);
    rules.flat_map(|rule| &rule.namespaces).map(|it| it.split(['/', '-']).collect())
}

/// Returns whether other groups have the namespace too, or four fifths of the own one. The commands
/// come with whether they are of the own group.
fn says_nothing(namespace: &[&str], commands: &[(bool, String)]) -> bool {
    let has = |command: &str| {
        let mut words = command.split('-');
        namespace.iter().all(|word| words.next() == Some(word))
    };
    let (own, others): (Vec<_>, Vec<_>) = commands.iter().partition(|(is_own, _)| *is_own);
    let count = own.iter().filter(|(_, it)| has(it)).count();
    count * 5 >= own.len() * 4 || count > 0 && others.iter().any(|(_, it)| has(it))
}

fn short(command: &str, left_out: &[Vec<&str>], group: &[&str]) -> String {
    let words: Vec<&str> = command.split('-').collect();
    let prefix = left_out.iter().filter(|it| words.starts_with(it)).map(Vec::len).max().unwrap_or_default();
    let mut words = words.split_at(prefix).1.to_vec();
    let is_group = |at: &[&str]| at.iter().zip(group).all(|(word, own)| singular(word) == singular(own));
    while let Some(at) = words.windows(group.len()).take(2).position(is_group) {
        words.drain(at..at + group.len());
    }
    words.join("-")
}

/// A word without the ending of its plural.
fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}
