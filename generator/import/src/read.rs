//! Text -> a tree of JSON values, from JSON or YAML.

use serde_json::Value;

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
    let as_json = if is_json { Some(serde_json::from_str(text)) } else { None };
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
        return serde_yaml::from_str(text).map_err(read);
    }
    let mut value: serde_yaml::Value = serde_yaml::from_str(text).map_err(read)?;
    value.apply_merge().map_err(read)?;
    serde_yaml::from_value(value).map_err(read)
}
