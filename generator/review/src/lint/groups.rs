//! Operations and their groups.

use super::{Findings, Rule, Severity, Subject};
use generator_spec::model::{Api, Group};
use generator_spec::naming;

pub const STRANGER: Rule = Rule {
    name: "group-stranger",
    severity: Severity::Warning,
    reason: "An operation is looked up in the group that its name suggests: `ListLamps` in `lamps`. If \
             the name has the words of another group and none of its own, either it is in the wrong group, \
             or people will look for it in the wrong place. Set `group`, or allow it and say why it \
             belongs here.",
    check: stranger,
};

fn stranger(subject: &Subject<'_>, findings: &mut Findings) {
    let api = subject.api;
    let namespaces = namespaces(api);
    for (own, operation, at) in subject.operations() {
        let (name, command) = (&operation.name, operation.command());
        let words: Vec<&str> = command.split('-').collect();
        let words = naming::without_prefix(&words, &namespaces);
        let mut others = api.groups.iter().filter(|group| group.rust != own.rust);
        let other = others.find(|group| contains(words, &group.command())).filter(|_| !is_of(words, own));
        if let Some(other) = other {
            let title = format!("`{name}` is in the group `{}`, and has the name of another", own.rust);
            let help = format!("write `group: {}`, or allow it if it belongs here", other.rust);
            findings.push(at.get("operation"), title, help);
        }
    }
}

/// The namespaces of the path convention, without those that are called like a group.
fn namespaces(api: &Api) -> Vec<Vec<&str>> {
    let is_group = |namespace: &str| {
        let last = namespace.rsplit('/').next().unwrap_or(namespace);
        api.groups.iter().any(|group| contains(&[last], &group.command()))
    };
    api.namespaces().filter(|namespace| !is_group(namespace)).map(naming::namespace_words).collect()
}

/// Returns whether the name of a group is among the words, in the singular or in the plural.
fn contains(words: &[&str], group: &str) -> bool {
    naming::position(words, &group.split('-').collect::<Vec<_>>()).is_some()
}

/// Returns whether they have a word of the group itself, or its beginning: `admin` of `administrators`.
fn is_of(words: &[&str], group: &Group) -> bool {
    let command = group.command();
    let begins = |word: &str| command.split('-').any(|own| own.starts_with(naming::stem(word)));
    words.iter().any(|word| word.len() > 3 && begins(word))
}
