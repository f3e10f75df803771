//! The prefixes of the headers of credentials.

use std::collections::{BTreeMap, BTreeSet};

use super::Learner;
use super::paths::Matched;
use super::report::{Section, name, of_requests};
use generator_spec::model::{AuthBlock, Presence};

impl<'a> Learner<'a> {
    /// Learns the prefixes of headers.
    pub fn prefixes(&mut self, matched: &Matched<'_>) {
        for block in &self.api.blocks {
            let Some(own) = block.prefix() else { continue };
            let mut found: BTreeMap<String, (String, u64)> = BTreeMap::new();
            for (headers, requests) in self.headers(block, matched) {
                // No value begins the names of all headers of a credential.
                if let Some(seen) =
                    prefix_of(block, headers).map(|prefix| self.evidence.names.revealed(&prefix))
                {
                    let entry = found.entry(seen.to_ascii_lowercase()).or_insert((seen.clone(), 0));
                    // HTTP/2 has lower-case names only: another spelling says more.
                    entry.0 = entry.0.clone().min(seen);
                    entry.1 += requests;
                }
            }
            let mut found = found.into_values();
            match (found.next(), found.next()) {
                (Some((seen, count)), None) if !seen.eq_ignore_ascii_case(own) => {
                    let (times, now) = (of_requests(count, count), name(&seen));
                    let line = format!("headers of `{}` begin with {now}, not `{own}` ({times})", block.name);
                    self.report.add(Section::Parameters, line);
                    self.draft.set(&["auth", &block.name], serde_json::json!({ "prefix": seen }), times);
                }
                (Some(_), Some(_)) => {
                    let line = format!("headers of `{}` begin in several ways", block.name);
                    self.report.add(Section::Ambiguous, line);
                }
                _ => {}
            }
        }
    }

    /// The headers of the requests to operations with a block and how many requests those are.
    fn headers(&self, block: &AuthBlock, matched: &Matched<'_>) -> Vec<(&'a BTreeSet<String>, u64)> {
        let own = matched.matches.iter().filter(|it| it.operation.auth.block() == Some(&block.name));
        let parts = own.flat_map(|found| self.endpoints(found)).map(|(_, endpoint)| &endpoint.fine);
        parts.map(|part| (&part.headers, part.requests)).collect()
    }
}

/// The one prefix with which all required parameters of a block are headers.
fn prefix_of(block: &AuthBlock, headers: &BTreeSet<String>) -> Option<String> {
    let required = block.parameters.iter().filter(|it| it.presence == Presence::Required);
    let required: Vec<String> = required.map(|it| it.wire_name().to_ascii_lowercase()).collect();
    let lower: BTreeSet<String> = headers.iter().map(|name| name.to_ascii_lowercase()).collect();
    let first = required.first()?;
    let is_prefix = |prefix: &&str| {
        let prefix = prefix.to_ascii_lowercase();
        prefix.len() >= 2 && required.iter().all(|name| lower.contains(&format!("{prefix}{name}")))
    };
    let ends_so = |header: &&String| header.to_ascii_lowercase().ends_with(first);
    let starts = headers.iter().filter(ends_so).map(|header| &header[..header.len() - first.len()]);
    let mut found: Vec<&str> = starts.filter(is_prefix).collect();
    found.dedup_by_key(|prefix| prefix.to_ascii_lowercase());
    match found[..] {
        [prefix] => Some(prefix.to_owned()),
        _ => None,
    }
}
