//! JSON with one value on each line. Numbers, the order of fields and duplicates
//! stay as they came.

use std::{borrow::Cow, fmt::Write as _};

use super::entries;
use crate::{JsonReader, text::inert};

/// Indents JSON and, if wanted, colors it. Characters that would control a
/// terminal become escapes, so the result is the same JSON.
pub(in crate::cli) fn pretty(json: &str, colors: bool) -> String {
    let mut printer = Printer { out: String::with_capacity(json.len() * 2), colors };
    printer.value(JsonReader::new(json), 0);
    printer.out
}

struct Printer {
    out: String,
    colors: bool,
}

impl Printer {
    fn value(&mut self, json: JsonReader<'_>, depth: usize) {
        let text = json.as_str();
        let Some(entries) = entries(json) else { return self.scalar(text, color(text)) };
        let (mut open, close) = if text.starts_with('[') { ('[', ']') } else { ('{', '}') };
        if entries.is_empty() {
            self.out.extend([open, close]);
            return;
        }
        for (name, value) in entries {
            self.line(open, depth + 1);
            open = ',';
            if let Some(name) = name {
                self.scalar(&serde_json::Value::from(name).to_string(), "\x1b[1;34m");
                self.out.push_str(": ");
            }
            self.value(value, depth + 1);
        }
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", depth));
        self.out.push(close);
    }

    /// Ends a line and indents the next one.
    fn line(&mut self, end: char, depth: usize) {
        self.out.extend([end, '\n']);
        self.out.extend(std::iter::repeat_n("  ", depth));
    }

    fn scalar(&mut self, text: &str, color: &str) {
        let (color, usual) = if self.colors { (color, "\x1b[0m") } else { ("", "") };
        self.out.push_str(color);
        for character in readable(text).chars() {
            if inert(character) == character {
                self.out.push(character);
            } else {
                // Writing to a string cannot fail.
                let _ = write!(self.out, "\\u{:04x}", u32::from(character));
            }
        }
        self.out.push_str(usual);
    }
}

fn color(scalar: &str) -> &'static str {
    match scalar.as_bytes().first() {
        Some(b'"') => "\x1b[32m",
        Some(b'n') => "\x1b[90m",
        Some(b't' | b'f') => "\x1b[33m",
        _ => "\x1b[36m",
    }
}

/// A text without escapes for letters: some servers escape all but ASCII. What
/// isn't Unicode stays as it came.
fn readable(scalar: &str) -> Cow<'_, str> {
    let text = scalar.contains("\\u").then(|| serde_json::from_str::<String>(scalar).ok()).flatten();
    text.map_or(scalar.into(), |text| serde_json::Value::from(text).to_string().into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keeps_numbers_order_and_duplicates_and_letters_are_readable() {
        let json = "{\"b\":[1.10,{ },[\n],-0],\"a\":{\"b\\\"}\":null},\"b\":\"x,y\",\"c\":true}";
        let lines = "{|  \"b\": [|    1.10,|    {},|    [],|    -0|  ],|  \"a\": {|    \"b\\\"}\": null|  },|  \
                     \"b\": \"x,y\",|  \"c\": true|}";
        assert_eq!(pretty(json, false), lines.replace('|', "\n"));
        let colored = "{\n  \x1b[1;34m\"a\"\x1b[0m: \x1b[32m\"b\"\x1b[0m\n}";
        assert_eq!(pretty(r#"{"a":"b"}"#, true), colored);
        let json = r#""\u65e5 \u001b \u009b \" \u202e \ud83d\ude00 \n""#;
        assert_eq!(pretty(json, false), "\"日 \\u001b \\u009b \\\" \\u202e 😀 \\n\"");
        assert_eq!(pretty(r#""\ud83d \u65e5""#, false), r#""\ud83d \u65e5""#);
        let deep = "[".repeat(1000) + &"]".repeat(1000);
        assert_eq!(pretty(&deep, false).replace(char::is_whitespace, ""), deep);
    }

    proptest! {
        /// Whatever a server sends as a string: it stays the same JSON, and none of it
        /// reaches the terminal as a control character.
        #[test]
        fn stays_the_same_json(texts in prop::collection::vec(".*", 0..4), number: f64) {
            let value = serde_json::json!({ "texts": texts, "number": number, "none": null });
            let pretty = pretty(&value.to_string(), false);
            prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&pretty).unwrap(), value);
            prop_assert!(!pretty.contains(|character: char| character != '\n' && inert(character) != character));
        }

        /// Text that is not JSON is printed somehow.
        #[test]
        fn ends_for_any_text(text in ".*") {
            pretty(&text, true);
        }
    }
}
