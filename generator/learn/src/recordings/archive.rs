//! HTTP Archive 1.2, read entry by entry.

use std::fmt;
use std::io::{self, Read};

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::error::Category;
use serde_json::{Deserializer, Value};

/// Bytes of an entry, at most: all of one is in memory.
const MOST_BYTES: usize = 256 << 20;
/// A file is read in pieces of so many bytes, or more if an entry is larger.
const PIECE: usize = 64 * 1024;

const ARCHIVE: &str = "an HTTP Archive: `{\"log\": {\"entries\": [`";

/// Why a recording can't be read on.
#[derive(Debug)]
pub struct Broken {
    /// Bytes that were read before.
    pub at: u64,
    why: Why,
}

#[derive(Debug)]
pub enum Why {
    Ends,
    Io(io::Error),
    Json(serde_json::Error),
    Expected(&'static str),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, why } = self;
        match why {
            Why::Ends => write!(f, "it ends at byte {at}, within a value"),
            Why::Io(error) => write!(f, "it can't be read on at byte {at}: {error}"),
            Why::Json(error) => write!(f, "after byte {at}: {error}"),
            Why::Expected(what) => write!(f, "expected {what} at byte {at}"),
        }
    }
}

impl From<serde_json::Error> for Why {
    fn from(error: serde_json::Error) -> Self {
        match error.classify() {
            Category::Eof => Self::Ends,
            // What was found instead may be a value.
            Category::Data => Self::Expected(ARCHIVE),
            Category::Io | Category::Syntax => Self::Json(error),
        }
    }
}

/// The members around the entries.
#[derive(Deserialize)]
struct Archive {
    log: Log,
}

#[derive(Deserialize)]
struct Log {
    entries: [IgnoredAny; 0],
}

/// Reads an archive and passes on each entry.
pub fn read(source: &mut dyn Read, each: &mut dyn FnMut(Value)) -> Result<(), Broken> {
    let mut text = Text::new(source);
    text.archive(each).map_err(|why| text.broken(why))
}

/// The part of a recording that is in memory.
pub struct Text<'r> {
    source: Repaired<&'r mut dyn Read>,
    bytes: Vec<u8>,
    /// The index of the next entry.
    next: usize,
    /// Bytes before these.
    before: u64,
}

impl<'r> Text<'r> {
    pub fn new(source: &'r mut dyn Read) -> Self {
        Self { source: Repaired::new(source), bytes: Vec::new(), next: 0, before: 0 }
    }

    /// An error at the place that was reached.
    pub fn broken(&self, why: Why) -> Broken {
        let at = if matches!(why, Why::Ends) { self.source.read } else { self.before + self.next as u64 };
        Broken { at, why }
    }

    fn archive(&mut self, each: &mut dyn FnMut(Value)) -> Result<(), Why> {
        let mut around = self.head()?;
        let mut is_last = self.peek()? == Some(b']');
        while !is_last {
            each(self.value()?);
            is_last = match self.peek()? {
                Some(b',') => false,
                Some(b']') => true,
                Some(_) => return Err(Why::Expected("`,` or `]`")),
                None => return Err(Why::Ends),
            };
            self.next += usize::from(!is_last);
        }
        while self.fill()? {}
        around.extend_from_slice(&self.bytes[self.next..]);
        let Archive { log: Log { entries: [] } } = serde_json::from_slice(&around)?;
        Ok(())
    }

    /// Everything before the first entry. In a text, the quotes of the key would be escaped.
    fn head(&mut self) -> Result<Vec<u8>, Why> {
        loop {
            if let Some(end) = list_of_entries(&self.bytes) {
                self.next = end;
                return Ok(self.bytes[..end].to_vec());
            }
            if !self.fill()? {
                serde_json::from_slice::<IgnoredAny>(&self.bytes)?;
                return Err(Why::Expected(ARCHIVE));
            }
        }
    }

    /// The next byte that is not a blank.
    pub fn peek(&mut self) -> Result<Option<u8>, Why> {
        loop {
            let blanks = self.bytes[self.next..].iter().take_while(|byte| byte.is_ascii_whitespace());
            self.next += blanks.count();
            if self.next < self.bytes.len() || !self.fill()? {
                return Ok(self.bytes.get(self.next).copied());
            }
        }
    }

