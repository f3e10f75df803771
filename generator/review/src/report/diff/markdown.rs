//! As a comment on a pull request.

use std::fmt::Write;

use super::Section;
use crate::diff::{Change, Heading};
use generator_spec::text::code;

/// Changes as Markdown, by API, the worst first. Everything from a spec is in
/// code style, where nothing is markup.
#[must_use]
pub fn markdown(changes: &[Change]) -> String {
    let mut text = "## API changes\n\n".to_owned();
    if changes.is_empty() {
        text.push_str("No changes: the specs mean the same.\n");
    }
    for section in Section::all(changes) {
        let _ = writeln!(
            text,
            "### {}\n\nVersion bump: **{}** ({}).\n",
            code(section.api),
            section.step().name(),
            section.counts()
        );
        let parts = [
            ("open", "Breaking", &section.breaking),
            ("open", "Other changes", &section.others),
            ("", "Documentation", &section.texts),
        ];
        for (state, title, changes) in parts.into_iter().filter(|(_, _, changes)| !changes.is_empty()) {
            part(&mut text, state, title, changes);
        }
    }
    text
}

fn part(text: &mut String, state: &str, title: &str, changes: &[&Change]) {
    let space = if state.is_empty() { "" } else { " " };
    let _ = writeln!(text, "<details{space}{state}><summary>{title}: {}</summary>\n", changes.len());
    for change in changes {
        let _ = writeln!(text, "{}", item(change));
    }
    text.push_str("\n</details>\n\n");
}

fn item(change: &Change) -> String {
    let has_note = !change.rule.note.is_empty() && change.rule.heading != Heading::Documentation;
    let note = if has_note { format!(" *{}*", change.rule.note) } else { String::new() };
    let position = change.position().map(|position| format!(" {}", code(&position))).unwrap_or_default();
    format!("- {}.{}{note} ({}){position}", change.sentence(), change.breaks(), code(change.rule.id))
}
