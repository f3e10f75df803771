//! What the documents leave open, learned from recorded traffic.
//!
//! ```text
//! recordings  HAR files -> Evidence     shapes and counts
//! paths       which operation a path belongs to
//! parameters, encoding, results, message, envelope, credentials, opaque, failures, proposals
//!                                       what differs from the spec, each with how often it was seen
//! types       structure, same, near: which objects are of one type
//! draft       the overlay as data       overlay: the same as YAML
//! fit         takes out what the spec rejects
//! report      everything else that a maintainer should know
//! ```
//!
//! Nothing is guessed: what fits several operations is reported with its
//! candidates. A name gets here only if its words are known.

mod credentials;
pub mod draft;
mod encoding;
mod endpoints;
mod envelope;
mod failures;
mod fit;
mod known;
mod message;
mod near;
mod opaque;
mod overlay;
mod parameters;
mod paths;
pub mod probe;
mod proposals;
pub mod recordings;
pub mod report;
mod results;
mod same;
mod structure;
mod types;
mod vocabulary;
mod words;

use std::collections::BTreeSet;

use crate::recordings::Evidence;

pub use self::fit::fit;
pub(crate) use self::known::spec_operation;
pub use self::vocabulary::vocabulary;
pub(crate) use self::words::squashed;

use self::draft::{Draft, Fact};
use self::endpoints::Seen;
use self::message::Roles;
use self::opaque::Opaque;
use self::paths::{How, Match, Matched};
use self::report::{Report, Section, name, requests};
use self::types::Types;
use crate::load::ApiSource;
use crate::model::{Api, Envelope, Path};
use crate::text::counted;
use generator_review::fmt;
use generator_spec::{Spec, diagnostics, facts, load, model, naming, text};

/// What was learned.
#[derive(Debug)]
pub struct Learned {
    /// What is new, as an overlay.
    pub draft: Draft,
    /// What else there is to know.
    pub report: Report,
    /// Requests that belong to an operation of the API.
    pub requests: u64,
}

/// Learns what an API's evidence shows and its spec doesn't say.
///
/// `source` are the API's files, as overlays change them, and `base` is the API
/// without overlays: names in an overlay are those of the spec.
#[must_use]
pub fn learn(api: &Api, source: &ApiSource, base: &Api, evidence: &Evidence) -> Learned {
    let root = paths::base(api, evidence);
    let undecided = endpoints::seen(evidence, &root, |_| false);
    let first = paths::matched(api, &undecided, evidence);
    let other = message::other(api, &undecided, &first.matches);
    let roles = other.as_ref().map(|(roles, ..)| roles.clone()).or_else(|| message::known(api));
    let other_envelope = envelope::other(api, &undecided, &first.matches);
    let envelope = other_envelope.as_ref().map(|(envelope, _)| envelope).or(api.envelope.as_ref());
    let statuses = message::statuses(api, roles.as_ref(), envelope);
    let seen = endpoints::seen(evidence, &root, |field| statuses.contains(field));
    let matched = paths::matched(api, &seen, evidence);
    let message = message::fields(api, other.as_ref());
    let pass = |types: Types| {
        let mut work = Work {
            api,
            evidence,
            seen: &seen,
            roles: roles.clone(),
            message: &message,
            envelope,
            types,
            opaque: Opaque::new(api),
            draft: Draft { api: api.name.clone(), ..Draft::default() },
            report: Report::default(),
            confirmed: 0,
        };
        if !root.is_empty() {
            let line = format!("all paths begin with {}: set it in the base URL", name(&root));
            work.report.add(Section::Paths, line);
        }
        if let Some(other) = &other {
            message::write(other, &mut work.types, &mut work.draft, &mut work.report);
        }
        if let Some(other) = &other_envelope {
            envelope::write(other, &mut work.draft, &mut work.report);
        }
        let requests = work.run(&matched);
        let Work { mut types, opaque, mut draft, mut report, .. } = work;
        opaque.finish(&mut types, &mut draft, &mut report);
        (types, draft, report, requests)
    };
    let (first, ..) = pass(Types::new(api, base));
    let (mut types, mut draft, mut report, requests) = pass(first.settled());
    for (section, line) in std::mem::take(&mut types.odd) {
        report.add(section, line);
    }
    types.new.sort_keys();
    draft.new_types = types.new;
    known::settle(&mut draft, api, base, source, &mut report);
    Learned { draft, report, requests }
}

/// Learning at work.
struct Work<'a, 's> {
    api: &'a Api,
    evidence: &'s Evidence,
    seen: &'s [Seen],
    roles: Option<Roles>,
    /// The fields of messages.
    message: &'s BTreeSet<String>,
    envelope: Option<&'s Envelope>,
    types: Types,
    opaque: Opaque<'a>,
    draft: Draft,
    report: Report,
    /// Inferred paths that were seen.
    confirmed: usize,
}

