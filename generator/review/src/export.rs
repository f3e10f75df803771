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
    let mut put = |subject: Subject, values: Vec<Value>| map.insert(subject.name().to_owned(), values.into());
    put(Subject::Block, api.blocks.iter().map(|block| self::block(api, block)).collect());
    put(Subject::Gate, all(Subject::Gate, api.gates.iter().map(|gate| facts::of_gate(api, gate))));
    put(Subject::Group, all(Subject::Group, api.groups.iter().map(facts::of_group)));
    put(Subject::Operation, api.rows().map(|(group, row)| self::row(api, group, row)).collect());
    put(Subject::Type, api.types.iter().map(|ty| self::ty(api, ty)).collect());
    put(Subject::Constant, all(Subject::Constant, api.constants.iter().map(facts::of_constant)));
    map.into()
}

/// An object for each list of facts.
fn all<'a>(subject: Subject, facts: impl Iterator<Item = Vec<Fact<'a>>>) -> Vec<Value> {
    facts.map(|facts| object(subject, &facts).into()).collect()
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
        Row::Unnamed(unnamed) => operation(api, &facts::of_unnamed(api, group, unnamed), &unnamed.parameters),
    }
}

/// The model of one operation.
#[must_use]
pub fn row_of(api: &Api, group: &Group, operation: &Operation) -> Value {
    self::operation(api, &facts::of_operation(api, group, operation), &operation.parameters)
}

fn operation(api: &Api, facts: &[Fact<'_>], parameters: &[Parameter]) -> Value {
    with_parameters(api, object(Subject::Operation, facts), parameters)
}

fn block(api: &Api, block: &AuthBlock) -> Value {
    with_parameters(api, object(Subject::Block, &facts::of_block(api, block)), &block.parameters)
}

/// A thing with its parameters, in their order.
fn with_parameters(api: &Api, mut map: Map<String, Value>, parameters: &[Parameter]) -> Value {
    let parameters = parameters.iter().map(|parameter| facts::of_parameter(api, parameter));
    map.insert(Subject::Parameter.name().to_owned(), all(Subject::Parameter, parameters).into());
    map.into()
}

fn ty(api: &Api, ty: &Type) -> Value {
    let mut map = object(Subject::Type, &facts::of_type(api, ty));
    match &ty.kind {
        TypeKind::Opaque | TypeKind::Union { .. } | TypeKind::Alias { .. } => {}
        TypeKind::Fields { status, fields, .. } => {
            map.insert(Key::Status.name().to_owned(), json!(status.name()));
            let fields = fields.iter().map(|field| facts::of_field(api, field));
            map.insert(Subject::Field.name().to_owned(), all(Subject::Field, fields).into());
        }
        TypeKind::Enum { variants, .. } => {
            map.insert(Key::Variants.name().to_owned(), json!(variants));
        }
    }
    map.into()
}
