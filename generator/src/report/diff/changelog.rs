//! A section of a changelog, ready to paste.

use std::fmt::Write;

use super::Section;
use crate::diff::{Change, Heading};
use crate::text::code;

/// A section with the headings of Keep a Changelog. Texts are only counted.
#[must_use]
pub fn changelog(changes: &[Change]) -> String {
    let mut text = "## [Unreleased]\n".to_owned();
    let sections = Section::all(changes);
    for heading in [Heading::Added, Heading::Changed, Heading::Deprecated, Heading::Removed] {
        let entries: Vec<String> = sections.iter().flat_map(|section| entries(section, heading)).collect();
        if !entries.is_empty() {
            let _ = write!(text, "\n### {}\n\n{}", heading.name(), entries.concat());
        }
    }
    text
}

fn entries(section: &Section<'_>, heading: Heading) -> Vec<String> {
    let changes = section.breaking.iter().chain(&section.others);
    let listed = changes.filter(|change| change.rule.heading == heading).map(|change| entry(change));
    let texts = (heading == Heading::Changed && !section.texts.is_empty())
        .then(|| format!("- {}: texts only ({}).\n", code(section.api), section.texts.len()));
    listed.chain(texts).collect()
}

fn entry(change: &Change) -> String {
    let breaking = if change.rule.is_breaking() { "**Breaking.** " } else { "" };
    format!("- {breaking}{}, {}.\n", code(&change.api), change.sentence())
}
