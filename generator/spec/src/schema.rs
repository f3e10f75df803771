//! The JSON Schemas of the spec language, for editors.
//!
//! Derived from the types of [`load::source`](crate::load::source): a key that
//! is added there appears here, with its doc comment as its description. What a
//! value may be beyond its type is checked by `resolve`. Behind the feature
//! `schema`, so that `cargo xtask` does not build schemars.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::load::source::{
    ApiFile, BodySource, Change, ContentSource, FieldChange, FieldSource, FormatSource, NAMES,
    OperationChange, OperationsFile, OverlayFile, ParameterChange, ParameterSource, ReturnsSource,
    SearchFile, ServerSource, Shorthand, TypeSource, TypesFile, VariableSource,
};

/// The schema of one kind of spec file.
#[derive(Clone, Debug)]
pub struct SchemaFile {
    /// Its place in `spec/`.
    pub name: &'static str,
    /// The schema.
    pub schema: Value,
}

/// All schemas.
#[must_use]
pub fn files() -> Vec<SchemaFile> {
    vec![
        file::<ApiFile>("api.schema.json", "api.yaml"),
        file::<TypesFile>("types.schema.json", "types.yaml"),
        file::<OperationsFile>("operations.schema.json", "operations/*.yaml"),
        file::<SearchFile>("search.schema.json", "search.yaml"),
        file::<OverlayFile>("overlay.schema.json", "an overlay"),
    ]
}

/// Editors know draft 7 best.
fn file<T: JsonSchema>(name: &'static str, title: &str) -> SchemaFile {
    let settings = SchemaSettings::draft07().with_transform(plain);
    let mut schema = settings.for_deserialize().into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    SchemaFile { name, schema: schema.to_value() }
}

/// No map of the language has other keys. A key without a value is a mistake: to get the default,
/// the key is omitted.
fn plain(schema: &mut Schema) {
    if let Some(map) = schema.as_object_mut().filter(|map| map.contains_key("properties")) {
        let after = map.keys().position(|key| key == "type").map_or(0, |place| place + 1);
        map.shift_insert(after, "additionalProperties".to_owned(), false.into());
    }
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

/// A value that can be written as one word.
pub trait Word: JsonSchema {
    /// The words.
    fn words() -> Vec<Value>;
}

impl<T: Word> JsonSchema for Shorthand<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Shorthand{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut options = T::words();
        options.push(generator.subschema_for::<T>().to_value());
        json_schema!({ "anyOf": options })
    }
}

/// A change may set what the thing has, and what it has itself.
impl<T: JsonSchema, C: JsonSchema> JsonSchema for Change<T, C> {
    fn schema_name() -> Cow<'static, str> {
        C::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = C::json_schema(generator);
        let mut thing = T::json_schema(generator);
        let own = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        if let Some(Value::Object(all)) = thing.get_mut("properties") {
            all.retain(|key, _| !NAMES.contains(&key.as_str()));
            all.extend(own);
            schema.insert("properties".to_owned(), std::mem::take(all).into());
        }
        schema
    }
}

impl<T: JsonSchema, C: Word> Word for Change<T, C> {
    fn words() -> Vec<Value> {
        C::words()
    }
}

macro_rules! words {
    ($($type:ident: $($word:expr),+;)*) => {
        $(impl Word for $type {
            fn words() -> Vec<Value> {
                vec![$($word),+]
            }
        })*
    };
}

words! {
    ParameterSource: notation(&["string", "int?", "List<string> (JSON)?", "string or null"]);
    ParameterChange: word("drop", "It is not there."), notation(&["string", "int?"]);
    FieldSource: notation(&["string", "List<string>", "string or null"]);
    FieldChange: word("drop", "It is not there."), notation(&["string", "string or null"]);
    ContentSource: word("text", "A text."), word("bytes", "Bytes."), notation(&["Lamp", "List<string>"]);
    BodySource: notation(&["Lamp", "List<string>"]);
    ReturnsSource: word("message", "The API's message type."),
        word("nothing", "No body."),
        word("not_shown", "The documents don't say what comes back.");
    ServerSource: text("A URL without variables.");
    VariableSource: text("The usual value.");
    FormatSource: word("six_digits", "Six decimal digits.");
    TypeSource: word("opaque", "Named by the documents, fields not shown: keeps any JSON unchanged.");
    OperationChange: word("drop", "The operation is not there.");
}

fn word(word: &str, description: &str) -> Value {
    json!({ "const": word, "description": description })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn notation(examples: &[&str]) -> Value {
    json!({ "type": "string", "description": "Type in the documents' notation.", "examples": examples })
}
