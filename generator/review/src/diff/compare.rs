//! Comparisons that every part of an API has in common. Each takes its rows of
//! the table first.

use super::Rule;
use super::differ::{Differ, Names, Spot};
use super::pairing::{Matched, is_reordered};
use super::rules::api;
use super::shapes::Likeness;
use generator_spec::facts::{Fact, Key};
use generator_spec::model::{Status, TypeRef, Version};

type Row = &'static Rule;

impl<'a> Differ<'a> {
    /// A value whose appearing or disappearing is a change like any other.
    pub fn value(
        &mut self,
        changed: Row,
        spot: Spot<'a>,
        before: impl Into<Option<String>>,
        after: impl Into<Option<String>>,
    ) {
        self.option([changed; 3], spot, before, after);
    }

    /// A value that may be absent.
    pub fn option(
        &mut self,
        [added, removed, changed]: [Row; 3],
        spot: Spot<'a>,
        before: impl Into<Option<String>>,
        after: impl Into<Option<String>>,
    ) {
        let (before, after) = (before.into(), after.into());
        let rule = match (&before, &after) {
            _ if before == after => return,
            (None, _) => added,
            (_, None) => removed,
            (Some(_), Some(_)) => changed,
        };
        self.report(rule, spot, before, after);
    }

    /// A key of the spec language; `said` has its words on both sides, and is
    /// called only if the key changed.
    pub fn key(
        &mut self,
        rules: [Row; 3],
        spot: Spot<'a>,
        key: Key,
        is_changed: bool,
        said: impl Fn(Key) -> [Option<String>; 2],
    ) {
        if is_changed {
            let [before, after] = said(key);
            self.option(rules, spot.or_key(key.name()), before, after);
        }
    }

    /// A mark that is set or not.
    pub fn flag(&mut self, [set, unset]: [Row; 2], spot: Spot<'a>, base: bool, head: bool) {
        if base != head {
            self.report(if head { set } else { unset }, spot, None, None);
        }
    }

    /// A first version: the older, the more there is.
    pub fn since(
        &mut self,
        [raised, lowered]: [Row; 2],
        spot: Spot<'a>,
        base: Option<Version>,
        head: Option<Version>,
    ) {
        let text = |version: Option<Version>| version.map(|version| version.to_string());
        self.value(if head > base { raised } else { lowered }, spot, text(base), text(head));
    }

    /// Whether a fact is documented.
    pub fn status(&mut self, changed: Row, spot: Spot<'a>, base: Status, head: Status) {
        self.value(changed, spot, status_text(base), status_text(head));
    }

    /// The Rust name and the documents' name.
    pub fn names(
        &mut self,
        [renamed, in_documents]: [Row; 2],
        spot: Spot<'a>,
        (name, rust): (&str, &str),
        (is, rust_now): (&str, &str),
    ) {
        if rust == rust_now {
            self.value(in_documents, spot, name.to_owned(), is.to_owned());
        } else {
            self.report(renamed, spot, rust.to_owned(), rust_now.to_owned());
        }
    }

    /// The name on the wire and the Rust name.
    pub fn wire_names(
        &mut self,
        [renamed, on_the_wire, in_rust]: [Row; 3],
        spot: Spot<'a>,
        (name, rust): (&str, &str),
        (is, rust_now): (&str, &str),
    ) {
        if name == is {
            self.value(in_rust, spot, rust.to_owned(), rust_now.to_owned());
        } else {
            let rule = if rust == rust_now { on_the_wire } else { renamed };
            self.report(rule, spot, name.to_owned(), is.to_owned());
        }
    }

    /// What changed in the use of a type, if anything did.
    pub fn type_rule(
        &self,
        [changed, json_shape, respelt]: [Row; 3],
        base: &TypeRef,
        head: &TypeRef,
    ) -> Option<Row> {
        match self.likeness(&base.shape, &head.shape) {
            Likeness::Different => Some(changed),
            Likeness::SameInRust => Some(json_shape),
            // A type that was renamed reports that itself.
            Likeness::Same if base.shape.named().is_some() => None,
            Likeness::Same => (base.notation != head.notation).then_some(respelt),
        }
    }

    /// What is in only one of two lists.
    pub fn entries<'m, T>(
        &mut self,
        matched: &Matched<'m, T>,
        rules: impl Fn(&T) -> [Row; 2],
        spot: impl Fn(fn(&'a str) -> Names<'a>, &'m T) -> Spot<'a>,
        text: impl Fn(&T) -> Option<String>,
    ) {
        for (_, it) in &matched.gone {
            let [_, removed] = rules(it);
            self.report(removed, spot(Names::gone, it), text(it), None);
        }
        for (_, it) in &matched.new {
            let [added, _] = rules(it);
            self.report(added, spot(Names::new, it), None, text(it));
        }
    }

    /// The order of what two lists share.
    pub fn order(&mut self, changed: Row, spot: Spot<'a>, base: &[&'a str], head: &[&'a str]) {
        if is_reordered(base, head) {
            self.report(changed, spot, base.join(", "), head.join(", "));
        }
    }

    /// Texts, each with whether it changed.
    pub fn texts(&mut self, spot: Spot<'a>, texts: &[(&str, bool)]) {
        let changed: Vec<&str> =
            texts.iter().filter(|(_, is_changed)| *is_changed).map(|(name, _)| *name).collect();
        if !changed.is_empty() {
            self.report(&api::DOCUMENTATION_CHANGED, spot, None, changed.join(", "));
        }
    }
}

/// The named fields, of which each is a variable too, with whether it is another one in `$head`.
macro_rules! changed {
    ($head:expr; $($field:ident)*) => {
        [$((stringify!($field), *$field != $head.$field)),*]
    };
}

pub(super) use changed;

/// A status as a word before a noun.
pub fn status_text(status: Status) -> String {
    match status {
        Status::Documented => "documented",
        Status::Inferred => "inferred",
        Status::Elsewhere => "externally sourced",
    }
    .to_owned()
}

/// The value of a key before and now, in the words of the facts.
pub fn values(facts: [Vec<Fact<'_>>; 2], key: Key) -> [Option<String>; 2] {
    facts.map(|facts| value(&facts, key))
}

/// The value of a key, if it has one.
pub fn value(facts: &[Fact<'_>], key: Key) -> Option<String> {
    let values: Vec<String> = facts.iter().filter(|fact| fact.key == key).map(Fact::short).collect();
    listed(&values)
}

/// A list of names; `None` if it is empty.
pub fn listed(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(", "))
}
