//! The places of all values in a JSON text, found in one scan: without them, each level of nested
//! values would need its own.

use std::ops::Range;

use super::strings::before_special;

/// The longest text that has a tape, which takes up to eight times its memory.
const LONGEST: usize = 4 * 1024 * 1024;

/// Marks a text in which something is escaped.
const ESCAPED: u32 = 1 << 31;

/// Marks a list or an object.
const NESTED: u32 = 1 << 30;

/// No node.
const NONE: u32 = NESTED - 1;

/// A value, the name of a field, or the end of a list or an object. Small: a text has about one node per
/// six to ten bytes, and at most one per byte.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The start. The node at the end of a list or an object is empty: it starts and ends after the closing
    /// character.
    start: u32,
    /// The end, with at most one of the two marks. Of a list or an object, the number of the node
    /// at its end, or of one that has not ended, the one around it.
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
        // Doubled three times, there is room for a node per byte, the most that a text can have.
        let nodes = Vec::with_capacity(text.len() / 8 + 2);
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

    /// The name of a field, to be compared: bytes are sliced faster than a text.
    #[inline]
    pub(super) fn name(&self, node: u32) -> &'a [u8] {
        self.name_range(node).and_then(|range| self.text.as_bytes().get(range)).unwrap_or_default()
    }

    /// The name of a field.
    pub(super) fn name_text(&self, node: u32) -> &'a str {
        self.name_range(node).and_then(|range| self.text.get(range)).unwrap_or_default()
    }

    /// The range of a name, without its quotes.
    #[inline]
    fn name_range(&self, node: u32) -> Option<Range<usize>> {
        self.node(node).map(|node| node.start as usize + 1..node.end as usize - 1)
    }

    /// The values in a list or an object, and the names of fields. Only for these: others end at no node.
    pub(super) fn inside(&self, node: u32) -> Range<u32> {
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
    #[inline(always)]
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

    /// Goes to the end of a string, from its first special character on: an escaped one, or else it fails,
    /// at a control character and at the end of the text.
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
mod tests;
