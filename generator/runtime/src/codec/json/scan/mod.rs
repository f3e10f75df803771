//! The places of all values in a JSON text, found in one scan.

use serde::de::IgnoredAny;

use crate::core::Misfit;

/// serde_json's limit, too: reading deeper values could exhaust the stack.
pub(crate) const MAX_DEPTH: u8 = 128;

/// The longest text, so that places are small.
const LONGEST: usize = (1 << 31) - 1;

/// Marks a text in which something is escaped.
const ESCAPED: u32 = 1 << 31;

/// Marks the name of a field.
const NAME: u32 = 1 << 30;

/// No node.
const NONE: u32 = NAME - 1;

/// A value or the name of a field. Small: a text has about one node per six to ten bytes, and at most
/// one per two.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The number of the node after it and what is in it, with marks. Of a list or an object that has
    /// not ended, the number of the one around it.
    after: u32,
}

impl Node {
    pub(super) fn after(self) -> u32 {
        self.after & NONE
    }

    pub(super) fn is_escaped(self) -> bool {
        self.after & ESCAPED != 0
    }

    pub(super) fn is_name(self) -> bool {
        self.after & NAME != 0
    }
}

/// The JSON that is accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(any(feature = "cli", feature = "server")), allow(dead_code, reason = "clients don't check"))]
pub(super) enum Rules {
    /// Any JSON.
    Any,
    /// Only what each program reads alike: numbers that are not too large, texts that are Unicode, and
    /// no deep nesting.
    Plain,
}

/// Scans a text: the values in it and the names of fields, in order, each before what is in it.
///
/// # Errors
/// If it isn't JSON, or breaks the rules.
pub(super) fn scan(text: &str, rules: Rules) -> Result<Vec<Node>, Misfit> {
    if text.len() > LONGEST {
        return Err(Misfit::new("longer than 2 GiB"));
    }
    // Doubled twice, there is room for a node per two bytes, the most that a text can have.
    let nodes = Vec::with_capacity(text.len() / 8 + 2);
    let mut scan = Scan { text, at: 0, nodes, open: NONE, depth: 0, rules, broken: None };
    scan.all().ok_or_else(|| scan.misfit()).map(|()| scan.nodes)
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Node>,
    /// The innermost list or object that has not ended.
    open: u32,
    depth: usize,
    rules: Rules,
    /// The rule that is broken here.
    broken: Option<&'static str>,
}

