//! HTTP Archive 1.2, read entry by entry.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::error::Category;

const ARCHIVE: &str = "an HTTP Archive: `{\"log\": {\"entries\": [`";

/// Why a recording can't be read on.
#[derive(Debug)]
pub struct Broken(pub(super) String);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Broken {
    /// An error in repaired JSON, which is on one line.
    pub(super) fn of(error: &serde_json::Error, json: &[u8]) -> Self {
        let at = error.column();
        Self(match error.classify() {
            Category::Eof => format!("it ends at byte {}, within a value", json.len()),
            // What was found instead may be a value.
            Category::Data => format!("expected {ARCHIVE} at byte {at}"),
            Category::Io | Category::Syntax => {
                let what = error.to_string();
                let what = what.split_once(" at line ").map_or(&*what, |(what, _)| what);
                format!("it can't be read on at byte {at}: {what}")
            }
        })
    }
}

/// Reads an archive and passes on each entry.
pub fn read(json: &[u8], each: &mut dyn FnMut(Value)) -> Result<(), Broken> {
    let mut from = serde_json::Deserializer::from_slice(json);
    let entries = Entries { keys: &["log", "entries"], each };
    entries.deserialize(&mut from).and_then(|()| from.end()).map_err(|error| Broken::of(&error, json))
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

/// JSON as serde_json accepts it, of as many bytes. Programs write control characters, bytes that
/// are not UTF-8, and halves of surrogate pairs. The first two become spaces, and an escaped
/// surrogate any other character: none is part of a word.
pub fn repaired(bytes: &[u8]) -> Vec<u8> {
    let mut repaired = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        repaired.extend_from_slice(chunk.valid().as_bytes());
        repaired.resize(repaired.len() + chunk.invalid().len(), b' ');
    }
    // The number of bytes of `\ud` before.
    let mut escape = 0;
    for byte in &mut repaired {
        (escape, *byte) = match (escape, *byte) {
            (0, b'\\') => (1, b'\\'),
            (1, b'u') => (2, b'u'),
            (2, it @ (b'd' | b'D')) => (3, it),
            (3, b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => (0, b'0'),
            (_, ..b' ') => (0, b' '),
            (_, it) => (0, it),
        };
    }
    repaired
}
