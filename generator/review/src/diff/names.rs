//! Tests that no name in a row is misspelt: each is of a fact, a kind of entries or a value.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::entity::{ELSEWHERE, Entity};
use super::facts::tests::facts;
use super::location::Half;
use super::rule::Section;
use super::rules::TABLE;
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

/// The names that rows can have, and the things with each name: kinds of entries, their values.
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
        let types = values::types(&half).into_iter().chain(values::held(&half));
        [apis::api(&half)].into_iter().chain(types).for_each(|entity| names.entry(&entity));
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

    fn entry(&mut self, entity: &Entity<'_>) {
        let (section, kind) = (entity.kind.section.title, entity.kind.name);
        self.add((section, kind), format!("entries: {kind}"));
        entity.facts.iter().for_each(|fact| self.fact(entity.kind.section, fact.key));
        for value in entity.traits.iter().flatten().filter(|value| value.name != ELSEWHERE) {
            // A value with the name of its kind is what such an entry is.
            let what = if value.name == kind { "entries" } else { "a value" };
            self.add((section, value.name), format!("{what}: {kind}"));
        }
        entity.parts.iter().flat_map(|(_, parts)| parts).for_each(|entity| self.entry(entity));
    }
}

#[test]
fn every_row_names_one_thing() {
    let Names(names) = Names::all();
    let rows = TABLE.iter().flat_map(|section| section.rows().map(move |rule| (section, rule)));
    let wrong: BTreeMap<Name, BTreeSet<String>> = rows
        // This row is for changes without a row.
        .filter(|(_, rule)| rule.id != "documentation-changed")
        .flat_map(|(section, rule)| rule.on.iter().map(|(name, _)| (section.title, *name)))
        .map(|name| {
            let mut things = names.get(&name).cloned().unwrap_or_default();
            // An alias has the values of a type, too.
            if things.len() > 1 {
                things.remove("a value: type_alias");
            }
            (name, things)
        })
        .filter(|(_, things)| things.len() != 1)
        .collect();
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
