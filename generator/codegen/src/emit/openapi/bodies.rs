//! Forms: the parameters of the credential and of the operation in one object.

use serde_json::{Value, json};

use super::json::{Object, reference};
use super::names::Book;
use super::{parameters, responses, schemas, security};
use generator_spec::facts;
use generator_spec::model::{
    AuthBlock, Field, ObjectStyle, Operation, Parameter, Place, Presence, RequestEncoding, RequiredWhen,
    Shape, Type, plain_text,
};

/// The bodies that several paths share.
pub fn shared<'a>(book: &Book<'_>, operations: impl IntoIterator<Item = &'a Operation>) -> Object {
    let shared = operations.into_iter().filter(|operation| is_shared(operation));
    shared.filter_map(|it| Some((it.rust.clone(), inline(book, it)?.into()))).collect()
}

fn is_shared(operation: &Operation) -> bool {
    // One that is merged with others is part of theirs.
    operation.paths().nth(1).is_some() && !operation.shares_path
}

/// The body of an operation, where it has one.
pub fn body(book: &Book<'_>, operation: &Operation) -> Option<Object> {
    let inline = inline(book, operation)?;
    Some(if is_shared(operation) { reference("requestBodies", &operation.rust) } else { inline })
}

fn inline(book: &Book<'_>, operation: &Operation) -> Option<Object> {
    match operation.encoding {
        RequestEncoding::Query => return None,
        RequestEncoding::Body => return whole(book, operation),
        RequestEncoding::Form | RequestEncoding::Multipart | RequestEncoding::Json => {}
    }
    let credential = security::with_parameters(book, operation);
    let of_credential = credential.iter().flat_map(|(block, _)| &block.parameters);
    let all: Vec<&Parameter> = of_credential.chain(in_body(operation)).collect();
    if all.is_empty() {
        return None;
    }
    let encoding =
        all.iter().filter_map(|it| Some((parameters::name(it), parameters::encoding(book, it)?.into())));
    let schema = schema(book, operation, credential, &all);
    let media = Object::default().with("schema", schema).filled("encoding", encoding.collect::<Object>());
    let is_required =
        matches!(credential, Some((_, Presence::Required))) || required(in_body(operation)).next().is_some();
    let (_, media_type) = facts::encoding(operation.encoding);
    let content = Object::default().with(media_type, media);
    Some(Object::default().flag("required", is_required).with("content", content))
}

/// The parameters that are fields of the body.
fn in_body(operation: &Operation) -> impl Iterator<Item = &Parameter> {
    let is_there = |it: &&Parameter| matches!(it.place, Place::Form | Place::Part | Place::Field);
    operation.parameters.iter().filter(is_there)
}

/// A body that is one value.
fn whole(book: &Book<'_>, operation: &Operation) -> Option<Object> {
    let body = operation.body.as_ref()?;
    let mut all = operation.bodies().peekable();
    let it = *all.peek()?;
    let content: Object = all
        .flat_map(|it| match &it.content {
            Some(own) => responses::media(&own.content_type, &own.more_content_types, media(book, it)),
            None => responses::media(&body.content_type, &body.more_content_types, media(book, it)),
        })
        .collect();
    Some(
        Object::default()
            .description(it.doc.as_deref())
            .flag("required", it.presence == Presence::Required)
            .with("content", content),
    )
}

/// A body that is one value; of a form, the objects in it aren't JSON.
fn media(book: &Book<'_>, it: &Parameter) -> Object {
    let ty = it.ty.shape.named().filter(|_| it.object.is_some()).and_then(|id| book.api.ty(id));
    let is_object = |field: &&Field| match &field.ty.shape {
        Shape::Map(_) => true,
        Shape::List(inner) | Shape::Nullable(inner) => inner.named().is_some(),
        Shape::Named(id) => book.api.ty(*id).is_some_and(|ty| !ty.is_enum()),
        Shape::Scalar(_) => false,
    };
    let style = json!({ "style": "deepObject", "explode": true });
    let objects = ty.into_iter().flat_map(Type::fields).filter(is_object);
    let objects = objects.map(|it| (it.sent_as.as_ref().unwrap_or(&it.name).clone(), style.clone()));
    Object::default()
        .with("schema", value(book, it))
        .filled("encoding", objects.filter(|_| it.object != Some(ObjectStyle::Dots)).collect::<Object>())
}

/// The schema of a body that is one value.
fn value(book: &Book<'_>, it: &Parameter) -> Object {
    let schema = schemas::of(book, it.holds.as_ref().unwrap_or(&it.ty));
    let schema = if it.nullable { schemas::nullable(schema) } else { schema };
    if it.secret { schemas::secret(schema) } else { schema }
}

/// One object with all properties: many tools look for those that `encoding`
/// names here only, not in a schema that this one refers to.
fn schema(
    book: &Book<'_>,
    operation: &Operation,
    credential: Option<(&AuthBlock, Presence)>,
    all: &[&Parameter],
) -> Object {
    let properties = all.iter().map(|it| (parameters::name(it), parameters::property(book, it).into()));
    let (always, dependent) = match credential {
        None => (&[][..], Object::default()),
        Some((block, Presence::Required)) => (&*block.parameters, Object::default()),
        Some((block, Presence::Optional)) => (&[][..], all_or_nothing(block)),
    };
    let required: Vec<String> = required(always).chain(required(in_body(operation))).collect();
    Object::default()
        .with("type", "object")
        .with("properties", properties.collect::<Object>())
        .filled("required", required)
        .filled("dependentRequired", dependent)
        .and(conditions(operation))
}

fn required<'a>(parameters: impl IntoIterator<Item = &'a Parameter>) -> impl Iterator<Item = String> {
    parameters.into_iter().filter(|it| it.presence == Presence::Required).map(parameters::name)
}

/// A partial credential is rejected.
fn all_or_nothing(block: &AuthBlock) -> Object {
    let given = block.parameters.iter().filter(|it| it.constant.is_none());
    let dependent = given.map(|it| {
        let own = parameters::name(it);
        let others: Vec<String> = required(&block.parameters).filter(|name| *name != own).collect();
        (own, Value::from(others))
    });
    dependent.collect()
}

/// `allOf` only if there are several: it makes tools look for schemas to combine.
fn conditions(operation: &Operation) -> Object {
    let all: Vec<&Parameter> = in_body(operation).collect();
    let mut conditions: Vec<Object> = all.iter().filter_map(|it| condition(it, &all)).collect();
    match conditions.len() {
        1 => conditions.remove(0),
        _ => Object::default().filled("allOf", conditions.into_iter().map(Value::from).collect::<Vec<_>>()),
    }
}

/// The condition that makes an optional parameter required. If the other parameter is absent, its
/// default counts.
fn condition(it: &Parameter, all: &[&Parameter]) -> Option<Object> {
    let RequiredWhen { parameter, values } = it.required_when.as_ref()?;
    let other = all.iter().find(|other| other.name == *parameter)?;
    let default = other.default.as_ref().filter(|_| other.presence == Presence::Optional).map(plain_text);
    let holds_by_default = default.is_some_and(|default| values.contains(&default));
    let met = Object::default()
        .with("properties", json!({ other.wire_name(): { "enum": values } }))
        .filled("required", if holds_by_default { Vec::new() } else { vec![other.wire_name()] });
    let then = json!({ "required": [parameters::name(it)] });
    Some(Object::default().with("if", met).with("then", then))
}