    /// A whole value; one that is cut off is read again with what follows.
    pub fn value<T: DeserializeOwned>(&mut self) -> Result<T, Why> {
        loop {
            let mut values = Deserializer::from_slice(&self.bytes[self.next..]).into_iter();
            match values.next() {
                Some(Ok(value)) => {
                    self.next += values.byte_offset();
                    return Ok(value);
                }
                Some(Err(error)) if !error.is_eof() => return Err(error.into()),
                Some(Err(_)) | None if self.fill()? => {}
                Some(Err(_)) | None => return Err(Why::Ends),
            }
        }
    }

    /// Reads as much again as there is, instead of what was taken; whether there was more.
    fn fill(&mut self) -> Result<bool, Why> {
        self.before += self.next as u64;
        self.bytes.drain(..self.next);
        self.next = 0;
        let count = self.bytes.len();
        if count > MOST_BYTES {
            return Err(Why::Expected("an entry of at most 256 MiB"));
        }
        let piece = count.max(PIECE) as u64;
        self.source.by_ref().take(piece).read_to_end(&mut self.bytes).map_err(Why::Io)?;
        Ok(self.bytes.len() > count)
    }
}

/// Returns the position after `"entries": [`.
fn list_of_entries(bytes: &[u8]) -> Option<usize> {
    const KEY: &[u8] = b"\"entries\"";
    let keys = bytes.windows(KEY.len()).enumerate().filter(|(_, window)| *window == KEY);
    let mut lists = keys.filter_map(|(start, _)| {
        let rest = bytes[start + KEY.len()..].trim_ascii_start().strip_prefix(b":")?;
        let rest = rest.trim_ascii_start().strip_prefix(b"[")?;
        Some(bytes.len() - rest.len())
    });
    lists.next()
}

/// JSON as serde_json accepts it. Programs write control characters, bytes that are
/// not UTF-8, and halves of surrogate pairs. The first become spaces, the second
/// U+FFFD, and an escaped surrogate any other character: none is part of a word.
pub struct Repaired<R> {
    source: R,
    /// The start of a character whose end was not read yet.
    rest: Vec<u8>,
    repaired: Vec<u8>,
    /// The number of bytes of `repaired` that were taken.
    taken: usize,
    /// The number of bytes of `\ud` before.
    escape: u8,
    /// Bytes of the source that were read.
    read: u64,
}

impl<R: Read> Repaired<R> {
    pub fn new(source: R) -> Self {
        Self { source, rest: Vec::new(), repaired: Vec::new(), taken: 0, escape: 0, read: 0 }
    }

    fn fill(&mut self) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.rest);
        let count = self.source.by_ref().take(PIECE as u64).read_to_end(&mut bytes)?;
        self.read += count as u64;
        (self.taken, self.repaired) = (0, Vec::with_capacity(bytes.len()));
        let mut left = bytes.len();
        for chunk in bytes.utf8_chunks() {
            left -= chunk.valid().len() + chunk.invalid().len();
            self.repaired.extend_from_slice(chunk.valid().as_bytes());
            match chunk.invalid() {
                [] => {}
                start if left == 0 && count > 0 => self.rest = start.to_vec(),
                _ => self.repaired.extend_from_slice("\u{fffd}".as_bytes()),
            }
        }
        for byte in &mut self.repaired {
            self.escape = match (self.escape, *byte) {
                (0, b'\\') => 1,
                (1, b'u') => 2,
                (2, b'd' | b'D') => 3,
                (3, b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => {
                    *byte = b'0';
                    0
                }
                (_, ..b' ') => {
                    *byte = b' ';
                    0
                }
                _ => 0,
            };
        }
        Ok(())
    }
}

impl<R: Read> Read for Repaired<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.repaired.len() {
            self.fill()?;
        }
        let count = (&self.repaired[self.taken..]).read(to)?;
        self.taken += count;
        Ok(count)
    }
}
