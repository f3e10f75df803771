//! Paths and what they name.

use std::collections::{HashMap, HashSet};

use crate::at::At;
use crate::names;

/// The name in the query and that of the parameter: of `page={number}`.
pub fn variable(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    Some((name, value.strip_prefix('{')?.strip_suffix('}')?))
}

/// The path with names that the language can have, and these names.
pub fn template(path: &str, parameters: &[At<'_>]) -> (String, HashMap<String, String>) {
    let (mut out, mut names, mut taken) = (String::new(), HashMap::new(), HashSet::new());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(&escaped(before));
        let Some((name, after)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        let (mark, name) = name.strip_prefix('+').map_or(("", name), |name| ("+", name));
        let known = parameters.iter().any(|it| it.text("name") == Some(name));
        let bare = if known { name } else { name.trim_end_matches(['*', '?']) };
        let ours = names
            .entry(bare.to_owned())
            .or_insert_with(|| names::unique(&names::word(bare, &['-', '.']), &mut taken));
        let mark = if after.is_empty() { mark } else { "" };
        out.push_str(&format!("{{{mark}{ours}}}"));
        rest = after;
    }
    out.push_str(&escaped(rest));
    (out, names)
}

/// The text of a path as it is sent.
fn escaped(text: &str) -> String {
    let is_sent = |c: char| c.is_ascii_alphanumeric() || "-_.~:@,;=$!*+'()&/%{}".contains(c);
    let escape = |c: char| c.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect();
    text.chars().map(|c| if is_sent(c) { c.to_string() } else { escape(c) }).collect()
}