impl Scan<'_> {
    fn all(&mut self) -> Option<()> {
        while self.value()? {}
        self.visible().is_none().then_some(())
    }

    /// Returns why it has ended: serde_json has the words for what isn't JSON.
    fn misfit(&self) -> Misfit {
        let Some(what) = self.broken else {
            let error = serde_json::from_str::<IgnoredAny>(self.text).err();
            return error.map_or_else(|| Misfit::new("not valid JSON"), |error| Misfit::from(&error));
        };
        let before = self.text.as_bytes().get(..self.at).unwrap_or_default();
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count();
        Misfit::new(format!("not valid JSON: {what} at line {} column {column}", lines + 1))
    }

    /// Goes on to the next value. Returns false if all have ended.
    fn value(&mut self) -> Option<bool> {
        let first = self.visible()?;
        let start = self.at;
        let mut mark = 0;
        match first {
            b'"' => mark = self.string()?,
            b'{' | b'[' => return self.open(first),
            b'-' | b'0'..=b'9' => self.number()?,
            b't' => self.word("true")?,
            b'f' => self.word("false")?,
            b'n' => self.word("null")?,
            _ => return None,
        }
        self.add(start, mark);
        self.end()
    }

    /// Begins a list or an object.
    fn open(&mut self, opening: u8) -> Option<bool> {
        let outer = std::mem::replace(&mut self.open, self.nodes.len() as u32);
        self.nodes.push(Node { start: self.at as u32, end: 0, after: outer });
        self.at += 1;
        self.depth += 1;
        if self.depth >= MAX_DEPTH.into() {
            self.refuse("recursion limit exceeded")?;
        }
        if self.visible()? == closing(opening) { self.end() } else { self.item(opening) }
    }

    /// Goes on to an item; in an object, after its name.
    fn item(&mut self, opening: u8) -> Option<bool> {
        if opening == b'{' { self.name() } else { Some(true) }
    }

    /// Ends lists and objects up to the next value.
    fn end(&mut self) -> Option<bool> {
        while let Some(outer) = self.nodes.get(self.open as usize) {
            let opening = *self.text.as_bytes().get(outer.start as usize)?;
            let byte = self.visible()?;
            self.at += 1;
            if byte == b',' {
                return self.item(opening);
            }
            (byte == closing(opening)).then_some(())?;
            let after = self.nodes.len() as u32;
            let ended = self.nodes.get_mut(self.open as usize)?;
            ended.end = self.at as u32;
            self.open = std::mem::replace(&mut ended.after, after);
            self.depth -= 1;
        }
        Some(false)
    }

    /// The name of a field and the colon after it.
    fn name(&mut self) -> Option<bool> {
        (self.visible()? == b'"').then_some(())?;
        let start = self.at;
        let mark = self.string()?;
        self.add(start, mark | NAME);
        let is_value = self.visible()? == b':';
        self.at += 1;
        is_value.then_some(true)
    }

    /// Adds a node that ends here.
    fn add(&mut self, start: usize, mark: u32) {
        let after = self.nodes.len() as u32 + 1;
        self.nodes.push(Node { start: start as u32, end: self.at as u32, after: after | mark });
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
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

    fn word(&mut self, word: &str) -> Option<()> {
        let rest = self.text.as_bytes().get(self.at..)?;
        self.at += word.len();
        rest.starts_with(word.as_bytes()).then_some(())
    }

    /// Goes to the end of a string. Returns whether something in it is escaped, as a mark.
    fn string(&mut self) -> Option<u32> {
        let start = self.at;
        self.at += 1;
        self.plain()?;
        if self.peek()? == b'"' {
            self.at += 1;
            return Some(0);
        }
        while self.peek()? != b'"' {
            self.escape()?;
            self.plain()?;
        }
        self.at += 1;
        let string = self.text.get(start..self.at)?;
        // One half of a character is no text.
        if self.rules == Rules::Plain && serde_json::from_str::<String>(string).is_err() {
            self.refuse("lone leading surrogate in hex escape")?;
        }
        Some(ESCAPED)
    }

    /// Goes to the next byte that has a meaning in a string.
    fn plain(&mut self) -> Option<()> {
        let rest = self.text.as_bytes().get(self.at..)?;
        self.at += rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))?;
        Some(())
    }

    /// Goes to the end of an escaped character.
    fn escape(&mut self) -> Option<()> {
        let rest = self.text.as_bytes().get(self.at..)?;
        self.at += match rest {
            [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
            [b'\\', b'u', code @ ..] if code.get(..4)?.iter().all(u8::is_ascii_hexdigit) => 6,
            _ => return None,
        };
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        self.skip(b"-");
        if !self.skip(b"0") {
            self.digits()?;
        }
        let mut is_large = self.at - start > 300;
        if self.skip(b".") {
            self.digits()?;
        }
        if self.skip(b"eE") {
            self.skip(b"+-");
            self.digits()?;
            is_large = true;
        }
        if is_large && self.text.get(start..self.at)?.parse().is_ok_and(f64::is_infinite) {
            self.refuse("number out of range")?;
        }
        Some(())
    }

    /// Goes on if the next byte is one of these, and returns whether it is.
    fn skip(&mut self, bytes: &[u8]) -> bool {
        let is_next = self.peek().is_some_and(|next| bytes.contains(&next));
        self.at += usize::from(is_next);
        is_next
    }

    /// At least one digit.
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    /// Ends, if there are rules for it.
    fn refuse(&mut self, what: &'static str) -> Option<()> {
        self.broken = (self.rules == Rules::Plain).then_some(what);
        self.broken.is_none().then_some(())
    }
}

/// Both closing characters are two after the opening ones.
fn closing(opening: u8) -> u8 {
    opening + 2
}

#[cfg(test)]
mod tests;
