//! The page of an operation.

use super::index::{Index, Place, operation_page};
use super::markdown::{code, list, text, wrapped};
use super::page::Page;
use super::{badges, examples, group, parameters};
use crate::emit::File;
use crate::facts::{self, Fact, Key, Origin, Part, Print};
use crate::model::{Group, Operation, Parameter, ReturnKind, Returns, Unnamed};

const HERE: Place = Place::Operation;

/// The page of an operation.
pub fn page(index: &Index<'_>, group: &Group, operation: &Operation) -> File {
    let path = format!("{}/{}", index.api.name, operation_page(group, operation));
    Page::of(path, &group::source(index, group)).blocks(blocks(index, group, operation)).finish()
}

/// An operation as blocks of Markdown.
pub fn blocks(index: &Index<'_>, group: &Group, operation: &Operation) -> Vec<String> {
    let words = index.words(HERE);
    let facts = facts::of_operation(index.api, group, operation);
    let mut blocks = vec![
        format!("# {}", text(&operation.name)),
        wrapped("badges", [badges::line(index, HERE, operation)]),
        quoted(words.paragraph(&facts, &[Part::Deprecation])),
    ];
    blocks.extend(words.part(&facts, &[Part::Summary]));
    blocks.push(wrapped("address", words.keys(&facts, &[Key::Path, Key::Aliases])));
    let about = about(index, HERE, &facts, &operation.parameters, &failure(index, &operation.returns));
    let columns = [wrapped("about", about), examples::blocks(index.api, operation)];
    blocks.push(wrapped("columns", columns));
    blocks
}

/// A row without a name, on the page of its group.
pub fn unnamed(index: &Index<'_>, group: &Group, row: &Unnamed) -> Vec<String> {
    let facts = facts::of_unnamed(index.api, group, row);
    let mut blocks = vec![
        format!("## Operation without a name: {}", text(&row.place)),
        "The documents do not show its name and path, so there is no code for it.".to_owned(),
    ];
    blocks.extend(index.words(Place::Group).part(&facts, &[Part::Summary]));
    blocks.extend(about(index, Place::Group, &facts, &row.parameters, ""));
    blocks
}

/// What the documents say in addition to the summary.
fn about(
    index: &Index<'_>,
    from: Place,
    facts: &[Fact<'_>],
    parameters: &[Parameter],
    failure: &str,
) -> Vec<String> {
    let words = index.words(from);
    let mut blocks = vec![
        list(facts.iter().filter(|fact| is_listed(fact)).map(|fact| words.sentence(fact))),
        self::parameters(index, from, facts, parameters),
    ];
    blocks.extend(words.part(facts, &[Part::Result]));
    blocks.push(failure.to_owned());
    blocks.extend(words.part(facts, &[Part::Note]).into_iter().map(quoted));
    blocks.extend(words.part(facts, &[Part::Source]).into_iter().map(|place| format!("*{place}*")));
    blocks
}

/// Whether a fact is a sentence of its own: the address shows the method.
fn is_listed(fact: &Fact<'_>) -> bool {
    let is_shown = match fact.key {
        Key::Aliases => true,
        Key::Method => fact.origin == Origin::Documented,
        _ => false,
    };
    fact.is_for_people() && matches!(fact.key.part(), Part::Plain | Part::Text) && !is_shown
}

/// A highlighted paragraph.
pub fn quoted(text: String) -> String {
    if text.is_empty() { text } else { format!("> {text}") }
}

/// Where the credential is not shown, its parameters aren't either.
fn parameters(index: &Index<'_>, from: Place, facts: &[Fact<'_>], parameters: &[Parameter]) -> String {
    let is_hidden = facts.iter().any(|it| it.key == Key::Auth && it.origin == Origin::NotShown);
    let table = parameters::table(index, from, parameters);
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
            "the [envelope {}]({}) with {status} {error} and the reason in {data}",
            code(&it.name),
            HERE.to("index.md#answers")
        )
    });
    let shapes: Vec<String> = message.into_iter().chain(envelope).collect();
    if shapes.is_empty() { String::new() } else { format!("**On failure** {}.", shapes.join(" or ")) }
}
