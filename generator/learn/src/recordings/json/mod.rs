//! JSON, pulled from a stream one piece at a time.
//!
//! serde_json holds every text as a whole, and in an HTTP Archive a body of any
//! size is one text. Here a text can be read as a stream, so the body inside it
//! is read by another [`Json`]. Nothing recurses but the callers.

mod skip;
mod text;

use std::fmt;
use std::io::{self, Read};

pub use self::text::TextReader;

/// The kind of value that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `{`
    Object,
    /// `[`
    List,
    /// `"`
    Text,
    /// A digit, or `-`.
    Number,
    /// `true` or `false`.
    Bool,
    /// `null`
    Null,
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// It fits `i64`.
    Int(i64),
    /// Any other.
    Other,
}

/// A text, or the start of a longer one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text; what is not Unicode is replaced.
    pub text: String,
    /// Whether the rest was left out.
    pub is_cut: bool,
}

/// Why the stream can't be read on.
#[derive(Debug)]
pub struct Broken {
    /// The byte of the stream, from 0.
    pub at: u64,
    /// What is wrong there.
    pub why: Why,
}

/// What is wrong.
#[derive(Debug)]
pub enum Why {
    /// It ends within a value.
    Ends,
    /// JSON has this there.
    Expected(&'static str),
    /// It can't be read.
    Io(io::Error),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Why::Ends => write!(f, "it ends at byte {}, within a value", self.at),
            Why::Expected(what) => write!(f, "expected {what} at byte {}", self.at),
            Why::Io(error) => write!(f, "byte {} can't be read: {error}", self.at),
        }
    }
}

/// What a step returns.
pub type Result<T> = std::result::Result<T, Broken>;

/// A stream of JSON.
pub struct Json<'r> {
    source: &'r mut dyn Read,
    buffer: Vec<u8>,
    next: usize,
    end: usize,
    /// Bytes before those in the buffer.
    before: u64,
}

impl fmt::Debug for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Json").field("at", &self.at()).finish_non_exhaustive()
    }
}

impl<'r> Json<'r> {
    /// Reads from a stream, in pieces of so many bytes.
    pub fn new(source: &'r mut dyn Read, piece: usize) -> Self {
        Self { source, buffer: vec![0; piece.max(1)], next: 0, end: 0, before: 0 }
    }

    /// The next byte of the stream, from 0.
    #[must_use]
    pub fn at(&self) -> u64 {
        self.before + self.next as u64
    }

    /// Something else than what JSON has here.
    pub fn expected<T>(&self, what: &'static str) -> Result<T> {
        Err(Broken { at: self.at(), why: Why::Expected(what) })
    }

    /// The bytes that are in the buffer; none at the end of the stream.
    pub(crate) fn fill(&mut self) -> Result<&[u8]> {
        if self.next == self.end {
            self.before += self.end as u64;
            (self.next, self.end) = (0, 0);
            self.end = loop {
                match self.source.read(&mut self.buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Ok(read) => break read,
                    Err(error) => return Err(Broken { at: self.before, why: Why::Io(error) }),
                }
            };
        }
        Ok(self.buffer.get(self.next..self.end).unwrap_or_default())
    }

