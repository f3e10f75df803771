//! The path convention: from an operation's name to its path.

use std::collections::HashSet;

use crate::diagnostics::{At, Faults};
use crate::model::PathConvention;

use super::names;

impl PathConvention {
    /// The path of an operation: the words of its name in kebab case, `/` after a namespace.
    #[must_use]
    pub fn infer(&self, name: &str) -> String {
        let kebab = names::kebab(name);
        let words: Vec<&str> = kebab.split('-').collect();
        let namespaces: HashSet<Vec<&str>> = self.namespaces().collect();
        let mut path = self.prefix.clone();
        for (index, word) in words.iter().enumerate() {
            path.push_str(self.words.get(*word).map_or(word, String::as_str));
            let Some(so_far) = words.get(..=index) else { break };
            if index + 1 < words.len() {
                path.push(if namespaces.contains(so_far) { '/' } else { '-' });
            }
        }
        path
    }

    /// The words of every namespace.
    fn namespaces(&self) -> impl Iterator<Item = Vec<&str>> {
        let all = self.rules.iter().flat_map(|rule| &rule.namespaces);
        all.map(|namespace| namespace.split(['/', '-']).collect())
    }
}

/// Reports a path that is none.
pub fn check(path: &str, at: At<'_>, faults: &mut Faults) {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_' | '.');
    let is_sound =
        path.starts_with('/') && path.chars().all(is_plain) && !path.contains("//") && !path.contains("..");
    if !is_sound {
        faults.push(
            at,
            format!("`{path}` is no path"),
            "write it from the leading `/`, with letters, digits, `-`, `_`, `.` and `/`",
        );
    }
}
