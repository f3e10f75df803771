//! Words and those that a server has instead.

use std::fmt;

/// Words and those that are there instead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Substitution {
    pub from: Vec<String>,
    pub to: Vec<String>,
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
        while let [first, after @ ..] = rest {
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

    pub fn is_in(&self, words: &[String]) -> bool {
        words.windows(self.from.len()).any(|window| window == self.from)
    }

    /// Returns whether only one of the two can be true.
    pub fn is_rival_of(&self, other: &Self) -> bool {
        (self.from == other.from) != (self.to == other.to)
    }
}
