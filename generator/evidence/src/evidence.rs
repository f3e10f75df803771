//! All that was seen.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, Read};

use flate2::bufread::MultiGzDecoder;

use crate::endpoint::Endpoints;
use crate::exchange::Exchange;
use crate::har;
use crate::json::{Json, Result};
use crate::shape::{Keep, Values};

/// Endpoints that are kept.
const MOST_ENDPOINTS: usize = 20_000;
/// Places of all shapes that are kept: some hundred bytes each.
const MOST_PLACES: usize = 400_000;
/// A file is read in pieces of so many bytes.
const PIECE: usize = 64 * 1024;

/// What was seen in all files, as shapes.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Entries that were read.
    pub entries: u64,
    /// Those that got no answer.
    pub unanswered: u64,
    /// Those that say nothing of an API: other methods than GET, POST, PUT, PATCH and DELETE, or no address.
    pub irrelevant: u64,
    /// Those of endpoints that are too many.
    pub left_out: u64,
    /// What was seen, by path and method.
    pub endpoints: Endpoints,
    values: BTreeSet<String>,
    room: usize,
}

impl Default for Evidence {
    fn default() -> Self {
        Self::new(BTreeSet::new())
    }
}

impl Evidence {
    /// Nothing so far; `values` are the names of fields and parameters whose
    /// values are to be listed.
    #[must_use]
    pub fn new(values: BTreeSet<String>) -> Self {
        Self {
            entries: 0,
            unanswered: 0,
            irrelevant: 0,
            left_out: 0,
            endpoints: Endpoints::new(),
            values,
            room: MOST_PLACES,
        }
    }

    /// The values of the fields and parameters that were asked for.
    #[must_use]
    pub fn values(&self) -> BTreeMap<String, Values> {
        let mut found = BTreeMap::new();
        self.endpoints.values().for_each(|endpoint| endpoint.values(&mut found));
        found
    }

    /// Whether more was seen than could be kept.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.room == 0
    }

    /// Adds an HTTP Archive, compressed with gzip or not.
    ///
    /// # Errors
    /// If it can't be read to its end; the entries before the fault are kept.
    pub fn add(&mut self, source: &mut dyn BufRead) -> Result<()> {
        let is_gzip = source.fill_buf().is_ok_and(|start| start.starts_with(&[0x1f, 0x8b]));
        match is_gzip {
            true => self.add_plain(&mut MultiGzDecoder::new(source)),
            false => self.add_plain(&mut { source }),
        }
    }

    fn add_plain(&mut self, source: &mut dyn Read) -> Result<()> {
        let mut json = Json::new(source, PIECE);
        skip_byte_order_mark(&mut json)?;
        let values = self.values.clone();
        har::read(&mut json, &values, |exchange| self.add_exchange(exchange, &values))
    }

    fn add_exchange(&mut self, exchange: Exchange, values: &BTreeSet<String>) {
        self.entries += 1;
        let is_call = matches!(&*exchange.method, "GET" | "POST" | "PUT" | "PATCH" | "DELETE");
        if !is_call || !exchange.path.starts_with('/') {
            self.irrelevant += 1;
            return;
        }
        if exchange.status < 200 {
            self.unanswered += 1;
            return;
        }
        let key = (exchange.path.clone(), exchange.method.clone());
        if self.endpoints.len() >= MOST_ENDPOINTS && !self.endpoints.contains_key(&key) {
            self.left_out += 1;
            return;
        }
        let mut keep = Keep { values, room: self.room };
        self.endpoints.entry(key).or_default().add(exchange, &mut keep);
        self.room = keep.room;
    }
}

fn skip_byte_order_mark(json: &mut Json<'_>) -> Result<()> {
    if json.fill()?.starts_with(b"\xef\xbb\xbf") {
        json.advance(3);
    }
    Ok(())
}
