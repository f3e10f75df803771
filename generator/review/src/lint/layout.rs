//! The order of keys and what is written in brackets.

use std::ops::Range;
use std::sync::Arc;

use serde_yaml::Value;

use super::fix::{Edit, apply};
use super::{Findings, Rule, Severity, Subject};
use generator_spec::diagnostics::At;
use generator_spec::load::keys;

/// A line is at most so long, unless a word is longer.
pub const WIDTH: usize = 110;

pub const ORDER: Rule = Rule {
    name: "key-order",
    severity: Severity::Warning,
    reason: "The keys of an operation, a parameter, a field, an alias and a note have one order, that of the \
             tables in spec/README.md, so that a reader finds each where it was in the entry before. `--fix` \
             sorts them, with their comments.",
    check: order,
};

pub const BRACKETS: Rule = Rule {
    name: "brackets",
    severity: Severity::Warning,
    reason: "Lists of one kind look alike in all files: a parameter, a field or an alias takes one line, in \
             brackets where it has several keys and they fit; rules and notes take a line or more each. \
             spec/README.md says which keys are written in which way. `--fix` rewrites what has no comments.",
    check: brackets,
};

/// The layout of a map or a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// In brackets where that fits on one line.
    Line,
    /// One entry per line.
    Block,
    /// As it was written.
    Any,
}

use Shape::{Any, Block, Line};

/// The layout of a key's value (in brackets only if nothing in it has parts), and of each entry in
/// it.
const LAYOUT: &[(&str, Shape, Shape)] = &[
    ("about", Block, Any),
    ("aliases", Block, Line),
    ("constants", Block, Line),
    ("deprecated", Line, Any),
    ("documents", Line, Any),
    ("fields", Block, Line),
    ("gates", Line, Line),
    ("limits", Block, Block),
    ("not_shown", Block, Line),
    ("notes", Block, Block),
    ("operations", Line, Block),
    ("parameters", Block, Line),
    ("resources", Block, Block),
    ("returns", Line, Any),
    ("rules", Block, Any),
    ("schemes", Block, Line),
    ("see_also", Line, Any),
    ("states", Block, Block),
    ("swapped_if_reversed", Line, Any),
    ("values", Line, Any),
    ("version_changes", Any, Block),
    ("without", Line, Any),
];

