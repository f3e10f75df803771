//! The page of an operation.

use super::index::{Index, PageFolder, group_page, operation_page};
use super::page::Page;
use super::words::{INFERRED, Markdown};
use super::{about, badges, examples, parameters, sources};
use crate::emit::File;
use crate::emit::common::markdown::{code, fence, link, list, text, wrapped};
use crate::emit::common::responses;
use generator_spec::facts::{self, Fact, Key, Origin, Part, Print, of_parts};
use generator_spec::model::{Alias, Group, Operation, Parameter, Path, ReturnKind, StatusRange, Unnamed};

const HERE: PageFolder = PageFolder::Operation;

/// The page of an operation.
pub fn page(index: &Index<'_>, group: &Group, operation: &Operation) -> File {
    let path = format!("{}/{}", index.api.name, operation_page(group, operation));
    let page = Page::of(path, &sources::of_part(index, &operation.part));
    page.blocks(blocks(index, group, operation)).finish()
}

/// The sections after the result, with the keys of their facts. The first has all facts that no other has.
const SECTIONS: [(&str, &[Key]); 4] = [
    ("Behavior", &[]),
    ("Credentials and gates", &[Key::Auth, Key::AuthIn, Key::Gates, Key::Permission]),
    ("Versions and aliases", &[Key::Since, Key::DeviceSince, Key::Aliases, Key::VersionChanges]),
    ("Open questions", &[Key::NotShown]),
];

/// The facts about a request that come after its parameters.
const REQUEST: [Key; 2] = [Key::Encoding, Key::Body];

/// An operation as blocks of Markdown, in the order in which a caller needs them.
pub fn blocks(index: &Index<'_>, group: &Group, operation: &Operation) -> Vec<String> {
    let words = index.words(HERE);
    let facts = facts::of_operation(index.api, group, operation);
    let mut blocks = vec![
        index.above(HERE, Some((&group.title, &group_page(group)))),
        format!("# {}", text(&operation.name)),
        wrapped("badges", [badges::line(index, HERE, operation)]),
        quoted(words.paragraph(&facts, &[Part::Deprecation])),
    ];
    blocks.extend(words.part(&facts, &[Part::Summary]));
    blocks.push(wrapped("address", words.keys(&facts, &[Key::Path])));
    let failure = failure(index, operation);
    blocks.extend(request(index, HERE, &facts, &operation.parameters));
    blocks.extend(example(index, group, operation));
    blocks.extend(response(index, HERE, &facts, failure));
    if let Some(json) = responses::json(index.api, operation) {
        blocks.extend(["Example response:".to_owned(), fence("json", &json)]);
    }
    blocks.extend(SECTIONS.iter().flat_map(|section| self::section(words, &facts, operation, section)));
    blocks.push("## Source".to_owned());
    blocks.extend(of_parts(&facts, &[Part::Source]).map(|fact| source(words, fact)));
    blocks.push(sources::links(index, group, operation));
    blocks.extend(related(index, group, operation));
    blocks
}

/// A section of facts, without those that the badges or the address show.
fn section(
    words: Markdown<'_, '_>,
    facts: &[Fact<'_>],
    operation: &Operation,
    (title, keys): &(&str, &[Key]),
) -> Vec<String> {
    let is_elsewhere =
        |key: &Key| REQUEST.contains(key) || SECTIONS.iter().any(|section| section.1.contains(key));
    let is_here = |key: &Key| keys.contains(key) || keys.is_empty() && !is_elsewhere(key);
    // If there are only aliases, the first one is shown as the address, and its version as a badge.
    let is_address = |alias: &Alias| operation.path == Path::AliasOnly && alias.name.is_none();
    let shown = usize::from(operation.aliases.first().is_some_and(is_address));
    let all =
        of_parts(facts, &[Part::Plain, Part::Text]).filter(|fact| is_here(&fact.key) && !is_above(fact));
    let (aliases, others): (Vec<_>, Vec<_>) = all.partition(|fact| fact.key == Key::Aliases);
    let listed =
        list(others.into_iter().chain(aliases.into_iter().skip(shown)).map(|fact| words.sentence(fact)));
    let notes = words.part(facts, &[Part::Note]).into_iter().filter(|_| keys.contains(&Key::NotShown));
    let blocks: Vec<String> =
        [listed].into_iter().chain(notes.map(quoted)).filter(|block| !block.is_empty()).collect();
    let title = (!blocks.is_empty()).then(|| format!("## {title}"));
    title.into_iter().chain(blocks).collect()
}

/// An entry without a name, on the page of its group.
pub fn unnamed(index: &Index<'_>, group: &Group, row: &Unnamed) -> Vec<String> {
    let words = index.words(PageFolder::Group);
    let facts = facts::of_unnamed(index.api, group, row);
    let mut blocks = vec![
        format!("## Operation without a name: {}", text(&row.place)),
        "The documents give neither a name nor a path, so no code is generated.".to_owned(),
    ];
    blocks.extend(words.part(&facts, &[Part::Summary]));
    blocks.extend(request(index, PageFolder::Group, &facts, &row.parameters));
    blocks.extend(response(index, PageFolder::Group, &facts, None));
    // It has no badges.
    blocks.push(list(words.part(&facts, &[Part::Plain, Part::Text])));
    blocks.extend(words.part(&facts, &[Part::Note]).into_iter().map(quoted));
    blocks.extend(of_parts(&facts, &[Part::Source]).map(|fact| source(words, fact)));
    blocks
}

/// The heading of a section. On the page of a group, an entry is a section itself, so its sections are a
/// level lower.
fn heading(from: PageFolder, title: &str) -> String {
    format!("{} {title}", if from == HERE { "##" } else { "###" })
}

/// The parameters.
fn request(index: &Index<'_>, from: PageFolder, facts: &[Fact<'_>], parameters: &[Parameter]) -> Vec<String> {
    let mut blocks = vec![heading(from, "Parameters"), self::parameters(index, from, facts, parameters)];
    if from == HERE {
        blocks.extend(index.words(from).keys(facts, &REQUEST));
    }
    blocks
}