    /// Moves over bytes of the buffer.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.next = (self.next + bytes).min(self.end);
    }

    /// The next byte, which stays.
    pub(crate) fn peek(&mut self) -> Result<Option<u8>> {
        match self.buffer.get(self.next..self.end).and_then(<[u8]>::first) {
            Some(byte) => Ok(Some(*byte)),
            None => Ok(self.fill()?.first().copied()),
        }
    }

    /// Takes the next byte.
    pub(crate) fn byte(&mut self) -> Result<u8> {
        let byte = self.peek()?.ok_or(Broken { at: self.at(), why: Why::Ends })?;
        self.next += 1;
        Ok(byte)
    }

    fn blank(&mut self) -> Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.next += 1,
                other => return Ok(other),
            }
        }
    }

    /// Takes a character of JSON's own, after blanks.
    fn take(&mut self, wanted: u8, what: &'static str) -> Result<()> {
        match self.blank()? {
            Some(byte) if byte == wanted => {
                self.next += 1;
                Ok(())
            }
            Some(_) => self.expected(what),
            None => Err(Broken { at: self.at(), why: Why::Ends }),
        }
    }

    /// The kind of the value that comes next.
    pub fn kind(&mut self) -> Result<Kind> {
        match self.blank()? {
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::List),
            Some(b'"') => Ok(Kind::Text),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b't' | b'f') => Ok(Kind::Bool),
            Some(b'n') => Ok(Kind::Null),
            Some(_) => self.expected("a value"),
            None => Err(Broken { at: self.at(), why: Why::Ends }),
        }
    }

    /// Reads an object. `each` gets every key, at most so many bytes of it, and reads the value.
    pub fn object(
        &mut self,
        longest: usize,
        mut each: impl FnMut(&mut Self, Text) -> Result<()>,
    ) -> Result<()> {
        self.take(b'{', "`{`")?;
        if self.blank()? == Some(b'}') {
            return self.take(b'}', "`}`");
        }
        loop {
            if self.blank()?.is_some_and(|byte| byte != b'"') {
                return self.expected("a key");
            }
            let key = self.text(longest)?;
            self.take(b':', "`:`")?;
            each(self, key)?;
            if self.is_last(b'}', "`,` or `}`")? {
                return Ok(());
            }
        }
    }

    /// Reads a list. `each` reads every item.
    pub fn list(&mut self, mut each: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.take(b'[', "`[`")?;
        if self.blank()? == Some(b']') {
            return self.take(b']', "`]`");
        }
        loop {
            each(self)?;
            if self.is_last(b']', "`,` or `]`")? {
                return Ok(());
            }
        }
    }

    /// Takes a comma, or the end of an object or a list.
    fn is_last(&mut self, end: u8, what: &'static str) -> Result<bool> {
        let found = self.blank()?;
        let is_last = found == Some(end);
        self.take(if is_last { end } else { b',' }, what)?;
        Ok(is_last)
    }

    /// Reads a text, at most so many bytes of it, and passes over the rest.
    pub fn text(&mut self, longest: usize) -> Result<Text> {
        let mut bytes = Vec::new();
        let mut reader = self.stream()?;
        let mut is_cut = false;
        reader.pieces(|piece| {
            let room = longest.saturating_sub(bytes.len());
            is_cut |= piece.len() > room;
            bytes.extend_from_slice(piece.get(..room).unwrap_or(piece));
        })?;
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        };
        Ok(Text { text, is_cut })
    }

    /// Begins a text, to be read as a stream.
    pub fn stream(&mut self) -> Result<TextReader<'_, 'r>> {
        self.take(b'"', "a text")?;
        Ok(TextReader::new(self))
    }

    /// Reads a number.
    pub fn number(&mut self) -> Result<Number> {
        self.blank()?;
        let mut digits = String::new();
        let (mut is_int, mut last) = (true, 0);
        while let Some(byte @ (b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')) = self.peek()? {
            is_int &= matches!(byte, b'0'..=b'9' | b'-') && digits.len() < 20;
            if is_int {
                digits.push(char::from(byte));
            }
            last = byte;
            self.next += 1;
        }
        match digits.parse() {
            _ if !last.is_ascii_digit() => self.expected("a number"),
            Ok(int) if is_int => Ok(Number::Int(int)),
            Ok(_) | Err(_) => Ok(Number::Other),
        }
    }

    /// Reads `true`, `false` or `null`.
    pub fn word(&mut self) -> Result<()> {
        let word: &[u8] = match self.blank()? {
            Some(b't') => b"true",
            Some(b'f') => b"false",
            Some(b'n') => b"null",
            _ => return self.expected("a value"),
        };
        for wanted in word {
            if self.byte()? != *wanted {
                return self.expected("`true`, `false` or `null`");
            }
        }
        Ok(())
    }

    /// Whether nothing follows.
    pub fn ends(&mut self) -> Result<bool> {
        Ok(self.blank()?.is_none())
    }
}
