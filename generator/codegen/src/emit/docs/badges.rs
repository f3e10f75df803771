//! What there is to know about an operation at a glance.

use super::index::{Index, Place, block_link};
use super::lists;
use super::markdown::{code, span, text};
use generator_spec::model::{Auth, Operation, Path};

/// The marks of an operation, on one line.
pub fn line(index: &Index<'_>, from: Place, it: &Operation) -> String {
    let gates = it.gates.iter().map(|gate| badge("gate", &index.gate_link(from, gate)));
    let badges = [
        it.deprecated.as_ref().map(|_| badge("deprecated", "deprecated")),
        credential(index, from, it),
        it.permission.as_ref().map(|name| badge("permission", &format!("token action {}", code(name)))),
    ];
    let others = [
        lists::since(it).map(|version| badge("since", &format!("since {version}"))),
        it.device_since.map(|version| badge("since", &format!("device client {version}"))),
        path(it).map(|mark| badge("inferred", mark)),
    ];
    let all = badges.into_iter().flatten().chain(gates).chain(others.into_iter().flatten());
    all.collect::<Vec<_>>().join(" · ")
}

fn credential(index: &Index<'_>, from: Place, it: &Operation) -> Option<String> {
    let block = index.api.block_of(&it.auth);
    let title = block.map(|block| block_link(from, block));
    Some(match (&it.auth, title) {
        (Auth::Required(name), title) => badge("credential", &title.unwrap_or_else(|| text(name))),
        (Auth::Optional(name), title) => {
            badge("credential", &format!("{}, optional", title.unwrap_or_else(|| text(name))))
        }
        (Auth::None, _) => badge("credential", "no credentials"),
        (Auth::NotShown, _) => badge("inferred", "⚠ credentials not shown"),
    })
}

fn path(it: &Operation) -> Option<&'static str> {
    match it.path {
        Path::Inferred(_) => Some("⚠ path inferred"),
        Path::AliasOnly => Some("⚠ only aliases"),
        Path::Documented(_) | Path::Elsewhere { .. } => None,
    }
}

fn badge(kind: &str, markdown: &str) -> String {
    span(&format!("badge {kind}"), markdown)
}
