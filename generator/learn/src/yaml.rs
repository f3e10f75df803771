//! Values as YAML on one line.

use serde_json::Value;

/// A value in a map on one line; between brackets, it needs more quotes.
pub fn flow(value: &Value) -> String {
    let pair = |(key, value): (_, &Value)| format!("{key}: {}", flow(value));
    match value {
        Value::Object(map) => format!("{{{}}}", map.iter().map(pair).collect::<Vec<_>>().join(", ")),
        Value::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::String(text) if text.contains([',', '[', ']', '{', '}']) => value.to_string(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => block(value),
    }
}

/// A value on one line of its own.
pub fn block(value: &Value) -> String {
    if value.is_object() || value.is_array() {
        return flow(value);
    }
    let plain = serde_yaml::to_string(value).expect("a scalar is YAML");
    let plain = plain.trim_end();
    // What YAML would spread over lines is written as JSON, which is YAML, too.
    if plain.contains('\n') || plain.starts_with('\'') { value.to_string() } else { plain.to_owned() }
}
