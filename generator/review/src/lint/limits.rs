//! Limits of values.

use super::{Findings, Rule, Severity, Subject};

pub const PATTERN: Rule = Rule {
    name: "pattern-without-max-length",
    severity: Severity::Warning,
    reason: "Checking a text against a pattern takes time for each of its characters, so a server refuses \
             texts that would take too long: from about 30,000 characters on for a mail address. With \
             `max_length`, callers know how long a text may be. Add it, or allow it if the documents \
             don't say.",
    check: pattern,
};

fn pattern(subject: &Subject<'_>, findings: &mut Findings) {
    let parameters = subject
        .parameters()
        .map(|(name, parameter, at)| (name, &parameter.pattern, parameter.max_length, at));
    let fields = subject.fields().map(|(name, field, at)| (name, &field.pattern, field.max_length, at));
    let types = subject.written_types().map(|(name, ty, at)| (name, &ty.pattern, ty.max_length, at));
    for (name, pattern, max_length, at) in parameters.chain(fields).chain(types) {
        if pattern.is_some() && max_length.is_none() {
            let title = format!("`{name}` has a pattern and no `max_length`");
            findings.push(at.get("pattern").key(), title, "add `max_length`, or allow it with the reason");
        }
    }
}
