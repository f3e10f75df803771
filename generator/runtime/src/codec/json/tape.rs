//! The places of all values in a JSON text, found in one scan: without them, each level of nested
//! values would need its own.

/// The longest text that has a tape, which can be six times as long.
const LONGEST: usize = 4 * 1024 * 1024;

/// A value or the name of a field in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    start: u32,
    end: u32,
    /// The number of the node after it and what is in it.
    next: u32,
}

/// The values of a text and the names of fields, in order, each before what is in it.
#[derive(Debug)]
pub(super) struct Tape(Vec<Node>);

impl Tape {
    /// Scans a text without white space around it. Returns `None` if it isn't a list or an object, or
    /// is one that serde_json should look at: it is invalid, very long, or has escaped names.
    pub(super) fn of(text: &str) -> Option<Self> {
        if text.len() > LONGEST || !text.starts_with(['{', '[']) {
            return None;
        }
        let nodes = Vec::with_capacity(text.len() / 8);
        let mut scan = Scan { text: text.as_bytes(), at: 0, nodes, open: Vec::new() };
        while scan.value()? {}
        (scan.at == text.len()).then_some(Self(scan.nodes))
    }

    fn node(&self, node: u32) -> Option<&Node> {
        self.0.get(node as usize)
    }

    /// The place of a node in the text.
    pub(super) fn place(&self, node: u32) -> Option<std::ops::Range<usize>> {
        self.node(node).map(|node| node.start as usize..node.end as usize)
    }

    /// The start of a list or an object in the text, and the node after what is in it.
    pub(super) fn inside(&self, node: u32) -> (usize, u32) {
        self.node(node).map_or((0, 0), |node| (node.start as usize, node.next))
    }

    /// The node after this one and what is in it.
    pub(super) fn after(&self, node: u32) -> u32 {
        self.node(node).map_or(u32::MAX, |node| node.next)
    }
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
    /// The lists and objects that have not ended.
    open: Vec<u32>,
}

impl Scan<'_> {
    /// Goes on to the next value. Returns false if all have ended.
    fn value(&mut self) -> Option<bool> {
        self.space();
        let start = self.at;
        match self.peek()? {
            opening @ (b'{' | b'[') => {
                self.open.push(u32::try_from(self.nodes.len()).ok()?);
                self.add(start, start)?;
                self.at += 1;
                self.space();
                // Both closing characters are two after the opening ones.
                if self.peek()? != opening + 2 {
                    return if opening == b'{' { self.name() } else { Some(true) };
                }
            }
            b'"' => {
                self.string()?;
                self.add(start, self.at)?;
            }
            b'-' | b'0'..=b'9' => {
                self.number()?;
                self.add(start, self.at)?;
            }
            first => {
                let word = match first {
                    b't' => &b"true"[..],
                    b'f' => b"false",
                    b'n' => b"null",
                    _ => return None,
                };
                self.at += word.len();
                (self.text.get(start..self.at)? == word).then_some(())?;
                self.add(start, self.at)?;
            }
        }
        self.end()
    }

    /// Ends lists and objects up to the next value.
    fn end(&mut self) -> Option<bool> {
        loop {
            let Some(list) = self.open.last() else { return Some(false) };
            let next = u32::try_from(self.nodes.len()).ok()?;
            let list = self.nodes.get_mut(*list as usize)?;
            let opening = *self.text.get(list.start as usize)?;
            self.space();
            match self.peek()? {
                b',' => {
                    self.at += 1;
                    return if opening == b'{' { self.name() } else { Some(true) };
                }
                closing if closing == opening + 2 => {
                    self.at += 1;
                    let end = u32::try_from(self.at).ok()?;
                    let list = self.open.pop()?;
                    let list = self.nodes.get_mut(list as usize)?;
                    (list.end, list.next) = (end, next);
                }
                _ => return None,
            }
        }
    }

    /// The name of a field and the colon after it.
    fn name(&mut self) -> Option<bool> {
        self.space();
        let start = self.at;
        (self.peek()? == b'"' && !self.string()?).then_some(())?;
        self.add(start, self.at)?;
        self.space();
        (self.peek()? == b':').then_some(())?;
        self.at += 1;
        Some(true)
    }

    fn add(&mut self, start: usize, end: usize) -> Option<()> {
        let next = u32::try_from(self.nodes.len() + 1).ok()?;
        self.nodes.push(Node { start: start.try_into().ok()?, end: end.try_into().ok()?, next });
        Some(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Goes to the end of a string. Returns whether something in it is escaped.
    fn string(&mut self) -> Option<bool> {
        let mut is_escaped = false;
        self.at += 1;
        loop {
            self.at += special(self.text.get(self.at..)?);
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(is_escaped);
                }
                b'\\' => {
                    is_escaped = true;
                    self.escape()?;
                }
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<()> {
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

/// The bytes before the first one that has a meaning in a string. Eight at a time: texts are long.
fn special(text: &[u8]) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    // Has the highest bit of the first byte below another; those of later ones may be wrong.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & (ONES << 7);
    let mut at = 0;
    while let Some(eight) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*eight);
        let equal = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
        let found = below(word, 0x20) | equal(b'"') | equal(b'\\');
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len())
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
                assert_eq!(tape.after(0) as usize, tape.0.len(), "{text}");
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
