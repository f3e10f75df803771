//! Facts that the documents leave open, learned from recorded traffic.
//!
//! ```text
//! recordings  HAR files, cassettes -> Evidence
//!                                       shapes and counts
//! paths       which operation a path belongs to
//! compare     the values of a place against the type that the spec has there
//! encodings, parameters, results, proposals
//!                                       what differs from the spec, each with how often it was seen
//! types       structure: which objects are of one type
//! draft       the overlay as a tree of YAML
//! fit         what the spec rejects is taken out of it
//! report      everything else that a maintainer should know
//! ```
//!
//! Nothing is guessed: what fits several operations is reported with its
//! candidates. A name gets here only if its words are known.

// What `expect` says holds by construction.
#![allow(clippy::expect_used)]

mod compare;
mod credentials;
mod dialect;
pub mod draft;
mod encodings;
mod endpoints;
mod fit;
mod kinds;
mod parameters;
mod paths;
mod proposals;
pub mod recordings;
pub mod report;
mod results;
mod sent;
mod structure;
mod types;
mod values;
mod vocabulary;
mod words;

use std::collections::{BTreeMap, BTreeSet};

pub use self::fit::{OVERLAY, fit};
pub use self::vocabulary::vocabulary;

use self::compare::{Place, SeenTypes};
use self::dialect::Dialect;
use self::draft::Draft;
use self::endpoints::Seen;
use self::paths::{How, Match, Matched};
use self::proposals::Call;
use self::report::{Report, Section, name, requests};
use self::types::Types;
use crate::recordings::{Endpoint, Evidence};
use generator_spec::load::{ApiSource, Locator};
use generator_spec::model::{Api, Operation, Path};
use generator_spec::text::counted;

/// The results of learning.
#[derive(Debug)]
pub struct Learned {
    /// The new facts, as an overlay.
    pub draft: Draft,
    /// Everything else that a maintainer should know.
    pub report: Report,
    /// Requests that belong to an operation of the API.
    pub requests: u64,
}

/// Learns what an API's evidence shows and its spec doesn't say.
///
/// `source` are the API's files, as overlays change them.
#[must_use]
pub fn learn(api: &Api, source: &ApiSource, evidence: &Evidence) -> Learned {
    let root = paths::base(api, evidence);
    let dialect = Dialect { api };
    let seen = endpoints::seen(evidence, &root, |field| dialect.is_status(field));
    let mut learner = Learner {
        api,
        source,
        locator: Locator::new(source),
        evidence,
        seen: &seen,
        dialect,
        types: Types::new(api),
        seen_types: SeenTypes::default(),
        served: BTreeSet::new(),
        draft: Draft::new(&api.name),
        report: Report::default(),
    };
    if !root.is_empty() {
        let line = format!("all paths begin with {}: set it in the base URL", name(&root));
        learner.report.add(Section::Paths, line);
    }
    let requests = learner.run(&paths::matched(api, &seen, evidence));
    let Learner { types, mut draft, mut report, .. } = learner;
    types.finish(&mut draft, &mut report);
    draft.prune();
    Learned { draft, report, requests }
}

/// Learning at work.
struct Learner<'a> {
    api: &'a Api,
    source: &'a ApiSource,
    locator: Locator<'a>,
    evidence: &'a Evidence,
    seen: &'a [Seen],
    dialect: Dialect<'a>,
    types: Types,
    seen_types: SeenTypes,
    /// Operations of which a request succeeded.
    served: BTreeSet<&'a str>,
    draft: Draft,
    report: Report,
}

impl<'a> Learner<'a> {
    /// Learns from all paths; returns how many requests belong to operations.
    fn run(&mut self, matched: &Matched<'a>) -> u64 {
        let served = matched.matches.iter().filter(|it| self.seen[it.seen].fine() > 0);
        self.served = served.map(|it| it.operation.name.as_str()).collect();
        let requests = matched.matches.iter().map(|found| self.matched(found)).sum();
        self.paths(matched);
        let of_api: BTreeSet<usize> = matched.matches.iter().map(|it| it.seen).collect();
        self.dialect.failures(of_api.iter().map(|position| &self.seen[*position]), &mut self.report);
        self.proposals(&self.calls(matched));
        self.type_fields();
        requests
    }

    /// Learns from the requests to an operation; returns how many there are.
    fn matched(&mut self, found: &Match<'_>) -> u64 {
        let (seen, operation) = (&self.seen[found.seen], found.operation);
        let endpoints = self.endpoints(found);
        let own = operation.http_method.name();
        let is_usual = self.api.method.is_none_or(|usual| usual == operation.http_method);
        let (method, endpoint) = match endpoints[..] {
            [(method, endpoint), ..] if method == own => (method, endpoint),
            // An operation that says its own method has it: another one is another operation.
            [(method, endpoint)] if is_usual && self.api.method.is_some() => (method, endpoint),
            [] => {
                self.path(found, seen);
                return 0;
            }
            [(_, _), ..] => return 0,
        };
        self.path(found, seen);
        if self.api.method.is_some() && is_usual && endpoints.len() > 1 {
            let line = format!("{}: several HTTP methods", operation.name);
            self.report.add(Section::Ambiguous, line);
        }
        let (part, times) = (&endpoint.fine, requests(endpoint.fine.requests));
        if method != own {
            let found =
                Place::of(&operation.name, "method").contradiction(own, format!("{method} ({times})"));
            let at = self.locator.key(&operation.name, "method").map(|said| said.at);
            let path = ["operations", &operation.name, "method"];
            self.report.contradict(found.at(at).written(&path, &format!("method: {method}")));
            self.draft.set(&path, method, times);
        }
        self.encoding(operation, method, part);
        self.parameters(operation, part);
        self.results(operation, endpoint);
        part.requests
    }

