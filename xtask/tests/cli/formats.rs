//! FORMATS.md: what a command prints has the keys that the file names, no more and no
//! fewer, at every depth.

use std::collections::BTreeMap;

use generator_spec::gaps::GapKind;
use serde_json::Value;
use tests::{codes, spec_keys, table};

use super::diff::Pair;
use super::{json, xtask};

const FORMATS: &str = include_str!("../../../FORMATS.md");

/// The keys of an object, each with those of its value if a text gives them:
/// `{a, b[{c}]}`. With `…`, there may be more.
#[derive(Clone, Debug, Default)]
struct Shape(BTreeMap<String, Option<Self>>);

impl Shape {
    fn new(text: &str) -> Self {
        Self::read(&mut text.trim_start_matches('[').chars().skip(1).collect::<String>().as_str())
    }

    /// Reads up to the end of the object.
    fn read(text: &mut &str) -> Self {
        let mut shape = Self::default();
        loop {
            let end = text.find([',', '[', '}']).expect("the end of a key");
            let (key, rest) = text.split_at(end);
            *text = rest.strip_prefix("[{").unwrap_or(rest);
            let inner = (text.len() + 2 == rest.len()).then(|| Self::read(text));
            shape.0.insert(key.trim().to_owned(), inner);
            let is_end = text.starts_with('}');
            *text = text.trim_start_matches(['}', ']']).trim_start_matches([',', ' ']);
            if is_end || text.is_empty() {
                return shape;
            }
        }
    }

    /// The first object in a text after some words.
    fn after(words: &str) -> Self {
        let (_, text) = FORMATS.split_once(words).expect(words);
        Self::new(codes(text).find(|it| it.starts_with(['{', '['])).expect("a shape"))
    }

    /// The keys in the first column of a table; the second may say more of one.
    fn of_table(after: &str) -> Self {
        let mut shape = Self::default();
        for row in table(FORMATS, after) {
            let inner = row[1].starts_with("`{") || row[1].starts_with("`[");
            let inner = inner.then(|| Self::new(codes(row[1]).next().expect("a shape")));
            shape.0.extend(codes(row[0]).map(|key| (key.to_owned(), inner.clone())));
        }
        shape
    }

    /// The keys of the spec language in a page of the guide.
    fn of_spec(page: &str) -> Self {
        Self(spec_keys(page).into_iter().map(|key| (key, None)).collect())
    }

    fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Fails if a value, or one of a list, has other keys.
    fn check(&self, value: &Value, of: &str) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.check(value, of)),
            Value::Object(map) => {
                let is_open = self.0.contains_key("…");
                let others: Vec<_> = map.keys().filter(|key| !self.0.contains_key(*key)).collect();
                assert!(is_open || others.is_empty(), "FORMATS.md doesn't name {others:?} of {of}");
                for (key, inner) in self.0.iter().filter(|(key, _)| *key != "…") {
                    assert!(map.contains_key(key), "{of} has no `{key}`");
                    let value = &map[key];
                    inner.iter().for_each(|inner| inner.check(value, key));
                }
            }
            other => assert!(other.is_null() || other.is_string(), "{of}: {other}"),
        }
    }
}

/// The model of both APIs.
fn exports() -> [Value; 2] {
    ["backup-server", "account-portal"].map(|api| json(&["export", api]))
}

fn operation() -> Shape {
    let mut shape = Shape::of_spec("operations.md");
    for row in table(FORMATS, "but for these:") {
        codes(row[0]).for_each(|key| drop(shape.0.remove(key)));
        shape.0.extend(codes(row[1]).map(|key| (key.to_owned(), None)));
    }
    // Those that only decide what others are.
    for key in ["path", "effect"] {
        shape.0.insert(key.to_owned(), None);
    }
    shape.and(Shape::of_table("| key of an operation |"))
}

fn parameter() -> Shape {
    let mut own = Shape::of_spec("parameters.md");
    // `constant` in an export, where the value of a constant is another.
    own.0.remove("value");
    own.and(Shape::of_table("| key of a parameter |"))
}

#[test]
fn the_export_has_the_keys_of_formats() {
    for export in exports() {
        Shape::of_table("## `cargo xtask export`").check(&export, "an API");
        operation().check(&export["operations"], "an operation");
        for list in ["operations", "auth"] {
            let owners = export[list].as_array().expect("a list");
            owners.iter().for_each(|owner| parameter().check(&owner["parameters"], "a parameter"));
        }
        for ty in export["types"].as_array().expect("a list") {
            Shape::after("\nA field has").check(&ty["fields"], "a field");
            Shape::new("{constant, value}").check(&ty["values"], "a value");
        }
    }
    assert!(exports()[0]["effect_convention"]["rules"][0]["words"].is_array());
}

#[test]
fn lists_and_gaps_have_the_keys_of_formats() {
    Shape::after("## `cargo xtask list --format json`").check(&json(&["list", "--format", "json"]), "list");
    let gaps = json(&["gaps", "--format", "json"]);
    Shape::of_table("## `cargo xtask gaps --format json`").check(&gaps, "gaps");
    let (_, kinds) = FORMATS.split_once("\nThe kinds are ").expect("the kinds of gaps");
    let kinds: Vec<&str> = codes(kinds.lines().next().expect("a line")).collect();
    assert_eq!(kinds, GapKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>());
}

#[test]
fn an_explanation_has_the_keys_of_formats() {
    let explained = json(&["explain", "AdminAddUser", "--format", "json"]);
    Shape::of_table("## `cargo xtask explain --format json`").check(&explained, "explain");
    operation().check(&explained[0]["operation"], "an operation");
}

#[test]
fn a_change_has_the_keys_of_formats() {
    let ran = Pair::new().diff(&["--format", "json"]);
    let found: Value = serde_json::from_str(&ran.out).expect("it is JSON");
    Shape::after("## `cargo xtask diff --format json`").check(&found, "an API");
    Shape::of_table("A change has:").check(&found[0]["changes"], "a change");
}

#[test]
fn a_diagnostic_has_the_keys_of_formats() {
    let ran = xtask(&["lint", "--spec", "tests/data/lint/key-order", "--format", "json"]);
    let found: Value = serde_json::from_str(&ran.out).expect("it is JSON");
    assert!(found.as_array().is_some_and(|found| !found.is_empty()));
    Shape::of_table("## Diagnostics").check(&found, "a diagnostic");
}
