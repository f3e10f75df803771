//! Which group an operation is in.

use std::collections::HashMap;

use super::{Check, Findings, Rule, Severity, Subject};
use generator_spec::model::{Api, Group};

pub const STRANGER: Rule = Rule {
    name: "group-stranger",
    severity: Severity::Warning,
    reason: "An operation is looked up in the group that its name suggests: `AdminListUsers` in `users`. If \
             the name has the words of another group and none of its own, either it is in the wrong group, \
             or people will look for it in the wrong place. Set `group`, or allow it and say why it \
             belongs here.",
    check: Check::Api(stranger),
};

fn stranger(subject: &Subject<'_>, findings: &mut Findings) {
    let api = subject.api;
    let groups: HashMap<&str, &Group> =
        api.operations_in_groups().map(|(group, it)| (it.name.as_str(), group)).collect();
    let namespaces = namespaces(api);
    for (row, at) in subject.rows() {
        let Some((name, own)) = row.operation.as_deref().and_then(|name| Some((name, *groups.get(name)?)))
        else {
            continue;
        };
        let command = api.operation(name).map(|it| it.command()).unwrap_or_default();
        let words = subject_words(&command, &namespaces);
        let mut others = api.groups.iter().filter(|it| it.rust != own.rust);
        let other = others.find(|it| contains(&words, &it.command())).filter(|_| !is_of(&words, own));
        if let Some(other) = other {
            let title = format!("`{name}` is in the group `{}`, and has the name of another", own.rust);
            let help = format!("write `group: {}`, or allow it if it belongs here", other.rust);
            findings.push(at.get("operation"), title, help);
        }
    }
}

/// The namespaces of the path convention, without those that are called like a group.
fn namespaces(api: &Api) -> Vec<Vec<&str>> {
    let rules = api.convention.iter().flat_map(|it| &it.rules);
    let all = rules.flat_map(|rule| &rule.namespaces).filter(|namespace| {
        let last = namespace.rsplit('/').next().unwrap_or(namespace);
        !api.groups.iter().any(|group| contains(&[last], &group.command()))
    });
    all.map(|namespace| namespace.split(['/', '-']).collect()).collect()
}

/// The words of a command that say what it is about.
fn subject_words<'a>(command: &'a str, namespaces: &[Vec<&str>]) -> Vec<&'a str> {
    let words: Vec<&str> = command.split('-').collect();
    let of_namespace = namespaces.iter().filter(|it| words.starts_with(it)).map(Vec::len).max();
    words.get(of_namespace.unwrap_or_default()..).unwrap_or(&[]).to_vec()
}

/// Returns whether the name of a group is among the words, in the singular or in the plural.
fn contains(words: &[&str], group: &str) -> bool {
    let group: Vec<&str> = group.split('-').collect();
    words.windows(group.len()).any(|at| at.iter().zip(&group).all(|(a, b)| singular(a) == singular(b)))
}

/// Returns whether they have a word of the group itself, or its beginning: `admin` of `administrators`.
fn is_of(words: &[&str], group: &Group) -> bool {
    let command = group.command();
    words.iter().any(|word| word.len() > 3 && command.split('-').any(|own| own.starts_with(singular(word))))
}

fn singular(word: &str) -> &str {
    word.strip_suffix("ies")
        .or_else(|| word.strip_suffix('s'))
        .or_else(|| word.strip_suffix('y'))
        .unwrap_or(word)
}
