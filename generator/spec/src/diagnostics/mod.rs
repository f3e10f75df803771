//! Errors of a spec: where, what is wrong, and what to do.

mod finding;
mod render;
mod suggest;

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::text::shown;

pub use self::finding::{Finding, Severity};
pub use self::render::annotation;
pub use self::render::{Color, github, json, render, render_findings};
pub use self::suggest::{did_you_mean, suggest};
pub use crate::node::{At, SpecFile};

/// Something wrong with a spec.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The file; `None` if the spec folder itself is invalid.
    pub file: Option<Arc<SpecFile>>,
    /// Bytes of the invalid text.
    pub span: Range<usize>,
    /// The problem.
    pub title: String,
    /// The remedy.
    pub help: String,
}

impl Diagnostic {
    /// Line and column of its first character, both from 1, the column in characters.
    #[must_use]
    pub fn position(&self) -> (usize, usize) {
        self.line_and_column(self.span.start)
    }

    /// Line and column after its last character.
    #[must_use]
    pub fn end(&self) -> (usize, usize) {
        self.line_and_column(self.span.end)
    }

    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let Some(file) = &self.file else { return (1, 1) };
        let (line, start) = file.line(at);
        let column = file.text.get(start..at).unwrap_or_default().chars().count();
        (line + 1, column + 1)
    }

    /// The key by which errors are sorted; those with the same key are one.
    fn key(&self) -> (Option<&str>, usize, &str, usize) {
        let path = self.file.as_ref().map(|file| file.path.as_str());
        (path, self.span.start, &self.title, self.span.end)
    }
}

/// All errors of a spec. A shared reference is enough to add one.
#[derive(Clone, Debug, Default)]
pub struct Errors(RefCell<Vec<Diagnostic>>);

impl Errors {
    /// Adds an error at a place, unless it follows from one that is reported.
    pub fn push(&self, at: At<'_>, title: impl Into<String>, help: impl Into<String>) {
        if !at.is_poisoned() {
            let (title, help) = (title.into(), help.into());
            self.add(Diagnostic { file: Some(at.file().clone()), span: at.span(), title, help });
        }
    }

    /// Adds a name that is unknown: `what` it should be the name of, and which ones there are.
    pub fn unknown<'n>(
        &self,
        at: At<'_>,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
        otherwise: &str,
    ) {
        self.push(at, format!("unknown {what} `{name}`"), did_you_mean(name, known, otherwise));
    }

    /// Adds an error.
    pub fn add(&self, diagnostic: Diagnostic) {
        let (title, help) = (shown(&diagnostic.title), shown(&diagnostic.help));
        self.0.borrow_mut().push(Diagnostic { title, help, ..diagnostic });
    }

    /// Adds all of others.
    pub fn append(&self, others: Self) {
        self.0.borrow_mut().extend(others.0.into_inner());
    }

    /// Keeps so many of those that were added first.
    pub(crate) fn truncate(&self, count: usize) {
        self.0.borrow_mut().truncate(count);
    }

    /// Returns whether nothing was reported.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// Returns how many were reported.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.borrow().len()
    }

    /// The errors by file and position.
    #[must_use]
    pub fn sorted(self) -> Vec<Diagnostic> {
        let mut errors = self.0.into_inner();
        errors.sort_by(|a, b| a.key().cmp(&b.key()));
        errors.dedup_by(|a, b| a.key() == b.key());
        errors
    }

    /// The same, beside what `lint` finds.
    #[must_use]
    pub fn findings(self) -> Vec<Finding> {
        self.sorted().into_iter().map(Finding::from).collect()
    }

    /// The errors by file and position, each once: what many operations
    /// inherit is reported in one place.
    #[must_use]
    pub fn settled(self) -> Self {
        Self(RefCell::new(self.sorted()))
    }
}

impl fmt::Display for Diagnostic {
    /// `file:line:column: what is wrong`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position();
        match &self.file {
            Some(file) => write!(f, "{}:{line}:{column}: {}", shown(&file.path), self.title),
            None => f.write_str(&self.title),
        }
    }
}
