//! Badges: the most important facts about an operation.

use super::index::{Index, PageFolder, block_link};
use crate::emit::common::markdown::{code, span, text};
use generator_spec::model::{Auth, Effect, Operation, Path, Version};

/// The badges of an operation, on one line. Gates have none: they are sentences.
pub fn line(index: &Index<'_>, from: PageFolder, operation: &Operation) -> String {
    let badges = [
        operation.deprecated.as_ref().map(|_| badge("deprecated", "deprecated")),
        (operation.effect == Effect::Destroys).then(|| effect(operation, operation.effect.name())),
        credential(index, from, operation),
        operation.permission.as_ref().map(|name| badge("permission", &format!("permission {}", code(name)))),
        since(operation).map(|version| badge("since", &format!("since {version}"))),
        operation.device_since.map(|version| badge("since", &format!("device client {version}"))),
    ];
    badges.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The effect of an operation, which is highlighted if something is lost.
pub fn effect(operation: &Operation, words: &str) -> String {
    if operation.effect == Effect::Destroys { badge("destroys", words) } else { words.to_owned() }
}

/// The credential of an operation; `None` if the documents don't show it, which a sentence says.
fn credential(index: &Index<'_>, from: PageFolder, operation: &Operation) -> Option<String> {
    let block = index.api.block_of(&operation.auth).map(|block| block_link(from, block));
    let title = match &operation.auth {
        Auth::Required(name) => block.unwrap_or_else(|| text(name)),
        Auth::Optional(name) => format!("{}, optional", block.unwrap_or_else(|| text(name))),
        Auth::None => "no credentials".to_owned(),
        Auth::NotShown => return None,
    };
    Some(badge("credential", &title))
}

fn badge(kind: &str, markdown: &str) -> String {
    span(&format!("badge {kind}"), markdown)
}

/// The first version of an operation, or of its first alias if it has no path.
pub fn since(operation: &Operation) -> Option<Version> {
    match operation.path {
        Path::AliasOnly => operation.aliases.first().and_then(|alias| alias.since),
        Path::Documented(_) | Path::Inferred(_) | Path::Elsewhere { .. } => operation.since,
    }
}
