//! The report beside the overlay. A line holds known words and counts, never a value.

use std::collections::BTreeMap;

use crate::recordings::{HIDDEN, filled};
use serde_json::{Value, json};

use generator_spec::text::{counted, plain, shown};

/// The subject of a line, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The files that were read.
    Evidence,
    /// The paths of operations.
    Paths,
    /// Paths that fit several operations.
    Ambiguous,
    /// Parameters, headers and methods.
    Parameters,
    /// The results of operations.
    Results,
    /// The shape of failures.
    Failures,
    /// Operations that the spec lacks.
    Proposed,
    /// Differences from the documents, from an overlay or within the evidence.
    Contradictions,
    /// The values that were asked for.
    Values,
    /// Samples that were not used.
    LeftOut,
}

impl Section {
    fn title(self) -> &'static str {
        match self {
            Self::Evidence => "Evidence",
            Self::Paths => "Paths",
            Self::Ambiguous => "Ambiguous, not written",
            Self::Parameters => "Parameters",
            Self::Results => "Results",
            Self::Failures => "Failures",
            Self::Proposed => "Operations that the spec lacks",
            Self::Contradictions => "Contradictions",
            Self::Values => "Values",
            Self::LeftOut => "Left out",
        }
    }
}

/// The report.
#[derive(Clone, Debug, Default)]
pub struct Report(BTreeMap<Section, Vec<String>>);

impl Report {
    /// Adds a line.
    pub fn add(&mut self, section: Section, line: impl Into<String>) {
        self.0.entry(section).or_default().push(line.into());
    }

    /// Changes all lines.
    pub fn each_line(&mut self, each: impl FnMut(&mut String)) {
        self.0.values_mut().flatten().for_each(each);
    }

    /// The lines of a section.
    #[must_use]
    pub fn lines(&self, section: Section) -> &[String] {
        self.0.get(&section).map_or(&[], Vec::as_slice)
    }

    /// The report for people.
    #[must_use]
    pub fn text(&self) -> String {
        let section = |(section, lines): (&Section, &Vec<String>)| {
            let lines: String = lines.iter().map(|line| format!("  {}\n", plain(line))).collect();
            format!("{}\n{lines}", section.title())
        };
        self.0.iter().map(section).collect::<Vec<_>>().join("\n")
    }

    /// The report for programs: an object with a list of lines for each section.
    #[must_use]
    pub fn json(&self) -> Value {
        let section = |(section, lines): (&Section, &Vec<String>)| {
            (section.title().to_owned(), json!(lines.iter().map(|line| plain(line)).collect::<Vec<_>>()))
        };
        Value::Object(self.0.iter().map(section).collect())
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

/// A name from the evidence, in a message.
pub fn name(name: &str) -> String {
    format!("`{}`", shown(&masked(name)))
}

/// A name without the numbers of what is hidden.
pub fn masked(name: &str) -> String {
    filled(name, |_| Some(HIDDEN))
}

/// Returns whether something of a name is hidden.
pub fn is_hidden(name: &str) -> bool {
    name.contains('{')
}
