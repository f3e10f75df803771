//! The entry of what was left out that explains a difference.

use std::collections::HashMap;

use generator_import::{LeftOut, Loss};

use super::compare::{Difference, NO_SUCCESS, OPEN};

/// Reasons of which nothing else is less: the beginning of one, and the kinds of differences that it explains.
const KINDS: &[(&str, &[&str])] = &[
    ("a header that isn't a parameter", &["parameter", "header"]),
    ("a parameter of a path that isn't in the path", &["parameter"]),
    ("a parameter that the credential sends, too", &["parameter"]),
    ("OpenAPI doesn't say how this is sent", &["parameter", "style"]),
    ("a text stands for", &["type"]),
    ("a union of any value and others", &["type"]),
    ("alternatives of required fields", &["type", "required", "field"]),
    ("a form without other fields", &["additional"]),
    ("other fields beside alternatives", &["additional"]),
    ("a type that its alternatives or parts haven't", &["null", "type"]),
    ("a required form with files", &["body required"]),
    ("a required field of a form", &["field"]),
    ("a form with files that may be left out", &["required", "body required"]),
    ("listed values of another type", &["type", "enum"]),
    ("listed values of a list", &["type", "enum"]),
    ("a content type without a name", &["body content"]),
    ("content types that differ in their parameters", &["body content", "response content"]),
    ("content of a response that HTTP sends without one", &["response content"]),
    ("a security scheme", &["security"]),
    ("unknown authentication block", &["security"]),
    ("two credentials in the header", &["security"]),
    ("an alternative of several credentials", &["security"]),
];

/// What is meant, and isn't a difference: any value, or one of some others, is any value; what a description
/// lists is documented, and clients keep other values; only JSON has null; an operation without a success has
/// some; what HTTP never sends, and what HTTP or a credential sends anyway, is the same whether it is described
/// or not.
pub const MEANT: [&str; 7] = [
    "listed values: a server may add some",
    "null of a parameter: only JSON has it",
    "no success is described: any may come",
    "content of a response that HTTP sends without one",
    "a header that isn't a parameter: clients and servers set it",
    "a parameter that the credential sends, too",
    "a union of any value and others",
];

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
        const OUTSIDE_JSON: [&str; 3] = [
            "/parameters/",
            "/requestBody/content/application~1x-www-form",
            "/requestBody/content/multipart~1form",
        ];
        let is_parameter = it.places.iter().any(|place| OUTSIDE_JSON.iter().any(|it| place.contains(it)));
        let meant = match it.kind {
            OPEN => Some(MEANT[0]),
            "null" if is_parameter => Some(MEANT[1]),
            NO_SUCCESS if it.says.starts_with("2XX is not") => Some(MEANT[2]),
            _ => None,
        };
        if let Some(meant) = meant {
            return Some(meant.to_owned());
        }
        let same = (it.kind, it.written.clone(), it.says.clone());
        let mut places = it.places.iter();
        let is_more = it.says.ends_with("is not in the source");
        let found = match it.kind {
            "security" | "body required" => places.find_map(|place| self.below(place, it.kind)),
            // What is instead of another content type.
            "body content" | "response content" if is_more => {
                places.find_map(|place| self.below(&format!("{place}/content"), it.kind))
            }
            _ => places.find_map(|place| self.above(place, it.kind)),
        };
        if let Some(found) = &found {
            self.known.insert(same.clone(), found.clone());
        }
        found.or_else(|| self.known.get(&same).cloned())
    }

    /// A reason at a place or below it.
    fn below(&self, place: &str, kind: &str) -> Option<String> {
        let is_below = |it: &&LeftOut| {
            it.pointer.strip_prefix(place).is_some_and(|it| it.is_empty() || it.starts_with('/'))
        };
        let mut all = self.by_place.values().flatten().copied().filter(is_below);
        all.find(|it| is_about(it, kind)).map(|it| crate::general(&it.reason))
    }

    /// A reason for several content types, which is at the first of them.
    fn beside(&self, contents: &str, name: &str, kind: &str) -> Option<String> {
        let name = name.replace("~1", "/");
        let is_there =
            |it: &&LeftOut| it.pointer.strip_prefix(contents).is_some_and(|it| it.starts_with('/'));
        let is_same = |it: &&LeftOut| it.detail.split(", ").any(|it| it == name);
        let mut all = self.by_place.values().flatten().copied().filter(is_there).filter(is_same);
        let found = all.find(|it| is_about(it, kind)).map(|it| crate::general(&it.reason));
        found.or_else(|| self.above(contents, kind))
    }

    /// A reason at the place, or at one around it.
    fn above(&self, place: &str, kind: &str) -> Option<String> {
        let mut place = place;
        loop {
            let here = self.by_place.get(place).into_iter().flatten();
            if let Some(it) = here.copied().find(|it| is_about(it, kind)) {
                return Some(crate::general(&it.reason));
            }
            let (parent, name) = place.rsplit_once('/')?;
            if parent.ends_with("/content") {
                return self.beside(parent, name, kind);
            }
            place = parent;
        }
    }
}

fn is_about(it: &LeftOut, kind: &str) -> bool {
    match KINDS.iter().find(|(start, _)| it.reason.starts_with(start)) {
        Some((_, kinds)) => kinds.contains(&kind),
        // What is left out of an operation isn't its credential, what is left out of a scheme is one.
        None if kind == "security" && !it.pointer.contains("/security") => false,
        None => it.loss != Loss::Words && it.pointer != "#",
    }
}
