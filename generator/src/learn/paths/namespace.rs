//! Namespaces that have another name: words before a path's last segment that
//! change in the same way for several operations.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use super::{How, Work};
use crate::learn::words;
use crate::model::Operation;

/// At most so many words are exchanged.
const MOST_WORDS: usize = 3;

/// Words of a namespace, and the words that are there instead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    from: Vec<String>,
    to: Vec<String>,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is `{}`", self.from.join(" "), self.to.join(" "))
    }
}

/// A path and an operation that a rule connects, by position.
type Pair = (usize, usize);

pub fn find(work: &mut Work<'_, '_>) {
    loop {
        let free = work.free();
        let rules = rules(work, &free);
        let support = |pairs: &Vec<Pair>| single(pairs).len();
        let best = rules.iter().max_by_key(|(rule, pairs)| (support(pairs), std::cmp::Reverse(*rule)));
        let Some((rule, pairs)) = best.filter(|(_, pairs)| support(pairs) > 1) else { return };
        let rivals: Vec<&Vec<Pair>> = rules
            .iter()
            .filter(|(other, it)| *other != rule && support(it) == support(pairs))
            .map(|(_, it)| it)
            .collect();
        for (position, operation) in single(pairs) {
            let other =
                rivals.iter().flat_map(|it| it.iter()).find(|it| it.0 == position && it.1 != operation);
            let Some(matched) = free.get(operation) else { continue };
            match other.and_then(|(_, other)| free.get(*other)) {
                Some(other) => work.doubt(position, vec![*matched, *other]),
                None => work.decide(matched, position, How::Namespace(rule.clone())),
            }
        }
    }
}

/// The pairs in which both are alone.
fn single(pairs: &[Pair]) -> Vec<Pair> {
    let (mut paths, mut operations) = (HashMap::new(), HashMap::new());
    for (path, operation) in pairs {
        *paths.entry(path).or_insert(0) += 1;
        *operations.entry(operation).or_insert(0) += 1;
    }
    let is_single =
        |(path, operation): &&Pair| paths.get(path) == Some(&1) && operations.get(operation) == Some(&1);
    pairs.iter().filter(is_single).copied().collect()
}

/// Every rule that makes the path of a free operation the one that was seen.
fn rules(work: &Work<'_, '_>, free: &[&Operation]) -> BTreeMap<Rule, Vec<Pair>> {
    let mut by_end: HashMap<String, Vec<(usize, Vec<String>, usize)>> = HashMap::new();
    for (index, operation) in free.iter().enumerate() {
        let path = operation.path.text().unwrap_or_default();
        let words = words::of_path(path);
        if let Some(last) = words.last() {
            let namespace = words::of_namespace(path).len();
            by_end.entry(last.clone()).or_default().push((index, words, namespace));
        }
    }
    let mut rules: BTreeMap<Rule, Vec<Pair>> = BTreeMap::new();
    for position in work.answered() {
        let seen = words::of_path(work.path(position).unwrap_or_default());
        let same_end = seen.last().and_then(|last| by_end.get(last));
        for (index, words, namespace) in same_end.into_iter().flatten() {
            if let Some(rule) = rule(words, *namespace, &seen) {
                rules.entry(rule).or_default().push((position, *index));
            }
        }
    }
    rules
}

/// What has to change in the namespace of one path to make it the other.
fn rule(own: &[String], namespace: usize, seen: &[String]) -> Option<Rule> {
    let start = own.iter().zip(seen).take_while(|(a, b)| a == b).count();
    let most = own.len().min(seen.len()) - start;
    let end = own.iter().rev().zip(seen.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let from = own.get(start..own.len() - end)?;
    let to = seen.get(start..seen.len() - end)?;
    let fits = |words: &[String]| (1..=MOST_WORDS).contains(&words.len());
    let is_namespace = own.len() - end <= namespace;
    (is_namespace && fits(from) && fits(to)).then(|| Rule { from: from.to_vec(), to: to.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(own: &str, seen: &str) -> Option<String> {
        let namespace = words::of_namespace(own).len();
        rule(&words::of_path(own), namespace, &words::of_path(seen)).map(|rule| rule.to_string())
    }

    #[test]
    fn only_a_namespace_is_exchanged() {
        assert_eq!(found("/lamps/house/list", "/lamps/home/list").as_deref(), Some("`house` is `home`"));
        assert_eq!(
            found("/lamps/guest/web/list", "/lamps/guests/list").as_deref(),
            Some("`guest web` is `guests`")
        );
        assert_eq!(found("/lamps/house/add-lamp", "/lamps/house/drop-lamp"), None);
        assert_eq!(found("/lamps/house/add", "/lamps/house/add"), None);
        assert_eq!(found("/a/add", "/b/c/d/e/add"), None);
    }
}
