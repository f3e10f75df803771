//! The page of who may call what: the gates, and a matrix of operations by gates.

use super::index::{Index, PageFolder, block_link};
use super::page::Page;
use crate::emit::common::markdown::{attribute, code, columns, table, text, wrapped};
use generator_spec::facts::{self, Key};
use generator_spec::model::{Api, Auth, Gate, Operation};

const HERE: PageFolder = PageFolder::Top;

pub fn page(index: &Index<'_>, page: Page) -> Page {
    page.block(&head(index.api))
        .section("Gates", &gates(index))
        .section("Callers", &callers(index))
        .section("Order of checks", &checks(index.api))
        .section("Operations", &matrix(index))
}

fn head(api: &Api) -> String {
    let gates = if api.gates.is_empty() {
        "The documents name no gates."
    } else {
        "A gate is a check that a server makes before it runs an operation. If one fails, the call is refused."
    };
    let permissions = if has_permissions(api) {
        " An operation with a token action requires a token whose permissions include it."
    } else {
        ""
    };
    format!("{gates}{permissions}")
}

fn has_permissions(api: &Api) -> bool {
    api.operations().any(|it| it.permission.is_some())
}

fn gates(index: &Index<'_>) -> String {
    let rows = index.api.gates.iter().map(|it| {
        let facts = facts::of_gate(index.api, it);
        let words = index.words(HERE);
        let [gate, doc, auth, asks] =
            [Key::Code, Key::Doc, Key::Auth, Key::Asks].map(|key| words.cell(&facts, key));
        let has_it = index.api.operations().filter(|operation| operation.gates.contains(&it.code));
        [gate, doc, auth, asks, has_it.count().to_string()]
    });
    table(["Gate", "Meaning", "Credentials", "Depends on", "Operations"], rows)
}

/// The order of checks in the runtime's `server`, without those that no
/// operation needs.
fn checks(api: &Api) -> String {
    let has_gates = !api.gates.is_empty();
    let has_top_level = api.operations().any(|it| it.parameters.iter().any(|it| it.top_level_only));
    let checks = [
        (true, "the path and the method"),
        (true, "the encoding of the body"),
        (!api.blocks.is_empty(), "the credential"),
        (has_gates, "the operation's gates that depend on the server, in the documents' order"),
        (has_gates, "the operation's gates that depend on the caller, in the documents' order"),
        (has_top_level, "parameters that only administrators of the top-level organization may send"),
        (has_permissions(api), "the token action that the operation needs"),
        (true, "the parameters; the refusal lists everything that is wrong"),
    ];
    let checks = checks.into_iter().filter(|(is_made, _)| *is_made);
    let checks = checks.enumerate().map(|(index, (_, check))| format!("{}. {check}", index + 1));
    format!(
        "A generated server checks in this order, which the documents do not specify, and refuses at the first check that fails:\n\n{}",
        checks.collect::<Vec<_>>().join("\n")
    )
}

/// The number of operations for each credential and its gates.
fn callers(index: &Index<'_>) -> String {
    let mut kinds: Vec<([String; 2], usize)> = Vec::new();
    for operation in index.api.operations() {
        let gates: Vec<String> = operation.gates.iter().map(|gate| code(gate)).collect();
        let kind = [credential(index, operation), gates.join(" ")];
        match kinds.iter_mut().find(|(it, _)| *it == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let rows = kinds.into_iter().map(|([credential, gates], count)| [credential, gates, count.to_string()]);
    table(["Credential", "Gates", "Operations"], rows)
}

fn credential(index: &Index<'_>, operation: &Operation) -> String {
    let title = index.api.block_of(&operation.auth);
    let title = title.map(|block| block_link(HERE, block)).unwrap_or_default();
    match operation.auth {
        Auth::Required(_) => title,
        Auth::Optional(_) => format!("{title}, optional"),
        Auth::None => "none".to_owned(),
        Auth::NotShown => "not shown".to_owned(),
    }
}

/// A row per operation and a column per gate: the gate's code marks that the
/// operation has it, so a row makes sense without its heading.
fn matrix(index: &Index<'_>) -> String {
    let gates: Vec<String> = index.api.gates.iter().map(heading).collect();
    let headings = ["Operation"].into_iter().chain(gates.iter().map(String::as_str));
    let headings: Vec<&str> = headings.chain(["Token action", "Credential"]).collect();
    let rows: Vec<Vec<String>> = index.api.operations().map(|it| operation(index, it)).collect();
    wrapped("filter", [wrapped("matrix", [columns(&headings, &rows)])])
}

fn operation(index: &Index<'_>, it: &Operation) -> Vec<String> {
    let mark = |gate: &Gate| if it.gates.contains(&gate.code) { text(&gate.code) } else { String::new() };
    let permission = it.permission.as_ref().map(|name| code(name)).unwrap_or_default();
    let gates = index.api.gates.iter().map(mark);
    let operation = index.operation_link(HERE, &it.name);
    [operation].into_iter().chain(gates).chain([permission, credential(index, it)]).collect()
}

/// A gate's code; a screen reader says what it means.
fn heading(gate: &Gate) -> String {
    let label = attribute(&format!("{}: {}", gate.code, gate.doc));
    format!("<span role=\"img\" aria-label=\"{label}\">{}</span>", text(&gate.code))
}
