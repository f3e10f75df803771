//! JSON with one value on each line. Numbers, the order of fields and duplicates
//! stay as they came.

use std::{borrow::Cow, fmt::Write as _};

use super::entries;
use crate::{JsonReader, text::inert};

/// Indents JSON. Characters that would control a terminal become escapes, so the
/// result is the same JSON.
pub(in crate::cli) fn pretty(json: &str) -> String {
    let mut printer = Printer(String::with_capacity(json.len() * 2));
    printer.value(JsonReader::new(json), 0);
    printer.0
}

struct Printer(String);

impl Printer {
    fn value(&mut self, json: JsonReader<'_>, depth: usize) {
        let text = json.as_str();
        let Some(entries) = entries(json) else { return self.scalar(text) };
        let (mut open, close) = if text.starts_with('[') { ('[', ']') } else { ('{', '}') };
        if entries.is_empty() {
            self.0.extend([open, close]);
            return;
        }
        for (name, value) in entries {
            self.line(open, depth + 1);
            open = ',';
            if let Some(name) = name {
                self.scalar(&serde_json::Value::from(name).to_string());
                self.0.push_str(": ");
            }
            self.value(value, depth + 1);
        }
        self.0.push('\n');
        self.0.extend(std::iter::repeat_n("  ", depth));
        self.0.push(close);
    }

    /// Ends a line and indents the next one.
    fn line(&mut self, end: char, depth: usize) {
        self.0.extend([end, '\n']);
        self.0.extend(std::iter::repeat_n("  ", depth));
    }

    fn scalar(&mut self, text: &str) {
        for character in readable(text).chars() {
            if inert(character) == character {
                self.0.push(character);
            } else {
                // Writing to a string cannot fail.
                let _ = write!(self.0, "\\u{:04x}", u32::from(character));
            }
        }
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
        assert_eq!(pretty(json), lines.replace('|', "\n"));
        let json = r#""\u65e5 \u001b \u009b \" \u202e \ud83d\ude00 \n""#;
        assert_eq!(pretty(json), "\"日 \\u001b \\u009b \\\" \\u202e 😀 \\n\"");
        assert_eq!(pretty(r#""\ud83d \u65e5""#), r#""\ud83d \u65e5""#);
        let deep = "[".repeat(1000) + &"]".repeat(1000);
        assert_eq!(pretty(&deep).replace(char::is_whitespace, ""), deep);
    }

    proptest! {
        /// Whatever a server sends as a string: it stays the same JSON, and none of it
        /// reaches the terminal as a control character.
        #[test]
        fn stays_the_same_json(texts in prop::collection::vec(".*", 0..4), number: f64) {
            let value = serde_json::json!({ "texts": texts, "number": number, "none": null });
            let pretty = pretty(&value.to_string());
            prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&pretty).unwrap(), value);
            prop_assert!(!pretty.contains(|character: char| character != '\n' && inert(character) != character));
        }

        /// Text that is not JSON is printed somehow.
        #[test]
        fn ends_for_any_text(text in ".*") {
            pretty(&text);
        }
    }
}
