//! The report beside the overlay. A line holds known words and counts, never a value.

use generator_spec::text::{counted, named, plain, shown};
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::finding::Finding;
use crate::recordings::{HIDDEN, filled};

named! {
    /// The subject of a line, in the order of the report.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Section {
        /// Differences between the spec and the server.
        #[default]
        Contradictions = "Contradictions",
        /// The files that were read.
        Evidence = "Evidence",
        /// The paths of operations.
        Paths = "Paths",
        /// Paths that fit several operations.
        Ambiguous = "Ambiguous, not written",
        /// Parameters, headers and methods.
        Parameters = "Parameters",
        /// The results of operations.
        Results = "Results",
        /// Fields that types lack.
        Fields = "Fields that types lack",
        /// The shape of failures.
        Failures = "Failures",
        /// Operations that the spec lacks.
        Proposed = "Operations that the spec lacks",
        /// Paths of which not all words are known.
        Unknown = "Paths with words that are not known",
        /// The values that were asked for.
        Values = "Values",
        /// Samples that were not used.
        LeftOut = "Left out",
    }
}

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

/// `14 of 14 requests`
pub fn of_requests(count: u64, of: u64) -> String {
    format!("{count} of {}", requests(of))
}

/// `14 requests`
pub fn requests(count: u64) -> String {
    counted(count, "request")
}

/// `5 samples`
pub fn samples(count: u64) -> String {
    counted(count, "sample")
}

/// A name from the evidence, in a message.
pub fn name(name: &str) -> String {
    format!("`{}`", shown(&masked(name)))
}

/// A name without the numbers of what is hidden.
pub fn masked(name: &str) -> String {
    filled(name, |inside| is_number(inside).then_some(HIDDEN))
}

/// Returns whether something of a name is hidden: a number in braces; a variable has a name there.
pub fn is_hidden(name: &str) -> bool {
    let mut pieces = name.split('{').skip(1).filter_map(|piece| Some(piece.split_once('}')?.0));
    pieces.any(|inside| is_number(inside) || inside == "…")
}

fn is_number(inside: &str) -> bool {
    !inside.is_empty() && inside.bytes().all(|it| it.is_ascii_digit())
}
