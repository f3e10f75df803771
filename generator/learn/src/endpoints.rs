//! Everything that was seen, by path: the evidence for an API's operations.

use std::collections::BTreeMap;

use crate::recordings::{Endpoint, Evidence, Exchanges};

/// A path and what was seen there, by HTTP method.
#[derive(Debug)]
pub struct Seen {
    /// The path, without the part before the API's own paths.
    pub path: String,
    /// By method.
    pub methods: BTreeMap<String, Endpoint>,
}

impl Seen {
    /// The number of requests that didn't fail.
    pub fn fine(&self) -> u64 {
        self.methods.values().map(|endpoint| endpoint.fine.requests).sum()
    }

    /// The method that most requests use, and what was seen with it; HEAD only if it is alone.
    pub fn main(&self) -> Option<(&str, &Exchanges)> {
        let parts = self.methods.iter().map(|(method, endpoint)| (method.as_str(), &endpoint.fine));
        parts
            .filter(|(_, part)| part.requests > 0)
            .max_by_key(|(method, part)| (*method != "HEAD", part.requests))
    }
}

/// Everything that was seen below `base`, in the order of the paths. `is_status`
/// tells which field of a response holds the status of a failure.
pub fn seen(evidence: &Evidence, base: &str, is_status: impl Fn(&str) -> bool) -> Vec<Seen> {
    let mut paths: BTreeMap<&str, BTreeMap<String, Endpoint>> = BTreeMap::new();
    for ((path, method), endpoint) in &evidence.endpoints {
        if let Some(path) = path.strip_prefix(base).filter(|path| path.starts_with('/')) {
            paths.entry(path).or_default().insert(method.clone(), endpoint.decided(&is_status));
        }
    }
    paths.into_iter().map(|(path, methods)| Seen { path: path.to_owned(), methods }).collect()
}
