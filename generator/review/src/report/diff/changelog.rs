//! A section of a changelog, ready to paste.

use std::fmt::Write;

use super::Section;
use crate::diff::{Change, Heading};
use generator_spec::text::code;

/// Headings of Keep a Changelog, in the order of the sections.
const HEADINGS: [Heading; 4] = [Heading::Added, Heading::Changed, Heading::Deprecated, Heading::Removed];

/// A section with the headings of Keep a Changelog. Texts are only counted.
#[must_use]
pub fn changelog(changes: &[Change]) -> String {
    let mut text = "## [Unreleased]\n".to_owned();
    let sections = Section::all(changes);
    for heading in HEADINGS {
        let of = |section: &Section<'_>| of_section(section, heading, &format!("{}, ", code(section.api)));
        let entries: Vec<String> = sections.iter().flat_map(of).collect();
        if !entries.is_empty() {
            let _ = write!(text, "\n### {}\n\n{}", heading.name(), entries.concat());
        }
    }
    text
}

/// The entries of one API's changes, by heading, without the API's name.
#[must_use]
pub fn entries(changes: &[Change]) -> Vec<(Heading, Vec<String>)> {
    let section = Section::of(changes);
    let entries = HEADINGS.map(|heading| (heading, of_section(&section, heading, "")));
    entries.into_iter().filter(|(_, entries)| !entries.is_empty()).collect()
}

fn of_section(section: &Section<'_>, heading: Heading, prefix: &str) -> Vec<String> {
    let changes = section.breaking.iter().chain(&section.others);
    let listed = changes.filter(|change| change.rule.heading == heading).map(|change| entry(change, prefix));
    let texts = (heading == Heading::Changed && !section.texts.is_empty()).then(|| match prefix {
        "" => format!("- Texts only ({}).\n", section.texts.len()),
        _ => format!("- {}: texts only ({}).\n", code(section.api), section.texts.len()),
    });
    listed.chain(texts).collect()
}

fn entry(change: &Change, prefix: &str) -> String {
    let breaking = if change.rule.is_breaking() { "**Breaking.** " } else { "" };
    format!("- {breaking}{prefix}{}.\n", change.sentence())
}
