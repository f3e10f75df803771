//! One operation per path, those of aliases included.

use serde_json::{Value, json};

use super::extensions;
use super::json::Object;
use super::{Book, bodies, responses, security};
use crate::facts;
use crate::model::{Group, Operation, Path, Status, Version};

/// Every path, in the order of the documents.
pub fn paths(book: &Book<'_>) -> impl Iterator<Item = (String, Value)> {
    let operations = book.api.groups.iter().flat_map(|group| group.operations().map(move |it| (group, it)));
    operations.flat_map(|(group, operation)| paths_of(book, group, operation))
}

/// The paths of one operation.
pub fn paths_of(book: &Book<'_>, group: &Group, operation: &Operation) -> Vec<(String, Value)> {
    let method = book.api.method.to_ascii_lowercase();
    let path = |place: Place<'_>| {
        let operation = self::operation(book, group, operation, &place);
        (place.path.to_owned(), Object::default().with(&method, operation).into())
    };
    places(book, operation).into_iter().map(path).collect()
}

/// A path of an operation, and what holds for this path only.
struct Place<'a> {
    path: &'a str,
    id: &'a str,
    status: Status,
    since: Option<Version>,
    role: Role,
}

/// What a path is to its operation.
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
    let (own, other) = match &operation.path {
        Path::Documented(path) => (Some((path, Status::Documented)), Role::Alias),
        Path::Inferred(path) => (Some((path, Status::Inferred)), Role::Alias),
        Path::Elsewhere { path, .. } => (Some((path, Status::Elsewhere)), Role::Alias),
        Path::AliasOnly => (None, Role::Sibling),
    };
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
    Object::default()
        .with("operationId", place.id)
        .with("tags", vec![group.rust.as_str()])
        .with("summary", it.summary.as_str())
        .description(description(it, place))
        .flag("deprecated", it.deprecated.is_some() || place.role == Role::Alias)
        .maybe("x-alias-of", (place.role != Role::Primary).then_some(book.names.of_operation(it)))
        .with("x-source", source(group, it))
        .with("x-path-status", place.status.name())
        .maybe("x-since", place.since.map(|version| version.to_string()))
        .maybe("x-credential", security::credential(book, it))
        .and(extensions::of(&facts::of_operation(book.api, group, it)))
        .maybe("security", security::requirement(book, it))
        .filled("parameters", security::headers_of(book, it))
        .maybe("requestBody", bodies::body(book, it))
        .with("responses", responses::responses(book, it))
}

fn source(group: &Group, it: &Operation) -> Value {
    match &it.source {
        Some(source) => json!({ "overlay": source }),
        None => json!({ "document": group.document, "part": group.part }),
    }
}

fn description<'a>(it: &'a Operation, place: &Place<'_>) -> impl Iterator<Item = &'a str> {
    let status = match place.status {
        Status::Documented => None,
        Status::Inferred => Some("The path is inferred: not shown in the documents."),
        Status::Elsewhere => Some("The path is from an overlay, not from the documents."),
    };
    it.rules.iter().map(String::as_str).chain(status)
}
