//! The JSON Schemas of the spec language, for editors.
//!
//! Derived from the types of [`load::source`](crate::load::source): a key that
//! is added there appears here, with its doc comment as its description.
//! `hints` adds what a Rust type can't say. Behind the feature `schema`, so
//! that `cargo xtask` does not build schemars.

mod hints;
mod words;

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use crate::load::source::{ApiFile, OperationsFile, OverlayFile, TypesFile};

/// The schema of one kind of spec file.
#[derive(Clone, Debug)]
pub struct SchemaFile {
    /// Its place in `spec/`.
    pub name: &'static str,
    /// The schema.
    pub schema: Value,
    /// Hints that do not fit it.
    pub unused: Vec<String>,
}

/// All schemas.
#[must_use]
pub fn files() -> Vec<SchemaFile> {
    vec![
        file::<ApiFile>("api.schema.json", "api.yaml"),
        file::<TypesFile>("types.schema.json", "types.yaml"),
        file::<OperationsFile>("operations.schema.json", "operations/*.yaml"),
        file::<OverlayFile>("overlay.schema.json", "an overlay"),
    ]
}

fn file<T: JsonSchema>(name: &'static str, title: &str) -> SchemaFile {
    let mut schema = derived::<T>();
    let unused = hints::apply(&mut schema);
    schema.insert("title".to_owned(), title.into());
    SchemaFile { name, schema: schema.to_value(), unused }
}

/// What the Rust types say. Editors know draft 7 best.
fn derived<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft07().with_transform(plain);
    settings.for_deserialize().into_generator().into_root_schema_for::<T>()
}

/// A key without a value is a mistake: to get the default, the key is omitted.
fn plain(schema: &mut Schema) {
    for key in ["default", "format"] {
        schema.remove(key);
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|it| it != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(options)) = schema.get_mut("anyOf") {
        options.retain(|it| it.get("type").is_none_or(|it| it != "null"));
    }
    transform_subschemas(&mut plain, schema);
}
