//! HTTP Archive 1.2, read entry by entry.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufReader, Read};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::error::Category;

/// Bytes of an entry, at most: all of one is in memory.
const MOST_BYTES: u64 = 256 << 20;
/// A file is read in pieces of so many bytes.
const PIECE: usize = 64 * 1024;
/// Why an archive can't be read on.
#[derive(Debug)]
pub struct Broken {
    /// Bytes that were read before.
    pub at: u64,
    error: serde_json::Error,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, error } = self;
        match error.classify() {
            Category::Eof => write!(f, "it ends at byte {at}, within a value"),
            Category::Io => write!(f, "it can't be read on at byte {at}: {error}"),
            Category::Syntax | Category::Data => error.fmt(f),
        }
    }
}

/// Reads an archive, and passes on each entry.
pub fn read(source: &mut dyn Read, each: &mut dyn FnMut(Value)) -> Result<(), Broken> {
    let (total, of_entry) = (Cell::new(0), Cell::new(0));
    let counted = Counted { source, total: &total, of_entry: &of_entry };
    let mut json =
        serde_json::Deserializer::from_reader(BufReader::with_capacity(PIECE, Mended::new(counted)));
    let mut each = |entry| {
        of_entry.set(0);
        each(entry);
    };
    let log = Within { path: &["log", "entries"], each: &mut each };
    let read = log.deserialize(&mut json).and_then(|has_entries| match has_entries {
        true => json.end(),
        false => Err(Error::custom("expected an HTTP Archive: `{\"log\": {\"entries\": [`")),
    });
    read.map_err(|error| Broken { at: total.get(), error })
}

/// Counts bytes, and ends if an entry has too many.
struct Counted<'r> {
    source: &'r mut dyn Read,
    total: &'r Cell<u64>,
    of_entry: &'r Cell<u64>,
}

impl Read for Counted<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.of_entry.get() > MOST_BYTES {
            return Err(io::Error::other("an entry is larger than 256 MiB"));
        }
        let count = self.source.read(to)?;
        self.total.set(self.total.get() + count as u64);
        self.of_entry.set(self.of_entry.get() + count as u64);
        Ok(count)
    }
}

/// JSON as serde_json accepts it. Programs write control characters, bytes that are
/// not UTF-8, and halves of surrogate pairs. The first become spaces, the second
/// U+FFFD, and an escaped surrogate any other character: none is part of a word.
pub struct Mended<R> {
    source: R,
    /// The start of a character whose end was not read yet.
    rest: Vec<u8>,
    mended: Vec<u8>,
    /// How many bytes of `mended` were taken.
    taken: usize,
    /// How many bytes of `\ud` come before.
    escape: u8,
}

impl<R: Read> Mended<R> {
    pub fn new(source: R) -> Self {
        Self { source, rest: Vec::new(), mended: Vec::new(), taken: 0, escape: 0 }
    }

    fn fill(&mut self) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.rest);
        let count = self.source.by_ref().take(PIECE as u64).read_to_end(&mut bytes)?;
        (self.taken, self.mended) = (0, Vec::with_capacity(bytes.len()));
        let mut left = bytes.len();
        for chunk in bytes.utf8_chunks() {
            left -= chunk.valid().len() + chunk.invalid().len();
            self.mended.extend_from_slice(chunk.valid().as_bytes());
            match chunk.invalid() {
                [] => {}
                start if left == 0 && count > 0 => self.rest = start.to_vec(),
                _ => self.mended.extend_from_slice("\u{fffd}".as_bytes()),
            }
        }
        for byte in &mut self.mended {
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

impl<R: Read> Read for Mended<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.mended.len() {
            self.fill()?;
        }
        let count = (&self.mended[self.taken..]).read(to)?;
        self.taken += count;
        Ok(count)
    }
}

/// The entries below a path of members; whether there is a list of them.
struct Within<'e> {
    path: &'static [&'static str],
    each: &'e mut dyn FnMut(Value),
}

impl<'de> DeserializeSeed<'de> for Within<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<bool, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Within<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an HTTP Archive")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<bool, M::Error> {
        let mut has_entries = false;
        while let Some(name) = map.next_key::<String>()? {
            match self.path {
                [first, path @ ..] if name == *first => {
                    has_entries |= map.next_value_seed(Within { path, each: &mut *self.each })?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(has_entries)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<bool, S::Error> {
        while let Some(entry) = seq.next_element()? {
            if self.path.is_empty() {
                (self.each)(entry);
            }
        }
        Ok(self.path.is_empty())
    }
}
