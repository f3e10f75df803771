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
const PIECE: u64 = 64 * 1024;

const ARCHIVE: &str = "an HTTP Archive: `{\"log\": {\"entries\": [`";

/// Why a recording can't be read on.
#[derive(Debug)]
pub struct Broken {
    /// Bytes that were read before.
    pub at: u64,
    pub(super) why: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// The place in a recording that was reached.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes that were read.
    read: Cell<u64>,
    /// Of these, those before the entry that is being read.
    before: Cell<u64>,
}

impl Progress {
    /// Notes that an entry ends here.
    pub fn next(&self) {
        self.before.set(self.read.get());
    }

    fn add(&self, count: usize) -> io::Result<()> {
        self.read.update(|read| read + count as u64);
        let is_entry = self.read.get() - self.before.get() <= MOST_BYTES;
        is_entry.then_some(()).ok_or_else(|| io::Error::other("an entry has more than 256 MiB"))
    }

    /// An error at this place.
    pub fn broken(&self, error: &serde_json::Error) -> Broken {
        let at = self.read.get();
        let why = match error.classify() {
            Category::Eof => format!("it ends at byte {at}, within a value"),
            // What was found instead may be a value.
            // The text is on one line when it is read.
            Category::Data => format!("expected {ARCHIVE} at byte {}", error.column()),
            Category::Io | Category::Syntax => {
                let what = error.to_string();
                let what = what.split_once(" at line ").map_or(&*what, |(what, _)| what);
                format!("it can't be read on at byte {}: {what}", error.column())
            }
        };
        Broken { at, why }
    }
}

/// Reads an archive and passes on each entry.
pub fn read(source: &mut dyn Read, each: &mut dyn FnMut(Value)) -> Result<(), Broken> {
    let progress = Progress::default();
    let mut json = serde_json::Deserializer::from_reader(repaired(source, &progress));
    let entries = Entries {
        keys: &["log", "entries"],
        each: &mut |entry| {
            progress.next();
            each(entry);
        },
    };
    entries.deserialize(&mut json).and_then(|()| json.end()).map_err(|error| progress.broken(&error))
}

/// The list within these keys.
struct Entries<'e> {
    keys: &'e [&'e str],
    each: &'e mut dyn FnMut(Value),
}

impl<'de> DeserializeSeed<'de> for Entries<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ARCHIVE)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let Some((first, keys)) = self.keys.split_first() else { return Err(M::Error::custom(ARCHIVE)) };
        let mut found = Err(M::Error::missing_field(ARCHIVE));
        while let Some(key) = map.next_key::<String>()? {
            if key == *first {
                found = Ok(map.next_value_seed(Entries { keys, each: &mut *self.each })?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        found
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<(), S::Error> {
        if !self.keys.is_empty() {
            return Err(S::Error::custom(ARCHIVE));
        }
        while let Some(entry) = list.next_element()? {
            (self.each)(entry);
        }
        Ok(())
    }
}

/// A recording as JSON that serde_json accepts.
pub fn repaired<'p>(source: &'p mut dyn Read, progress: &'p Progress) -> impl Read + 'p {
    // Deserializing asks for one byte after the other.
    BufReader::new(Repaired::new(source, progress))
}

/// JSON as serde_json accepts it, of as many bytes. Programs write control characters, bytes that
/// are not UTF-8, and halves of surrogate pairs. The first two become spaces, and an escaped
/// surrogate any other character: none is part of a word.
pub struct Repaired<'p, R> {
    source: R,
    progress: &'p Progress,
    /// The start of a character whose end was not read yet.
    rest: Vec<u8>,
    repaired: Vec<u8>,
    /// The number of bytes of `repaired` that were taken.
    taken: usize,
    /// The number of bytes of `\ud` before.
    escape: u8,
}

impl<'p, R: Read> Repaired<'p, R> {
    pub fn new(source: R, progress: &'p Progress) -> Self {
        Self { source, progress, rest: Vec::new(), repaired: Vec::new(), taken: 0, escape: 0 }
    }

    fn fill(&mut self) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.rest);
        let count = self.source.by_ref().take(PIECE).read_to_end(&mut bytes)?;
        (self.taken, self.repaired) = (0, Vec::with_capacity(bytes.len()));
        for chunk in bytes.utf8_chunks() {
            self.repaired.extend_from_slice(chunk.valid().as_bytes());
            let (wrong, left) = (chunk.invalid(), bytes.len() - self.repaired.len());
            match wrong.len() == left && count > 0 {
                true => self.rest = wrong.to_vec(),
                false => self.repaired.resize(self.repaired.len() + wrong.len(), b' '),
            }
        }
        for byte in &mut self.repaired {
            (self.escape, *byte) = match (self.escape, *byte) {
                (0, b'\\') => (1, b'\\'),
                (1, b'u') => (2, b'u'),
                (2, it @ (b'd' | b'D')) => (3, it),
                (3, b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => (0, b'0'),
                (_, ..b' ') => (0, b' '),
                (_, it) => (0, it),
            };
        }
        Ok(())
    }
}

impl<R: Read> Read for Repaired<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.repaired.len() {
            self.fill()?;
        }
        let count = (&self.repaired[self.taken..]).read(to)?;
        self.taken += count;
        self.progress.add(count)?;
        Ok(count)
    }
}
