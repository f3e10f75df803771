//! For programs.

use serde_json::{Map, Value, json};

use super::Section;
use crate::diff::{Change, Side};

/// Changes as a JSON list, one object per API that changed: `api`, `step`
/// (`patch`, `minor`, `major`), `changes`, the worst first.
///
/// A change: `rule`, `what` (about all changes of that rule), `words` (about
/// this one), `note`, `breaking`, `step`, `effects` (on `callers`, `client`,
/// `implementors`, `http`: `same`, `gains`, `breaks`), `subject`
/// (`{kind, name}`), `member`, `before`, `after`, `file`, `line` and `in`
/// (`base` or `head`: the spec with that line). What is unknown is `null`.
#[must_use]
pub fn json(changes: &[Change]) -> Value {
    Section::all(changes).iter().map(section).collect()
}

fn section(section: &Section<'_>) -> Value {
    let changes = section.breaking.iter().chain(&section.others).chain(&section.texts);
    json!({
        "api": section.api,
        "step": section.step().name(),
        "changes": changes.map(|change| self::change(change)).collect::<Vec<_>>(),
    })
}

fn change(change: &Change) -> Value {
    let effects = change.rule.effects().into_iter();
    let effects: Map<String, Value> =
        effects.map(|(name, effect)| (name.to_owned(), effect.name().into())).collect();
    let place = change.place.as_ref();
    json!({
        "rule": change.rule.id,
        "what": change.rule.what,
        "words": change.words(),
        "note": Some(change.rule.note).filter(|note| !note.is_empty()),
        "breaking": change.rule.is_breaking(),
        "step": change.rule.step().name(),
        "effects": effects,
        "subject": {"kind": change.subject.kind.name(), "name": change.subject.name},
        "member": change.member,
        "before": change.before,
        "after": change.after,
        "file": place.map(|place| place.path.as_str()),
        "line": place.map(|place| place.line),
        "in": place.map(|place| match place.side {
            Side::Base => "base",
            Side::Head => "head",
        }),
    })
}
