//! JSON with one value on each line. Numbers, the order of fields and
//! duplicates stay as they came, so it works on the text.

use std::{borrow::Cow, fmt::Write as _};

use crate::text::inert;

const WHITE_SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// Indents JSON and, if wanted, colours it. Characters that would control a
/// terminal become escapes, so the result is the same JSON.
pub(super) fn pretty(json: &str, colours: bool) -> String {
    let mut printer = Printer { out: String::with_capacity(json.len() * 2), depth: 0, colours };
    let mut rest = json;
    while let Some((token, after)) = token(rest) {
        rest = printer.print(token, after);
    }
    printer.out
}

struct Printer {
    out: String,
    depth: usize,
    colours: bool,
}

impl Printer {
    /// Prints a token; returns what is left.
    fn print<'a>(&mut self, one: &str, after: &'a str) -> &'a str {
        let next = token(after);
        match one {
            "{" | "[" => {
                self.out.push_str(one);
                if let Some((end @ ("}" | "]"), after)) = next {
                    self.out.push_str(end);
                    return after;
                }
                self.depth += 1;
                self.new_line();
            }
            "}" | "]" => {
                self.depth = self.depth.saturating_sub(1);
                self.new_line();
                self.out.push_str(one);
            }
            "," => {
                self.out.push(',');
                self.new_line();
            }
            ":" => self.out.push_str(": "),
            scalar => self.scalar(scalar, matches!(next, Some((":", _)))),
        }
        after
    }

    fn scalar(&mut self, scalar: &str, is_key: bool) {
        let colour = match scalar.as_bytes().first() {
            _ if is_key => "\x1b[1;34m",
            Some(b'"') => "\x1b[32m",
            Some(b'n') => "\x1b[90m",
            Some(b't' | b'f') => "\x1b[33m",
            _ => "\x1b[36m",
        };
        if self.colours {
            self.out.push_str(colour);
        }
        self.escaped(&readable(scalar));
        if self.colours {
            self.out.push_str("\x1b[0m");
        }
    }

    fn escaped(&mut self, text: &str) {
        for character in text.chars() {
            if inert(character) == character {
                self.out.push(character);
            } else {
                // Writing to a string cannot fail.
                let _ = write!(self.out, "\\u{:04x}", u32::from(character));
            }
        }
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.depth));
    }
}

/// A text without escapes for letters: some servers escape all but ASCII.
fn readable(scalar: &str) -> Cow<'_, str> {
    // What isn't Unicode stays as it came.
    let text = match scalar.contains("\\u") {
        true => serde_json::from_str::<String>(scalar).ok(),
        false => None,
    };
    let text = text.and_then(|text| serde_json::to_string(&text).ok());
    text.map_or(scalar.into(), Cow::from)
}

/// The next token, and what follows it.
fn token(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(WHITE_SPACE);
    let end = match text.as_bytes().first()? {
        b'"' => string_end(text),
        b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
        _ => text.find([',', ']', '}', ' ', '\t', '\n', '\r']).unwrap_or(text.len()),
    };
    text.split_at_checked(end)
}

/// Where the string at the beginning of a text ends.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keeps_numbers_order_and_duplicates() {
        let json = "{\"b\":[1.10,{ },[\n],-0],\"a\":{\"b\\\"}\":null},\"b\":\"x,y\"}";
        let pretty = pretty(json, false);
        let lines = [
            "{",
            "  \"b\": [",
            "    1.10,",
            "    {},",
            "    [],",
            "    -0",
            "  ],",
            "  \"a\": {",
            "    \"b\\\"}\": null",
            "  },",
            "  \"b\": \"x,y\"",
            "}",
        ];
        assert_eq!(pretty.lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn colours_by_kind() {
        let colours = "{\n  \x1b[1;34m\"a\"\x1b[0m: \x1b[32m\"b\"\x1b[0m\n}";
        assert_eq!(pretty(r#"{"a":"b"}"#, true), colours);
    }

    #[test]
    fn letters_are_readable_and_controls_are_not() {
        let json = r#""\u65e5 \u001b \u009b \" \u202e \ud83d\ude00 \n""#;
        assert_eq!(pretty(json, false), "\"日 \\u001b \\u009b \\\" \\u202e 😀 \\n\"");
        assert_eq!(pretty(r#""\ud83d \u65e5""#, false), r#""\ud83d \u65e5""#);
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

        /// What is not JSON is printed somehow.
        #[test]
        fn ends_for_any_text(text in ".*") {
            pretty(&text, true);
        }
    }
}
