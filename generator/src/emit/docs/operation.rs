//! The section of an operation on the page of its group.

use super::curl;
use super::index::{Index, Place, id};
use super::markdown::{anchor, code, enumerated, fence, link, list, text};
use super::parameters;
use crate::emit::common::file::part;
use crate::emit::common::rust_example;
use crate::model::{
    Alias, Auth, Group, Operation, Parameter, Path, RequestEncoding, ReturnKind, Returns, Row, Unnamed,
};

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
    let mut blocks = vec![
        anchor(id(&operation.name, &operation.rust)),
        format!("## {}", text(&operation.name)),
        deprecation(index, operation),
        index.prose(HERE, &operation.summary),
        request_line(index, operation),
        list(facts(index, operation)),
        parameters(index, &operation.auth, &operation.parameters),
        format!("**Returns** {}", returned(index, &operation.returns)),
        failure(index, &operation.returns),
        fence("rust", &rust_example::example(index.api, operation)),
        fence("sh", &curl::example(index, operation)),
    ];
    blocks.extend(
        operation
            .returns
            .source
            .as_ref()
            .map(|source| format!("What it returns is not from the documents but from: {}", text(source))),
    );
    blocks.extend(operation.notes.iter().map(|it| index.note(HERE, it)));
    blocks.push(match &operation.source {
        Some(source) => format!("*Not in the documents. From: {}*", text(source)),
        None => origin(group),
    });
    blocks
}

fn unnamed(index: &Index<'_>, group: &Group, row: &Unnamed) -> Vec<String> {
    let mut blocks = vec![
        format!("## Operation without a name: {}", text(&row.place)),
        text(&row.summary),
        "The documents do not show its name and path, so there is no code for it.".to_owned(),
        list(
            row.rules
                .iter()
                .map(|rule| index.prose(HERE, rule))
                .chain(access(index, &row.auth, &row.gates))
                .chain(row.not_shown.iter().map(|what| not_shown(index, what))),
        ),
        parameters(index, &row.auth, &row.parameters),
        format!("**Returns** {}", returned(index, &row.returns)),
    ];
    blocks.extend(row.notes.iter().map(|it| index.note(HERE, it)));
    blocks.push(origin(group));
    blocks
}

/// Where the credential is not shown, its parameters aren't either.
fn parameters(index: &Index<'_>, auth: &Auth, parameters: &[Parameter]) -> String {
    let table = parameters::table(index, HERE, parameters);
    match auth {
        _ if !table.is_empty() => format!("**Parameters**\n\n{table}"),
        Auth::NotShown => "**Parameters** none stated.".to_owned(),
        Auth::Required(_) | Auth::Optional(_) | Auth::None => "**Parameters** none.".to_owned(),
    }
}

fn origin(group: &Group) -> String {
    format!("*Document {}, {}.*", group.document, text(&part(group)))
}

fn deprecation(index: &Index<'_>, operation: &Operation) -> String {
    let Some(deprecation) = &operation.deprecated else { return String::new() };
    let replacement = deprecation.replacement.as_ref();
    let replacement =
        replacement.map(|name| format!(" Use {}.", index.operation_link(HERE, name))).unwrap_or_default();
    let removal = deprecation.removed_after.as_ref();
    let removal = removal.map(|month| format!(" Removed after {}.", text(month))).unwrap_or_default();
    format!("> **Deprecated.**{replacement}{removal}")
}

fn request_line(index: &Index<'_>, operation: &Operation) -> String {
    let method = &index.api.method;
    match &operation.path {
        Path::Documented(path) => code(&format!("{method} {path}")),
        Path::Inferred(path) => format!(
            "{} — ⚠ **inferred path**: the documents do not show it{}.",
            code(&format!("{method} {path}")),
            if operation.aliases.is_empty() { "" } else { ", only the aliases" },
        ),
        Path::Elsewhere { path, source } => {
            format!(
                "{} — not from the documents but from: {}",
                code(&format!("{method} {path}")),
                text(source)
            )
        }
        Path::AliasOnly => "⚠ **No path of its own**: the documents show aliases only.".to_owned(),
    }
}

/// Aliases, rules, access, versions: one sentence each.
fn facts(index: &Index<'_>, operation: &Operation) -> Vec<String> {
    let mut facts: Vec<String> = operation.rules.iter().map(|rule| index.prose(HERE, rule)).collect();
    facts.extend(operation.since.map(|version| format!("Since server {version}.")));
    facts.extend(operation.aliases.iter().map(|it| alias(&index.api.method, it)));
    facts.extend(access(index, &operation.auth, &operation.gates));
    if operation.bearer_only {
        facts.push("The credential travels in the header `Authorization: Bearer` only.".to_owned());
    }
    facts.extend(
        operation.permission.as_ref().map(|name| format!("The token needs the action {}.", code(name))),
    );
    facts
        .extend(operation.device_since.map(|version| format!("The device needs client {version} or later.")));
    if operation.encoding != index.api.encoding.kind {
        facts.push(format!("The request is {}.", encoding(operation.encoding)));
    }
    facts.extend(operation.swapped_if_reversed.as_ref().map(|(first, second)| {
        format!("If {} is later than {}, the server swaps them.", code(first), code(second))
    }));
    facts.extend(
        operation.matches.as_ref().map(|name| format!("Behaves like {}.", index.operation_link(HERE, name))),
    );
    facts.extend(
        index
            .changes(&operation.name)
            .iter()
            .map(|it| format!("Server {}: {}", it.version, index.prose(HERE, &it.change))),
    );
    facts.extend(
        index.limits(&operation.name).iter().map(|it| format!("Limit: {}", index.prose(HERE, &it.limit))),
    );
    facts.extend(operation.not_shown.iter().map(|what| not_shown(index, what)));
    facts
}

