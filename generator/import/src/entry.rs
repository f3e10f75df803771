//! Maps of a spec: `map(json!({…}))` looks like what is written.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// The keys that have a value: those with null aren't there.
pub fn map(value: Value) -> Map<String, Value> {
    let mut map = match value {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    map.retain(|_, value| !value.is_null());
    map
}

/// Adds the keys that have a value.
pub fn add(map: &mut Map<String, Value>, more: Value) {
    map.extend(self::map(more));
}

/// A list or a map, if something is in it.
pub fn some(value: impl Serialize) -> Value {
    match json!(value) {
        Value::Array(items) if items.is_empty() => Value::Null,
        Value::Object(map) if map.is_empty() => Value::Null,
        value => value,
    }
}

/// The value of a key that is there if something is so.
pub fn yes(is_so: bool) -> Option<bool> {
    is_so.then_some(true)
}

/// The value of `deprecated`.
pub fn deprecated(is_so: bool) -> Option<Value> {
    is_so.then(|| json!({}))
}

/// The value of an entry: that of a key alone if there is nothing else.
pub fn short(mut entry: Map<String, Value>, key: &str) -> Value {
    match entry.len() {
        1 => entry.shift_remove(key).unwrap_or(Value::Object(entry)),
        _ => Value::Object(entry),
    }
}
