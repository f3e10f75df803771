//! The facts of each operation of the real specs and their places.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use generator_review::explain::{Explanation, Fact, explain};
use generator_spec::Spec;

fn spec() -> Spec {
    Spec::open(Path::new("../spec")).expect("the specs are sound")
}

/// The lines of the files that facts point at.
#[derive(Default)]
struct Lines(HashMap<String, Vec<String>>);

impl Lines {
    fn of(&mut self, fact: &Fact<'_>) -> &str {
        let place = fact.place.expect("it has a place");
        let lines = self.0.entry(place.at.path().to_owned()).or_insert_with(|| {
            let text = fs::read_to_string(place.at.path()).expect("the file can be read");
            text.lines().map(str::to_owned).collect()
        });
        lines.get(place.at.line() - 1).expect("the line is there")
    }
}

fn all(spec: &Spec) -> impl Iterator<Item = Explanation<'_>> {
    let names = spec.apis.iter().flat_map(generator_spec::model::Api::operations).map(|it| it.name.as_str());
    names.flat_map(|name| explain(spec, name))
}

#[test]
fn every_operation_is_explained_once() {
    let spec = spec();
    assert_eq!(all(&spec).count(), 223 + 50);
}

/// Only the Rust name can be the generator's decision.
#[test]
fn every_fact_has_a_place() {
    let spec = spec();
    for it in all(&spec) {
        let without = it.facts.iter().filter(|fact| fact.place.is_none() && fact.what != "rust");
        let without: Vec<&str> = without.map(|fact| fact.what).collect();
        assert_eq!(without, Vec::<&str>::new(), "{}", it.operation.name);
    }
}

/// So it is if each path has its method, and each status its result.
#[test]
fn every_fact_of_a_rest_api_has_a_place() {
    let rooms = crate::lesson::rooms();
    let spec = tests::open(&format!("{}/spec", rooms.text())).expect("the spec is sound");
    for it in all(&spec) {
        let without = it.facts.iter().filter(|fact| fact.place.is_none() && fact.what != "rust");
        let without: Vec<&str> = without.map(|fact| fact.what).collect();
        assert_eq!(without, Vec::<&str>::new(), "{}", it.operation.name);
    }
}

/// The line at its place has the value, if that fits on a line.
#[test]
fn every_place_has_its_fact() {
    let spec = spec();
    let mut lines = Lines::default();
    let words = |fact: &Fact<'_>| match fact.what {
        "operation" | "permission" | "matches" | "see_also" | "since" | "device_since" => {
            Some(fact.value.clone())
        }
        "aliases" => fact.value.split(' ').next().map(str::to_owned),
        "path" => fact.value.split(' ').next().filter(|path| path.starts_with('/')).map(str::to_owned),
        _ => None,
    };
    for it in all(&spec) {
        for fact in &it.facts {
            let Some(words) = words(fact) else { continue };
            let line = lines.of(fact);
            assert!(line.contains(&words), "{}: {} in {line}", it.operation.name, fact.value);
        }
    }
}

#[test]
fn what_has_no_value_is_a_yes() {
    let spec = spec();
    let flags = |name| {
        let found = explain(&spec, name).remove(0);
        let flags = found.facts.into_iter().filter(|it| ["repeatable", "deprecated"].contains(&it.what));
        flags.map(|it| it.value).collect::<Vec<_>>()
    };
    assert_eq!(flags("AdminListUsers"), ["yes"]);
    assert_eq!(flags("AdminSetUserProfile"), ["yes inferred"]);
}