    /// Calls that belong to no operation: of other paths, and with other methods at the paths of operations
    /// that say their own.
    fn calls(&self, matched: &Matched<'_>) -> Vec<Call<'a>> {
        let of = |position: usize| Call::all(&self.seen[position]);
        let mut found: Vec<Call<'a>> = matched.rest.iter().flat_map(|position| of(*position)).collect();
        let mut known: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for it in &matched.matches {
            let own = [it.operation.http_method.name(), "HEAD"];
            let is_usual = self.api.method == Some(it.operation.http_method);
            let all = if is_usual { &["GET", "POST", "PUT", "PATCH", "DELETE"][..] } else { &own };
            known.entry(it.seen).or_default().extend(all);
        }
        for (position, own) in known {
            let more =
                of(position).into_iter().filter(|it| it.part.requests > 0 && !own.contains(&it.method));
            found.extend(more.map(|it| Call { is_alone: false, ..it }));
        }
        found
    }

    /// The methods of an operation that were seen: its own first, and others that may be its own.
    /// Other operations can have theirs at its path, and what knows GET takes HEAD, too.
    fn endpoints(&self, &Match { operation, seen, .. }: &Match<'_>) -> Vec<(&'a str, &'a Endpoint)> {
        let at_path = |other: &&Operation| other.paths().any(|path| operation.paths().any(|own| own == path));
        let methods = self.api.operations().filter(at_path).map(|other| other.http_method.name());
        let others: Vec<&str> = methods.chain(["HEAD"]).collect();
        let is_own = |method: &str| method == operation.http_method.name();
        let all = self.seen[seen].methods.iter().map(|(method, endpoint)| (method.as_str(), endpoint));
        let mut all: Vec<_> = all
            .filter(|(method, it)| it.fine.requests > 0 && (is_own(method) || !others.contains(method)))
            .collect();
        all.sort_by_key(|(method, _)| !is_own(method));
        all
    }

    /// The path of an operation, unless it is known.
    fn path(&mut self, Match { operation, how, path, .. }: &Match<'_>, seen: &Seen) {
        let times = requests(seen.fine());
        let own = operation.http_method.name();
        if seen.fine() == 0 {
            if self.served.contains(operation.name.as_str()) {
                return;
            }
            let is_message = |it: &Endpoint| it.failed.values().any(|it| self.dialect.is_message(&it.json));
            let endpoint = seen.methods.get(own);
            let is_unknown = endpoint.is_some_and(|it| is_unknown(it) && !is_message(it))
                && !path.contains('{')
                && operation.failures.is_empty();
            if is_unknown && *how == How::Path {
                let found = Place::of(&operation.name, "path").contradiction(name(path), "HTTP 404 only");
                let at = self.locator.key(&operation.name, "path").map(|said| said.at);
                return self.report.contradict(found.at(at));
            }
            let line = format!("{}: {} has failures only", operation.name, name(&seen.path));
            return self.report.add(Section::LeftOut, line);
        }
        let is_inferred = matches!(operation.path, Path::Inferred(_));
        let why = match how {
            How::Path if is_inferred => None,
            How::Path | How::Alias => return,
            How::Moved(all) if all.is_empty() => Some("has `/` and `-` elsewhere".to_owned()),
            How::Moved(all) => Some(format!(
                "because {}",
                all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
            )),
        };
        let place = ["operations", &operation.name, "path"];
        // There are many confirmed ones, and nothing about them is new but the status.
        if let Some(why) = why {
            let spec = name(operation.path.text().unwrap_or_default());
            let seen = format!("{} {why} ({times})", name(path));
            let found = Place::of(&operation.name, "path").contradiction(spec, seen);
            let at = self.locator.key(&operation.name, "path");
            let at = at.or_else(|| self.locator.key(&operation.name, "inferred_path")).map(|said| said.at);
            self.report.contradict(found.at(at).written(&place, &format!("path: {path}")));
        }
        // The path may be where the spec says the method.
        let has_method = self.api.method == Some(operation.http_method)
            || self.locator.key(&operation.name, "method").is_some();
        let value = if has_method { path.clone() } else { format!("{own} {path}") };
        self.draft.set(&place, value, times);
    }

    /// Reports what is so of several paths.
    fn paths(&mut self, matched: &Matched<'_>) {
        let is_confirmed = |it: &&Match<'_>| {
            it.how == How::Path
                && matches!(it.operation.path, Path::Inferred(_))
                && self.seen[it.seen].fine() > 0
        };
        let confirmed = matched.matches.iter().filter(is_confirmed).count();
        if confirmed > 0 {
            self.report.add(Section::Paths, format!("{} confirmed", counted(confirmed, "inferred path")));
        }
        let mut rules: BTreeMap<String, usize> = BTreeMap::new();
        for found in &matched.matches {
            if let How::Moved(substitutions) = &found.how {
                substitutions.iter().for_each(|it| *rules.entry(it.to_string()).or_default() += 1);
            }
        }
        for (rule, count) in rules {
            let line = format!("{rule} in the paths of {}", counted(count, "operation"));
            self.report.add(Section::Paths, line);
        }
        for (seen, candidates) in &matched.ambiguous {
            let candidates: Vec<&str> = candidates.iter().map(|operation| operation.name.as_str()).collect();
            let line = format!("{} may be {}", name(&self.seen[*seen].path), candidates.join(" or "));
            self.report.add(Section::Ambiguous, line);
        }
    }
}

/// Returns whether a server has nothing there.
fn is_unknown(endpoint: &Endpoint) -> bool {
    !endpoint.failed.is_empty() && endpoint.failed.keys().all(|status| matches!(status, 404 | 405 | 501))
}
