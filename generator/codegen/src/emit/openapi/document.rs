//! The root of a description.

use serde_json::{Value, json};

use super::json::{Document, Object};
use super::names::Book;
use super::older::Older;
use super::words::Words;
use super::{bodies, extensions, paths, responses, schemas, security, servers};
use crate::emit::common::file::banner;
use generator_spec::facts;
use generator_spec::model::{Api, Auth, Gate, Group, Presence, Row, Unnamed};

/// The whole description and the one for tools that lag behind.
pub fn documents(book: &Book<'_>) -> [String; 2] {
    let components = components(book);
    let mut older = Older::new(&components);
    let size = book.api.operations().count() * OPERATION;
    let [mut text, mut older_text] = [("3.1.0", None), ("3.0.3", Some(OLDER))]
        .map(|(version, about)| Document::new(head(book.api, version, about), size));
    for (path, item) in paths::paths(book, book.api.operations_in_groups()) {
        text.path(&path, &item);
        older_text.path(&path, &older.path(item));
    }
    [text.finish(&components), older_text.finish(&older.components())]
}

/// About the bytes of an operation's text.
const OPERATION: usize = 4096;

const OLDER: &str = "This is OpenAPI 3.0.3, derived from the description in OpenAPI 3.1, for tools that need it. What 3.0 has no keyword for is in the descriptions.";

fn head(api: &Api, version: &str, about: Option<&str>) -> Object {
    Object::default()
        .with("x-generated", banner("", &api.name).trim_start())
        .with("openapi", version)
        .with("info", info(api, about))
        .with("servers", servers::servers(api))
        .with("tags", api.groups.iter().map(tag).collect::<Vec<_>>())
        .and(facts(api))
        .with("security", Vec::<Value>::new())
}

/// The version is that of the crate: the documents give the API none.
fn info(api: &Api, about: Option<&str>) -> Object {
    let texts = about.map(str::to_owned).into_iter().chain(Words(api).introduction()).collect();
    Object::default()
        .with("title", api.title.as_str())
        .with("version", api.crate_version.to_string())
        .paragraphs(texts)
        .maybe("x-status", schemas::status(api.encoding.status))
        .filled("x-overlays", json!(api.overlays))
}

fn tag(group: &Group) -> Value {
    let tag = Object::default().with("name", group.rust.as_str());
    tag.description(group.about.as_deref()).with("x-displayName", group.title.as_str()).into()
}

/// Facts that OpenAPI has no keyword for.
fn facts(api: &Api) -> Object {
    let documents = api.documents.iter().map(|(number, title)| (number.to_string(), title.as_str().into()));
    let unnamed = api.rows().filter_map(|(group, row)| match row {
        Row::Named(_) => None,
        Row::Unnamed(row) => Some(unnamed(api, group, row)),
    });
    Object::default()
        .with("x-documents", documents.collect::<Object>())
        .filled("x-failure", failure(api))
        .filled("x-gates", api.gates.iter().map(|it| (it.code.clone(), gate(it))).collect::<Object>())
        .filled("x-version-changes", json!(api.version_changes))
        .filled("x-limits", json!(api.limits))
        .filled("x-unnamed-operations", unnamed.collect::<Vec<_>>())
        .filled("x-not-shown", json!(api.not_shown))
        .filled("x-notes", json!(api.notes))
}

/// The fields that identify a failure.
fn failure(api: &Api) -> Object {
    let message =
        api.message.as_ref().map(|it| json!({ "field": it.status, "at_least": 400, "text": it.text }));
    let envelope = api.envelope.as_ref();
    let envelope = envelope.map(|it| json!({ "field": it.status, "is": it.error, "text": it.data }));
    Object::default().maybe("message", message).maybe("envelope", envelope)
}

fn gate(gate: &Gate) -> Value {
    let credential = gate.auth.as_ref().and_then(Auth::block);
    Object::default()
        .with("meaning", gate.doc.as_str())
        .maybe("credential", credential)
        .maybe("asks", gate.asks.as_ref().map(|asks| asks.kind.name()))
        .into()
}

fn unnamed(api: &Api, group: &Group, row: &Unnamed) -> Value {
    let parameters = row.parameters.iter();
    let parameters = parameters.map(|it| (it.name.clone(), it.ty.notation.as_str().into()));
    let required = row.parameters.iter().filter(|it| it.presence == Presence::Required);
    let returns = row.returns.ty.as_ref().map(|ty| ty.notation.as_str()).or(row.returns.doc.as_deref());
    Object::default()
        .with("place", row.place.as_str())
        .with("summary", row.summary.as_str())
        .description(row.rules.iter().map(String::as_str))
        .with("x-source", json!({ "document": row.part.document, "part": row.part.name }))
        .and(extensions::of(&facts::of_unnamed(api, group, row)))
        .filled("parameters", parameters.collect::<Object>())
        .filled("required", required.map(|it| it.name.clone()).collect::<Vec<_>>())
        .maybe("returns", returns.map(str::to_owned))
        .into()
}

fn components(book: &Book<'_>) -> Value {
    let schemas = schemas::types(book).and(responses::failure_schema(book).into_iter().collect());
    Object::default()
        .filled("schemas", schemas)
        .filled("parameters", security::headers(book))
        .filled("requestBodies", bodies::shared(book, book.api.operations()))
        .filled("responses", responses::failures(book))
        .filled("securitySchemes", security::schemes(book))
        .into()
}
