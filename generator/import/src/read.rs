//! Text -> a tree of JSON values, from JSON or YAML.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// The most bytes of a file.
pub const MOST: u64 = 200 << 20;

/// Reads JSON or YAML. The error has the line and the column.
///
/// # Errors
/// The text is neither.
pub fn read(text: &str) -> Result<Value, String> {
    let text = text.trim_start_matches('\u{feff}');
    let is_json = text.trim_start().starts_with(['{', '[']);
    // Both readers refuse what is nested more than 128 levels deep.
    let as_json = if is_json { Some(serde_json::from_str(text).map(|Once(value)| value)) } else { None };
    match as_json {
        Some(Ok(value)) => Ok(value),
        // YAML may be in brackets, too.
        Some(Err(error)) => yaml(text).map_err(|_| error.to_string()),
        None => yaml(text),
    }
}

/// The depth of brackets that YAML may have: its reader takes long for what is deeper.
const DEEPEST: usize = 1_000;

fn yaml(text: &str) -> Result<Value, String> {
    let mut depth = 0_usize;
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(format!("brackets are nested more than {DEEPEST} levels deep"));
        }
    }
    let read = |error: serde_yaml::Error| error.to_string();
    if !text.contains("<<:") {
        return serde_yaml::from_str(text).map(|Once(value)| value).map_err(read);
    }
    let mut value: serde_yaml::Value = serde_yaml::from_str(text).map_err(read)?;
    value.apply_merge().map_err(read)?;
    serde_yaml::from_value(value).map_err(read)
}

/// A value whose maps have each key once.
struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Once;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Once, E> {
        Ok(Once(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    /// An integer of YAML that 64 bits can't have is a number as in JSON.
    fn visit_i128<E>(self, value: i128) -> Result<Once, E> {
        Ok(Once((value as f64).into()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Once, E> {
        Ok(Once((value as f64).into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Once, E> {
        Ok(Once(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Once, A::Error> {
        let mut all = Vec::new();
        while let Some(Once(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(Once(all.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Once, A::Error> {
        let mut all = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if all.contains_key(&key) {
                return Err(A::Error::custom(format!("the key `{key}` is there twice: remove one")));
            }
            let Once(value) = entries.next_value()?;
            all.insert(key, value);
        }
        Ok(Once(all.into()))
    }
}
