//! The report beside the overlay. A line holds known words and counts, never a value.

use std::collections::BTreeMap;
use std::fmt;

use generator_spec::diagnostics::At;
use generator_spec::text::{counted, plain, shown};
use serde::Serialize;
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::recordings::{HIDDEN, filled};

/// The subject of a line, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Differences between the spec and the server.
    Contradictions,
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
    /// Fields that types lack.
    Fields,
    /// The shape of failures.
    Failures,
    /// Operations that the spec lacks.
    Proposed,
    /// Paths of which not all words are known.
    Unknown,
    /// The values that were asked for.
    Values,
    /// Samples that were not used.
    LeftOut,
}

impl Section {
    fn title(self) -> &'static str {
        match self {
            Self::Contradictions => "Contradictions",
            Self::Evidence => "Evidence",
            Self::Paths => "Paths",
            Self::Ambiguous => "Ambiguous, not written",
            Self::Parameters => "Parameters",
            Self::Results => "Results",
            Self::Failures => "Failures",
            Self::Fields => "Fields that types lack",
            Self::Proposed => "Operations that the spec lacks",
            Self::Unknown => "Paths with words that are not known",
            Self::Values => "Values",
            Self::LeftOut => "Left out",
        }
    }
}

/// A difference between what the spec says and what a server does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The operation.
    pub operation: String,
    /// The part of its exchanges, and the JSON pointer in it: `response /rooms/*`.
    pub place: String,
    /// The spec's words.
    pub spec: String,
    /// The file and the line that say it.
    pub line: String,
    /// The finding, and how often it was seen.
    pub seen: String,
    /// The line of an overlay instead, if that is clear.
    pub change: String,
    /// The overlay has the change.
    pub is_written: bool,
    /// Its place in the overlay.
    #[serde(skip)]
    pub(crate) path: Vec<String>,
}

impl Contradiction {
    /// The contradiction of what is at a place of the spec.
    #[must_use]
    pub fn at(mut self, at: Option<At<'_>>) -> Self {
        self.line = at.map(|at| format!("{}:{}", at.path(), at.line())).unwrap_or_default();
        self
    }

    /// The same, with what the overlay says at a path.
    #[must_use]
    pub fn written(mut self, path: &[&str], change: &str) -> Self {
        self.path = path.iter().map(|key| (*key).to_owned()).collect();
        change.clone_into(&mut self.change);
        self
    }

    /// The same, with the line to write.
    #[must_use]
    pub fn open(mut self, change: impl Into<String>) -> Self {
        self.change = change.into();
        self
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, place, spec, line, seen, change, is_written, .. } = self;
        write!(f, "{operation}: {place}: {seen}; the spec says {spec}")?;
        if !line.is_empty() {
            write!(f, " ({line})")?;
        }
        match (change.is_empty(), is_written) {
            (true, _) => Ok(()),
            (false, true) => write!(f, "; the overlay says `{change}`"),
            (false, false) => write!(f, "; to write: `{change}`"),
        }
    }
}

/// The report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    contradictions: Vec<Contradiction>,
    lines: BTreeMap<Section, Vec<String>>,
}

impl Report {
    /// Adds a line.
    pub fn add(&mut self, section: Section, line: impl Into<String>) {
        self.lines.entry(section).or_default().push(line.into());
    }

    /// Adds a contradiction.
    pub fn contradict(&mut self, found: Contradiction) {
        self.contradictions.push(found);
    }

    /// Changes all lines.
    pub fn each_line(&mut self, mut each: impl FnMut(&mut String)) {
        self.lines.values_mut().flatten().for_each(&mut each);
        self.contradictions.iter_mut().flat_map(|it| [&mut it.change, &mut it.seen]).for_each(each);
    }

    /// Notes which contradictions the overlay has.
    pub fn settle(&mut self, draft: &Draft) {
        for it in &mut self.contradictions {
            let path: Vec<&str> = it.path.iter().map(String::as_str).collect();
            it.is_written = !path.is_empty() && draft.at(&path).is_some();
        }
    }

    /// Returns whether something was seen that the spec lacks.
    #[must_use]
    pub fn has_additions(&self) -> bool {
        let added = [Section::Parameters, Section::Results, Section::Fields, Section::Proposed];
        added.iter().any(|section| self.lines.contains_key(section))
    }

    /// The contradictions.
    #[must_use]
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }

    /// The lines of a section.
    #[must_use]
    pub fn lines(&self, section: Section) -> Vec<String> {
        match section {
            Section::Contradictions => self.contradictions.iter().map(ToString::to_string).collect(),
            _ => self.lines.get(&section).cloned().unwrap_or_default(),
        }
    }

    /// The sections that have lines.
    fn sections(&self) -> impl Iterator<Item = (&'static str, Vec<String>)> {
        let first = (!self.contradictions.is_empty()).then_some(&Section::Contradictions);
        let plain = |line: &String| plain(line);
        first
            .into_iter()
            .chain(self.lines.keys())
            .map(move |section| (section.title(), self.lines(*section).iter().map(plain).collect()))
    }

    /// The report for people.
    #[must_use]
    pub fn text(&self) -> String {
        let section = |(title, lines): (&str, Vec<String>)| {
            format!("{title}\n{}", lines.iter().map(|line| format!("  {line}\n")).collect::<String>())
        };
        self.sections().map(section).collect::<Vec<_>>().join("\n")
    }

    /// The report as a comment on a pull request.
    #[must_use]
    pub fn markdown(&self) -> String {
        let section = |(title, lines): (&str, Vec<String>)| {
            format!("### {title}\n\n{}", lines.iter().map(|line| format!("- {line}\n")).collect::<String>())
        };
        self.sections().map(section).collect::<Vec<_>>().join("\n")
    }

    /// The report for programs: the contradictions, and a list of lines for each section.
    #[must_use]
    pub fn json(&self) -> Value {
        let sections = self.sections().filter(|(title, _)| *title != Section::Contradictions.title());
        let sections = sections.map(|(title, lines)| (title.to_owned(), json!(lines)));
        let first = (Section::Contradictions.title().to_owned(), json!(self.contradictions));
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
