//! The short names of commands in their groups: `lamps list` for `ListLamps`.
//!
//! A name loses the namespace that says nothing in its group (one that other groups have too, or
//! that four fifths of the group have), and the words of the group where they come first, or after
//! the verb. What is left must name one operation of the group; otherwise the command has its full
//! name only.

use std::collections::HashMap;

use crate::model::{Api, Operation, Row};
use crate::naming;

/// Gives the operations that can have one their short name.
pub fn shorten(api: &mut Api) {
    let commands: Vec<Vec<String>> =
        api.groups.iter().map(|group| group.operations().map(Operation::command).collect()).collect();
    let names: Vec<HashMap<String, String>> =
        (0..commands.len()).map(|group| short_names(api, group, &commands)).collect();
    for (group, mut names) in api.groups.iter_mut().zip(names) {
        for row in &mut group.rows {
            if let Row::Named(operation) = row {
                operation.short_command = names.remove(&operation.command());
            }
        }
    }
}

/// The short names of the group at an index, by the full ones. The commands are those of each group.
fn short_names(api: &Api, group: usize, commands: &[Vec<String>]) -> HashMap<String, String> {
    let namespaces = api.namespaces().map(naming::namespace_words);
    let left_out: Vec<Vec<&str>> = namespaces.filter(|it| says_nothing(it, group, commands)).collect();
    let of_group = api.groups[group].command();
    let of_group: Vec<&str> = of_group.split('-').collect();
    let short = commands[group].iter().map(|it| (it.clone(), short(it, &left_out, &of_group)));
    let all: Vec<(String, String)> = short.collect();
    let is_free = |(full, short): &&(String, String)| {
        let is_other = |(other, it): &(String, String)| other != full && (it == short || other == short);
        !short.is_empty() && short != full && !all.iter().any(is_other)
    };
    all.iter().filter(is_free).cloned().collect()
}

/// Returns whether other groups have the namespace too, or four fifths of the own one, which is at
/// an index.
fn says_nothing(namespace: &[&str], own: usize, commands: &[Vec<String>]) -> bool {
    let has = |command: &String| {
        let mut words = command.split('-');
        namespace.iter().all(|word| words.next() == Some(word))
    };
    let count = commands[own].iter().filter(|it| has(it)).count();
    let mut groups = commands.iter().enumerate();
    let is_elsewhere = |(group, of): (usize, &Vec<String>)| group != own && of.iter().any(has);
    count * 5 >= commands[own].len() * 4 || count > 0 && groups.any(is_elsewhere)
}

fn short(command: &str, left_out: &[Vec<&str>], group: &[&str]) -> String {
    let words: Vec<&str> = command.split('-').collect();
    let mut words = naming::without_prefix(&words, left_out).to_vec();
    while let Some(at) = naming::position(&words, group).filter(|at| at.start < 2) {
        words.drain(at);
    }
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn a_name_loses_the_words_of_its_group() {
        for (command, group, expected) in [
            ("lamp-list", "lamps", "list"),
            ("list-lamps", "lamps", "list"),
            ("key-add", "keys", "add"),
            ("policy-get", "policies", "get"),
            ("house-key-get", "housekeys", "get"),
            ("get-house-keys", "housekeys", "get"),
            ("house-list", "housekeys", "house-list"),
        ] {
            let group: Vec<&str> = group.split('-').collect();
            assert_eq!(short(command, &[], &group), expected);
        }
    }
}
