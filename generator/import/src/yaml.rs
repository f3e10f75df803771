//! A tree of values -> YAML in the layout of `fmt`.

use std::fmt::Write;

use serde_json::{Map, Value};

/// A line is at most so long, unless a word is longer.
const WIDTH: usize = 110;

/// Maps whose entries have lines of their own.
const OPEN: [&str; 6] = ["fields", "parameters", "operations", "notes", "rules", "groups"];

/// The text of a file; `comments` stand before the entries that they are about.
pub fn file(map: &Map<String, Value>, comments: impl Fn(&str) -> Vec<String>) -> String {
    let mut out = String::new();
    for (key, value) in map {
        for comment in comments(key) {
            let _ = writeln!(out, "# {comment}");
        }
        entry(key, value, 0, &mut out);
    }
    out
}

fn entry(key: &str, value: &Value, indent: usize, out: &mut String) {
    let start = format!("{:indent$}{}:", "", scalar_text(key));
    out.push_str(&start);
    let room = WIDTH.saturating_sub(start.len() + 1);
    let is_open = OPEN.contains(&key) && !is_empty(value);
    match flow(value, room).filter(|_| !is_open) {
        Some(text) => {
            let _ = writeln!(out, " {text}");
        }
        None => {
            out.push('\n');
            block(value, indent + 2, out);
        }
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty) || value.as_array().is_some_and(Vec::is_empty)
}

fn block(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| entry(key, value, indent, out)),
        Value::Array(items) => {
            for item in items {
                let text = match flow(item, WIDTH.saturating_sub(indent + 2)) {
                    Some(one) if item.get("operation").is_none() => one + "\n",
                    _ => {
                        let mut text = String::new();
                        block(item, indent + 2, &mut text);
                        text
                    }
                };
                let _ = write!(out, "{:indent$}- {}", "", text.trim_start());
            }
        }
        other => {
            let _ = writeln!(out, "{:indent$}{}", "", scalar(other));
        }
    }
}

/// The value on one line, if it has room there; a scalar always.
fn flow(value: &Value, room: usize) -> Option<String> {
    let (open, parts, close): (_, Vec<(String, &Value)>, _) = match value {
        Value::Object(map) if map.keys().any(|key| OPEN.contains(&key.as_str())) => return None,
        Value::Object(map) => {
            ("{", map.iter().map(|(key, it)| (format!("{}: ", scalar_text(key)), it)).collect(), "}")
        }
        Value::Array(items) => ("[", items.iter().map(|it| (String::new(), it)).collect(), "]"),
        other => return Some(scalar(other)),
    };
    let mut left = room;
    let mut texts = Vec::with_capacity(parts.len());
    for (start, value) in parts {
        let text = start + &flow(value, left)?;
        left = left.checked_sub(text.len())?;
        texts.push(text);
    }
    let text = format!("{open}{}{close}", texts.join(", "));
    (text.len() <= room).then_some(text)
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => scalar_text(text),
        other => other.to_string(),
    }
}

/// A text without quotes where it reads as the same text.
fn scalar_text(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}

fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_inner = |c: char| c.is_ascii_alphanumeric() || "_./<>+- ()".contains(c) || c == '?';
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && text.chars().all(is_inner)
        && !text.ends_with(' ')
        && !text.contains("  ")
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
}

fn quoted(text: &str) -> String {
    let is_odd = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{85}');
    if text.contains('"') && !text.contains(['\'', '\\']) && !text.contains(is_odd) {
        return format!("'{text}'");
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_odd(c) => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
