//! The report of `lint`.

use crate::lint::Rule;
use generator_spec::diagnostics::{Color, Finding, Severity, render_findings};
use generator_spec::program;
use generator_spec::text::{counted, wrapped};

/// The findings for people.
#[must_use]
pub fn text(findings: &[Finding], color: Color) -> String {
    if findings.is_empty() {
        return "no findings".to_owned();
    }
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    format!(
        "{}\n\n{}, {}: `{} lint --explain RULE` prints the reason for a rule",
        render_findings(findings, color),
        counted(errors, "error"),
        counted(findings.len() - errors, "warning"),
        program::name()
    )
}

/// The reason for a rule.
#[must_use]
pub fn explanation(rule: &Rule) -> String {
    let reason = wrapped(rule.reason.split(' '), 80, |text| text.chars().count()).join("\n");
    format!("{} ({})\n\n{reason}\n", rule.name, rule.severity.name())
}
