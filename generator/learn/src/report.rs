//! The report beside the overlay. A line holds known words and counts, never a value.

use generator_spec::text::plain;
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::finding::Finding;
pub use crate::finding::Section;
pub use crate::words::requests;

/// The report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// By section, and in the order of the spec.
    found: Vec<Finding>,
}

impl Report {
    pub(crate) fn new(mut found: Vec<Finding>) -> Self {
        found.retain(|it| !it.seen.is_empty());
        found.sort_by_key(|it| it.section);
        Self { found }
    }

    /// Adds a line.
    pub fn add(&mut self, section: Section, line: impl Into<String>) {
        let end = self.found.partition_point(|it| it.section <= section);
        self.found.insert(end, Finding::new(section, line));
    }

    /// Notes which contradictions the overlay has.
    pub fn settle(&mut self, draft: &Draft) {
        for it in &mut self.found {
            let last = it.writes.last().map(|it| it.path.iter().map(String::as_str).collect::<Vec<_>>());
            it.is_written = last.is_some_and(|path| draft.at(&path).is_some());
        }
    }

    /// Returns whether something was seen that the spec lacks.
    #[must_use]
    pub fn has_additions(&self) -> bool {
        let added = [Section::Parameters, Section::Results, Section::Fields, Section::Proposed];
        self.found.iter().any(|it| added.contains(&it.section))
    }

    /// The contradictions.
    #[must_use]
    pub fn contradictions(&self) -> &[Finding] {
        &self.found[..self.found.partition_point(|it| it.section == Section::Contradictions)]
    }

    /// The lines of a section.
    #[must_use]
    pub fn lines(&self, section: Section) -> Vec<String> {
        self.found.iter().filter(|it| it.section == section).map(ToString::to_string).collect()
    }

    /// The sections that have lines.
    fn sections(&self) -> impl Iterator<Item = (&'static str, Vec<String>)> {
        let sections = self.found.chunk_by(|one, next| one.section == next.section);
        sections.map(|all| (all[0].section.name(), all.iter().map(|it| plain(&it.to_string())).collect()))
    }

    fn printed(&self, heading: &str, mark: &str) -> String {
        let section = |(title, lines): (&str, Vec<String>)| {
            let lines: String = lines.iter().map(|line| format!("{mark}{line}\n")).collect();
            heading.replace("{}", title) + &lines
        };
        self.sections().map(section).collect::<Vec<_>>().join("\n")
    }

    /// The report for people.
    #[must_use]
    pub fn text(&self) -> String {
        self.printed("{}\n", "  ")
    }

    /// The report as a comment on a pull request.
    #[must_use]
    pub fn markdown(&self) -> String {
        self.printed("### {}\n\n", "- ")
    }

    /// The report for programs: the contradictions, and a list of lines for each section.
    #[must_use]
    pub fn json(&self) -> Value {
        let title = Section::Contradictions.name();
        let sections = self.sections().filter(|(it, _)| *it != title);
        let sections = sections.map(|(title, lines)| (title.to_owned(), json!(lines)));
        let first = (title.to_owned(), json!(self.contradictions()));
        Value::Object([first].into_iter().chain(sections).collect())
    }
}
