//! The facts about an operation that a reader sees at a glance.

use super::index::{Index, PageFolder, block_link};
use crate::emit::common::markdown::{code, span, text};
use generator_spec::model::{Auth, Effect, Operation, Path, Version};

/// The marks of an operation, on one line. Its gates are sentences.
pub fn line(index: &Index<'_>, from: PageFolder, it: &Operation) -> String {
    let badges = [
        it.deprecated.as_ref().map(|_| badge("deprecated", "deprecated")),
        (it.effect == Effect::Destroys).then(|| effect(it, it.effect.name())),
        credential(index, from, it),
        it.permission.as_ref().map(|name| badge("permission", &format!("permission {}", code(name)))),
        since(it).map(|version| badge("since", &format!("since {version}"))),
        it.device_since.map(|version| badge("since", &format!("device client {version}"))),
    ];
    badges.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Its effect, which stands out if something is lost.
pub fn effect(it: &Operation, words: &str) -> String {
    if it.effect == Effect::Destroys { badge("destroys", words) } else { words.to_owned() }
}

/// One that the documents don't show has a sentence.
fn credential(index: &Index<'_>, from: PageFolder, it: &Operation) -> Option<String> {
    let block = index.api.block_of(&it.auth).map(|block| block_link(from, block));
    let title = match &it.auth {
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

/// The first version, or its first alias's if it has no path.
pub fn since(operation: &Operation) -> Option<Version> {
    match operation.path {
        Path::AliasOnly => operation.aliases.first().and_then(|alias| alias.since),
        Path::Documented(_) | Path::Inferred(_) | Path::Elsewhere { .. } => operation.since,
    }
}
