//! Forms: the parameters of the credential and of the operation in one object.

use serde_json::{Value, json};

use super::json::{Object, reference};
use super::security::{InForm, in_form};
use super::{Book, parameters};
use generator_spec::facts;
use generator_spec::model::{
    AuthBlock, Literal, Operation, Parameter, Presence, RequestEncoding, RequiredWhen,
};

/// The bodies that several paths share.
pub fn shared<'a>(book: &Book<'_>, operations: impl IntoIterator<Item = &'a Operation>) -> Object {
    let shared = operations.into_iter().filter(|operation| is_shared(operation));
    shared.filter_map(|it| Some((it.rust.clone(), inline(book, it)?.into()))).collect()
}

fn is_shared(operation: &Operation) -> bool {
    operation.paths().nth(1).is_some()
}

/// The body of an operation, where it has one.
pub fn body(book: &Book<'_>, operation: &Operation) -> Option<Object> {
    let inline = inline(book, operation)?;
    Some(if is_shared(operation) { reference("requestBodies", &operation.rust) } else { inline })
}

fn inline(book: &Book<'_>, operation: &Operation) -> Option<Object> {
    if operation.encoding == RequestEncoding::Query {
        return None;
    }
    let in_form = in_form(book, operation);
    let schema = schema(book, operation, &in_form)?;
    let encoding = parameters(operation, &in_form)
        .filter_map(|it| Some((it.name.clone(), parameters::encoding(it)?.into())));
    let media = Object::default().with("schema", schema).filled("encoding", encoding.collect::<Object>());
    let is_required =
        matches!(in_form, InForm::Always(_)) || required(&operation.parameters).next().is_some();
    let (_, media_type) = facts::encoding(operation.encoding);
    let content = Object::default().with(media_type, media);
    Some(Object::default().flag("required", is_required).with("content", content))
}

/// The credential's parameters, then the operation's.
fn parameters<'a>(operation: &'a Operation, in_form: &InForm<'a>) -> impl Iterator<Item = &'a Parameter> {
    let credential = match in_form {
        InForm::Never => None,
        InForm::Always(block) | InForm::Maybe(block) => Some(&block.parameters),
    };
    credential.into_iter().flatten().chain(&operation.parameters)
}

/// One object with all properties: many tools look for those that `encoding`
/// names here only, not in a schema that this one refers to.
fn schema(book: &Book<'_>, operation: &Operation, in_form: &InForm<'_>) -> Option<Object> {
    let properties = parameters(operation, in_form);
    let properties = properties.map(|it| (it.name.clone(), parameters::property(book, it).into()));
    let properties: Object = properties.collect();
    if properties.is_empty() {
        return None;
    }
    let credential = match in_form {
        InForm::Always(block) => block.parameters.as_slice(),
        InForm::Never | InForm::Maybe(_) => &[],
    };
    let dependent = match in_form {
        InForm::Maybe(block) => all_or_nothing(block),
        InForm::Never | InForm::Always(_) => Object::default(),
    };
    let required: Vec<&str> = required(credential).chain(required(&operation.parameters)).collect();
    let schema = Object::default()
        .with("type", "object")
        .with("properties", properties)
        .filled("required", required)
        .filled("dependentRequired", dependent);
    Some(schema.and(conditions(&operation.parameters)))
}

fn required(parameters: &[Parameter]) -> impl Iterator<Item = &str> {
    parameters.iter().filter(|it| it.presence == Presence::Required).map(|it| it.name.as_str())
}

/// A partial credential is rejected.
fn all_or_nothing(block: &AuthBlock) -> Object {
    let given = block.parameters.iter().filter(|it| it.constant.is_none());
    let dependent = given.map(|it| {
        let others: Vec<&str> = required(&block.parameters).filter(|name| *name != it.name).collect();
        (it.name.clone(), Value::from(others))
    });
    dependent.collect()
}

/// `allOf` only if there are several: it makes tools look for schemas to combine.
fn conditions(all: &[Parameter]) -> Object {
    let mut conditions: Vec<Object> = all.iter().filter_map(|it| condition(it, all)).collect();
    match conditions.len() {
        1 => conditions.remove(0),
        _ => Object::default().filled("allOf", conditions.into_iter().map(Value::from).collect::<Vec<_>>()),
    }
}

/// The condition that makes an optional parameter required. If the other parameter is absent, its
/// default counts.
fn condition(it: &Parameter, all: &[Parameter]) -> Option<Object> {
    let RequiredWhen { parameter, values } = it.required_when.as_ref()?;
    let other = all.iter().find(|other| other.name == *parameter);
    let default = other.and_then(|other| other.default.as_ref()).map(Literal::text);
    let holds_by_default = default.is_some_and(|default| values.contains(&default));
    let met = Object::default()
        .with("properties", json!({ parameter: { "enum": values } }))
        .filled("required", if holds_by_default { Vec::new() } else { vec![parameter.as_str()] });
    let then = json!({ "required": [it.name] });
    Some(Object::default().with("if", met).with("then", then))
}
