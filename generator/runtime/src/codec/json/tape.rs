//! The places of all values in a JSON text, found in one scan: without them, each level of nested
//! values would need its own.

use super::strings::before_special;

/// The longest text that has a tape, which can be eight times as long.
const LONGEST: usize = 4 * 1024 * 1024;

/// Marks a text in which something is escaped.
const ESCAPED: u32 = 1 << 31;

/// Marks a list or an object.
const NESTED: u32 = 1 << 30;

/// No node.
const NONE: u32 = NESTED - 1;

/// A value, the name of a field, or the end of a list or an object. Small, as there are about as many
/// as a tenth of the bytes of the text.
#[derive(Clone, Copy, Debug)]
struct Node {
    start: u32,
    /// The end, with the mark. Of a list or an object, the number of the node at its end, or of one that
    /// has not ended, the one around it.
    end: u32,
}

/// The values of a text and the names of fields, in order, each before what is in it.
#[derive(Debug)]
pub(super) struct Tape<'a> {
    text: &'a str,
    nodes: Vec<Node>,
}

impl<'a> Tape<'a> {
    /// Scans a text without white space around it. Returns `None` if it isn't a list or an object, or
    /// is one that serde_json should look at: it is invalid, very long, or has escaped names.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        if text.len() > LONGEST || !text.starts_with(['{', '[']) {
            return None;
        }
        let nodes = Vec::with_capacity(text.len() / 6);
        let mut scan = Scan { text: text.as_bytes(), at: 0, nodes, open: NONE, closing: 0 };
        while scan.value()? {}
        (scan.at == text.len()).then_some(Self { text, nodes: scan.nodes })
    }

    fn node(&self, node: u32) -> Option<&Node> {
        self.nodes.get(node as usize)
    }

    /// The text of a value, and the node after it and what is in it.
    #[inline]
    pub(super) fn value(&self, node: u32) -> (&'a str, u32) {
        let Some(Node { start, end }) = self.node(node).copied() else { return ("", NONE) };
        let (end, after) = match end & NESTED {
            0 => (end & !ESCAPED, node + 1),
            _ => (self.node(end & !NESTED).map_or(start, |last| last.start), (end & !NESTED) + 1),
        };
        (self.text.get(start as usize..end as usize).unwrap_or_default(), after)
    }

    /// Returns whether nothing in a text is escaped.
    pub(super) fn is_plain(&self, node: u32) -> bool {
        self.node(node).is_some_and(|node| node.end & ESCAPED == 0)
    }

    /// The name of a field.
    #[inline]
    pub(super) fn name(&self, node: u32) -> &'a [u8] {
        let node = self.node(node);
        let name = node.and_then(|it| self.text.as_bytes().get(it.start as usize + 1..it.end as usize - 1));
        name.unwrap_or_default()
    }

    /// The values in a list or an object, and the names of fields.
    pub(super) fn inside(&self, node: u32) -> std::ops::Range<u32> {
        node + 1..self.node(node).map_or(0, |node| node.end & !NESTED)
    }
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
    /// The innermost list or object that has not ended, and the character that ends it.
    open: u32,
    closing: u8,
}

impl Scan<'_> {
    /// Goes on to the next value. Returns false if all have ended.
    fn value(&mut self) -> Option<bool> {
        let first = self.visible()?;
        let start = self.at;
        let mut mark = 0;
        match first {
            b'"' => {
                if self.string()? {
                    mark = ESCAPED;
                }
            }
            b'{' | b'[' => return self.open(first),
            b'-' | b'0'..=b'9' => self.number()?,
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'n' => self.word(b"null")?,
            _ => return None,
        }
        self.add(start, mark);
        self.end()
    }

    /// Begins a list or an object.
    fn open(&mut self, opening: u8) -> Option<bool> {
        let outer = std::mem::replace(&mut self.open, self.nodes.len() as u32);
        self.nodes.push(Node { start: self.at as u32, end: outer | NESTED });
        self.at += 1;
        // Both closing characters are two after the opening ones.
        self.closing = opening + 2;
        if self.visible()? == self.closing { self.end() } else { self.item() }
    }

    /// Goes on to an item; in an object, after its name.
    fn item(&mut self) -> Option<bool> {
        if self.closing == b'}' { self.name() } else { Some(true) }
    }

    /// Ends lists and objects up to the next value.
    fn end(&mut self) -> Option<bool> {
        while self.open != NONE {
            let byte = self.visible()?;
            self.at += 1;
            if byte == b',' {
                return self.item();
            }
            (byte == self.closing).then_some(())?;
            let last = self.nodes.len() as u32;
            let list = self.nodes.get_mut(self.open as usize)?;
            self.open = std::mem::replace(&mut list.end, last | NESTED) & !NESTED;
            self.add(self.at, 0);
            if let Some(outer) = self.nodes.get(self.open as usize) {
                self.closing = self.text.get(outer.start as usize)? + 2;
            }
        }
        Some(false)
    }

    /// The name of a field and the colon after it.
    fn name(&mut self) -> Option<bool> {
        let is_text = self.visible()? == b'"';
        let start = self.at;
        (is_text && !self.string()?).then_some(())?;
        self.add(start, 0);
        let is_value = self.visible()? == b':';
        self.at += 1;
        is_value.then_some(true)
    }

    /// Adds a node that ends here.
    fn add(&mut self, start: usize, mark: u32) {
        self.nodes.push(Node { start: start as u32, end: self.at as u32 | mark });
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The next byte that is not white space.
    fn visible(&mut self) -> Option<u8> {
        loop {
            match self.peek()? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        let rest = self.text.get(self.at..)?;
        self.at += word.len();
        rest.starts_with(word).then_some(())
    }

    /// Goes to the end of a string. Returns whether something in it is escaped.
    #[inline]
    fn string(&mut self) -> Option<bool> {
        let inner = self.text.get(self.at + 1..)?;
        let plain = before_special(inner);
        self.at += plain + 1;
        if inner.get(plain) != Some(&b'"') {
            return self.escaped();
        }
        self.at += 1;
        Some(false)
    }

    /// Goes to the end of a string, from its first escaped character on.
    fn escaped(&mut self) -> Option<bool> {
        while self.peek()? != b'"' {
            self.escape()?;
            self.at += before_special(self.text.get(self.at..)?);
        }
        self.at += 1;
        Some(true)
    }

    /// Goes to the end of an escaped character.
    fn escape(&mut self) -> Option<()> {
        (self.peek()? == b'\\').then_some(())?;
        self.at += match self.text.get(self.at + 1)? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
            b'u' if self.text.get(self.at + 2..self.at + 6)?.iter().all(u8::is_ascii_hexdigit) => 6,
            _ => return None,
        };
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek()? {
            b'0' => self.at += 1,
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Some(())
    }

    /// At least one digit.
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    use super::Tape;

    /// Asserts that what is scanned is valid for serde_json, too, and the other way around.
    fn agrees(text: &str) {
        let text = text.trim_matches([' ', '\t', '\n', '\r']);
        let is_valid = serde_json::from_str::<&RawValue>(text).is_ok();
        match Tape::of(text) {
            Some(tape) => {
                assert!(is_valid, "{text}");
                assert_eq!(tape.value(0), (text, tape.nodes.len() as u32));
            }
            None => assert!(!is_valid || !text.starts_with(['{', '[']) || text.contains('\\'), "{text}"),
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
            for text in
                [format!("[{value}]"), format!("[1,{value}"), format!("{{\"a\":{value}}}"), value.into()]
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
}
