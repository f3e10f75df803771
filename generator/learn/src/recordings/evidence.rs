//! All that was seen.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, Read};

use flate2::bufread::MultiGzDecoder;
use serde_json::Value;

use super::archive::{self, Broken};
use super::cassette;
use super::entry::Exchange;
use super::exchanges::{Endpoint, Endpoints};
use super::names::{RecordedNames, Values};
use super::shape::Room;
use crate::vocabulary::Vocabulary;

/// Bytes of a recording that are read: all of it is in memory.
const MOST_BYTES: u64 = 2 << 30;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Endpoints that are kept.
const MOST_ENDPOINTS: usize = 10_000;
/// Places of all shapes that are kept: some hundred bytes each.
const MOST_PLACES: usize = 100_000;

/// The samples from all files, as shapes. A name that is not a word is hidden: a number in braces
/// takes its place.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Entries that were read.
    pub entries: u64,
    /// The number of things that were left out, by reason.
    pub left_out: BTreeMap<&'static str, u64>,
    /// The samples, by path and method.
    pub endpoints: Endpoints,
    /// Their names.
    pub names: RecordedNames,
    room: Room,
}

impl Default for Evidence {
    fn default() -> Self {
        Self::new(Vocabulary::default(), BTreeSet::new())
    }
}

impl Evidence {
    /// Nothing so far. `vocabulary` has the words of names that are kept, `listed`
    /// the names of fields and parameters whose values are listed.
    #[must_use]
    pub fn new(vocabulary: Vocabulary, listed: BTreeSet<String>) -> Self {
        Self {
            entries: 0,
            left_out: BTreeMap::new(),
            endpoints: Endpoints::new(),
            names: RecordedNames::new(vocabulary, listed),
            room: Room::new(MOST_PLACES),
        }
    }

    /// The values of the fields and parameters that were asked for, without those of failures.
    #[must_use]
    pub fn values(&self) -> &BTreeMap<String, Values> {
        &self.names.values
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
            true => cassette::read(json, &mut |entry, kept| self.add_recorded(&entry, kept)),
            false => archive::read(json, &mut |entry| {
                let exchange = Exchange::of(&entry, &mut self.names);
                self.add_exchange(exchange);
            }),
        }
    }

    /// Adds an exchange of a cassette, which doesn't say how the request was encoded. Values
    /// are placeholders, except those of the names that it keeps.
    fn add_recorded(&mut self, entry: &Value, kept: Option<&[String]>) {
        self.names.real = kept.map(<[String]>::to_vec);
        let mut exchange = Exchange::of(entry, &mut self.names);
        self.names.real = None;
        exchange.request.encodings.clear();
        self.add_exchange(exchange);
    }

    fn add_exchange(&mut self, exchange: Exchange) {
        let Exchange { method, path, status, is_failure, refused, request, response } = exchange;
        self.entries += 1;
        let before = self.room.refused;
        self.room.refused += refused;
        let is_call = matches!(&*method, "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE");
        let key = (path, method);
        let is_new = || !self.endpoints.contains_key(&key);
        let reason = match () {
            () if !is_call => "requests of other kinds, such as OPTIONS",
            () if !key.0.starts_with('/') => "requests without a path, or with one that is too long",
            () if status < 200 => "requests without a response",
            () if self.endpoints.len() >= MOST_ENDPOINTS && is_new() => "requests to paths that are too many",
            () => {
                let one = BTreeMap::from([(status, response)]);
                let new = match is_failure {
                    true => Endpoint { failed: one, ..Endpoint::default() },
                    false => Endpoint { fine: request, by_status: one, ..Endpoint::default() },
                };
                self.endpoints.entry(key).or_default().absorb(new, &mut self.room);
                return self.leave_out("fields and parameters that are too many", self.room.refused - before);
            }
        };
        self.leave_out(reason, 1);
    }

    fn leave_out(&mut self, what: &'static str, count: u64) {
        if count > 0 {
            *self.left_out.entry(what).or_default() += count;
        }
    }
}
