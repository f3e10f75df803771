//! Words that a server has instead of others, in all paths.
//!
//! A path and an operation are a pair if they differ in a few adjacent words only.
//! A pair that is the only one of both speaks for replacing these words. One
//! that several pairs speak for, and none against, is how the server is. A
//! value can't bring documented operations into line like that, so the new words
//! are known then.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::hash::{Hash, Hasher};

use super::{Agreement, Target, Work};

/// At most so many adjacent words are replaced.
const MOST_WORDS: usize = 3;
/// Words of a path that is looked at.
const LONGEST_PATH: usize = 24;
/// Letters of a word that means the same everywhere.
const SHORT: usize = 3;

/// Words, and those that are there instead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Substitution {
    from: Vec<String>,
    to: Vec<String>,
}

impl fmt::Display for Substitution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is `{}`", self.from.join(" "), self.to.join(" "))
    }
}

impl Substitution {
    /// The words with the others in their place, if they are there.
    pub fn applied(&self, words: &[String]) -> Option<Vec<String>> {
        let mut rest = words;
        let mut applied = Vec::new();
        while let Some((first, after)) = rest.split_first() {
            match rest.strip_prefix(self.from.as_slice()) {
                Some(after) => {
                    applied.extend_from_slice(&self.to);
                    rest = after;
                }
                None => {
                    applied.push(first.clone());
                    rest = after;
                }
            }
        }
        (applied != words).then_some(applied)
    }

    fn is_in(&self, words: &[String]) -> bool {
        words.windows(self.from.len()).any(|window| window == self.from)
    }

    /// Whether only one of the two can be true.
    fn is_rival_of(&self, other: &Self) -> bool {
        (self.from == other.from) != (self.to == other.to)
    }
}

/// A path and an operation that differ in a few adjacent words.
#[derive(Clone, Copy)]
pub struct Pair {
    pub seen: usize,
    pub target: usize,
    /// How many words before and after are the same.
    start: usize,
    end: usize,
}

/// The substitution that most pairs speak for, if it is certain.
pub fn best(work: &Work<'_, '_>) -> Option<Substitution> {
    let mut support: BTreeMap<Substitution, Vec<Pair>> = BTreeMap::new();
    for pair in unique(work) {
        for substitution in substitutions(work, pair) {
            support.entry(substitution).or_default().push(pair);
        }
    }
    let beats_rivals = |substitution: &Substitution, pairs: &Vec<Pair>| {
        let rivals = support.iter().filter(|(other, _)| other.is_rival_of(substitution));
        rivals.map(|(_, pairs)| pairs.len()).max().unwrap_or_default() * 2 <= pairs.len()
    };
    let is_certain = |(substitution, pairs): &(&Substitution, &Vec<Pair>)| {
        pairs.len() >= least(work, substitution, pairs)
            && !is_contradicted(work, substitution)
            && beats_rivals(substitution, pairs)
    };
    let certain = support.iter().filter(is_certain);
    let order = |(substitution, pairs): &(&Substitution, &Vec<Pair>)| {
        (pairs.len(), std::cmp::Reverse((substitution.from.len(), (*substitution).clone())))
    };
    certain.max_by_key(order).map(|(substitution, _)| substitution.clone())
}

/// The pairs that are the only one of their path and of their operation.
pub fn unique(work: &Work<'_, '_>) -> Vec<Pair> {
    let pairs = pairs(work);
    let (mut seen, mut targets) = (HashMap::new(), HashMap::new());
    for pair in &pairs {
        *seen.entry(pair.seen).or_insert(0) += 1;
        *targets.entry(pair.target).or_insert(0) += 1;
    }
    let is_free = |pair: &Pair| work.targets.get(pair.target).is_some_and(|it| it.is_free);
    let is_unique = |pair: &Pair| seen.get(&pair.seen) == Some(&1) && targets.get(&pair.target) == Some(&1);
    pairs.into_iter().filter(|pair| is_free(pair) && is_unique(pair)).collect()
}

/// How many pairs make a substitution certain. A name in the place of a whole
/// segment needs more, because it may be a value, and one that is a value
/// elsewhere is.
fn least(work: &Work<'_, '_>, substitution: &Substitution, pairs: &[Pair]) -> usize {
    let mut unknown = substitution.to.iter().filter(|word| !work.evidence.knows(word)).peekable();
    let is_known = unknown.peek().is_none();
    let is_part = |pair: &Pair| {
        let path = work.seen.get(pair.seen).map(|it| work.evidence.revealed(&it.path)).unwrap_or_default();
        let has_other = |segment: &str| {
            let words = super::words::of_path(segment);
            let (own, others): (Vec<_>, Vec<_>) =
                words.iter().partition(|word| !work.evidence.knows(word) && substitution.to.contains(word));
            !own.is_empty() && !others.is_empty()
        };
        path.split('/').any(has_other)
    };
    match () {
        () if is_known || pairs.iter().any(is_part) => 2,
        () if unknown.any(|word| work.evidence.was_value(word)) => usize::MAX,
        () => 3,
    }
}

