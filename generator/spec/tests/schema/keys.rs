//! Each key of the spec language is a fact, and has its place in the layout.

use std::collections::{BTreeMap, BTreeSet};

use generator_spec::facts::Key;
use generator_spec::load::keys;
use generator_spec::schema;

/// Maps whose keys are facts; the files themselves have their names.
const SUBJECTS: &str = "api.schema.json operations.schema.json AuthBlockSource ConstantSource DefaultsSource \
     Deprecation FieldSource GateSource GroupSource OperationSource ParameterSource TypeSource";

/// Maps that are the value of one fact.
const VALUES: &str = "AliasSource BodySource ChoiceSource ContentSource EffectConvention EffectRule Encoding Envelope FormatSource Imported Limit MessageSource Note NotShown \
     PathConvention PathRule PagesSource RequiredWhen Resource ReturnsSource SchemeSource ServerSource Transition \
     VariableSource VersionChangeSource";

/// Keys that are no facts, and why.
const STRUCTURE: &[(&str, &str, &str)] = &[
    ("api.schema.json", "groups", "the fact `group` of each operation; each group has facts"),
    ("api.schema.json", "parameter_sets", "the facts `parameters` of the operations that have them"),
    ("api.schema.json", "default_auth", "the fact `auth` of each operation"),
    ("operations.schema.json", "defaults", "the facts of each operation"),
    ("Deprecation", "removed", "the fact `removed_in`"),
    ("GateSource", "auth_optional", "part of the fact `auth`"),
    ("OperationSource", "inferred_effect", "the fact `effect`, marked as inferred"),
    ("OperationSource", "inferred_path", "the fact `path`, marked as inferred"),
    ("OperationSource", "with", "the facts `parameters` have those of the sets"),
    ("DefaultsSource", "with", "the same"),
    ("OperationSource", "without", "the facts `parameters` are those that are left"),
    ("TypeSource", "map", "the fact `of`, as a dictionary"),
    ("TypeSource", "opaque", "the fact `kind`"),
];

/// Maps whose keys have an order in the layout, and what an entry of them is.
const ORDERED: &[(&str, &[&str])] = &[
    ("operations", &["OperationSource", "OperationChange"]),
    ("parameters", &["ParameterSource", "ParameterChange", "FieldSource", "FieldChange"]),
    ("aliases", &["AliasSource"]),
    ("notes", &["Note"]),
];

const OVERLAY: &str = "overlay.schema.json";

/// The keys of each map of the files that are taken.
fn maps(is_taken: impl Fn(&str) -> bool) -> BTreeMap<String, BTreeSet<String>> {
    let mut maps = BTreeMap::new();
    for file in schema::files().into_iter().filter(|file| is_taken(file.name)) {
        let definitions = file.schema["definitions"].as_object().cloned().unwrap_or_default();
        for (name, map) in definitions.into_iter().chain([(file.name.to_owned(), file.schema)]) {
            if let Some(properties) = map["properties"].as_object() {
                maps.insert(name, properties.keys().cloned().collect());
            }
        }
    }
    maps
}

#[test]
fn every_key_has_a_fact() {
    let maps = maps(|file| file != OVERLAY);
    let listed: BTreeSet<&str> = [SUBJECTS, VALUES].into_iter().flat_map(str::split_whitespace).collect();
    assert_eq!(maps.keys().map(String::as_str).collect::<BTreeSet<_>>(), listed, "SUBJECTS and VALUES");
    let facts: BTreeSet<&str> = Key::ALL.iter().map(|key| key.name()).collect();
    let subjects = maps.iter().filter(|(name, _)| SUBJECTS.split_whitespace().any(|it| it == *name));
    let without: BTreeSet<(&str, &str)> = subjects
        .flat_map(|(name, keys)| keys.iter().map(move |key| (name.as_str(), key.as_str())))
        .filter(|(_, key)| !facts.contains(key))
        .collect();
    let exceptions: BTreeSet<(&str, &str)> = STRUCTURE.iter().map(|(map, key, _)| (*map, *key)).collect();
    assert_eq!(without, exceptions, "keys without a fact (add one to `facts`), and those in STRUCTURE");
}

#[test]
fn every_key_of_an_ordered_map_has_a_place_in_the_layout() {
    let maps = maps(|_| true);
    for (entry, entries) in ORDERED {
        let order: BTreeSet<&str> = keys::order_of_entries(entry).expect("an order").into_iter().collect();
        let keys = entries.iter().flat_map(|map| &maps[*map]);
        let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
        assert_eq!(order, keys, "`{entry}` in generator/spec/src/load/keys.rs");
    }
}
