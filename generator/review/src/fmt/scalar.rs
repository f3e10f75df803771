//! How a value without parts is written: plain where YAML reads it back as
//! the same, else quoted, folded where it is long.

use super::tree::Scalar;
use crate::text::{seen, wrapped};

/// What a scalar is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Alone after its key or dash.
    Block,
    /// In brackets.
    Flow,
}

/// A scalar on one line.
pub fn on_one_line(scalar: &Scalar, within: Within) -> String {
    let text = &scalar.text;
    match (is_typed(text), scalar.quoted) {
        (true, true) => quote(text),
        (true, false) => text.clone(),
        (false, _) if can_be_plain(text, within) => text.clone(),
        (false, _) => quote(text),
    }
}

/// The lines of a long text below `>-`; `None` where folding would change it.
pub fn folded(scalar: &Scalar, width: usize) -> Option<Vec<String>> {
    let text = &scalar.text;
    let words: Vec<&str> = text.split(' ').collect();
    let is_typed = !scalar.quoted && is_typed(text);
    if is_typed || words.len() < 2 || words.contains(&"") || is_odd(text) {
        return None;
    }
    Some(wrapped(words, width, |text| text.chars().count()))
}

/// The header and the lines of a text that has several; `None` where a block would change it.
pub fn literal(scalar: &Scalar) -> Option<(&'static str, Vec<String>)> {
    let text = &scalar.text;
    let (header, body) = match text.strip_suffix('\n') {
        Some(body) => ("|", body),
        None => ("|-", text.as_str()),
    };
    let lines: Vec<String> = body.split('\n').map(str::to_owned).collect();
    let is_odd = |line: &String| is_odd(line) || line.starts_with(' ') || line.ends_with(' ');
    let is_block = lines.len() > 1 && lines.first().is_some_and(|line| !line.is_empty());
    let is_block = is_block && lines.last().is_some_and(|line| !line.is_empty());
    (is_block && !lines.iter().any(is_odd)).then_some((header, lines))
}

/// Whether a plain scalar of that text would not be read as text.
fn is_typed(text: &str) -> bool {
    const WORDS: [&str; 11] = ["", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let lower = text.to_lowercase();
    let number = lower.trim_start_matches(['+', '-']);
    WORDS.contains(&&*lower)
        || ["0x", "0o", "0b", ".inf", ".nan"].iter().any(|start| number.starts_with(start))
        || lower.parse::<f64>().is_ok()
}

fn can_be_plain(text: &str, within: Within) -> bool {
    let first = text.chars().next();
    let starts_well = match first {
        None => false,
        Some('-' | '?' | ':') => text.chars().nth(1).is_some_and(|next| next.is_alphanumeric()),
        Some(first) => !first.is_whitespace() && !"-?:,[]{}#&*!|>'\"%@`<=".contains(first),
    };
    let is_safe_inside = !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with([':', ' '])
        && !text.starts_with("...")
        && !needs_escapes(text);
    let is_safe_in_brackets = || !text.contains([',', '[', ']', '{', '}']) && !text.starts_with(['?', ':']);
    starts_well && is_safe_inside && (within == Within::Block || is_safe_in_brackets())
}

fn quote(text: &str) -> String {
    if !needs_escapes(text) && text.contains(['"', '\\']) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let escaped = seen(text).map(|(c, hides)| match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        c if !hides && !needs_escape(c) => c.to_string(),
        c if u32::from(c) > 0xffff => format!("\\U{:08x}", u32::from(c)),
        c => format!("\\u{:04x}", u32::from(c)),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Whether a reader would not see all of it, or YAML would read it as something else.
fn needs_escapes(text: &str) -> bool {
    text.contains(needs_escape) || seen(text).any(|(_, hides)| hides)
}

fn needs_escape(c: char) -> bool {
    c.is_control() || c.is_whitespace() && c != ' ' || c == '\u{feff}'
}

/// Whether a block scalar, which has no escapes, can't hold it.
fn is_odd(text: &str) -> bool {
    text.contains(char::is_control) || seen(text).any(|(_, hides)| hides)
}
