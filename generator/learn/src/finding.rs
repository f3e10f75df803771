//! The findings of comparisons. What fits isn't one; the others contradict the spec, add to it, or are unclear.
//! The report and the overlay are printed from them.

use std::fmt;

use generator_spec::diagnostics::At;
use generator_spec::text::named;
use serde::Serialize;
use serde_json::Value;

use super::words::masked;
use super::yaml::flow;

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

/// A place of values: an operation, a part of its exchanges, and a JSON pointer, where `*` is any item.
#[derive(Clone)]
pub struct Place<'a> {
    pub operation: &'a str,
    pub part: String,
    pub pointer: String,
    /// The words of the spec about it.
    pub at: Option<At<'a>>,
}

impl<'a> Place<'a> {
    pub fn within(&self, name: &str) -> Self {
        Self { pointer: format!("{}/{}", self.pointer, masked(name)), ..self.clone() }
    }

    pub fn at(self, at: Option<At<'a>>) -> Self {
        Self { at, ..self }
    }

    pub fn is_response(&self) -> bool {
        self.part.starts_with("response")
    }

    /// Something at this place that the spec says otherwise.
    pub fn contradicts(&self, spec: impl Into<String>, seen: impl Into<String>) -> Finding {
        let found = Finding {
            operation: self.operation.to_owned(),
            place: format!("{} {}", self.part, self.pointer).trim_end().to_owned(),
            spec: spec.into(),
            seen: seen.into(),
            ..Finding::default()
        };
        found.at(self.at)
    }
}

/// A difference between what the spec says and what a server does, or something else worth a line.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Finding {
    /// The kind of difference.
    #[serde(skip)]
    pub section: Section,
    /// The operation, or the type.
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
    /// The values in the overlay.
    #[serde(skip)]
    pub(crate) writes: Vec<Write>,
}

/// A value at a place of the overlay, and how often it was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    pub path: Vec<String>,
    pub value: Value,
    pub times: String,
}

impl Write {
    pub fn new(path: &[&str], value: impl Into<Value>, times: impl Into<String>) -> Self {
        let path = path.iter().map(|key| (*key).to_owned()).collect();
        Self { path, value: value.into(), times: times.into() }
    }

    /// The same below another place.
    pub fn below(mut self, path: &[&str]) -> Self {
        self.path.splice(..0, path.iter().map(|key| (*key).to_owned()));
        self
    }
}

impl Finding {
    /// A line.
    pub fn new(section: Section, line: impl Into<String>) -> Self {
        Self { section, seen: line.into(), ..Self::default() }
    }

    /// The finding about what is at a place of the spec.
    #[must_use]
    pub fn at(mut self, at: Option<At<'_>>) -> Self {
        self.line = at.map(|at| format!("{}:{}", at.path(), at.line())).unwrap_or_default();
        self
    }

    /// The same, with what the overlay has.
    #[must_use]
    pub fn write(mut self, path: &[&str], value: impl Into<Value>, times: impl Into<String>) -> Self {
        let write = Write::new(path, value, times);
        if self.change.is_empty() {
            let key = path.last().copied().unwrap_or_default();
            self.change = format!("{key}: {}", flow(&write.value));
        }
        self.writes.push(write);
        self
    }

    /// The same, with the line to write.
    #[must_use]
    pub fn change(mut self, change: impl Into<String>) -> Self {
        self.change = change.into();
        self
    }

    /// Calls `each` with every text that may name a type.
    pub fn each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.change);
        each(&mut self.seen);
        self.writes.iter_mut().for_each(|it| each_text(&mut it.value, each));
    }
}

fn each_text(value: &mut Value, each: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) => each(text),
        Value::Object(map) => map.values_mut().for_each(|value| each_text(value, each)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {}
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { section, operation, place, spec, line, seen, change, is_written, .. } = self;
        if *section != Section::Contradictions {
            return f.write_str(seen);
        }
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
