//! Pairs the entries of two lists that belong together.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Two lists, side by side. What is in only one of them has its index there.
pub struct Matched<'a, T> {
    /// The entries of both.
    pub both: Vec<(&'a T, &'a T)>,
    /// The entries of the first only.
    pub gone: Vec<(usize, &'a T)>,
    /// The entries of the second only.
    pub new: Vec<(usize, &'a T)>,
}

/// Matches by name.
pub fn pair<'a, T>(base: &'a [T], head: &'a [T], name: impl Fn(&T) -> &str) -> Matched<'a, T> {
    let is_same = base.len() == head.len() && base.iter().zip(head).all(|(b, h)| name(b) == name(h));
    if is_same {
        return Matched { both: base.iter().zip(head).collect(), gone: Vec::new(), new: Vec::new() };
    }
    let mut matched = Matched {
        both: Vec::new(),
        gone: base.iter().enumerate().collect(),
        new: head.iter().enumerate().collect(),
    };
    matched.recognize(|_, it| Some(name(it).to_owned()), |_, _| true);
    matched
}

impl<'a, T> Matched<'a, T> {
    /// Matches more: entries that are alike and share a key that is unique on both sides.
    pub fn recognize<K: Hash + Eq>(
        &mut self,
        key: impl Fn(usize, &'a T) -> Option<K>,
        alike: impl Fn(&T, &T) -> bool,
    ) {
        let mut by_key = only_once(&self.gone, &key);
        let mut fresh = only_once(&self.new, &key);
        let mut found = Vec::new();
        for (at, head) in &self.new {
            let Some(key) = key(*at, head) else { continue };
            let (Some(_), Some((was, base))) = (fresh.remove(&key).flatten(), by_key.remove(&key).flatten())
            else {
                continue;
            };
            if alike(base, head) {
                found.push((was, *at));
                self.both.push((base, head));
            }
        }
        let (gone, new): (HashSet<_>, HashSet<_>) = found.into_iter().unzip();
        self.gone.retain(|(at, _)| !gone.contains(at));
        self.new.retain(|(at, _)| !new.contains(at));
    }
}

type ByKey<'a, K, T> = HashMap<K, Option<(usize, &'a T)>>;

/// The entries by key; `None` if two entries have it.
fn only_once<'a, K: Hash + Eq, T>(
    items: &[(usize, &'a T)],
    key: &impl Fn(usize, &'a T) -> Option<K>,
) -> ByKey<'a, K, T> {
    let mut by_key = HashMap::with_capacity(items.len());
    for (at, item) in items {
        let Some(key) = key(*at, item) else { continue };
        match by_key.entry(key) {
            Entry::Vacant(entry) => drop(entry.insert(Some((*at, *item)))),
            Entry::Occupied(mut entry) => drop(entry.insert(None)),
        }
    }
    by_key
}

/// Returns whether what two lists share is in another order.
pub fn is_reordered(base: &[&str], head: &[&str]) -> bool {
    let shared = |list: &[&'_ str], other: &[&str]| -> Vec<String> {
        let other: HashSet<&str> = other.iter().copied().collect();
        list.iter().filter(|it| other.contains(**it)).map(|it| (*it).to_owned()).collect()
    };
    base != head && shared(base, head) != shared(head, base)
}
