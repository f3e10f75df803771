//! Facts that the documents leave open, learned from recorded traffic.
//!
//! ```text
//! recordings  HAR files, cassettes -> Evidence
//!                                       exchanges; their values return counts only
//! paths       which operation a path belongs to
//! choice      which of the operations that share a path a request is for
//! compare     the values of a place against the type that the spec has there
//! credentials, encodings, sent and parameters, results and contents
//!                                       each place of a call against the spec
//! calls, proposals
//!             calls that no operation has
//! types       structure: which objects are of one type
//!                                       Finding: a difference, how often it was seen, what to write
//! draft       the overlay as a tree of YAML
//! fit         what the spec rejects is taken out of it
//! report      the lines about all findings
//! ```
//!
//! Nothing is guessed: what fits several operations is reported with its
//! candidates. A name gets here only if its words are known.

// What `expect` says holds by construction.
#![allow(clippy::expect_used)]

mod calls;
mod choice;
mod compare;
mod contents;
mod credentials;
mod dialect;
pub mod draft;
mod encodings;
mod finding;
mod fit;
mod kinds;
mod parameter_types;
mod parameters;
mod paths;
mod proposals;
pub mod recordings;
pub mod report;
mod results;
mod sent;
mod structure;
mod types;
mod vocabulary;
mod words;
mod yaml;

use std::collections::BTreeSet;

pub use self::finding::Finding;
pub use self::fit::{OVERLAY, fit};
pub use self::vocabulary::vocabulary;

use self::choice::UNDECIDED;
use self::compare::SeenTypes;
use self::draft::Draft;
use self::finding::{Place, Section};
use self::paths::{Match, Seen, Work};
use self::report::Report;
use self::types::Types;
use self::words::{name, requests};
use crate::recordings::{Endpoint, Evidence};
use generator_spec::diagnostics::At;
use generator_spec::load::{ApiSource, Locator};
use generator_spec::model::{Api, Operation};

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
    let seen = paths::seen(api, evidence, &root);
    let mut learner = Learner {
        api,
        source,
        locator: Locator::new(source),
        evidence,
        seen: &seen,
        types: Types::new(api),
        seen_types: SeenTypes::default(),
        served: BTreeSet::new(),
        found: Vec::new(),
    };
    if !root.is_empty() {
        learner.add(Section::Paths, format!("all paths begin with {}: set it in the base URL", name(&root)));
    }
    let requests = learner.run(&paths::matched(api, &seen, evidence));
    let Learner { types, mut found, .. } = learner;
    types.finish(&mut found);
    Learned { draft: Draft::new(&api.name, &found), report: Report::new(found), requests }
}

/// Learning at work.
struct Learner<'a> {
    api: &'a Api,
    source: &'a ApiSource,
    locator: Locator<'a>,
    evidence: &'a Evidence,
    seen: &'a [Seen<'a>],
    types: Types<'a>,
    seen_types: SeenTypes<'a>,
    /// Operations of which a request succeeded.
    served: BTreeSet<&'a str>,
    found: Vec<Finding>,
}

impl<'a> Learner<'a> {
    /// Adds a line to the report.
    fn add(&mut self, section: Section, line: impl Into<String>) {
        self.found.push(Finding::new(section, line));
    }