fn not_shown(index: &Index<'_>, what: &str) -> String {
    format!("⚠ **Not shown:** {}", index.prose(HERE, what))
}

fn alias(method: &str, alias: &Alias) -> String {
    let name = alias.name.as_ref().map(|name| format!(" ({})", text(name))).unwrap_or_default();
    let since = alias.since.map(|version| format!(", since server {version}")).unwrap_or_default();
    format!("Alias {}{name}{since}.", code(&format!("{method} {}", alias.path)))
}

/// The media type of an encoding.
pub fn encoding(encoding: RequestEncoding) -> &'static str {
    match encoding {
        RequestEncoding::Form => "`application/x-www-form-urlencoded`",
        RequestEncoding::Multipart => "`multipart/form-data`",
    }
}

/// The credential and the gates in words.
fn access(index: &Index<'_>, auth: &Auth, gates: &[String]) -> Vec<String> {
    let credential = match auth {
        Auth::Required(name) => format!("Credentials: {}.", index.block_link(HERE, name)),
        Auth::Optional(name) => {
            format!("Credentials: {}, where the server asks for it.", index.block_link(HERE, name))
        }
        Auth::None => "Credentials: none.".to_owned(),
        Auth::NotShown => "⚠ Credentials: **not shown** in the documents.".to_owned(),
    };
    let gates = gates.iter().map(|code| {
        let words = index.gate(code).map(|gate| format!(": {}", text(&gate.doc))).unwrap_or_default();
        format!("Gate {}{words}", index.gate_link(HERE, code))
    });
    std::iter::once(credential).chain(gates).collect()
}

fn returned(index: &Index<'_>, returns: &Returns) -> String {
    let ty = returns.ty.as_ref().map(|ty| index.type_link(HERE, ty)).unwrap_or_default();
    let words =
        returns.doc.as_ref().map(|words| format!(" {}", index.prose(HERE, words))).unwrap_or_default();
    let values = returns.values.and_then(|id| index.ty(id));
    let values = values.map(|ty| format!(" Values: {}.", index.named_link(HERE, ty))).unwrap_or_default();
    let media = code(&returns.content_type);
    let what = match returns.kind {
        ReturnKind::Message => format!("the message {ty} as {media}."),
        ReturnKind::Json => format!("{ty} as {media}."),
        ReturnKind::Envelope => format!("{ty} in the {} as {media}.", envelope(index)),
        ReturnKind::Text => format!("text as {media}."),
        ReturnKind::Bytes => format!("a file as {media}."),
        ReturnKind::Redirect(status) => format!("a redirect, HTTP {status}; its target is the result."),
        ReturnKind::Described if words.is_empty() => "⚠ **not shown** in the documents.".to_owned(),
        ReturnKind::Described => "⚠ JSON whose **shape is not shown**; in the documents' words:".to_owned(),
    };
    format!("{what}{words}{values}")
}

fn envelope(index: &Index<'_>) -> String {
    let name = index.api.envelope.as_ref().map(|envelope| code(&envelope.name));
    link(&format!("envelope {}", name.unwrap_or_default()), "../index.md#answers")
}

/// How a failure looks, by the API's description. Of an operation whose result
/// is not shown, the documents do not say that it fails with a message.
fn failure(index: &Index<'_>, returns: &Returns) -> String {
    let mut shapes = Vec::new();
    if let Some(message) = &index.api.message {
        let ty = index.ty(message.type_id).map(|ty| index.named_link(HERE, ty)).unwrap_or_default();
        let shape = format!("{} 400 or more", code(&message.status));
        shapes.push(match returns.kind {
            ReturnKind::Described => {
                format!("⚠ **not shown** in the documents; read as the message {ty}, {shape}")
            }
            _ if message.is_inferred(index.api) => format!("the message {ty}, {shape} (⚠ inferred)"),
            ReturnKind::Message
            | ReturnKind::Json
            | ReturnKind::Envelope
            | ReturnKind::Text
            | ReturnKind::Bytes
            | ReturnKind::Redirect(_) => format!("the message {ty}, {shape}"),
        });
    }
    if let Some(it) = &index.api.envelope {
        shapes.push(format!(
            "the {}, {} {}, the reason in {}",
            envelope(index),
            code(&it.status),
            code(&it.error),
            code(&it.data)
        ));
    }
    let shapes = enumerated(&shapes, "or");
    if shapes.is_empty() { String::new() } else { format!("**On failure** {shapes}.") }
}
