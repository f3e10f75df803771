//! Results and failures.
//!
//! Where a body says that a call failed, the documents don't say which HTTP status it has: `default`
//! covers all of them, and its description says how to recognize a failure. Other failures have the
//! statuses that the spec lists; where it lists none, the description has none.

use serde_json::{Value, json};

use super::json::{Object, reference};
use super::names::Book;
use super::{parameters, schemas};
use generator_spec::model::{
    Envelope, Message, Operation, ReturnKind, Returns, Scalar, Shape, StatusRange, TypeRef,
};

const JSON: &str = "application/json";

/// The responses of an operation.
pub fn responses(book: &Book<'_>, operation: &Operation) -> Object {
    let single = operation.results().filter_map(|it| it.status).filter(|status| status.from == status.to);
    let single: Vec<u16> = single.map(|status| status.from).collect();
    let responses = operation.results().flat_map(|it| {
        let response = Value::from(success(book, it).filled("headers", headers(book, it)));
        statuses(it, &single).into_iter().map(move |status| (status, response.clone()))
    });
    let responses = responses.fold(Object::default(), Object::with_content);
    let has_default = operation.failures.iter().any(|it| it.status == Some(StatusRange::FAILURES));
    let failure = failure_of(book, operation.returns.kind).filter(|_| !has_default);
    responses.maybe("default", failure.map(|it| reference("responses", it)))
}

/// The statuses of a result, as OpenAPI writes them. One that is listed alone isn't one of a range.
fn statuses(returns: &Returns, single: &[u16]) -> Vec<String> {
    match returns.status {
        None => vec![returns.kind.status().to_string()],
        Some(StatusRange::FAILURES | StatusRange::RESULTS) => vec!["default".to_owned()],
        Some(StatusRange { from, to }) if from % 100 == 0 && to == from + 99 => {
            vec![format!("{}XX", from / 100)]
        }
        Some(StatusRange { from, to }) => {
            let own = (from..=to).filter(|it| from == to || !single.contains(it));
            own.map(|it| it.to_string()).collect()
        }
    }
}

/// The headers of a response that its spec lists, and the target of a redirect.
fn headers(book: &Book<'_>, returns: &Returns) -> Object {
    let is_redirect = matches!(returns.kind, ReturnKind::Redirect(_));
    let location = is_redirect.then(|| ("Location".to_owned(), location(returns)));
    let headers = returns.headers.iter().map(|it| {
        let header = parameters::place(book, "header", it.wire_name(), it, it.presence);
        let of_header = |(key, _): &(String, Value)| !["name", "in"].contains(&key.as_str());
        (it.wire_name().to_owned(), header.into_iter().filter(of_header).collect::<Object>().into())
    });
    location.into_iter().chain(headers).collect()
}

fn success(book: &Book<'_>, returns: &Returns) -> Object {
    let doc = returns.doc.as_deref();
    let secret = returns.secret.then_some("The result is a secret.");
    let is_failure = returns.status.is_some_and(|status| status.from >= 400);
    let described = |usual: &'static str| {
        let usual = if is_failure { "A failure." } else { usual };
        Object::default().description([doc.unwrap_or(usual)].into_iter().chain(secret))
    };
    let of = |usual, schema: Object| {
        described(usual).with("content", content(&returns.content_type, &returns.more_content_types, schema))
    };
    match returns.kind {
        ReturnKind::Message => of("The message.", sealed(returns, message(book))),
        ReturnKind::Json => of("The result.", result(book, returns)),
        ReturnKind::Envelope => of("The result in its envelope.", enveloped(book, returns)),
        ReturnKind::Text => of("The text.", result(book, returns)),
        ReturnKind::Bytes if returns.holds.is_some() => of("The file.", result(book, returns)),
        ReturnKind::Bytes => of(
            "The file.",
            sealed(returns, schemas::of(book, &TypeRef::new("file", Shape::Scalar(Scalar::File)))),
        ),
        ReturnKind::Described => {
            Object::default().description(doc.into_iter().chain([not_shown(doc)]).chain(secret)).with(
                "content",
                content(
                    &returns.content_type,
                    &returns.more_content_types,
                    sealed(returns, Object::default()),
                ),
            )
        }
        ReturnKind::Redirect(_) => described("The target of the redirect."),
        ReturnKind::Nothing => described("Done."),
    }
}

fn not_shown(doc: Option<&str>) -> &'static str {
    match doc {
        Some(_) => "JSON (fields undocumented).",
        None => "JSON (undocumented).",
    }
}

