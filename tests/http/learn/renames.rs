//! Words that replace others on a simulated server, in every path that the documents don't show.

use std::collections::{BTreeMap, BTreeSet};

use generator_spec::model::{Api, Path};
use tests::random::Random;

const SYLLABLES: &[&str] =
    &["ba", "dor", "fi", "gul", "ke", "lan", "mo", "nep", "pra", "quo", "ri", "su", "tev", "wix"];

/// Words and the one that is there instead.
pub struct Rename {
    from: Vec<String>,
    to: String,
}

/// A word and what is before it.
fn words(path: &str) -> Vec<(&str, &str)> {
    let starts: Vec<usize> = path.match_indices(['/', '-', '_']).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([path.len()]);
    starts.iter().zip(ends).map(|(start, end)| (&path[*start..start + 1], &path[start + 1..end])).collect()
}

impl Rename {
    /// A path with the new word.
    pub fn applied(&self, path: &str) -> String {
        let words = words(path);
        let (mut at, mut applied) = (0, String::new());
        while let Some((mark, word)) = words.get(at) {
            let is_here = self
                .from
                .iter()
                .enumerate()
                .all(|(index, from)| words.get(at + index).is_some_and(|(_, word)| word == from));
            applied.extend([*mark, if is_here { &self.to } else { word }]);
            at += if is_here { self.from.len() } else { 1 };
        }
        applied
    }
}

/// Up to three, of words that no documented path has: a server has those as they are.
pub fn any(api: &Api, random: &mut Random) -> Vec<Rename> {
    let of = |path: &str| -> BTreeSet<Vec<String>> {
        let words: Vec<String> = words(path).into_iter().skip(2).map(|(_, word)| word.to_owned()).collect();
        [1, 2].into_iter().flat_map(|count| words.windows(count).map(<[String]>::to_vec)).collect()
    };
    let (mut inferred, mut documented) = (BTreeMap::new(), BTreeSet::new());
    for operation in api.operations() {
        documented.extend(operation.aliases.iter().flat_map(|alias| of(&alias.path)));
        match &operation.path {
            Path::Inferred(path) => of(path).into_iter().for_each(|it| *inferred.entry(it).or_insert(0) += 1),
            path => documented.extend(path.text().into_iter().flat_map(of)),
        }
    }
    inferred.retain(|words, count| *count > 2 && !documented.contains(words));
    let mut renames: Vec<Rename> = Vec::new();
    for _ in 0..random.below(4).min(inferred.len()) {
        let from = random.one(&inferred.keys().cloned().collect::<Vec<_>>()).clone();
        if !renames.iter().any(|it| it.from.iter().any(|word| from.contains(word))) {
            let to = (0..3).map(|_| *random.one(SYLLABLES)).collect();
            renames.push(Rename { from, to });
        }
    }
    renames
}
