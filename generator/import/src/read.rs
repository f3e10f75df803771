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
        // YAML in brackets isn't JSON; a large file is no YAML, which takes longer to find out.
        Some(Err(error)) if text.len() > (1 << 20) => Err(error.to_string()),
        Some(Err(error)) => yaml(text).map_err(|_| error.to_string()),
        None => yaml(text),
    }
}

fn yaml(text: &str) -> Result<Value, String> {
    let read = |error: serde_yaml::Error| error.to_string();
    if !text.contains("<<:") {
        return serde_yaml::from_str(text).map_err(read);
    }
    let mut value: serde_yaml::Value = serde_yaml::from_str(text).map_err(read)?;
    value.apply_merge().map_err(read)?;
    serde_yaml::from_value(value).map_err(read)
}
