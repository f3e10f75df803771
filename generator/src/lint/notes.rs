//! Notes that say nothing.

use super::{Check, Findings, Rule, Severity, Subject};
use crate::diagnostics::At;
use crate::load::source::Note;

pub const EMPTY: Rule = Rule {
    name: "note-decides-nothing",
    severity: Severity::Warning,
    reason: "A note records an ambiguity: what was read, what the spec does about it, and why. One whose `decided` \
             repeats what was read or says that nothing is decided leaves the reader where the documents left him: \
             say what the spec does, even where that is to leave something out, or take the note out.",
    check: Check::Api(empty),
};

/// Starts of decisions that are none.
const NOTHING: &[&str] =
    &["nothing", "none", "undecided", "not decided", "not yet", "open", "tbd", "todo", "to be"];

fn empty(subject: &Subject<'_>, findings: &mut Findings) {
    let api = (&subject.source.api.value.notes, subject.source.api.at());
    let blocks = subject
        .source
        .api
        .value
        .auth
        .iter()
        .map(|(name, block)| (&block.notes, subject.source.api.at().get("auth").get(name)));
    let rows = subject.rows().map(|(row, at)| (&row.notes, at));
    for (notes, at) in std::iter::once(api).chain(blocks).chain(rows) {
        for (index, _) in notes.iter().enumerate().filter(|(_, note)| !decides(note)) {
            report(at.get("notes").item(index), findings);
        }
    }
}

fn report(note: At<'_>, findings: &mut Findings) {
    let help = "say what the spec does, or take the note out";
    findings.push(note.get("decided"), "this note decides nothing", help);
}

fn decides(note: &Note) -> bool {
    let plain = |text: &str| text.trim().trim_end_matches('.').to_lowercase();
    let (read, decided, why) = (plain(&note.read), plain(&note.decided), plain(&note.why));
    let starts_with_word = |start: &str| {
        decided.strip_prefix(start).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    !decided.is_empty()
        && !why.is_empty()
        && decided != read
        && !NOTHING.iter().any(|it| starts_with_word(it))
}
