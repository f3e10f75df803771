//! Values as YAML on one line.

use serde_json::Value;

/// The context of a value: between brackets, it needs more quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Block,
    Flow,
}

/// A value on one line, in a map on one line.
pub fn flow(value: &Value) -> String {
    scalar(value, Style::Flow)
}

/// A value on one line.
pub fn scalar(value: &Value, style: Style) -> String {
    match value {
        Value::Object(map) => {
            let pair = |(key, value): (_, &Value)| format!("{key}: {}", scalar(value, Style::Flow));
            format!("{{{}}}", map.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| scalar(item, Style::Flow));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        Value::String(text) if style == Style::Flow && text.contains([',', '[', ']', '{', '}']) => {
            value.to_string()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            let plain = serde_yaml::to_string(value).expect("a scalar is YAML");
            let plain = plain.trim_end();
            // What YAML would spread over lines is written as JSON, which is YAML, too.
            if plain.contains('\n') || plain.starts_with('\'') { value.to_string() } else { plain.to_owned() }
        }
    }
}
