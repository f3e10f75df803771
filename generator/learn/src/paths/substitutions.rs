//! Words that a server has instead of others, in all paths.
//!
//! A path and an operation are a pair if they differ in a few adjacent words only.
//! A pair that is the only one of both speaks for replacing these words. One
//! that several pairs speak for, and none against, is how the server is. A
//! value can't bring documented operations into line like that, so the new words
//! are known then.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::substitution::Substitution;
use super::work::{Agreement, Work};
use crate::words;

/// At most so many adjacent words are replaced.
const MOST_WORDS: usize = 3;
/// Words of a path that is looked at.
const LONGEST_PATH: usize = 24;
/// Letters of a word that means the same everywhere.
const SHORT: usize = 3;

/// A path and an operation that differ in a few adjacent words.
#[derive(Clone, Copy)]
pub struct Pair {
    pub seen: usize,
    pub target: usize,
    /// The number of equal words before and after.
    pub start: usize,
    end: usize,
}

impl Pair {
    /// The words of its path before those that are equal at the end.
    pub fn start_in<'w>(&self, words: &'w [String]) -> &'w [String] {
        &words[..words.len() - self.end]
    }
}

/// The substitution that most pairs speak for, if it is certain.
pub fn best(work: &Work<'_, '_>) -> Option<Substitution> {
    let mut support: BTreeMap<Substitution, Vec<usize>> = BTreeMap::new();
    for pair in unique(work) {
        for substitution in substitutions(work, pair) {
            support.entry(substitution).or_default().push(pair.seen);
        }
    }
    let is_certain = |(substitution, seen): &(&Substitution, &Vec<usize>)| {
        let rivals = support.iter().filter(|(other, _)| other.is_rival_of(substitution));
        // A path of an operation was seen that has the words as they were.
        let is_contradicted = || work.found.iter().any(|it| substitution.is_in(&work.words[it.seen]));
        seen.len() >= least(work, substitution, seen)
            && rivals.map(|(_, seen)| seen.len()).max().unwrap_or_default() * 2 <= seen.len()
            && !is_contradicted()
    };
    let certain = support.iter().filter(is_certain);
    let best = certain.max_by_key(|(it, seen)| (seen.len(), Reverse((it.from.len(), (*it).clone()))));
    best.map(|(substitution, _)| substitution.clone())
}

/// The pairs that are the only one of their path and of their operation.
pub fn unique(work: &Work<'_, '_>) -> Vec<Pair> {
    let pairs = pairs(work);
    let (mut seen, mut targets) = (HashMap::new(), HashMap::new());
    for pair in &pairs {
        *seen.entry(pair.seen).or_insert(0) += 1;
        *targets.entry(pair.target).or_insert(0) += 1;
    }
    let is_unique = |pair: &Pair| seen[&pair.seen] == 1 && targets[&pair.target] == 1;
    pairs.into_iter().filter(|pair| work.targets[pair.target].is_free && is_unique(pair)).collect()
}

/// Returns how many pairs make a substitution certain. A name in the place of a whole segment needs
/// more, because it may be a value, and so does one that is a value elsewhere.
fn least(work: &Work<'_, '_>, substitution: &Substitution, seen: &[usize]) -> usize {
    let is_new = |word: &&String| !work.evidence.names.knows(word) && substitution.to.contains(word);
    let is_part = |seen: &usize| {
        let path = work.evidence.names.revealed(&work.seen[*seen].path);
        path.split('/').any(|segment| {
            let words = words::of_path(segment);
            let new = words.iter().filter(is_new).count();
            (1..words.len()).contains(&new)
        })
    };
    let mut new = substitution.to.iter().filter(is_new).peekable();
    match () {
        () if new.peek().is_none() || seen.iter().any(is_part) => 2,
        () if new.any(|word| work.values.contains(word)) => usize::MAX,
        () => 3,
    }
}

/// The substitutions that turn the words of a pair's operation into those of its path: alone, and
/// together with the word before or after.
fn substitutions(work: &Work<'_, '_>, Pair { seen, target, start, end }: Pair) -> Vec<Substitution> {
    let (seen, target) = (&work.words[seen], &work.targets[target].words);
    let between = |start: usize, end: usize| {
        let of = |words: &[String]| words[start..words.len() - end].to_vec();
        Substitution { from: of(target), to: of(seen) }
    };
    let alone = between(start, end);
    if !alone.to.iter().all(|word| work.evidence.names.knows(word) || crate::recordings::could_be_word(word))
    {
        return Vec::new();
    }
    let is_long = alone.from.iter().any(|word| word.len() >= SHORT);
    let before = start.checked_sub(1).map(|start| between(start, end));
    let after = end.checked_sub(1).map(|end| between(start, end));
    [Some(alone).filter(|_| is_long), before, after].into_iter().flatten().collect()
}

/// The nearest operations of each path, unless the parameters speak against them.
fn pairs(work: &Work<'_, '_>) -> Vec<Pair> {
    let mut around: HashMap<_, Vec<usize>> = HashMap::new();
    let mut starts: HashSet<&[String]> = HashSet::new();
    for (index, target) in work.targets.iter().enumerate() {
        self::around(&target.words).for_each(|words| around.entry(words).or_default().push(index));
        starts.extend((0..=target.words.len()).map(|end| &target.words[..end]));
    }
    let mut pairs = Vec::new();
    for seen in work.successful().filter(|seen| work.words[*seen].len() <= LONGEST_PATH) {
        let words = &work.words[seen];
        let near: BTreeSet<usize> =
            self::around(words).filter_map(|it| around.get(&it)).flatten().copied().collect();
        let near = near.into_iter().map(|target| {
            let (start, end) = differing(&work.targets[target].words, words);
            Pair { seen, target, start, end }
        });
        // Words that begin another operation's path are not other words for these.
        let same = |pair: &Pair| pair.start + pair.end;
        let near: Vec<Pair> =
            near.filter(|it| same(it) > 0 && !starts.contains(it.start_in(words))).collect();
        let most = near.iter().map(same).max();
        let agrees = |pair: &Pair| work.agreement(seen, pair.target) != Agreement::None;
        pairs.extend(near.into_iter().filter(|it| Some(same(it)) == most && agrees(it)));
    }
    pairs
}

/// Counts the equal words at the start and at the end.
fn differing(own: &[String], seen: &[String]) -> (usize, usize) {
    let start = own.iter().zip(seen).take_while(|(a, b)| a == b).count();
    let most = own.len().min(seen.len()) - start;
    let end = own.iter().rev().zip(seen.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    (start, end)
}

/// The words before and after each few adjacent words.
fn around(words: &[String]) -> impl Iterator<Item = (&[String], &[String])> {
    let ends = |start: usize| start + 1..=(start + MOST_WORDS).min(words.len());
    (0..words.len()).flat_map(move |start| ends(start).map(move |end| (&words[..start], &words[end..])))
}
