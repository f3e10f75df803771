//! Errors with a severity: errors, and style problems.

use super::Diagnostic;
use crate::text::named;

named! {
    /// The severity of a finding.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Severity {
        /// It can stay.
        Warning = "warning",
        /// It must be fixed.
        Error = "error",
    }
}

/// An error, how bad it is, and the rule that found it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The place, the problem and the remedy.
    pub diagnostic: Diagnostic,
    /// Its severity.
    pub severity: Severity,
    /// Name of the lint rule; `None` for an error in the spec itself.
    pub rule: Option<&'static str>,
}

impl From<Diagnostic> for Finding {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, severity: Severity::Error, rule: None }
    }
}
