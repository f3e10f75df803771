//! The order of gates.

use std::collections::HashMap;

use super::fix::Edit;
use super::{Findings, Rule, Severity, Subject};
use generator_spec::diagnostics::At;

pub const ORDER: Rule = Rule {
    name: "gate-order",
    severity: Severity::Warning,
    reason: "Gates are checked in order, so two operations with the same gates in another order reject the \
             same caller with different errors. Two gates belong in the order that most lists of their API \
             use. If the documents use another order here, allow it. `--fix` sorts them.",
    check: order,
};

/// Counts how often one gate comes before another.
type Before<'a> = HashMap<(&'a str, &'a str), usize>;

fn order(subject: &Subject<'_>, findings: &mut Findings) {
    let lists = lists(subject);
    let mut before: Before<'_> = HashMap::new();
    for (gates, _) in &lists {
        for (index, first) in gates.iter().enumerate() {
            for second in gates.iter().skip(index + 1) {
                *before.entry((first, second)).or_default() += 1;
            }
        }
    }
    for (gates, at) in lists {
        let usual = sorted(gates, &before);
        if usual != gates.iter().map(String::as_str).collect::<Vec<_>>() {
            let title = "these gates are not in the usual order of this API";
            let help = format!("write [{}], or allow it", usual.join(", "));
            findings.fixable(at, title, help, edit(at, &usual));
        }
    }
}

/// Every list of gates where it is written.
fn lists<'a>(subject: &Subject<'a>) -> Vec<(&'a [String], At<'a>)> {
    let defaults = subject.defaults().map(|(defaults, at)| (defaults.gates.as_deref(), at));
    let rows = subject.rows().map(|(row, at)| (row.gates.as_deref(), at));
    defaults.chain(rows).filter_map(|(gates, at)| Some((gates?, at.find("gates")?))).collect()
}

/// The gates, each after those that precede it in most lists.
fn sorted<'a>(gates: &'a [String], before: &Before<'_>) -> Vec<&'a str> {
    let count = |a: &str, b: &str| before.get(&(a, b)).copied().unwrap_or_default();
    let mut sorted: Vec<&str> = Vec::with_capacity(gates.len());
    for gate in gates {
        let is_later = |other: &&str| count(gate, other) > count(other, gate);
        let place = sorted.iter().position(is_later).unwrap_or(sorted.len());
        sorted.insert(place, gate);
    }
    sorted
}

/// A list in brackets without comments can be rewritten.
fn edit(at: At<'_>, gates: &[&str]) -> Option<Edit> {
    let text = at.file().text.get(at.value())?;
    let is_plain = text.starts_with('[') && text.ends_with(']') && !text.contains(['\n', '#']);
    let text = format!("[{}]", gates.join(", "));
    is_plain.then(|| Edit { file: at.file().clone(), range: at.value(), text })
}
