//! JSON with one value on each line. Numbers, the order of fields and duplicate fields are kept.

use std::{borrow::Cow, fmt::Write as _};

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::entries::entries;
use crate::codec::{JsonReader, json::Tape};
use crate::core::text::inert;

/// Indents JSON. Characters that would control a terminal become escapes, so the
/// result is the same JSON.
pub(in crate::cli) fn pretty(json: &str) -> String {
    // Text that isn't JSON is kept.
    let tape = Tape::of(json).ok();
    let indented =
        tape.and_then(|tape| serde_json::to_string_pretty(&Indented(JsonReader::new(json, &tape))).ok());
    escaped(indented.as_deref().unwrap_or(json))
}

/// JSON with escapes for characters that would control a terminal, apart from line breaks.
pub(in crate::cli) fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if character == '\n' || inert(character) == character {
            text.push(character);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\u{:04x}", u32::from(character));
        }
    }
    text
}

struct Indented<'a>(JsonReader<'a>);

impl Serialize for Indented<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.as_str();
        match entries(self.0) {
            Some(items) if text.starts_with('[') => {
                serializer.collect_seq(items.map(|(_, item)| Indented(item)))
            }
            Some(fields) => {
                let named = |(name, value)| Some((name?, Indented(value)));
                serializer.collect_map(fields.filter_map(named))
            }
            None => {
                let scalar = RawValue::from_string(readable(text).into_owned());
                scalar.map_err(serde::ser::Error::custom)?.serialize(serializer)
            }
        }
    }
}

/// A text without escapes for letters: some servers escape everything but ASCII. Text that isn't
/// Unicode is kept.
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
