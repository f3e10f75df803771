//! The values of a text, compared with those that serde_json finds, and the memory of their places.

use std::fmt;

use proptest::prelude::*;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::{super::tape::Tape, Node, Rules, scan};
use crate::codec::JsonReader;

/// Asserts that what is scanned is valid for serde_json, too, and the other way around.
fn agrees(text: &str) {
    let raw = serde_json::from_str::<&RawValue>(text);
    match Tape::of(text) {
        Ok(tape) => agrees_inside(JsonReader::new(text, &tape), raw.unwrap().get()),
        Err(_) => assert!(raw.is_err(), "{text}"),
    }
    let is_plain = !text.contains("-0") && serde_json::from_str::<serde_json::Value>(text).is_ok();
    assert!(!is_plain || scan(text, Rules::Plain).is_ok(), "{text}");
}

/// Asserts that a value, and the values in it, are those that serde_json finds.
fn agrees_inside(json: JsonReader<'_>, text: &str) {
    assert_eq!(json.as_str(), text);
    if let Some(mut items) = json.items() {
        let all: Vec<&RawValue> = serde_json::from_str(text).unwrap();
        all.into_iter().for_each(|item| agrees_inside(items.next().unwrap(), item.get()));
        assert_eq!(items.count(), 0, "{text}");
    } else if let Some(mut fields) = json.fields() {
        for (name, value) in serde_json::from_str::<Fields<'_>>(text).unwrap().0 {
            let (own, inner) = fields.next().unwrap();
            assert_eq!(own.text_or_json(), name, "{text}");
            agrees_inside(inner, value.get());
        }
        assert_eq!(fields.count(), 0, "{text}");
    } else {
        assert!(!text.starts_with(['{', '[']));
        assert_eq!(json.text().map(Into::into), serde_json::from_str::<String>(text).ok(), "{text}");
    }
}

/// The fields of an object, with duplicates.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Fields(Vec::new()))
    }
}

impl<'de> Visitor<'de> for Fields<'de> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some(field) = map.next_entry()? {
            self.0.push(field);
        }
        Ok(self)
    }
}

#[test]
fn places_take_at_most_six_times_the_text() {
    let half = 2_000_000;
    let texts = [
        format!("[{}[]]", "[],".repeat(half)),
        format!("[{}{{}}]", "{},".repeat(half)),
        format!("{}{}", "[".repeat(half), "]".repeat(half)),
        format!("[{}1]", "1,".repeat(half)),
        format!("{{{}\"\":0}}", "\"\":0,".repeat(half)),
        format!("[{}1]", "1,".repeat(100)),
    ];
    for text in texts {
        let taken = scan(&text, Rules::Any).unwrap().capacity() * size_of::<Node>();
        // And a few nodes.
        assert!(taken <= 6 * (text.len() + 32), "{} for {}: {}", taken, text.len(), &text[..4]);
    }
}

#[test]
fn invalid_texts_are_refused() {
    let values = [
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "1e+",
        "-0",
        "1.5E-3",
        "+1",
        "0x1",
        "tru",
        "nul",
        "falsey",
        "true",
        "\"",
        "\"a",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\ud800\"",
        "\"\n\"",
        "\"\u{7f}é\"",
        "",
        ",",
        "1,",
        ",1",
        "1 1",
        "[",
        "]",
        "{}",
        "[[]]",
        "[}",
        "{]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" : [ 1 , {} ] }",
        "\u{a0}1",
        "\u{c}1",
        "\0",
    ];
    for value in values {
        for text in [format!("[{value}]"), format!("[1,{value}"), format!("{{\"a\":{value}}}"), value.into()]
        {
            agrees(&text);
        }
    }
    assert!(Tape::of(&"[".repeat(1_000_000)).is_err());
    assert!(Tape::of(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn agrees_with_serde_json(text in "[\\[{][\\[\\]{},:\"\\\\a-fu0-9.\\-+ 0-9\n€]{0,24}") {
        agrees(&text);
    }

    #[test]
    fn agrees_on_texts_that_are_nearly_valid(at in 0..70_usize, other in any::<char>()) {
        let text = r#"{"a":[1,-2.5e3,"x\"yß",true,null],"long name":{"b":{},"c":[]} , "d":"123456789"}"#;
        let mut text: Vec<char> = text.chars().collect();
        text[at] = other;
        agrees(&text.into_iter().collect::<String>());
    }
}
