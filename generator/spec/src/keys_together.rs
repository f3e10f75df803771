//! The keys that need or exclude others, as the guide shows them.

use std::fmt::Write;

use crate::resolve::together::{Map, Others, ROWS};

/// The table as Markdown.
#[must_use]
pub fn keys_together() -> String {
    let list = |keys: &[&str], between: &str| {
        keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(between)
    };
    let mut text = "| of | key | rule |\n|---|---|---|\n".to_owned();
    for (map, keys, others, ..) in ROWS {
        let others = match others {
            Others::Needs(others) => format!("needs {}", list(others, " or ")),
            Others::Excludes(others) => format!("excludes {}", list(others, ", ")),
        };
        let keys = if keys.is_empty() { "any".to_owned() } else { list(keys, " or ") };
        let _ = writeln!(text, "| {} | {keys} | {others} |", in_words(*map));
    }
    text
}

fn in_words(map: Map) -> &'static str {
    match map {
        Map::Operation => "operation",
        Map::Body => "`body`",
        Map::BodyContent => "`content` of a body",
        Map::ResultContent => "`content` of a result",
        Map::Parameter => "parameter",
        Map::Header => "header of a response",
        Map::Result => "result",
        Map::Type => "type",
        Map::Alias => "alias",
        Map::Field => "field",
        Map::Pages => "`pages`",
    }
}
