//! The values of a tape, compared with those that serde_json finds, and its memory.

use std::fmt;

use proptest::prelude::*;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::{LONGEST, Node, Tape};

/// Asserts that what is scanned is valid for serde_json, too, and the other way around.
fn agrees(text: &str) {
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    let is_valid = serde_json::from_str::<&RawValue>(text).is_ok();
    match Tape::of(text) {
        Some(tape) => {
            assert!(is_valid, "{text}");
            assert_eq!(tape.value(0), (text, tape.nodes.len() as u32));
            agrees_inside(&tape, 0);
        }
        None => assert!(!is_valid || !text.starts_with(['{', '[']) || text.contains('\\'), "{text}"),
    }
}

/// Asserts that the values in a value are those that serde_json finds.
fn agrees_inside(tape: &Tape<'_>, node: u32) {
    let (text, _) = tape.value(node);
    let fields = match text.as_bytes()[0] {
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(text).unwrap();
            items.into_iter().map(|item| (None, item)).collect()
        }
        b'{' => serde_json::from_str::<Fields<'_>>(text).unwrap().0,
        _ => return assert_eq!(tape.is_plain(node), !text.contains('\\'), "{text}"),
    };
    let mut nodes = tape.inside(node);
    for (name, value) in fields {
        if let Some(name) = name {
            assert_eq!(tape.name(nodes.start), name.as_bytes(), "{text}");
            assert_eq!(tape.name_text(nodes.start), name, "{text}");
            nodes.start += 1;
        }
        let (found, after) = tape.value(nodes.start);
        assert_eq!(found, value.get(), "{text}");
        agrees_inside(tape, nodes.start);
        nodes.start = after;
    }
    assert!(nodes.is_empty(), "{text}");
}

/// The fields of an object, with duplicates.
struct Fields<'a>(Vec<(Option<&'a str>, &'a RawValue)>);

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
        while let Some((name, value)) = map.next_entry()? {
            self.0.push((Some(name), value));
        }
        Ok(self)
    }
}

#[test]
fn a_tape_takes_at_most_eight_times_its_text() {
    let half = LONGEST / 2 - 2;
    let texts = [
        format!("[{}[]]", "[],".repeat(LONGEST / 3 - 2)),
        format!("[{}{{}}]", "{},".repeat(LONGEST / 3 - 2)),
        format!("{}{}", "[".repeat(half), "]".repeat(half)),
        format!("[{}1]", "1,".repeat(half)),
        format!("[{}1]", "1,".repeat(100)),
    ];
    for text in texts {
        let taken = Tape::of(&text).unwrap().nodes.capacity() * size_of::<Node>();
        // Eight bytes for each byte, and a few nodes.
        assert!(taken <= 8 * (text.len() + 16), "{} for {}: {}", taken, text.len(), &text[..4]);
    }
}

#[test]
fn invalid_texts_have_no_tape() {
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
    assert!(Tape::of(&"[".repeat(1_000_000)).is_none());
    assert!(Tape::of(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))).is_some());
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
