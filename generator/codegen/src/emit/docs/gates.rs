//! The page about access: the gates, and a matrix of operations by gates.

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
        " An operation with a permission is only for callers who have it."
    } else {
        ""
    };
    format!("{gates}{permissions}")
}

fn has_permissions(api: &Api) -> bool {
    api.operations().any(|operation| operation.permission.is_some())
}

fn gates(index: &Index<'_>) -> String {
    let rows = index.api.gates.iter().map(|gate| {
        let facts = facts::of_gate(index.api, gate);
        let words = index.words(HERE);
        let [code, doc, auth, asks] =
            [Key::Code, Key::Doc, Key::Auth, Key::Asks].map(|key| words.cell(&facts, key));
        let operations = index.api.operations().filter(|operation| operation.gates.contains(&gate.code));
        [code, doc, auth, asks, operations.count().to_string()]
    });
    table(["Gate", "Meaning", "Credentials", "Depends on", "Operations"], rows)
}

/// A check of a server: its name in the docs of the runtime's module `server`, whether an API needs it,
/// and its description.
type Check = (&'static str, fn(&Api) -> bool, &'static str);

const CHECKS: [Check; 11] = [
    ("target", |_| true, "the path and the method"),
    ("body", |_| true, "the size and the encoding of the body, by its headers"),
    ("accept", |_| true, "whether the caller accepts what the operation returns"),
    ("credential", |api| !api.blocks.is_empty(), "the credential"),
    ("gates", has_gates, "the operation's gates that depend on the server, in the documents' order"),
    ("gates", has_gates, "the operation's gates that depend on the caller, in the documents' order"),
    ("gates", has_permissions, "the permission that the operation needs"),
    ("inputs", |_| true, "whether the body and the query can be read"),
    (
        "parameters",
        has_top_level,
        "parameters that only administrators of the top-level organization may send",
    ),
    ("endpoint", |_| true, "whether the server implements the operation, and has room for one more call"),
    ("route", |_| true, "the parameters; the refusal lists everything that is wrong"),
];

fn has_gates(api: &Api) -> bool {
    !api.gates.is_empty()
}

fn has_top_level(api: &Api) -> bool {
    api.operations().any(|operation| operation.parameters.iter().any(|parameter| parameter.top_level_only))
}

/// The order of a server's checks, without those that no operation needs.
fn checks(api: &Api) -> String {
    let needed = CHECKS.iter().filter(|(_, is_needed, _)| is_needed(api));
    let checks = (1..).zip(needed).map(|(number, (.., check))| format!("{number}. {check}"));
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
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let rows = kinds.into_iter().map(|([credential, gates], count)| [credential, gates, count.to_string()]);
    table(["Credential", "Gates", "Operations"], rows)
}

fn credential(index: &Index<'_>, operation: &Operation) -> String {
    let block = index.api.block_of(&operation.auth);
    let title = block.map(|block| block_link(HERE, block)).unwrap_or_default();
    match operation.auth {
        Auth::Required(_) => title,
        Auth::Optional(_) => format!("{title}, optional"),
        Auth::None => "none".to_owned(),
        Auth::NotShown => "not shown".to_owned(),
    }
}

/// A row per operation and a column per gate. The mark of a gate is its code, so that a row makes sense
/// without the heading.
fn matrix(index: &Index<'_>) -> String {
    let gates: Vec<String> = index.api.gates.iter().map(heading).collect();
    let headings: Vec<&str> = ["Operation"]
        .into_iter()
        .chain(gates.iter().map(String::as_str))
        .chain(["Permission", "Credential"])
        .collect();
    let rows: Vec<Vec<String>> =
        index.api.operations().map(|operation| self::operation(index, operation)).collect();
    wrapped("filter", [wrapped("matrix", [columns(&headings, &rows)])])
}

fn operation(index: &Index<'_>, operation: &Operation) -> Vec<String> {
    let mark =
        |gate: &Gate| if operation.gates.contains(&gate.code) { text(&gate.code) } else { String::new() };
    let permission = operation.permission.as_ref().map(|name| code(name)).unwrap_or_default();
    let gates = index.api.gates.iter().map(mark);
    let link = index.operation_link(HERE, &operation.name);
    [link].into_iter().chain(gates).chain([permission, credential(index, operation)]).collect()
}

/// A gate's code, with its meaning for screen readers.
fn heading(gate: &Gate) -> String {
    let label = attribute(&format!("{}: {}", gate.code, gate.doc));
    format!("<span role=\"img\" aria-label=\"{label}\">{}</span>", text(&gate.code))
}

#[cfg(test)]
mod tests {
    use super::CHECKS;

    #[test]
    fn the_checks_are_those_of_the_runtime() {
        let list = include_str!("../../../../runtime/src/server/mod.rs").split("```").nth(1).unwrap();
        let lines = list.lines().filter_map(|line| line.strip_prefix("//! "));
        let names = lines.filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty());
        let mut own = CHECKS.map(|(name, ..)| name).to_vec();
        own.dedup();
        // The last one makes the response.
        assert!(names.eq(own.into_iter().chain(["shapes"])), "{list}");
    }
}
