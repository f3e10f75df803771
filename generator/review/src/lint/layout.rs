//! The order of keys.

use std::ops::Range;
use std::sync::Arc;

use serde_yaml::Value;

use super::fix::{Edit, apply};
use super::{Findings, Rule, Severity, Subject};
use generator_spec::diagnostics::At;
use generator_spec::load::keys;
use generator_spec::program;

pub const ORDER: Rule = Rule {
    name: "key-order",
    severity: Severity::Warning,
    reason: "The keys of an operation, a parameter, a field, an alias and a note have one order, that of the \
             tables of the language reference, so that a reader finds each where it was in the entry before. `--fix` \
             sorts them, with their comments.",
    check: order,
};

fn order(subject: &Subject<'_>, findings: &mut Findings) {
    for (key, at) in values(subject) {
        let Some(order) = keys::order_of_entries(key) else { continue };
        for entry in at.items().filter(|entry| is_of_one_file(*entry)) {
            let rank = |(key, _): &(&str, At<'_>)| order.iter().position(|known| known == key);
            if !entry.entries().is_sorted_by_key(|entry| rank(&entry)) {
                let usual = order.iter().filter(|key| entry.find(key).is_some());
                let usual = usual.copied().collect::<Vec<_>>().join(", ");
                let help = format!("the order is {usual}; `{} lint --fix` sorts them", program::name());
                let fix = sorted(entry, &order);
                findings.fixable(entry.key(), "these keys are not in their order", help, fix);
            }
        }
    }
}

/// Every value of a key in the maps of a spec.
fn values<'a>(subject: &Subject<'a>) -> Vec<(&'a str, At<'a>)> {
    let files = subject.source.operations.iter().map(|file| file.at());
    let defaults = files.clone().filter_map(|file| file.find("defaults"));
    std::iter::once(subject.source.api.at())
        .chain(files)
        .chain(defaults)
        .chain(subject.blocks().map(|(_, at)| at))
        .chain(subject.rows().map(|(_, at)| at))
        .chain(subject.types().map(|(_, at)| at))
        .filter(|map| is_of_one_file(*map))
        .flat_map(At::entries)
        .collect()
}

/// Returns whether no overlay put anything here.
fn is_of_one_file(at: At<'_>) -> bool {
    let is_here = |other: At<'_>| Arc::ptr_eq(at.file(), other.file());
    is_here(at.key()) && at.items().all(|item| is_here(item) && is_here(item.key()) && is_of_one_file(item))
}

/// The entry with its keys in that order; each keeps its comments.
fn sorted(at: At<'_>, order: &[&str]) -> Option<Edit> {
    let mut entries: Vec<(&str, At<'_>)> = at.entries().collect();
    let ((_, first), (_, last)) = (*entries.first()?, *entries.last()?);
    let start = first.key().span().start;
    let whole = &at.file().text;
    let indent = " ".repeat(column(at, start));
    let line_end = |from: usize| whole.get(from..)?.find('\n').map(|length| from + length);
    let mut pieces = Vec::new();
    let (end, separator) = if is_block(at) {
        let mut from = start;
        for (_, entry) in &entries {
            let end = line_end(end(*entry)).unwrap_or(whole.len());
            // The first one shares its line with a dash.
            let before = if pieces.is_empty() { indent.as_str() } else { "" };
            pieces.push(format!("{before}{}", whole.get(from..end)?));
            from = end + 1;
        }
        (from - 1, "\n")
    } else {
        pieces.extend(
            entries.iter().map(|(_, entry)| text(*entry, entry.key().span().start..end(*entry)).to_owned()),
        );
        (end(last), ", ")
    };
    let rank = |key: &str| order.iter().position(|known| *known == key);
    let mut pieces: Vec<_> = entries.drain(..).map(|(key, _)| rank(key)).zip(pieces).collect();
    pieces.sort_by_key(|(rank, _)| *rank);
    let pieces: Vec<String> = pieces.into_iter().map(|(_, piece)| piece).collect();
    let joined = pieces.join(separator);
    let joined = if is_block(at) { joined.strip_prefix(&indent)? } else { &joined };
    checked(at, start..end, joined.to_owned())
}

/// An edit, if the file has the same value after it.
fn checked(at: At<'_>, range: Range<usize>, text: String) -> Option<Edit> {
    let edit = Edit { file: at.file().clone(), range, text };
    let (before, after) = apply(std::slice::from_ref(&edit)).pop()?;
    let value = |text: &str| serde_yaml::from_str::<Value>(text).ok();
    (value(&before.text)? == value(&after)?).then_some(edit)
}

fn text<'a>(at: At<'a>, range: Range<usize>) -> &'a str {
    &at.file().text[range]
}

fn is_block(at: At<'_>) -> bool {
    !text(at, at.value()).starts_with(['{', '['])
}

/// The end of a value: that of its last entry, and the bracket after it.
fn end(at: At<'_>) -> usize {
    let Some(last) = at.items().last().map(end) else {
        return at.value().start + text(at, at.value()).trim_end().len();
    };
    let rest = text(at, last..at.file().text.len());
    let bracket = if is_block(at) { None } else { rest.find(['}', ']']) };
    last + bracket.map_or(0, |length| length + 1)
}

fn column(at: At<'_>, byte: usize) -> usize {
    let before = &at.file().text[..byte];
    before.rsplit('\n').next().map_or(0, |line| line.chars().count())
}
