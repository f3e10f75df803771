//! All that was seen.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::io::{BufRead, Read};

use flate2::bufread::MultiGzDecoder;
use indexmap::IndexMap;
use serde_json::Value;

use super::archive::{self, Broken};
use super::exchange::Exchange;
use super::names::could_be_word;
use super::{cassette, entry};
use crate::vocabulary::Vocabulary;

/// Bytes of a recording that are read: all of it is in memory.
const MOST_BYTES: u64 = 2 << 30;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Endpoints that are kept.
const MOST_ENDPOINTS: usize = 10_000;
/// Values of all exchanges that are kept: some hundred bytes each.
const MOST_VALUES: usize = 5_000_000;
/// Bytes of a value that is listed.
const LONGEST_VALUE: usize = 100;
/// Values of a field that are listed.
const MOST_LISTED: usize = 100;

/// The exchanges from all files. Their values stay in memory: nothing prints or writes them, except those of
/// the fields that were asked for. A name that is not a word is hidden: a number in braces takes its place.
#[derive(Default)]
pub struct Evidence {
    /// Entries that were read.
    pub entries: u64,
    /// The number of things that were left out, by reason.
    pub left_out: BTreeMap<&'static str, u64>,
    /// The exchanges, by path and method.
    pub endpoints: IndexMap<(String, String), Vec<Exchange>>,
    /// Their names.
    pub names: Vocabulary,
    /// The fields and parameters whose values are listed.
    listed: BTreeSet<String>,
    /// The number of values.
    size: usize,
}

impl fmt::Debug for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Evidence({} entries, {:?})", self.entries, self.names)
    }
}

impl Evidence {
    /// Nothing so far. `vocabulary` has the words of names that are kept, `listed`
    /// the names of fields and parameters whose values are listed.
    #[must_use]
    pub fn new(mut vocabulary: Vocabulary, listed: BTreeSet<String>) -> Self {
        listed.iter().for_each(|name| vocabulary.add_name(name));
        Self { names: vocabulary, listed, ..Self::default() }
    }

    /// The values of the fields and parameters that were asked for, without those of failures; `None` if they
    /// are many, or long.
    #[must_use]
    pub fn values(&self) -> BTreeMap<&str, Option<BTreeSet<String>>> {
        let mut values = BTreeMap::new();
        let is_seen = |it: &&Exchange| it.is_real && (200..400).contains(&it.response.status);
        for exchange in self.endpoints.values().flatten().filter(is_seen) {
            exchange.each_text(&mut |name, text| {
                let Some(name) = self.listed.get(name) else { return };
                let own = values.entry(name.as_str()).or_insert_with(|| Some(BTreeSet::new()));
                own.iter_mut().for_each(|own| own.extend([text.to_owned()]));
                own.take_if(|own| text.len() > LONGEST_VALUE || own.len() > MOST_LISTED);
            });
        }
        values
    }

    /// The values that look like words: such a name may be a value.
    pub(crate) fn words(&self) -> HashSet<String> {
        let mut words = HashSet::new();
        let mut add = |_: &str, text: &str| {
            if could_be_word(text) && !words.contains(text) {
                words.insert(text.to_owned());
            }
        };
        self.endpoints.values().flatten().for_each(|it| it.each_text(&mut add));
        words
    }

    /// Adds an HTTP Archive or a cassette, compressed with gzip or not.
    ///
    /// # Errors
    /// If it can't be read to its end; the entries before the error are kept.
    pub fn add(&mut self, source: &mut dyn BufRead) -> Result<(), Broken> {
        let is_gzip = source.fill_buf().is_ok_and(|bytes| bytes.starts_with(&[0x1f, 0x8b]));
        let mut bytes = Vec::new();
        let read = match is_gzip {
            true => MultiGzDecoder::new(source).take(MOST_BYTES).read_to_end(&mut bytes),
            false => source.take(MOST_BYTES).read_to_end(&mut bytes),
        };
        let whole = self.add_json(&archive::repaired(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes)));
        let broken = |error| Broken(format!("it can't be read on at byte {}: {error}", bytes.len()));
        read.map_err(broken).and(whole)
    }

    fn add_json(&mut self, json: &[u8]) -> Result<(), Broken> {
        match cassette::is_one(json) {
            true => cassette::read(json, &mut |entry, is_real| {
                let (path, exchange) = entry::read(entry, is_real, &mut self.names);
                self.add_exchange(path, Exchange { encoding: None, ..exchange });
            }),
            false => archive::read(json, &mut |entry: Value| {
                let (path, exchange) = entry::read(&entry, true, &mut self.names);
                self.add_exchange(path, exchange);
            }),
        }
    }

    fn add_exchange(&mut self, path: String, exchange: Exchange) {
        self.entries += 1;
        let is_call = matches!(&*exchange.method, "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE");
        let (key, size) = ((path, exchange.method.clone()), exchange.size());
        let is_new = || !self.endpoints.contains_key(&key);
        let reason = match () {
            () if !is_call => "requests of other kinds, such as OPTIONS",
            () if !key.0.starts_with('/') => "requests without a path, or with one that is too long",
            () if exchange.response.status < 200 => "requests without a response",
            () if self.endpoints.len() >= MOST_ENDPOINTS && is_new() => "requests to paths that are too many",
            () if self.size + size > MOST_VALUES => "requests with values that are too many",
            () => {
                self.size += size;
                return self.endpoints.entry(key).or_default().push(exchange);
            }
        };
        *self.left_out.entry(reason).or_default() += 1;
    }
}
