//! Notes that say nothing.

use super::{Findings, Rule, Severity, Subject};
use generator_spec::load::source::Note;

pub const EMPTY: Rule = Rule {
    name: "note-decides-nothing",
    severity: Severity::Warning,
    reason: "A note records an ambiguity: what was read, what the spec does about it, and why. If \
             `decided` repeats what was read, or says that nothing is decided, it does not help the \
             reader: say what the spec does, even if that is to omit something, or remove the note.",
    check: empty,
};

/// The beginnings of decisions that decide nothing.
const NOTHING: &[&str] =
    &["nothing", "none", "undecided", "not decided", "not yet", "open", "tbd", "todo", "to be"];

fn empty(subject: &Subject<'_>, findings: &mut Findings) {
    let api = (&subject.source.api.value.notes, subject.source.api.at());
    let blocks = subject.blocks().map(|(block, at)| (&block.notes, at));
    let rows = subject.rows().map(|(row, at)| (&row.notes, at));
    for (notes, at) in std::iter::once(api).chain(blocks).chain(rows) {
        for (_, at) in notes.iter().zip(at.get("notes").items()).filter(|(note, _)| !decides(note)) {
            let help = "say what the spec does, or remove the note";
            findings.push(at.get("decided"), "this note decides nothing", help);
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
        && !NOTHING.iter().any(|word| starts_with_word(word))
}
