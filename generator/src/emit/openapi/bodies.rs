//! Forms: the credential's schema and the operation's own, combined.

use serde_json::{Value, json};

use super::json::{Object, reference};
use super::security::{InForm, in_form};
use super::{Book, parameters};
use crate::facts;
use crate::model::{AuthBlock, Literal, Operation, Parameter, Presence, RequestEncoding, RequiredWhen};

/// The bodies that several paths share.
pub fn shared<'a>(book: &Book<'_>, operations: impl IntoIterator<Item = &'a Operation>) -> Object {
    let shared = operations.into_iter().filter(|operation| is_shared(operation));
    shared.filter_map(|it| Some((it.rust.clone(), inline(book, it)?.into()))).collect()
}

fn is_shared(operation: &Operation) -> bool {
    operation.path.text().into_iter().count() + operation.aliases.len() > 1
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
    let credential = match &in_form {
        InForm::Never => None,
        InForm::Always(block) => Some((reference("schemas", book.names.credential(&block.name)), *block)),
        InForm::Maybe(block) => {
            Some((reference("schemas", book.names.optional_credential(&block.name)), *block))
        }
    };
    let block = credential.as_ref().map(|(_, block)| *block);
    let schema = match (credential, own(book, operation)) {
        (Some((credential, _)), Some(own)) => {
            Object::default().with("allOf", vec![Value::from(credential), own.into()])
        }
        (Some((credential, _)), None) => credential,
        (None, Some(own)) => own,
        (None, None) => return None,
    };
    let media = Object::default().with("schema", schema).filled("encoding", encoding(operation, block));
    let is_required = matches!(in_form, InForm::Always(_))
        || operation.parameters.iter().any(|it| it.presence == Presence::Required);
    let (_, media_type) = facts::encoding(operation.encoding);
    let content = Object::default().with(media_type, media);
    Some(Object::default().flag("required", is_required).with("content", content))
}

/// How each property is written, where it isn't as plain text.
fn encoding(operation: &Operation, block: Option<&AuthBlock>) -> Object {
    let credential = block.into_iter().flat_map(|block| &block.parameters);
    let all = credential.chain(&operation.parameters);
    all.filter_map(|it| Some((it.name.clone(), parameters::encoding(it)?.into()))).collect()
}

/// The parameters of the operation itself.
fn own(book: &Book<'_>, operation: &Operation) -> Option<Object> {
    let all = &operation.parameters;
    if all.is_empty() {
        return None;
    }
    let required = all.iter().filter(|it| it.presence == Presence::Required);
    let required: Vec<&str> = required.map(|it| it.name.as_str()).collect();
    let conditions: Vec<Value> = all.iter().filter_map(|it| condition(it, all)).collect();
    let properties = all.iter().map(|it| (it.name.clone(), parameters::property(book, it).into()));
    let own = Object::default()
        .with("type", "object")
        .with("properties", properties.collect::<Object>())
        .filled("required", required)
        .filled("allOf", conditions);
    Some(own)
}

/// What makes an optional parameter required. Where the other parameter is
/// absent, its default counts.
fn condition(it: &Parameter, all: &[Parameter]) -> Option<Value> {
    let RequiredWhen { parameter, values } = it.required_when.as_ref()?;
    let other = all.iter().find(|other| other.name == *parameter);
    let default = other.and_then(|other| other.default.as_ref()).map(Literal::text);
    let holds_by_default = default.is_some_and(|default| values.contains(&default));
    let met = Object::default()
        .with("properties", json!({ parameter: { "enum": values } }))
        .filled("required", if holds_by_default { Vec::new() } else { vec![parameter.as_str()] });
    let then = json!({ "required": [it.name] });
    Some(Object::default().with("if", met).with("then", then).into())
}
