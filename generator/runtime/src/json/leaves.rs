//! The texts in JSON that nobody knows.

/// Every string in the JSON that is not the name of a field, as text. It takes
/// no recursion: the JSON may be nested as deeply as it likes.
pub(crate) fn string_leaves(json: &str) -> Vec<String> {
    let (mut leaves, mut rest) = (Vec::new(), json);
    while let Some((_, string)) = rest.split_once('"') {
        let (inner, after) = string.split_at_checked(length(string)).unwrap_or((string, ""));
        rest = after.strip_prefix('"').unwrap_or_default();
        if !rest.trim_start().starts_with(':') {
            // What is not Unicode can only be repeated as it stands.
            let text = serde_json::from_str(&format!("\"{inner}\""));
            leaves.push(text.unwrap_or_else(|_| inner.to_owned()));
        }
    }
    leaves
}

/// How much of the text stands before the quote that ends the string.
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
