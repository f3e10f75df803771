//! Pairs the entries of two lists that belong together.

use std::collections::{HashMap, HashSet};

/// The entries of two lists, paired. Each has its index in its list.
pub struct Matched<T> {
    /// The entries in both lists.
    pub both: Vec<[(usize, T); 2]>,
    /// The entries in the first list only, and those in the second only.
    pub left: [Vec<(usize, T)>; 2],
}

/// Matches by name.
pub fn pair<'n, T: Copy>(lists: [&[T]; 2], name: impl Fn(T) -> &'n str) -> Matched<T> {
    let [base, head] = lists;
    let left = lists.map(|list| list.iter().copied().enumerate().collect::<Vec<_>>());
    if base.len() == head.len() && base.iter().zip(head).all(|(base, head)| name(*base) == name(*head)) {
        let [base, head] = left;
        let both = base.into_iter().zip(head).map(Into::into).collect();
        return Matched { both, left: [Vec::new(), Vec::new()] };
    }
    let mut matched = Matched { both: Vec::new(), left };
    matched.recognize(name);
    matched
}

impl<T: Copy> Matched<T> {
    /// Pairs more entries: those with the same key, if it is not empty and unique in both lists.
    pub fn recognize<'n>(&mut self, key: impl Fn(T) -> &'n str) {
        if self.left.iter().any(Vec::is_empty) {
            return;
        }
        let [before, now] = self.left.each_ref().map(|list| {
            let mut by_key = HashMap::with_capacity(list.len());
            for (at, entry) in list {
                by_key.entry(key(*entry)).and_modify(|unique| *unique = None).or_insert(Some((*at, *entry)));
            }
            by_key
        });
        let mut found: Vec<[(usize, T); 2]> = now
            .into_iter()
            .filter(|(key, _)| !key.is_empty())
            .filter_map(|(key, head)| Some([before.get(&key).copied().flatten()?, head?]))
            .collect();
        found.sort_unstable_by_key(|[_, (at, _)]| *at);
        for (side, left) in self.left.iter_mut().enumerate() {
            let paired: HashSet<usize> = found.iter().map(|pair| pair[side].0).collect();
            left.retain(|(at, _)| !paired.contains(at));
        }
        self.both.extend(found);
    }
}
