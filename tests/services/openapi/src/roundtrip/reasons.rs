//! The entry of what was left out that explains a difference.

use std::collections::HashMap;

use generator_import::{LeftOut, Loss};

use super::compare::{Difference, OPEN};

/// Reasons of which nothing else is less: the beginning of one, and the kinds of differences that it explains.
const KINDS: [(&str, &[&str]); 5] = [
    ("`additionalProperties: false`", &["additional"]),
    ("null as a parameter", &["null"]),
    ("null of a body", &["null"]),
    ("a security scheme of another kind", &["security"]),
    ("several credentials at once", &["security"]),
];

/// The one difference that is meant: what a description lists is documented, and clients keep other values.
pub const MORE_VALUES: &str = "listed values: a server may add some";

pub struct Reasons<'l> {
    by_place: HashMap<&'l str, Vec<&'l LeftOut>>,
    /// The reasons of differences that are the same elsewhere: a type is written once.
    known: HashMap<(&'static str, String, String), String>,
}

impl<'l> Reasons<'l> {
    pub fn of(left: &'l [LeftOut]) -> Self {
        let mut by_place: HashMap<&str, Vec<&LeftOut>> = HashMap::new();
        for it in left {
            by_place.entry(it.pointer.as_str()).or_default().push(it);
        }
        Self { by_place, known: HashMap::new() }
    }

    pub fn explains(&mut self, it: &Difference) -> Option<String> {
        if it.kind == OPEN {
            return Some(MORE_VALUES.to_owned());
        }
        let same = (it.kind, it.written.clone(), it.says.clone());
        let mut places = it.places.iter();
        let found = match it.kind {
            "security" => places.find_map(|place| self.below(place)),
            _ => places.find_map(|place| self.above(place, it.kind)),
        };
        if let Some(found) = &found {
            self.known.insert(same.clone(), found.clone());
        }
        found.or_else(|| self.known.get(&same).cloned())
    }

    /// A reason at the place of credentials, or at one of them.
    fn below(&self, place: &str) -> Option<String> {
        let is_there = |it: &&LeftOut| {
            it.pointer.strip_prefix(place).is_some_and(|it| it.is_empty() || it.starts_with('/'))
        };
        let found =
            self.by_place.values().flatten().copied().filter(is_there).find(|it| is_about(it, "security"));
        Some(crate::general(&found?.reason))
    }

    /// A reason at the place, or at one around it.
    fn above(&self, place: &str, kind: &str) -> Option<String> {
        let mut place = place;
        loop {
            let here = self.by_place.get(place).into_iter().flatten();
            if let Some(it) = here.copied().find(|it| is_about(it, kind)) {
                return Some(crate::general(&it.reason));
            }
            place = place.rsplit_once('/')?.0;
        }
    }
}

fn is_about(it: &LeftOut, kind: &str) -> bool {
    match KINDS.iter().find(|(start, _)| it.reason.starts_with(start)) {
        Some((_, kinds)) => kinds.contains(&kind),
        None => it.loss != Loss::Words && it.pointer != "#",
    }
}