impl<'a> Work<'a, '_> {
    /// Learns from all paths; returns how many requests belong to operations.
    fn run(&mut self, matched: &Matched<'a>) -> u64 {
        let mut requests = 0;
        for found in &matched.matches {
            requests += self.matched(found);
        }
        if self.confirmed > 0 {
            let line = format!("{} confirmed", counted(self.confirmed, "inferred path"));
            self.report.add(Section::Paths, line);
        }
        self.rules(matched);
        self.ambiguous(matched);
        let own = (self.seen, &*matched.matches);
        credentials::prefixes(self.api, self.evidence, own, &mut self.draft, &mut self.report);
        let of_api: Vec<&Seen> = matched.matches.iter().filter_map(|it| self.seen.get(it.seen)).collect();
        failures::report(self.roles.as_ref(), self.envelope, &of_api, &mut self.report);
        let rest: Vec<&Seen> = matched.rest.iter().filter_map(|position| self.seen.get(*position)).collect();
        let names = self.api.operations().flat_map(|it| [it.name.clone(), it.rust.clone()]);
        let types = self.api.types.iter().map(|ty| ty.rust.clone());
        let new_types = self.types.new.keys().cloned();
        let names = names.chain(types).chain(new_types).collect();
        let results = results::Learning {
            api: self.api,
            roles: self.roles.as_ref(),
            message: self.message,
            envelope: self.envelope,
            types: &mut self.types,
            opaque: &mut self.opaque,
            report: &mut self.report,
        };
        let groups = proposals::groups(self.api);
        proposals::Proposing { api: self.api, results, names, groups }.run(&rest, &mut self.draft);
        requests
    }

    fn matched(&mut self, found: &Match<'a>) -> u64 {
        let Some(seen) = self.seen.get(found.seen) else { return 0 };
        self.path(found, seen);
        let all = || seen.methods.iter().filter(|(_, endpoint)| endpoint.fine.requests > 0);
        let own = found.operation.http_method.name();
        let Some((method, endpoint)) =
            all().find(|(method, _)| method.as_str() == own).or_else(|| all().next())
        else {
            return 0;
        };
        let part = &endpoint.fine;
        if method != own {
            self.method(found, method, part.requests, all().count());
        }
        let operation = found.operation;
        let seen = endpoints::parameters(method, part);
        let mut learning = parameters::Learning {
            operation,
            credential: credentials::names(self.api, operation),
            whole: part.whole,
            seen,
            types: &mut self.types,
            report: &mut self.report,
            changes: std::collections::BTreeMap::new(),
        };
        learning.run();
        let changes = learning.changes;
        let encoding = encoding::learned(operation, method, part, &mut self.report);
        parameters::opaque(operation, seen, &mut self.opaque);
        let mut results = results::Learning {
            api: self.api,
            roles: self.roles.as_ref(),
            message: self.message,
            envelope: self.envelope,
            types: &mut self.types,
            opaque: &mut self.opaque,
            report: &mut self.report,
        };
        let returns = results.returns(operation, part);
        if !changes.is_empty() {
            self.draft.operation(&operation.name).parameters.extend(changes);
        }
        if encoding.is_some() {
            self.draft.operation(&operation.name).encoding = encoding;
        }
        if returns.is_some() {
            self.draft.operation(&operation.name).returns = returns;
        }
        part.requests
    }

    /// The path of an operation, unless it is known.
    fn path(&mut self, found: &Match<'_>, seen: &Seen) {
        let Match { operation, how, .. } = found;
        let times = requests(seen.fine());
        if seen.fine() == 0 {
            let line = format!("{}: {} was only answered with failures", operation.name, name(&seen.path));
            return self.report.add(Section::LeftOut, line);
        }
        let is_inferred = matches!(operation.path, Path::Inferred(_));
        let what = match how {
            How::Path if is_inferred => "",
            How::Path | How::Alias => return,
            How::Moved => "has `/` and `-` elsewhere",
            How::Renamed(substitutions) => {
                let all: Vec<String> = substitutions.iter().map(ToString::to_string).collect();
                &*format!("because {}", all.join(" and "))
            }
        };
        let line = format!("{}: {} {what} ({times})", operation.name, name(&found.path));
        match (how, is_inferred) {
            // There are many, and nothing about them is new but the status.
            (How::Path, _) => self.confirmed += 1,
            (_, true) => self.report.add(Section::Paths, line),
            (_, false) => self.report.add(Section::Contradictions, line),
        }
        self.draft.operation(&operation.name).path = Some(Fact::new(found.path.clone(), times));
    }

    fn method(&mut self, found: &Match<'_>, method: &str, count: u64, methods: usize) {
        let operation = &found.operation.name;
        let times = requests(count);
        if methods > 1 {
            return self.report.add(Section::Ambiguous, format!("{operation}: several HTTP methods"));
        }
        self.report.add(Section::Parameters, format!("{operation}: {method} ({times})"));
        self.draft.operation(operation).method = Some(Fact::new(method.to_owned(), times));
    }

    fn rules(&mut self, matched: &Matched<'_>) {
        let mut rules = std::collections::BTreeMap::new();
        for found in &matched.matches {
            if let How::Renamed(substitutions) = &found.how {
                substitutions.iter().for_each(|it| *rules.entry(it.to_string()).or_insert(0) += 1);
            }
        }
        for (rule, count) in rules {
            let line = format!("{rule} in the paths of {}", counted(count, "operation"));
            self.report.add(Section::Paths, line);
        }
    }

    fn ambiguous(&mut self, matched: &Matched<'_>) {
        for it in &matched.ambiguous {
            let Some(seen) = self.seen.get(it.seen) else { continue };
            let candidates: Vec<&str> =
                it.candidates.iter().map(|operation| operation.name.as_str()).collect();
            let line = format!("{} may be {}", name(&seen.path), candidates.join(" or "));
            self.report.add(Section::Ambiguous, line);
        }
    }
}
