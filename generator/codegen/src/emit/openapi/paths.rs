//! One operation per path, those of aliases included.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::json::Object;
use super::names::Book;
use super::words::{Words, path_status};
use super::{bodies, extensions, merged, parameters, responses, security, servers};
use crate::emit::common::doc::{code, escape};
use generator_spec::facts::{self, Fact, Print};
use generator_spec::model::{
    self, Api, Group, Operation, Parameter, Path, Presence, RequestEncoding, Status, Version,
    path_parameters, path_shape,
};

/// The operations by path, each by its HTTP method, in the order of the documents. Operations with
/// different HTTP methods can share a path.
pub fn paths<'a>(
    book: &'a Book<'_>,
    operations: impl Iterator<Item = (&'a Group, &'a Operation)>,
) -> impl Iterator<Item = (String, Value)> {
    let mut paths = IndexMap::<_, Vec<_>>::new();
    for (group, it) in operations {
        for place in places(book, it) {
            // OpenAPI has no parameter for the rest of a path.
            paths.entry(path_shape(place.path).replace("{+}", "{}")).or_default().push((group, it, place));
        }
    }
    paths.into_values().map(|operations| {
        // Paths that differ only in the names of their parameters are one.
        let path = operations.first().map_or("", |(.., place)| place.path);
        let mut methods = IndexMap::<_, Vec<_>>::new();
        for (group, it, place) in operations {
            let place = PathItem { template: path, ..place };
            methods.entry(it.http_method).or_default().push((it, operation(book, group, it, &place)));
        }
        let methods = methods.into_iter();
        let methods = methods
            .map(|(method, all)| (method.name().to_ascii_lowercase(), merged::of(book.api, all).into()));
        (path.replace("{+", "{"), methods.collect::<Object>().into())
    })
}

/// A path of an operation and what holds for this path only.
struct PathItem<'a> {
    path: &'a str,
    /// The same path with the names of parameters that all its operations have here.
    template: &'a str,
    id: &'a str,
    status: Status,
    since: Option<Version>,
    /// The `operationId` of the operation that this is another path of.
    alias_of: Option<&'a str>,
}

/// The operation's own path, then its aliases. Where there are only aliases,
/// the first is the operation's path.
fn places<'a>(book: &'a Book<'_>, operation: &'a Operation) -> impl Iterator<Item = PathItem<'a>> {
    let own = operation.path.text().zip(operation.path.origin());
    let own = own.map(|(path, status)| (path, status, operation.since));
    let aliases = operation.aliases.iter().map(|it| (it.path.as_str(), Status::Documented, it.since));
    let ids = book.names.of_operation(operation);
    own.into_iter().chain(aliases).zip(ids).map(|((path, status, since), id)| PathItem {
        path,
        template: path,
        id,
        status,
        since,
        alias_of: ids.first().filter(|own| *own != id).map(String::as_str),
    })
}

fn operation(book: &Book<'_>, group: &Group, it: &Operation, place: &PathItem<'_>) -> Object {
    let facts = facts::of_operation(book.api, group, it);
    Object::default()
        .with("operationId", place.id)
        .with("tags", vec![group.rust.as_str()])
        .with("summary", summary(it, place))
        .paragraphs(description(book, it, place, &facts))
        .flag("deprecated", it.deprecated.is_some() || place.alias_of.is_some() && it.path != Path::AliasOnly)
        .maybe("x-alias-of", place.alias_of)
        .with("x-source", source(it))
        .with("x-path-status", place.status.name())
        .maybe("x-since", place.since.map(|version| version.to_string()))
        .maybe("x-credential", security::credential(book, it))
        .and(extensions::of(&facts))
        .maybe("security", security::requirement(book, it))
        .filled("servers", servers(book.api, it))
        .filled("parameters", parameters(book, it, place))
        .maybe("requestBody", bodies::body(book, it))
        .with("responses", responses::responses(book, it))
}

/// The server that only some operations are at.
fn servers(api: &Api, it: &Operation) -> Vec<Value> {
    let own = api.servers.iter().filter(|server| Some(&server.name) == it.server.as_ref());
    own.map(|server| servers::address(server).into()).collect()
}

/// The parameters that aren't in the body, those of the credential first.
fn parameters(book: &Book<'_>, it: &Operation, place: &PathItem<'_>) -> Vec<Value> {
    let mut parameters = security::headers_of(book, it);
    if matches!(it.encoding, RequestEncoding::Query | RequestEncoding::Body) {
        parameters.extend(credential(book, it));
    }
    parameters.extend(it.parameters.iter().filter_map(|it| parameter(book, it, place)));
    parameters
}

/// A credential that is sent in the query.
fn credential(book: &Book<'_>, it: &Operation) -> Vec<Value> {
    let credential = security::with_parameters(book, it).into_iter().flat_map(|(block, presence)| {
        let is_optional = presence == Presence::Optional;
        block.parameters.iter().map(move |it| (it, if is_optional { presence } else { it.presence }))
    });
    credential
        .map(|(it, presence)| parameters::place(book, "query", it.wire_name(), it, presence).into())
        .collect()
}

fn parameter(book: &Book<'_>, it: &Parameter, place: &PathItem<'_>) -> Option<Value> {
    let within = match it.place {
        model::Place::Path | model::Place::PathRest => {
            let names = path_parameters(place.path).zip(path_parameters(place.template));
            let name = names.into_iter().find(|(own, _)| *own == it.name).map_or(&*it.name, |(_, name)| name);
            return Some(parameters::place(book, "path", name, it, Presence::Required).into());
        }
        model::Place::Query => "query",
        model::Place::Header => "header",
        model::Place::Cookie => "cookie",
        model::Place::Form | model::Place::Part | model::Place::Field | model::Place::Body => return None,
    };
    Some(parameters::place(book, within, &parameters::name(it), it, it.presence).into())
}

fn source(it: &Operation) -> Value {
    match &it.source {
        Some(source) => json!({ "overlay": source }),
        None => json!({ "document": it.part.document, "part": it.part.name }),
    }
}

fn summary(it: &Operation, place: &PathItem<'_>) -> String {
    match place.alias_of {
        Some(id) => format!("Alias of {id}: {}", it.summary),
        None => it.summary.clone(),
    }
}

/// The summary comes first, because some tools show nothing else.
fn description(book: &Book<'_>, it: &Operation, place: &PathItem<'_>, facts: &[Fact<'_>]) -> Vec<String> {
    let alias = place.alias_of.map(|id| format!(" This is another path of {}.", code(id)));
    let first = format!("{}{}", escape(&it.summary), alias.unwrap_or_default());
    let words = Words(book.api);
    let since = place.since.map(|version| words.text(&facts::since(version)));
    let status = path_status(place.status).map(str::to_owned);
    std::iter::once(first).chain(words.operation(facts)).chain(since).chain(status).collect()
}
