//! The names that rows share with facts, kinds of entries and their values: none is misspelt.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::entity::{ELSEWHERE, Entity};
use super::facts::tests::facts;
use super::rule::Section;
use super::rules::TABLE;
use super::spot::Half;
use super::{apis, values};
use generator_spec::Spec;
use generator_spec::facts::Key;

/// A section and a name in its rows.
type Name = (&'static str, &'static str);

/// Values without a row.
const DOCUMENTATION: [Name; 10] = [
    ("APIs and groups", "order of operations"),
    ("APIs and groups", "rules"),
    ("APIs and groups", "type"),
    ("Credentials and gates", "order"),
    ("Results", "doc"),
    ("Results", "headers"),
    // An operation always has one.
    ("Results", "result"),
    ("Results", "source"),
    ("Results", "status"),
    ("Types", "constant"),
];

/// The names that entries have, and what has each: a kind of entries, or a value of one.
#[derive(Default)]
struct Names(BTreeMap<Name, BTreeSet<String>>);

impl Names {
    /// Those of facts, and those of a spec that has entries of every kind.
    fn all() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/changes");
        let spec = Spec::open(&folder).unwrap_or_else(|_| panic!("the spec has no errors"));
        let half = Half::new((&spec.sources[0], &spec.apis[0]));
        let mut names = Self::default();
        facts().for_each(|(_, key, section)| names.fact(section, key));
        [apis::api(&half)].iter().chain(&values::types(&half)).for_each(|it| names.entry(it));
        names
    }

    fn add(&mut self, name: Name, what: String) {
        self.0.entry(name).or_default().insert(what);
    }

    fn fact(&mut self, section: &Section, key: Key) {
        if !section.elsewhere.contains(&key) {
            self.add((section.title, key.name()), "a fact".to_owned());
        }
    }

    fn entry(&mut self, it: &Entity<'_>) {
        let (section, kind) = (it.kind.section.title, it.kind.name);
        self.add((section, kind), format!("entries: {kind}"));
        it.facts.iter().for_each(|fact| self.fact(it.kind.section, fact.key));
        for value in it.traits.iter().flatten().filter(|value| value.name != ELSEWHERE) {
            // A value with the name of its kind is what such an entry is.
            let of = if value.name == kind { "entries" } else { "a value" };
            self.add((section, value.name), format!("{of}: {kind}"));
        }
        it.parts.iter().flat_map(|(_, parts)| parts).for_each(|it| self.entry(it));
    }
}

#[test]
fn every_row_names_one_thing() {
    let Names(names) = Names::all();
    let rows = TABLE.iter().flat_map(|section| section.rows().map(move |rule| (section, rule)));
    // That row is for what has none.
    let rows = rows.filter(|(_, rule)| rule.id != "documentation-changed");
    let named = rows.flat_map(|(section, rule)| rule.on.iter().map(|(name, _)| (section.title, *name)));
    // An alias has values of types and of what is in them.
    let of_alias = |what: &String| what == "a value: type_alias";
    let wrong = named.map(|name| {
        let what: BTreeSet<String> = names.get(&name).cloned().unwrap_or_default();
        let only = what.len() == 1;
        (name, what.into_iter().filter(|it| only || !of_alias(it)).collect::<BTreeSet<_>>())
    });
    let wrong: BTreeMap<Name, BTreeSet<String>> = wrong.filter(|(_, what)| what.len() != 1).collect();
    assert_eq!(wrong, BTreeMap::new());
}

#[test]
fn every_value_has_a_row() {
    let Names(names) = Names::all();
    let has_rows =
        |(title, name): Name| TABLE.iter().any(|section| section.title == title && section.has_rows(name));
    let others = names.into_iter().filter(|(_, what)| !what.contains("a fact")).map(|(name, _)| name);
    assert_eq!(others.filter(|name| !has_rows(*name)).collect::<Vec<_>>(), DOCUMENTATION);
}
