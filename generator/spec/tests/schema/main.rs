//! The JSON Schemas in `spec/`: what the Rust types give, checked by an
//! independent validator.
//!
//! A program of its own: with the feature, all that it is linked with is built again.

// Clippy takes the helpers of tests for library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

mod json_schema;
mod keys;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use boon::Draft;
use generator_spec::schema;
use json_schema::JsonSchema;
use serde_json::Value;

const SPEC: &str = "../../spec";
const DATA: &str = "../../tests/data";
const REST: &str = "../../tests/rest/spec";

/// One kind of spec file and what checks it.
struct Kind {
    name: &'static str,
    schema: JsonSchema,
}

fn kinds() -> Vec<Kind> {
    let files = schema::files().into_iter();
    let kind =
        |file: schema::SchemaFile| Kind { name: file.name, schema: JsonSchema::new(&file.schema, Draft::V7) };
    files.map(kind).collect()
}

/// The schema of a spec file, by the place of the file.
fn schema_of(path: &Path) -> Option<&'static str> {
    let is_in = |name: &str| path.parent().is_some_and(|folder| folder.ends_with(name));
    match path.file_name()?.to_str()? {
        name if is_in("operations") && name.ends_with(".yaml") => Some("operations.schema.json"),
        "api.yaml" => Some("api.schema.json"),
        "types.yaml" => Some("types.schema.json"),
        name if is_in("types") && name.ends_with(".yaml") => Some("types.schema.json"),
        "search.yaml" => Some("search.schema.json"),
        _ if is_overlay(path) => Some("overlay.schema.json"),
        _ => None,
    }
}

fn is_overlay(path: &Path) -> bool {
    let text = path.extension().filter(|it| *it == "yaml").and_then(|_| fs::read_to_string(path).ok());
    text.is_some_and(|text| text.lines().any(|line| line.starts_with("overlay:")))
}

/// Every spec file below a folder, with its schema.
fn spec_files(folder: &Path) -> BTreeMap<PathBuf, &'static str> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => spec_files(&path),
        false => schema_of(&path).map(|schema| (path, schema)).into_iter().collect(),
    });
    files.collect()
}

/// The schemas' errors in the spec files below a folder; none for a file that is not YAML.
fn errors(folder: &Path, kinds: &[Kind]) -> Vec<String> {
    let files = spec_files(folder);
    let errors = files.iter().filter_map(|(path, schema)| {
        let kind = kinds.iter().find(|kind| kind.name == *schema).expect("the schema is there");
        let text = fs::read_to_string(path).ok();
        let value: Value = serde_yaml::from_str(&text?).ok()?;
        Some(format!("{}: {}", path.display(), kind.schema.errors(&value)?))
    });
    errors.collect()
}

/// `INSTA_UPDATE=always cargo test -p generator-spec --features schema --test schema` writes them.
#[test]
fn the_committed_schemas_are_what_the_types_give() {
    let is_update = std::env::var("INSTA_UPDATE").is_ok_and(|it| it == "always");
    for file in schema::files() {
        let (path, given) = (Path::new(SPEC).join(file.name), format!("{:#}\n", file.schema));
        if is_update {
            fs::write(&path, &given).expect("the schema can be written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == given,
            "spec/{} is not what the types give; run `INSTA_UPDATE=always cargo test -p generator-spec --features schema --test schema`",
            file.name
        );
    }
}

/// An editor shows it when one hovers over a key.
#[test]
fn every_key_has_a_description() {
    for file in schema::files() {
        let definitions = file.schema.get("definitions").and_then(Value::as_object);
        for definition in definitions.into_iter().flat_map(|it| it.values()).chain([&file.schema]) {
            let properties = definition.get("properties").and_then(Value::as_object);
            for (key, property) in properties.into_iter().flatten() {
                assert!(property.get("description").is_some_and(Value::is_string), "{key} in {definition:#}");
            }
        }
    }
}

#[test]
fn every_sound_spec_fits_its_schema() {
    let kinds = kinds();
    for folder in [SPEC.into(), REST.into(), format!("{DATA}/fixtures"), format!("{DATA}/overlays")] {
        assert_eq!(errors(Path::new(&folder), &kinds), Vec::<String>::new());
    }
}

#[test]
fn every_spec_names_its_schema_in_its_first_line() {
    for (path, schema) in spec_files(Path::new(SPEC)) {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let up = if schema.starts_with("operations") { "../.." } else { ".." };
        let line = format!("# yaml-language-server: $schema={up}/{schema}");
        assert_eq!(text.lines().next(), Some(line.as_str()), "{}", path.display());
    }
}

/// The bad specs of which a schema sees what is wrong: keys that are missing or unknown, and values of
/// another kind. Everything else needs names, other entries or the notation, which `resolve` knows.
const CAUGHT: &str = "beyond-the-language deep-nesting field-notation listed-value-type many missing-key no-method no-version other-notations overlay-keys overlay-misfit overlay-renames synonyms too-many \
     type-kind unknown-format unknown-key unknown-result values wrong-shape";

#[test]
fn keys_and_kinds_of_values_are_checked() {
    let kinds = kinds();
    let folders = fs::read_dir(Path::new(DATA).join("bad")).expect("the folder can be read");
    let folders = folders.map(|entry| entry.expect("an entry"));
    let caught = folders.filter(|folder| !errors(&folder.path(), &kinds).is_empty());
    let caught: BTreeSet<String> = caught.map(|it| it.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(caught, CAUGHT.split_whitespace().map(str::to_owned).collect());
}