    /// The value of a key of an operation in the spec.
    fn said(&self, operation: &Operation, key: &str) -> Option<At<'a>> {
        self.locator.key(&operation.name, key).map(|said| said.at)
    }

    /// A part of the exchanges of an operation, and the key of the spec that says what it is.
    fn place<'o>(&self, operation: &'o Operation, part: impl Into<String>, key: &str) -> Place<'o>
    where
        'a: 'o,
    {
        let at = self.said(operation, key);
        Place { operation: &operation.name, part: part.into(), pointer: String::new(), at }
    }

    /// Learns from all paths; returns how many requests belong to operations.
    fn run(&mut self, matched: &Work<'a, '_>) -> u64 {
        let served = matched.found.iter().filter(|it| self.endpoint(it).is_some());
        self.served = served.map(|it| it.operation.name.as_str()).collect();
        let requests = matched.found.iter().map(|found| self.matched(found)).sum();
        self.paths(matched);
        let of_api: BTreeSet<usize> = matched.found.iter().map(|it| it.seen).collect();
        let failures = dialect::failures(
            self.api,
            of_api.iter().flat_map(|position| self.seen[*position].methods.values()),
        );
        failures.into_iter().for_each(|line| self.add(Section::Failures, line));
        self.proposals(self.calls(matched));
        self.type_fields();
        requests
    }

    /// Learns from the requests to an operation; returns how many there are.
    fn matched(&mut self, found: &Match<'a>) -> u64 {
        let (seen, operation) = (&self.seen[found.seen], found.operation);
        let own = operation.http_method.name();
        let Some((method, endpoint)) = self.endpoint(found) else {
            self.failing(found, seen);
            return 0;
        };
        if let Some(path) = seen.path.strip_suffix(UNDECIDED) {
            let is_rival = |it: &&Operation| {
                it.path.text() == operation.path.text() && it.http_method == operation.http_method
            };
            let rivals: Vec<&str> =
                self.api.operations().filter(is_rival).map(|it| it.name.as_str()).collect();
            if rivals[0] != operation.name {
                return 0;
            }
            let line = format!("{method} {} may be {}", name(path), rivals.join(" or "));
            self.add(Section::Ambiguous, line);
            return endpoint.fine.count();
        }
        self.path(found, seen);
        if self.is_usual(operation) && self.endpoints(found).len() > 1 {
            self.add(Section::Ambiguous, format!("{}: several HTTP methods", operation.name));
        }
        let (part, times) = (&endpoint.fine, requests(endpoint.fine.count()));
        if method != own {
            let seen = format!("{method} ({times})");
            let found = self.place(operation, "method", "method").contradicts(own, seen);
            self.found.push(found.write(&["operations", &operation.name, "method"], method, times));
        }
        self.credential(operation, method, part);
        self.encoding(operation, method, part);
        self.parameters(operation, part);
        self.results(operation, endpoint);
        part.count()
    }

    /// Returns whether an operation has the method that the API has if nothing else is said.
    fn is_usual(&self, operation: &Operation) -> bool {
        self.api.method == Some(operation.http_method)
    }

    /// The requests to an operation that didn't fail. One that says its own method has it: with another one, it
    /// is another operation.
    fn endpoint(&self, found: &Match<'_>) -> Option<(&'a str, &'a Endpoint<'a>)> {
        match self.endpoints(found)[..] {
            [one, ..] if one.0 == found.operation.http_method.name() => Some(one),
            [one] if self.is_usual(found.operation) => Some(one),
            [] | [_, ..] => None,
        }
    }

    /// The methods of an operation that were seen: its own first, and others that may be its own.
    /// Other operations can have theirs at its path, and what knows GET takes HEAD, too.
    fn endpoints(&self, &Match { operation, seen, .. }: &Match<'_>) -> Vec<(&'a str, &'a Endpoint<'a>)> {
        let at_path = |other: &&Operation| other.paths().any(|path| operation.paths().any(|own| own == path));
        let methods = self.api.operations().filter(at_path).map(|other| other.http_method.name());
        let others: Vec<&str> = methods.chain(["HEAD"]).collect();
        let is_own = |method: &str| method == operation.http_method.name();
        let all = self.seen[seen].methods.iter().map(|(method, endpoint)| (*method, endpoint));
        let mut all: Vec<_> = all
            .filter(|(method, it)| it.fine.count() > 0 && (is_own(method) || !others.contains(method)))
            .collect();
        all.sort_by_key(|(method, _)| !is_own(method));
        all
    }
}
