//! Facts that the documents leave open, learned from recorded traffic.
//!
//! ```text
//! recordings  HAR files, cassettes -> Evidence
//!                                       shapes and counts
//! paths       which operation a path belongs to
//! encodings, parameters, results, dialect, prefixes, proposals
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

mod credentials;
mod dialect;
pub mod draft;
mod encodings;
mod endpoints;
mod fit;
mod parameters;
mod paths;
mod prefixes;
mod proposals;
pub mod recordings;
pub mod report;
mod results;
mod sent;
mod structure;
mod types;
mod vocabulary;
mod words;

use std::collections::{BTreeMap, BTreeSet};

pub use self::fit::fit;
pub use self::vocabulary::vocabulary;

use self::dialect::Dialect;
use self::draft::Draft;
use self::endpoints::Seen;
use self::paths::{How, Match, Matched};
use self::report::{Report, Section, name, requests};
use self::types::Types;
use crate::recordings::{Endpoint, Evidence, ValueShape};
use generator_spec::load::ApiSource;
use generator_spec::model::{Api, Operation, Path, TypeId};
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
    let undecided = endpoints::seen(evidence, &root, |_| false);
    let first = paths::matched(api, &undecided, evidence);
    let dialect = Dialect::of(api, &undecided, &first.matches);
    let seen = endpoints::seen(evidence, &root, |field| dialect.is_status(api, field));
    let mut learner = Learner {
        api,
        source,
        evidence,
        seen: &seen,
        dialect,
        types: Types::new(api),
        opaque: BTreeMap::new(),
        more: BTreeMap::new(),
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
    evidence: &'a Evidence,
    seen: &'a [Seen],
    dialect: Dialect,
    types: Types,
    /// The shapes that were seen of types that the spec only names.
    opaque: BTreeMap<TypeId, ValueShape>,
    /// Fields that types have, but not in the spec.
    more: BTreeMap<(TypeId, String), ValueShape>,
    draft: Draft,
    report: Report,
}

impl<'a> Learner<'a> {
    /// Learns from all paths; returns how many requests belong to operations.
    fn run(&mut self, matched: &Matched<'_>) -> u64 {
        self.dialect.write(&mut self.types, &mut self.draft, &mut self.report);
        let requests = matched.matches.iter().map(|found| self.matched(found)).sum();
        self.paths(matched);
        self.prefixes(matched);
        let of_api: BTreeSet<usize> = matched.matches.iter().map(|it| it.seen).collect();
        self.dialect.failures(of_api.iter().map(|position| &self.seen[*position]), &mut self.report);
        self.proposals(&matched.rest.iter().map(|position| &self.seen[*position]).collect::<Vec<_>>());
        self.type_fields();
        requests
    }

    /// Learns from the requests to an operation; returns how many there are.
    fn matched(&mut self, found: &Match<'_>) -> u64 {
        let (seen, operation) = (&self.seen[found.seen], found.operation);
        self.path(found, seen);
        let endpoints = self.endpoints(found);
        let [(method, endpoint), others @ ..] = &endpoints[..] else { return 0 };
        let (part, times) = (&endpoint.fine, requests(endpoint.fine.requests));
        if *method != operation.http_method.name() && !others.is_empty() {
            self.report.add(Section::Ambiguous, format!("{}: several HTTP methods", operation.name));
        } else if *method != operation.http_method.name() {
            self.report.add(Section::Parameters, format!("{}: {method} ({times})", operation.name));
            self.draft.set(&["operations", &operation.name, "method"], *method, times);
        }
        self.encoding(operation, method, part);
        self.parameters(operation, part);
        self.results(operation, endpoint);
        part.requests
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
        if seen.fine() == 0 {
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
        // There are many confirmed ones, and nothing about them is new but the status.
        if let Some(why) = why {
            let section = if is_inferred { Section::Paths } else { Section::Contradictions };
            self.report.add(section, format!("{}: {} {why} ({times})", operation.name, name(path)));
        }
        self.draft.set(&["operations", &operation.name, "path"], path.as_str(), times);
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
