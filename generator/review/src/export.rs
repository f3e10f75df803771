//! The resolved model of an API as JSON, for other tools.
//!
//! The table of keys decides which keys a thing has, and a test compares them with
//! `FORMATS.md`. Types are in the documents' notation; entries without a name have
//! `name: null`.

use serde_json::{Map, Value, json};

use generator_spec::facts::{self, Fact, Key, Shape, Subject};
use generator_spec::model::{Api, AuthBlock, Group, Operation, Parameter, Row, Type, TypeKind};

/// The model of one API.
#[must_use]
pub fn export(api: &Api) -> Value {
    let mut map = object(Subject::Api, &facts::of_api(api));
    let mut put = |key: &str, values: Vec<Value>| map.insert(key.to_owned(), values.into());
    let of = |subject, facts: Vec<Fact<'_>>| Value::from(object(subject, &facts));
    put("auth", api.blocks.iter().map(|it| block(api, it)).collect());
    put("gates", api.gates.iter().map(|it| of(Subject::Gate, facts::of_gate(api, it))).collect());
    put("groups", api.groups.iter().map(|it| of(Subject::Group, facts::of_group(it))).collect());
    put("operations", api.rows().map(|(group, row)| self::row(api, group, row)).collect());
    put("types", api.types.iter().map(|it| ty(api, it)).collect());
    put("constants", api.constants.iter().map(|it| of(Subject::Constant, facts::of_constant(it))).collect());
    map.into()
}

/// Facts as an object that has all keys of its subject.
fn object(subject: Subject, facts: &[Fact<'_>]) -> Map<String, Value> {
    let mut map: Map<String, Value> =
        Key::of(subject).map(|key| (name(key).to_owned(), absent(key))).collect();
    for fact in facts {
        match map.get_mut(name(fact.key)) {
            Some(Value::Array(items)) if fact.key.shape() == Shape::Many => items.push(fact.value.to_json()),
            Some(value) => *value = fact.value.to_json(),
            None => {}
        }
    }
    map
}

/// The value of a fact that is absent.
fn absent(key: Key) -> Value {
    match key.shape() {
        Shape::Flag => false.into(),
        Shape::Many => Value::Array(Vec::new()),
        Shape::One => Value::Null,
    }
}

/// The name of a key, which is that of the spec language where it can be.
fn name(key: Key) -> &'static str {
    match key {
        Key::Operation => "name",
        Key::Unnamed => "place",
        Key::AuthIn => "bearer_only",
        Key::Constant => "constant",
        Key::Credential => "credential",
        Key::NamedByDocuments => "named_by_documents",
        Key::Status => "schemes_status",
        key => key.name(),
    }
}

fn row(api: &Api, group: &Group, row: &Row) -> Value {
    match row {
        Row::Named(operation) => row_of(api, group, operation),
        Row::Unnamed(it) => operation(api, &facts::of_unnamed(api, group, it), &it.parameters),
    }
}

/// The model of one operation.
#[must_use]
pub fn row_of(api: &Api, group: &Group, it: &Operation) -> Value {
    operation(api, &facts::of_operation(api, group, it), &it.parameters)
}

fn operation(api: &Api, facts: &[Fact<'_>], parameters: &[Parameter]) -> Value {
    let mut map = object(Subject::Operation, facts);
    map.insert("parameters".to_owned(), self::parameters(api, parameters));
    map.into()
}

/// Parameters, in their order.
fn parameters(api: &Api, parameters: &[Parameter]) -> Value {
    parameters
        .iter()
        .map(|it| Value::from(object(Subject::Parameter, &facts::of_parameter(api, it))))
        .collect()
}

fn block(api: &Api, it: &AuthBlock) -> Value {
    let mut map = object(Subject::Block, &facts::of_block(api, it));
    map.insert("parameters".to_owned(), parameters(api, &it.parameters));
    map.into()
}

fn ty(api: &Api, it: &Type) -> Value {
    let mut map = object(Subject::Type, &facts::of_type(api, it));
    match &it.kind {
        TypeKind::Opaque | TypeKind::Union { .. } => {}
        TypeKind::Fields { status, fields, .. } => {
            map.insert("status".to_owned(), json!(status.name()));
            let fields =
                fields.iter().map(|it| Value::from(object(Subject::Field, &facts::of_field(api, it))));
            map.insert("fields".to_owned(), fields.collect());
        }
        TypeKind::Enum { variants, .. } => {
            map.insert("values".to_owned(), json!(variants));
        }
    }
    map.into()
}
