//! The section of an operation on the page of its group.

use super::curl;
use super::index::{Index, Place, id};
use super::markdown::{anchor, code, fence, list, text};
use super::parameters;
use crate::emit::common::rust_example;
use crate::facts::{self, Fact, Key, Part};
use crate::model::{Group, Operation, Parameter, ReturnKind, Returns, Row, Unnamed};

const HERE: Place = Place::Group;

/// A row of the documents as blocks of Markdown.
pub fn row(index: &Index<'_>, group: &Group, row: &Row) -> Vec<String> {
    match row {
        Row::Named(operation) => named(index, group, operation),
        Row::Unnamed(row) => unnamed(index, group, row),
    }
}

/// An operation as blocks of Markdown.
pub fn named(index: &Index<'_>, group: &Group, operation: &Operation) -> Vec<String> {
    let facts = facts::of_operation(index.api, group, operation);
    let head = vec![
        anchor(id(&operation.name, &operation.rust)),
        format!("## {}", text(&operation.name)),
        quoted(index.words(HERE).paragraph(&facts, &[Part::Deprecation])),
    ];
    let examples = vec![
        failure(index, &operation.returns),
        fence("rust", &rust_example::example(index.api, operation)),
        fence("sh", &curl::example(index.api, operation)),
    ];
    section(index, &facts, &operation.parameters, head, examples)
}

fn unnamed(index: &Index<'_>, group: &Group, row: &Unnamed) -> Vec<String> {
    let facts = facts::of_unnamed(index.api, group, row);
    let head = vec![
        format!("## Operation without a name: {}", text(&row.place)),
        "The documents do not show its name and path, so there is no code for it.".to_owned(),
    ];
    section(index, &facts, &row.parameters, head, Vec::new())
}

fn section(
    index: &Index<'_>,
    facts: &[Fact<'_>],
    parameters: &[Parameter],
    head: Vec<String>,
    examples: Vec<String>,
) -> Vec<String> {
    let words = index.words(HERE);
    let mut blocks = head;
    blocks.extend(words.part(facts, &[Part::Summary, Part::Address]));
    blocks.push(list(words.part(facts, &[Part::Plain, Part::Text])));
    blocks.push(self::parameters(index, facts, parameters));
    blocks.extend(words.part(facts, &[Part::Result]));
    blocks.extend(examples);
    blocks.extend(words.part(facts, &[Part::Note]).into_iter().map(quoted));
    blocks.extend(words.part(facts, &[Part::Source]).into_iter().map(|place| format!("*{place}*")));
    blocks
}

/// A highlighted paragraph.
pub fn quoted(text: String) -> String {
    if text.is_empty() { text } else { format!("> {text}") }
}

/// Where the credential is not shown, its parameters aren't either.
fn parameters(index: &Index<'_>, facts: &[Fact<'_>], parameters: &[Parameter]) -> String {
    let is_hidden = facts.iter().any(|it| it.key == Key::Auth && it.origin == facts::Origin::NotShown);
    let table = parameters::table(index, HERE, parameters);
    match (table.is_empty(), is_hidden) {
        (false, _) => format!("**Parameters**\n\n{table}"),
        (true, true) => "**Parameters** none stated.".to_owned(),
        (true, false) => "**Parameters** none.".to_owned(),
    }
}

/// How a failure looks, by the API's description. Of an operation whose result
/// is not shown, the documents do not say that it fails with a message.
fn failure(index: &Index<'_>, returns: &Returns) -> String {
    let message = index.api.message.as_ref().map(|message| {
        let ty = index.api.ty(message.type_id).map(|ty| index.named_link(HERE, ty)).unwrap_or_default();
        let shape = format!("the message {ty} with {} 400 or more", code(&message.status));
        match returns.kind {
            ReturnKind::Described => format!("{shape} (⚠ **not shown** in the documents)"),
            _ if message.is_inferred(index.api) => format!("{shape} (⚠ inferred)"),
            ReturnKind::Message
            | ReturnKind::Json
            | ReturnKind::Envelope
            | ReturnKind::Text
            | ReturnKind::Bytes
            | ReturnKind::Redirect(_) => shape,
        }
    });
    let envelope = index.api.envelope.as_ref().map(|it| {
        let (status, error, data) = (code(&it.status), code(&it.error), code(&it.data));
        format!(
            "the [envelope {}](../index.md#answers) with {status} {error} and the reason in {data}",
            code(&it.name)
        )
    });
    let shapes: Vec<String> = message.into_iter().chain(envelope).collect();
    if shapes.is_empty() { String::new() } else { format!("**On failure** {}.", shapes.join(" or ")) }
}