/// A value of a schema, in each of its content types.
pub fn content(content_type: &str, more: &[String], schema: Object) -> Object {
    media(content_type, more, Object::default().with("schema", schema))
}

/// A value as it is described, in each of its content types.
pub fn media(content_type: &str, more: &[String], media: Object) -> Object {
    let media = Value::from(media);
    let all = std::iter::once(content_type).chain(more.iter().map(String::as_str));
    all.map(|it| (it.to_owned(), media.clone())).collect()
}

fn location(returns: &Returns) -> Value {
    let target = Object::default().with("type", "string").with("format", "uri-reference");
    json!({ "required": true, "schema": Value::from(sealed(returns, target)) })
}

fn message(book: &Book<'_>) -> Object {
    let message = book.api.message.as_ref();
    message.map_or_else(Object::default, |it| reference("schemas", book.names.of_type(it.type_id)))
}

fn result(book: &Book<'_>, returns: &Returns) -> Object {
    let schema = match (returns.values, returns.documented_type()) {
        (Some(id), _) => reference("schemas", book.names.of_type(id)),
        (None, Some(ty)) => schemas::of(book, ty),
        (None, None) => Object::default(),
    };
    sealed(returns, schema)
}

fn sealed(returns: &Returns, schema: Object) -> Object {
    if returns.secret { schemas::secret(schema) } else { schema }
}

/// The envelope is part of each response: a component of its own would need
/// `allOf`, and generators have classes with the names that envelopes have.
fn enveloped(book: &Book<'_>, returns: &Returns) -> Object {
    match &book.api.envelope {
        Some(envelope) => in_envelope(envelope, &envelope.ok, result(book, returns)),
        None => result(book, returns),
    }
}

fn in_envelope(Envelope { status, code, data, .. }: &Envelope, is: &str, result: Object) -> Object {
    let properties = Object::default()
        .with(status, json!({ "type": "string", "const": is }))
        .with(code, json!({ "type": "number", "description": "The HTTP status code." }))
        .with(data, result);
    Object::default()
        .with("type", "object")
        .with("properties", properties)
        .with("required", vec![status.as_str(), code, data])
}

/// The schema of a failure in the envelope.
pub fn failure_schema(book: &Book<'_>) -> Option<(String, Value)> {
    let envelope = book.api.envelope.as_ref()?;
    let is_used = is_used(book, ENVELOPED_FAILURE);
    let text = Object::default().with("type", "string").with("description", "What went wrong.");
    let schema = in_envelope(envelope, &envelope.error, text);
    is_used.then(|| (book.names.failure().to_owned(), schema.into()))
}

const FAILURE: &str = "Failure";
const ENVELOPED_FAILURE: &str = "EnvelopedFailure";

/// A failure comes in the envelope only where a success does, if there is a
/// message too.
fn failure_of(book: &Book<'_>, kind: ReturnKind) -> Option<&'static str> {
    match (&book.api.message, &book.api.envelope) {
        (Some(_), Some(_)) if kind == ReturnKind::Envelope => Some(ENVELOPED_FAILURE),
        (Some(_), _) => Some(FAILURE),
        (None, Some(_)) => Some(ENVELOPED_FAILURE),
        (None, None) => None,
    }
}

fn is_used(book: &Book<'_>, failure: &str) -> bool {
    book.api.operations().any(|it| failure_of(book, it.returns.kind) == Some(failure))
}

pub fn failures(book: &Book<'_>) -> Object {
    let message = book.api.message.as_ref().map(|it| failure(book, it));
    let all = [(FAILURE, message), (ENVELOPED_FAILURE, Some(enveloped_failure(book)))];
    let all = all.into_iter().filter(|(name, _)| is_used(book, name));
    all.filter_map(|(name, response)| Some((name.to_owned(), response?.into()))).collect()
}

fn failure(book: &Book<'_>, it: &Message) -> Object {
    let rule = match &it.status {
        Some(status) => {
            format!("A failure: its {status} is 400 or higher. The HTTP status can be anything, even 200.")
        }
        None => "A failure.".to_owned(),
    };
    let inferred = it
        .is_inferred(book.api)
        .then_some("This is inferred: the documents don't show the fields of a message.");
    let description = std::iter::once(rule.as_str()).chain(inferred);
    Object::default().description(description).with("content", content(JSON, &[], message(book)))
}

fn enveloped_failure(book: &Book<'_>) -> Object {
    let Some(Envelope { status, error, .. }) = &book.api.envelope else { return Object::default() };
    let schema = reference("schemas", book.names.failure());
    let rule = format!("A failure: its {status} is {error}.");
    Object::default().description([rule.as_str()]).with("content", content(JSON, &[], schema))
}
