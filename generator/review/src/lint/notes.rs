//! Notes that say nothing.

use super::{Check, Findings, Rule, Severity, Subject};
use generator_spec::load::source::Note;

pub const EMPTY: Rule = Rule {
    name: "note-decides-nothing",
    severity: Severity::Warning,
    reason: "A note records an ambiguity: what was read, what the spec does about it, and why. If \
             `decided` repeats what was read, or says that nothing is decided, it does not help the \
             reader: say what the spec does, even if that is to omit something, or remove the note.",
    check: Check::Api(empty),
};

/// The beginnings of decisions that decide nothing.
const NOTHING: &[&str] =
    &["nothing", "none", "undecided", "not decided", "not yet", "open", "tbd", "todo", "to be"];

fn empty(subject: &Subject<'_>, findings: &mut Findings) {
    let api = (&subject.source.api.value.notes, subject.source.api.at());
    let blocks = subject.blocks().map(|(block, at)| (&block.notes, at));
    let rows = subject.rows().map(|(row, at)| (&row.notes, at));
    for (notes, at) in std::iter::once(api).chain(blocks).chain(rows) {
        for (index, _) in notes.iter().enumerate().filter(|(_, note)| !decides(note)) {
            let at = at.get("notes").item(index).get("decided");
            findings.push(at, "this note decides nothing", "say what the spec does, or remove the note");
        }
    }
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
