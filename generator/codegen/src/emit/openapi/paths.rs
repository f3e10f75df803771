//! One operation per path, those of aliases included.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::extensions;
use super::json::Object;
use super::words::{Words, path_status};
use super::{Book, bodies, queries, responses, security};
use crate::emit::common::doc::{code, escape};
use generator_spec::facts::{self, Fact, Print};
use generator_spec::model::{Group, Operation, RequestEncoding, Status, Version};

/// Every path, in the order of the documents. Operations with different HTTP
/// methods can share one.
pub fn paths<'a>(book: &'a Book<'a>) -> impl Iterator<Item = (String, Value)> {
    let mut sharing = HashMap::<&str, Vec<Entry<'_>>>::new();
    for entry in book.api.operations_in_groups() {
        entry.1.paths().for_each(|path| sharing.entry(path).or_default().push(entry));
    }
    book.api
        .operations_in_groups()
        .flat_map(|entry| entry.1.paths().map(move |path| (path, entry.1)))
        .filter_map(move |(path, operation)| {
            // It appears with its first operation.
            let shared = sharing.get(path)?.as_slice();
            let (_, first) = shared.first()?;
            std::ptr::eq(*first, operation).then(|| (path.to_owned(), item(book, path, shared)))
        })
}

/// The paths of one operation, without others that share them.
pub fn paths_of(book: &Book<'_>, group: &Group, operation: &Operation) -> Vec<(String, Value)> {
    operation.paths().map(|path| (path.to_owned(), item(book, path, &[(group, operation)]))).collect()
}

/// An operation and its group.
type Entry<'a> = (&'a Group, &'a Operation);

/// The operations of one path, each by its HTTP method.
fn item(book: &Book<'_>, path: &str, sharing: &[Entry<'_>]) -> Value {
    let methods = sharing.iter().filter_map(|(group, operation)| {
        let place = places(book, operation).into_iter().find(|place| place.path == path)?;
        let method = operation.http_method.name().to_ascii_lowercase();
        Some((method, self::operation(book, group, operation, &place).into()))
    });
    methods.collect::<Object>().into()
}

/// A path of an operation and what holds for this path only.
struct Place<'a> {
    path: &'a str,
    id: &'a str,
    status: Status,
    since: Option<Version>,
    role: Role,
}

impl Place<'_> {
    /// The `operationId` of the operation that this is another path of.
    fn alias_of<'b>(&self, book: &'b Book<'_>, it: &'b Operation) -> Option<&'b str> {
        (self.role != Role::Primary).then(|| book.names.of_operation(it))
    }
}

/// The role of a path for its operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The one to use.
    Primary,
    /// Another one, in addition to the operation's own.
    Alias,
    /// Another one of an operation that has none of its own.
    Sibling,
}

/// The operation's own path, then its aliases. Where there are only aliases,
/// the first is the operation's path.
fn places<'a>(book: &'a Book<'_>, operation: &'a Operation) -> Vec<Place<'a>> {
    let own_id = book.names.of_operation(operation);
    let ids = book.names.of_aliases(operation);
    let own = operation.path.text().zip(operation.path.origin());
    let other = if own.is_some() { Role::Alias } else { Role::Sibling };
    let own = own.map(|(path, status)| Place {
        path,
        id: own_id,
        status,
        since: operation.since,
        role: Role::Primary,
    });
    let aliases = operation.aliases.iter().zip(ids).enumerate().map(|(index, (alias, id))| {
        let is_primary = own.is_none() && index == 0;
        Place {
            path: &alias.path,
            id: if is_primary { own_id } else { id },
            status: Status::Documented,
            since: alias.since,
            role: if is_primary { Role::Primary } else { other },
        }
    });
    let aliases: Vec<_> = aliases.collect();
    own.into_iter().chain(aliases).collect()
}

fn operation(book: &Book<'_>, group: &Group, it: &Operation, place: &Place<'_>) -> Object {
    let facts = facts::of_operation(book.api, group, it);
    Object::default()
        .with("operationId", place.id)
        .with("tags", vec![group.rust.as_str()])
        .with("summary", summary(book, it, place))
        .paragraphs(description(book, it, place, &facts))
        .flag("deprecated", it.deprecated.is_some() || place.role == Role::Alias)
        .maybe("x-alias-of", place.alias_of(book, it))
        .with("x-source", source(it))
        .with("x-path-status", place.status.name())
        .maybe("x-since", place.since.map(|version| version.to_string()))
        .maybe("x-credential", security::credential(book, it))
        .and(extensions::of(&facts))
        .maybe("security", security::requirement(book, it))
        .filled("parameters", parameters(book, it))
        .maybe("requestBody", bodies::body(book, it))
        .with("responses", responses::responses(book, it))
}

/// The parameters that aren't in the body.
fn parameters(book: &Book<'_>, it: &Operation) -> Vec<Value> {
    let query = match it.encoding {
        RequestEncoding::Form | RequestEncoding::Multipart => Vec::new(),
        RequestEncoding::Query => queries::query(book, it),
    };
    security::headers_of(book, it).into_iter().chain(query).collect()
}

fn source(it: &Operation) -> Value {
    match &it.source {
        Some(source) => json!({ "overlay": source }),
        None => json!({ "document": it.part.document, "part": it.part.name }),
    }
}

fn summary(book: &Book<'_>, it: &Operation, place: &Place<'_>) -> String {
    match place.alias_of(book, it) {
        Some(id) => format!("Alias of {id}: {}", it.summary),
        None => it.summary.clone(),
    }
}

/// The summary comes first, because some tools show nothing else.
fn description(book: &Book<'_>, it: &Operation, place: &Place<'_>, facts: &[Fact<'_>]) -> Vec<String> {
    let alias = place.alias_of(book, it).map(|id| format!(" This is another path of {}.", code(id)));
    let first = format!("{}{}", escape(&it.summary), alias.unwrap_or_default());
    let words = Words(book.api);
    let since = place.since.map(|version| words.text(&facts::since(version)));
    let status = path_status(place.status).map(str::to_owned);
    std::iter::once(first).chain(words.operation(facts)).chain(since).chain(status).collect()
}
