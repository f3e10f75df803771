//! The texts in JSON of an unknown shape.

/// Every string in the JSON that is not the name of a field, decoded. Without
/// recursion: the JSON may be nested to any depth.
pub(crate) fn string_leaves(json: &str) -> Vec<String> {
    let (mut leaves, mut rest) = (Vec::new(), json);
    while let Some((_, string)) = rest.split_once('"') {
        let (inner, after) = split_string(string);
        rest = after.strip_prefix('"').unwrap_or(after);
        if !rest.trim_start().starts_with(':') {
            // Text that is not Unicode can only be repeated undecoded.
            let text = serde_json::from_str(&format!("\"{inner}\""));
            leaves.push(text.unwrap_or_else(|_| inner.to_owned()));
        }
    }
    leaves
}

/// Splits at the closing quote of a string; the first part is undecoded.
fn split_string(string: &str) -> (&str, &str) {
    string.split_at_checked(length(string)).unwrap_or((string, ""))
}

/// The length of the string up to its closing quote.
fn length(string: &str) -> usize {
    let mut escaped = false;
    let end = string.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.unwrap_or(string.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_text_and_no_name() {
        let json = r#"{"a" : "b\"\\", "c":["d" ,{"e\"":"\u00fc\/"},1,null,""],"f":"\ud800"}"#;
        assert_eq!(string_leaves(json), ["b\"\\", "d", "ü/", "", "\\ud800"]);
        assert_eq!(string_leaves("\"a\""), ["a"]);
        assert!(string_leaves("12").is_empty());
        let deep = format!("{}\"a\"{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(string_leaves(&deep), ["a"]);
    }
}
