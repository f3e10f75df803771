//! Types that types and operations name.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

/// Keys whose values are words or values, and name no types.
const WORDS: [&str; 12] = [
    "doc",
    "summary",
    "rules",
    "notes",
    "pattern",
    "default",
    "opaque",
    "path",
    "title",
    "operation",
    "required",
    "value",
];

/// Collects the types that a value names.
pub fn named<'t>(value: &Value, types: &'t Map<String, Value>, out: &mut Vec<&'t str>) {
    match value {
        Value::String(text) => {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            out.extend(words.filter_map(|word| types.get_key_value(word)).map(|(name, _)| name.as_str()));
        }
        Value::Array(items) => items.iter().for_each(|item| named(item, types, out)),
        Value::Object(map) => {
            let parts = map.iter().filter(|(key, value)| !WORDS.contains(&key.as_str()) || value.is_object());
            parts.for_each(|(_, value)| named(value, types, out));
        }
        _ => {}
    }
}

/// These types, and those that name them, by others, too.
pub fn reaching<'t>(types: &'t Map<String, Value>, start: HashSet<&'t str>) -> HashSet<&'t str> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, ty) in types {
        let mut used = Vec::new();
        named(ty, types, &mut used);
        used.into_iter().for_each(|it| users.entry(it).or_default().push(name));
    }
    let mut next: Vec<&str> = start.iter().copied().collect();
    let mut found = start;
    while let Some(name) = next.pop() {
        let more = users.get(name).into_iter().flatten();
        next.extend(more.filter(|it| found.insert(it)));
    }
    found
}
