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
    let mut put = |subject: Subject, all: Vec<Value>| map.insert(subject.name().to_owned(), all.into());
    let of = |subject, facts: Vec<Fact<'_>>| Value::from(object(subject, &facts));
    put(Subject::Block, api.blocks.iter().map(|it| block(api, it)).collect());
    put(Subject::Gate, api.gates.iter().map(|it| of(Subject::Gate, facts::of_gate(api, it))).collect());
    put(Subject::Group, api.groups.iter().map(|it| of(Subject::Group, facts::of_group(it))).collect());
    put(Subject::Operation, api.rows().map(|(group, row)| self::row(api, group, row)).collect());
    put(Subject::Type, api.types.iter().map(|it| ty(api, it)).collect());
    let constant = |it| of(Subject::Constant, facts::of_constant(it));
    put(Subject::Constant, api.constants.iter().map(constant).collect());
    map.into()
}

/// Facts as an object that has all keys of its subject.
fn object(subject: Subject, facts: &[Fact<'_>]) -> Map<String, Value> {
    let mut map: Map<String, Value> =
        Key::of(subject).map(|key| (key.exported().to_owned(), absent(key))).collect();
    for fact in facts {
        match map.get_mut(fact.key.exported()) {
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

fn operation(api: &Api, facts: &[Fact<'_>], all: &[Parameter]) -> Value {
    with_parameters(api, object(Subject::Operation, facts), all)
}

fn block(api: &Api, it: &AuthBlock) -> Value {
    with_parameters(api, object(Subject::Block, &facts::of_block(api, it)), &it.parameters)
}

/// A thing with its parameters, in their order.
fn with_parameters(api: &Api, mut map: Map<String, Value>, all: &[Parameter]) -> Value {
    let all = all.iter().map(|it| object(Subject::Parameter, &facts::of_parameter(api, it)));
    map.insert(Subject::Parameter.name().to_owned(), all.map(Value::from).collect());
    map.into()
}

fn ty(api: &Api, it: &Type) -> Value {
    let mut map = object(Subject::Type, &facts::of_type(api, it));
    match &it.kind {
        TypeKind::Opaque | TypeKind::Union { .. } | TypeKind::Alias { .. } => {}
        TypeKind::Fields { status, fields, .. } => {
            map.insert(Key::Status.name().to_owned(), json!(status.name()));
            let fields = fields.iter().map(|it| object(Subject::Field, &facts::of_field(api, it)));
            map.insert(Subject::Field.name().to_owned(), fields.map(Value::from).collect());
        }
        TypeKind::Enum { variants, .. } => {
            map.insert(Key::Variants.name().to_owned(), json!(variants));
        }
    }
    map.into()
}