fn order(subject: &Subject<'_>, findings: &mut Findings) {
    for (key, at) in values(subject) {
        let Some(order) = keys::order_of_entries(key) else { continue };
        for entry in at.items().filter(|entry| is_of_one_file(*entry)) {
            let rank = |(key, _): &(&str, At<'_>)| order.iter().position(|known| known == key);
            if !entry.entries().is_sorted_by_key(|entry| rank(&entry)) {
                let usual = order.iter().filter(|key| entry.find(key).is_some());
                let usual = usual.copied().collect::<Vec<_>>().join(", ");
                let help = format!("the order is {usual}; `cargo xtask lint --fix` sorts them");
                let fix = sorted(entry, &order);
                findings.fixable(entry.key(), "these keys are not in their order", help, fix);
            }
        }
    }
}

fn brackets(subject: &Subject<'_>, findings: &mut Findings) {
    for (key, at) in values(subject) {
        let layout = LAYOUT.iter().find(|(known, ..)| *known == key);
        let (of_value, of_entries) = layout.map_or((Any, Any), |(_, value, entries)| (*value, *entries));
        let is_flat = at.items().all(|item| item.items().next().is_none());
        check(at, if is_flat || of_value == Block { of_value } else { Any }, findings);
        at.items().for_each(|entry| check(entry, of_entries, findings));
    }
}

fn check(at: At<'_>, shape: Shape, findings: &mut Findings) {
    if at.items().next().is_none() || !is_of_one_file(at) {
        return;
    }
    let whole = text(at, at.value().start..end(at));
    if is_block(at) {
        if shape == Line
            && let Some(fix) = in_brackets(at)
        {
            findings.fixable(at.key(), "this fits in brackets on one line", HELP, Some(fix));
        }
    } else if shape == Block || whole.contains('\n') && !whole.contains('#') {
        findings.fixable(at.key(), "this belongs on lines of its own", HELP, as_lines(at));
    }
}

const HELP: &str = "see spec/README.md, or run `cargo xtask lint --fix`";

/// Every value of a key of the spec language that has a layout.
fn values<'a>(subject: &Subject<'a>) -> Vec<(&'a str, At<'a>)> {
    let files = subject.source.operations.iter().map(|file| file.at());
    let defaults = files.clone().filter_map(|file| file.find("defaults"));
    let maps = std::iter::once(subject.source.api.at()).chain(files).chain(defaults);
    let maps = maps.chain(subject.blocks().map(|(_, at)| at)).chain(subject.rows().map(|(_, at)| at));
    let maps = maps.chain(subject.types().map(|(_, at)| at)).filter(|map| is_of_one_file(*map));
    maps.flat_map(At::entries).collect()
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
        pieces.extend(entries.iter().map(|(_, it)| text(*it, it.key().span().start..end(*it)).to_owned()));
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

/// The value in brackets, if they fit on the line.
fn in_brackets(at: At<'_>) -> Option<Edit> {
    let range = range(at);
    let (before, after) = at.file().text.split_at_checked(range.start)?;
    let flow = format!("{}{}", if at.has_key() { ": " } else { "" }, flow(at)?);
    let rest = after.get(range.len()..)?.lines().next().unwrap_or_default();
    let line = before.lines().next_back().unwrap_or_default();
    let length: usize = [line, &flow, rest].iter().map(|text| text.chars().count()).sum();
    if length > WIDTH || text(at, range.clone()).contains('#') {
        return None;
    }
    checked(at, range, flow)
}

fn flow(at: At<'_>) -> Option<String> {
    let raw = text(at, at.value()).trim_end();
    if at.items().next().is_none() {
        let is_quoted = raw.starts_with(['"', '\'', '[', '{']);
        return match raw.contains([',', '[', ']', '{', '}']) && !is_quoted {
            _ if raw.is_empty() || raw.contains('\n') => None,
            true => Some(Value::from(raw)).and_then(|text| serde_json::to_string(&text).ok()),
            false => Some(raw.to_owned()),
        };
    }
    let item = |item: At<'_>| Some(format!("{}{}", key(item), flow(item)?));
    let items = at.items().map(item).collect::<Option<Vec<_>>>()?.join(", ");
    Some(if at.entries().next().is_some() { format!("{{{items}}}") } else { format!("[{items}]") })
}

/// `name: `, or nothing before the item of a list.
fn key(at: At<'_>) -> String {
    if at.has_key() { format!("{}: ", text(at, at.key().span())) } else { String::new() }
}

/// The value with one entry per line.
fn as_lines(at: At<'_>) -> Option<Edit> {
    let dash = if at.entries().next().is_some() { "" } else { "- " };
    let item = |item: At<'_>| format!("{dash}{}{}", key(item), text(item, item.value()).trim_end());
    let (indent, start) = match at.has_key() {
        true => (column(at, at.key().span().start) + 2, ":\n"),
        false => (column(at, at.value().start), ""),
    };
    let items = at.items().map(item).collect::<Vec<_>>();
    let indent = " ".repeat(indent);
    let first = if start.is_empty() { "" } else { indent.as_str() };
    let is_one_line = items.iter().all(|item| !item.contains('\n'));
    is_one_line.then(|| items.join(&format!("\n{indent}"))).and_then(|items| {
        let text = format!("{start}{first}{items}");
        checked(at, range(at), text)
    })
}

/// An edit after which the file says the same.
fn checked(at: At<'_>, range: Range<usize>, text: String) -> Option<Edit> {
    let edit = Edit { file: at.file().clone(), range, text };
    let (before, after) = apply(std::slice::from_ref(&edit)).pop()?;
    let value = |text: &str| serde_yaml::from_str::<Value>(text).ok();
    (value(&before.text)? == value(&after)?).then_some(edit)
}

/// The range from the end of its key to its own end, or of the value alone if it has no key.
fn range(at: At<'_>) -> Range<usize> {
    let start = if at.has_key() { at.key().span().end } else { at.value().start };
    start..end(at)
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
