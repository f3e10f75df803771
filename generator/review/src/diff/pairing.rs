//! Pairs the entries of two lists that belong together.

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
    matched.recognize(|_, it| Some(name(it)), |_, _| true);
    matched
}

impl<'a, T> Matched<'a, T> {
    /// Matches more: entries that are alike and share a key that is unique on both sides.
    pub fn recognize<K: Hash + Eq>(
        &mut self,
        key: impl Fn(usize, &'a T) -> Option<K>,
        alike: impl Fn(&T, &T) -> bool,
    ) {
        let (before, now) = (only_once(&self.gone, &key), only_once(&self.new, &key));
        let mut found = Vec::new();
        for (at, head) in &self.new {
            let Some(key) = key(*at, head) else { continue };
            if let (Some(Some((was, base))), Some(Some(_))) = (before.get(&key), now.get(&key))
                && alike(base, head)
            {
                found.push((*was, *at));
                self.both.push((base, head));
            }
        }
        let (gone, new): (HashSet<_>, HashSet<_>) = found.into_iter().unzip();
        self.gone.retain(|(at, _)| !gone.contains(at));
        self.new.retain(|(at, _)| !new.contains(at));
    }
}

/// The entries by key; `None` if two entries have it.
fn only_once<'a, K: Hash + Eq, T>(
    items: &[(usize, &'a T)],
    key: impl Fn(usize, &'a T) -> Option<K>,
) -> HashMap<K, Option<(usize, &'a T)>> {
    let mut by_key = HashMap::with_capacity(items.len());
    for (at, item) in items {
        if let Some(key) = key(*at, item) {
            by_key.entry(key).and_modify(|it| *it = None).or_insert(Some((*at, *item)));
        }
    }
    by_key
}

/// Returns whether what two lists share is in another order.
pub fn is_reordered(base: &[&str], head: &[&str]) -> bool {
    let [was, is] = [base, head].map(|list| list.iter().copied().collect::<HashSet<&str>>());
    let shared = |it: &&&str| was.contains(**it) && is.contains(**it);
    base != head && base.iter().filter(shared).ne(head.iter().filter(shared))
}
