//! On a terminal, and as annotations of GitHub.

use super::Section;
use crate::diff::{Change, Side};
use generator_spec::diagnostics::{Color, annotation};

/// Changes for people, the worst first.
#[must_use]
pub fn text(changes: &[Change], color: Color) -> String {
    if changes.is_empty() {
        return "The specs mean the same.\n".to_owned();
    }
    Section::all(changes).iter().map(|section| self::section(section, color)).collect::<Vec<_>>().join("\n")
}

fn section(section: &Section<'_>, color: Color) -> String {
    let head = format!("{}: {} ({})", section.api, section.step().name(), section.counts());
    let paint = |style, label: &str| painted(label, style, color);
    let mut lines = vec![paint(BOLD, &head)];
    lines.extend(section.breaking.iter().map(|change| line(&paint(RED, "breaking"), change)));
    lines.extend(section.others.iter().map(|change| line(&paint(GREEN, "   other"), change)));
    lines.extend(section.texts.iter().map(|change| line("    text", change)));
    lines.join("\n") + "\n"
}

fn line(label: &str, change: &Change) -> String {
    let broken = change.broken();
    let broken = if broken.is_empty() { String::new() } else { format!("; breaks {broken}") };
    let position = change.position().unwrap_or_default();
    format!("  {label}  {}\n            {position} ({}{broken})", change.sentence(), change.rule.id)
}

const BOLD: &str = "1";
const RED: &str = "1;31";
const GREEN: &str = "32";

fn painted(text: &str, style: &str, color: Color) -> String {
    match color {
        Color::Always => format!("\x1b[{style}m{text}\x1b[0m"),
        Color::Never => text.to_owned(),
    }
}

/// Changes as workflow commands of GitHub Actions: warnings for what breaks,
/// notices for the rest. What was removed has no line.
#[must_use]
pub fn github(changes: &[Change]) -> String {
    changes.iter().map(as_annotation).collect()
}

fn as_annotation(change: &Change) -> String {
    let level = if change.rule.is_breaking() { "warning" } else { "notice" };
    let place = change.place.as_ref().filter(|place| place.side == Side::Head);
    let title = format!("{} {}", change.api, change.rule.id);
    let message = format!("{}.{}", change.sentence(), change.breaks());
    annotation(level, place.map(|place| (place.path.as_str(), place.line)), &title, &message)
}