/// The result.
fn response(index: &Index<'_>, from: PageFolder, facts: &[Fact<'_>], failure: Option<String>) -> Vec<String> {
    let result = of_parts(facts, &[Part::Result]).map(|fact| index.words(from).unmarked(fact));
    [heading(from, "Returns")].into_iter().chain(result).chain(failure).collect()
}

/// The place in the documents, as a link to the page about them.
fn source(words: Markdown<'_, '_>, fact: &Fact<'_>) -> String {
    let place = words.sentence(fact);
    match fact.origin {
        Origin::Documented => {
            format!("*{}*", link(&place, &words.from.to(&about::documents(words.index.api))))
        }
        _ => format!("*{place}*"),
    }
}

/// Returns whether the badges or the address show a fact and its origin.
fn is_above(fact: &Fact<'_>) -> bool {
    match fact.key {
        Key::Method | Key::Auth | Key::Since | Key::Permission | Key::DeviceSince => {
            fact.origin == Origin::Documented
        }
        _ => false,
    }
}

/// The call in all languages.
fn example(index: &Index<'_>, group: &Group, operation: &Operation) -> [String; 3] {
    let start = link("Getting started", &HERE.to("index.md#getting-started"));
    [
        "## Example".to_owned(),
        format!("With the `client` and `MyService` from {start}."),
        examples::blocks(index.api, group, operation),
    ]
}

/// Links to related operations.
fn related(index: &Index<'_>, group: &Group, operation: &Operation) -> Vec<String> {
    let others = index
        .related
        .of_same_resource(group, operation)
        .into_iter()
        .map(|other| format!("{}: {}", index.operation_link(HERE, &other.name), text(&other.summary)));
    let list = list(others);
    if list.is_empty() { Vec::new() } else { vec!["## Related operations".to_owned(), list] }
}

/// A highlighted paragraph.
pub fn quoted(text: String) -> String {
    if text.is_empty() { text } else { format!("> {text}") }
}

/// The table of the parameters. If the documents don't show the credential, an empty list may be
/// incomplete, too.
fn parameters(index: &Index<'_>, from: PageFolder, facts: &[Fact<'_>], parameters: &[Parameter]) -> String {
    let is_hidden = facts.iter().any(|fact| fact.key == Key::Auth && fact.origin == Origin::NotShown);
    let table = parameters::table(index, from, parameters);
    match (table.is_empty(), is_hidden) {
        (false, _) => table,
        (true, true) => "The documents list no parameters.".to_owned(),
        (true, false) => "None.".to_owned(),
    }
}

/// The shape of failures, which the API describes; `None` if the operation describes all failures. If the
/// documents describe no result, it is inferred that failures are messages.
fn failure(index: &Index<'_>, operation: &Operation) -> Option<String> {
    if operation.failures.iter().any(|failure| failure.status == Some(StatusRange::FAILURES)) {
        return None;
    }
    let message = index.api.message.as_ref().map(|message| {
        let ty = index.api.ty(message.type_id).map(|ty| index.named_link(HERE, ty)).unwrap_or_default();
        let is_inferred = operation.returns.kind == ReturnKind::Described || message.is_inferred(index.api);
        let mark =
            if is_inferred { format!(" ({})", link("inferred", &HERE.to(INFERRED))) } else { String::new() };
        match &message.status {
            Some(status) => format!("a {ty} whose {} is 400 or higher{mark}", code(status)),
            None => format!("a {ty}{mark}"),
        }
    });
    let envelope = index.api.envelope.as_ref().map(|envelope| {
        let (status, error, data) = (code(&envelope.status), code(&envelope.error), code(&envelope.data));
        format!(
            "an [{}]({}) whose {status} is {error}, with the reason in {data}",
            code(&envelope.name),
            HERE.to("index.md#responses")
        )
    });
    let shapes: Vec<String> = message.into_iter().chain(envelope).collect();
    let any_other = if operation.failures.is_empty() { "failure" } else { "any other failure" };
    (!shapes.is_empty()).then(|| format!("**On {any_other}:** {}.", shapes.join(" or ")))
}
