//! Parameters of credentials, which are not parameters of operations, and the
//! prefixes of their headers.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::Evidence;

use super::draft::{Draft, Fact};
use super::endpoints::Seen;
use super::paths::Match;
use super::report::{Report, Section, name, of_requests};
use crate::model::{Api, AuthBlock, BlockPlace, Operation, Presence};

/// The names that the credential of an operation has in a form.
pub fn names<'a>(api: &'a Api, operation: &Operation) -> BTreeSet<&'a str> {
    let own = api.block_of(&operation.auth).map(|block| block.credential.as_str());
    let blocks = api.blocks.iter().filter(|block| block.place == BlockPlace::Form);
    // An operation whose credential is not shown may have any.
    let fits = blocks.filter(|block| own.is_none_or(|own| own == block.credential));
    fits.flat_map(|block| &block.parameters).map(|parameter| parameter.name.as_str()).collect()
}

/// Learns the prefixes of headers.
pub fn prefixes(
    api: &Api,
    evidence: &Evidence,
    (seen, matches): (&[Seen], &[Match<'_>]),
    draft: &mut Draft,
    report: &mut Report,
) {
    for block in &api.blocks {
        let BlockPlace::Header(prefix) = &block.place else { continue };
        let mut found: BTreeMap<String, (String, u64)> = BTreeMap::new();
        let mut all = 0;
        for (headers, requests) in headers(block, seen, matches) {
            // No value begins the names of all headers of a credential.
            if let Some(seen) = prefix_of(block, headers).map(|prefix| evidence.revealed(&prefix)) {
                let entry = found.entry(seen.to_ascii_lowercase()).or_insert((seen.clone(), 0));
                // HTTP/2 has lower-case names only: another spelling says more.
                entry.0 = entry.0.clone().min(seen);
                entry.1 += requests;
                all += requests;
            }
        }
        let mut found = found.into_values();
        match (found.next(), found.next()) {
            (Some((seen, count)), None) if !seen.eq_ignore_ascii_case(prefix) => {
                let times = of_requests(count, all);
                report.add(
                    Section::Parameters,
                    format!(
                        "headers of `{}` begin with {}, not `{prefix}` ({times})",
                        block.name,
                        name(&seen)
                    ),
                );
                draft.prefixes.insert(block.name.clone(), Fact::new(seen, times));
            }
            (Some(_), Some(_)) => {
                report.add(Section::Ambiguous, format!("headers of `{}` begin in several ways", block.name));
            }
            _ => {}
        }
    }
}

/// The headers of the requests to operations with a block, and how many requests those are.
fn headers<'s>(
    block: &AuthBlock,
    seen: &'s [Seen],
    matches: &[Match<'_>],
) -> Vec<(&'s BTreeSet<String>, u64)> {
    let own = matches.iter().filter(|it| it.operation.auth.block() == Some(&block.name));
    let parts = own.filter_map(|it| seen.get(it.seen)).flat_map(|seen| seen.methods.values());
    parts.map(|it| (&it.fine.headers, it.fine.requests)).filter(|(_, requests)| *requests > 0).collect()
}

/// The prefix with which all required parameters of a block are headers.
fn prefix_of(block: &AuthBlock, headers: &BTreeSet<String>) -> Option<String> {
    let required: Vec<String> = block
        .parameters
        .iter()
        .filter(|it| it.presence == Presence::Required)
        .map(|it| it.name.to_ascii_lowercase())
        .collect();
    let lower: BTreeSet<String> = headers.iter().map(|name| name.to_ascii_lowercase()).collect();
    let first = required.first()?;
    let is_prefix = |prefix: &str| {
        prefix.len() >= 2
            && required.iter().all(|name| lower.contains(&format!("{}{name}", prefix.to_ascii_lowercase())))
    };
    let starts = headers.iter().filter_map(|header| {
        let start = header.len().checked_sub(first.len())?;
        let end = header.get(start..)?;
        end.eq_ignore_ascii_case(first).then(|| header.get(..start)).flatten()
    });
    let mut found: Vec<&str> = starts.filter(|prefix| is_prefix(prefix)).collect();
    found.dedup_by_key(|prefix| prefix.to_ascii_lowercase());
    match &*found {
        [prefix] => Some((*prefix).to_owned()),
        _ => None,
    }
}