/// Whether a path of an operation was seen that has the words as they were.
fn is_contradicted(work: &Work<'_, '_>, substitution: &Substitution) -> bool {
    let mut decided = work.found.matches.iter().filter_map(|it| work.words.get(it.seen));
    decided.any(|words| substitution.is_in(words))
}

/// What makes the words of a pair's operation those of its path: alone, and
/// together with the word before or after.
fn substitutions(work: &Work<'_, '_>, pair: Pair) -> Vec<Substitution> {
    let Pair { seen, target, start, end } = pair;
    let (Some(seen), Some(target)) = (work.words.get(seen), work.targets.get(target)) else {
        return Vec::new();
    };
    let between = |start: usize, end: usize| {
        let of = |words: &[String]| words.get(start..words.len() - end).unwrap_or_default().to_vec();
        Substitution { from: of(&target.words), to: of(seen) }
    };
    let alone = between(start, end);
    if !alone.to.iter().all(|word| work.evidence.knows(word) || crate::recordings::could_be_word(word)) {
        return Vec::new();
    }
    let is_long = alone.from.iter().any(|word| word.len() >= SHORT);
    let alone = Some(alone).filter(|_| is_long);
    let before = start.checked_sub(1).map(|start| between(start, end));
    let after = end.checked_sub(1).map(|end| between(start, end));
    [alone, before, after].into_iter().flatten().collect()
}

/// The nearest operations of each path, unless the parameters speak against them.
fn pairs(work: &Work<'_, '_>) -> Vec<Pair> {
    let mut frames: HashMap<(u64, u64), Vec<usize>> = HashMap::new();
    let mut starts: HashSet<u64> = HashSet::new();
    for (index, target) in work.targets.iter().enumerate() {
        self::frames(&target.words).for_each(|frame| frames.entry(frame).or_default().push(index));
        starts.extend(hashes(target.words.iter()));
    }
    let mut pairs = Vec::new();
    for (seen, words) in work.answered().filter(|(_, words)| words.len() <= LONGEST_PATH) {
        let near: HashSet<usize> =
            self::frames(words).filter_map(|frame| frames.get(&frame)).flatten().copied().collect();
        // Words that begin another operation's path are not other words for these.
        let is_new = |pair: &Pair| {
            let new = words.get(..words.len() - pair.end).unwrap_or_default();
            hashes(new.iter()).last().is_none_or(|hash| !starts.contains(hash))
        };
        let pair = |target: usize| {
            let (start, end) = differing(work.targets.get(target)?, words)?;
            Some(Pair { seen, target, start, end }).filter(is_new)
        };
        let near: Vec<Pair> = near.into_iter().filter_map(pair).collect();
        let same = |pair: &Pair| pair.start + pair.end;
        let most = near.iter().map(same).max();
        let agrees = |target: usize| {
            let operation = work.targets.get(target).map(|it| it.operation);
            operation.is_some_and(|it| work.agreement(seen, it) != Agreement::None)
        };
        pairs.extend(near.into_iter().filter(|it| Some(same(it)) == most && agrees(it.target)));
    }
    pairs
}

/// How many words are the same at the start and at the end, if those between can be replaced.
fn differing(target: &Target<'_>, seen: &[String]) -> Option<(usize, usize)> {
    let own = &target.words;
    let start = own.iter().zip(seen).take_while(|(a, b)| a == b).count();
    let most = own.len().min(seen.len()) - start;
    let end = own.iter().rev().zip(seen.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let can_be = |words: &[String]| (1..=MOST_WORDS).contains(&(words.len() - start - end));
    (can_be(own) && can_be(seen)).then_some((start, end))
}

/// What is around each few adjacent words, as hashes.
fn frames(words: &[String]) -> impl Iterator<Item = (u64, u64)> {
    let starts = hashes(words.iter());
    let mut ends = hashes(words.iter().rev());
    ends.reverse();
    let count = words.len();
    (0..count).flat_map(move |start| {
        let last = (start + MOST_WORDS).min(count);
        let frame = |end| Some((*starts.get(start)?, *ends.get(end)?));
        (start + 1..=last).filter_map(frame).collect::<Vec<_>>()
    })
}

/// The hash of the first words, of none up to all.
fn hashes<'w>(words: impl Iterator<Item = &'w String>) -> Vec<u64> {
    let mut hasher = DefaultHasher::new();
    let mut hashes = vec![hasher.finish()];
    for word in words {
        word.hash(&mut hasher);
        hashes.push(hasher.finish());
    }
    hashes
}
