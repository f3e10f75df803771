//! Secrets in JSON -> names of their fields.

use crate::json::split_string;

/// Replaces every string in a secret field by the field's name, and reports it.
/// Everything else stays byte for byte. Without recursion: the JSON may be
/// nested to any depth.
pub(super) fn hide(
    json: &str,
    is_secret: impl Fn(&str) -> bool,
    mut learn: impl FnMut(&str, &str),
) -> String {
    let (mut out, mut rest, mut depth) = (String::with_capacity(json.len()), json, 0_usize);
    // The name of the secret field around this place, and how deep it is.
    let mut around: Option<(String, usize)> = None;
    while let Some(index) = rest.find(['"', '[', ']', '{', '}', ',']) {
        let (before, after) = rest.split_at(index);
        out.push_str(before);
        let mut characters = after.chars();
        let special = characters.next().unwrap_or_default();
        rest = characters.as_str();
        match special {
            '"' => {
                let (inner, end) = split_string(rest);
                rest = end;
                let text = decoded(inner);
                let is_name = end.trim_start().starts_with(':');
                if is_name && around.is_none() && is_secret(&text) {
                    around = Some((text, depth));
                } else if let Some((name, _)) = around.as_ref().filter(|_| !is_name) {
                    learn(&text, name);
                    out.push_str(&quoted(name));
                    continue;
                }
                out.extend(["\"", inner, "\""]);
                continue;
            }
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = |field: usize| depth < field || (special == ',' && depth == field);
        around = around.filter(|(_, field)| !ends(*field));
        out.push(special);
    }
    out + rest
}

/// Replaces the text of every string; one that stays the same keeps its escapes.
pub(super) fn map_strings(json: &str, map: impl Fn(&str) -> String) -> String {
    let (mut out, mut rest) = (String::with_capacity(json.len()), json);
    while let Some((before, string)) = rest.split_once('"') {
        let (inner, after) = split_string(string);
        let text = decoded(inner);
        let mapped = map(&text);
        out.push_str(before);
        out.push_str(&if mapped == text { quoted_raw(inner) } else { quoted(&mapped) });
        rest = after;
    }
    out + rest
}

/// The text of a string; undecoded if it is not Unicode.
fn decoded(inner: &str) -> String {
    serde_json::from_str(&quoted_raw(inner)).unwrap_or_else(|_| inner.to_owned())
}

fn quoted_raw(inner: &str) -> String {
    format!("\"{inner}\"")
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hides_what_is_in_secret_fields_only() {
        let json = r#"{"a":"1","key" : "s1","b":{"key":["s2",{"c":"s3","n":12.50}],"d":"4"},"k\u0065y":"s\n4","e":"key"}"#;
        let mut learnt = Vec::new();
        let hidden = hide(json, |name| name == "key", |text, name| learnt.push(format!("{name}={text}")));
        assert_eq!(
            hidden,
            r#"{"a":"1","key" : "key","b":{"key":["key",{"c":"key","n":12.50}],"d":"4"},"k\u0065y":"key","e":"key"}"#
        );
        assert_eq!(learnt, ["key=s1", "key=s2", "key=s3", "key=s\n4"]);
        assert_eq!(hide("\"open", |_| true, |_, _| ()), "\"open\"", "not JSON");
        assert_eq!(
            map_strings(r#"{"a\"": 1, "": ["b", "\/"]}"#, |text| text.replace(['a', 'b'], "c")),
            r#"{"c\"": 1, "": ["c", "\/"]}"#
        );
        let deep = format!("{}\"a\"{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(hide(&deep, |_| true, |_, _| ()), deep);
    }
}
