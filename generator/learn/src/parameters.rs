//! Parameters that are new, renamed, dropped, optional or of another type.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Exchanges, HIDDEN, Parameters, Samples, ValueShape};
use serde_json::{Value, json};

use super::Learner;
use super::compare;
use super::draft::flow;
use super::kinds;
use super::report::{Section, name, of_requests};
use super::sent::sent;
use super::values::{added, fits, inferred, is_same_type, marked};
use super::{credentials, words};
use generator_spec::model::{Operation, Parameter, Place, Presence, Shape, Wire};
use generator_spec::text::counted;

/// The number of requests that must lack a required parameter before it is dropped.
const LEAST_TO_DROP: u64 = 2;

/// The requests of an operation.
struct Requests<'a> {
    operation: &'a Operation,
    /// Requests whose parameters are known.
    whole: u64,
    /// All that was seen of them.
    part: &'a Exchanges,
    /// The parameters that were seen.
    seen: &'a Parameters,
}

/// The names that can be one parameter's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Candidates {
    /// Those that have a word in common.
    ShareWords,
    Any,
}

/// A change of a parameter.
struct Change {
    /// Its YAML.
    value: Value,
    /// The number of requests that show it.
    requests: u64,
    /// The finding, in words.
    what: String,
    /// The spec's words instead; `None` for a new one.
    spec: Option<String>,
}

impl Learner<'_> {
    /// Learns the parameters of an operation.
    pub fn parameters(&mut self, operation: &Operation, part: &Exchanges) {
        let seen = &sent(operation, part);
        let requests = Requests { operation, whole: part.whole, part, seen };
        if part.whole > 0 {
            let mut changes = BTreeMap::new();
            let missing = self.known(&requests, &mut changes);
            self.unknown(&requests, missing, &mut changes);
            for (parameter, change) in changes {
                self.change(&requests, &parameter, change);
            }
        }
        for parameter in operation.parameters.iter().filter(|it| it.wire == Wire::Json) {
            let json = match seen.get(&parameter.name) {
                Some(samples) => &samples.json,
                // Which one of several bodies it was isn't recorded.
                None if parameter.place == Place::Body && parameter.content.is_none() => &part.body,
                None => continue,
            };
            self.json(operation, parameter, json, part.whole);
        }
    }

    /// Writes a change, and reports what it contradicts.
    fn change(
        &mut self,
        requests: &Requests<'_>,
        parameter: &str,
        Change { value, requests: count, what, spec }: Change,
    ) {
        let operation = &requests.operation.name;
        let times = of_requests(count, requests.whole);
        let path = ["operations", operation, "parameters", parameter];
        match spec {
            Some(spec) => {
                let place = format!("parameter {}", name(parameter));
                let found =
                    compare::Place::of(operation, &place).contradiction(spec, format!("{what} ({times})"));
                let at = self.locator.parameter(operation, parameter).map(|said| said.at);
                self.report
                    .contradict(found.at(at).written(&path, &format!("{parameter}: {}", flow(&value))));
            }
            None => {
                let line = format!("{operation}: {} {what} ({times})", name(parameter));
                self.report.add(Section::Parameters, line);
            }
        }
        self.draft.set(&path, value, times);
    }

    /// Compares JSON with the type of a parameter.
    fn json(&mut self, operation: &Operation, parameter: &Parameter, json: &ValueShape, whole: u64) {
        let ty = &parameter.ty.shape;
        let ty = if parameter.nullable { &Shape::Nullable(Box::new(ty.clone())) } else { ty };
        let is_body = parameter.place == Place::Body;
        let part = if is_body { "body".to_owned() } else { format!("parameter {}", name(&parameter.name)) };
        let found = self.compare(ty, json, &compare::Place::of(&operation.name, &part));
        let at = self.locator.parameter(&operation.name, &parameter.name);
        let at = at.or_else(|| self.locator.key(&operation.name, "body")).map(|said| said.at);
        let wider = kinds::widened(self.api, ty, json);
        let mark = if parameter.json { " (JSON)" } else { "" };
        let wider = marked(&format!("{wider}{mark}"), parameter.presence == Presence::Optional);
        let path = ["operations", &operation.name, "parameters", &parameter.name];
        if !is_body && !found.is_empty() {
            self.draft.set(&path, wider.clone(), of_requests(json.count(), whole));
        }
        for it in found.into_iter().map(|it| it.at(at)) {
            let change = format!("{}: {wider}", if is_body { "body" } else { &parameter.name });
            self.report.contradict(if is_body { it.open(change) } else { it.written(&path, &change) });
        }
    }

    /// Parameters that were seen: whether each is always there, and of its type.
    /// Returns those that were not.
    fn known<'a>(
        &mut self,
        requests: &Requests<'a>,
        changes: &mut BTreeMap<String, Change>,
    ) -> Vec<&'a Parameter> {
        let mut missing = Vec::new();
        for parameter in &requests.operation.parameters {
            if matches!(parameter.place, Place::Path | Place::PathRest) {
                // It is always there, and its values are forgotten.
                continue;
            }
            let Some(samples) = requests.seen.get(&parameter.name) else {
                // An archive has these elsewhere.
                if !matches!(parameter.place, Place::Header | Place::Cookie | Place::Body) {
                    missing.push(parameter);
                }
                continue;
            };
            if let Some(id) = parameter.values.or_else(|| parameter.ty.shape.named())
                && samples.text.unlisted > 0
            {
                let part = format!("parameter {}", name(&parameter.name));
                self.unlisted(id, &samples.text, &compare::Place::of(&requests.operation.name, &part));
            }
            let is_optional = samples.requests < requests.whole || parameter.presence == Presence::Optional;
            let change = match self.other_type(requests.operation, parameter, samples) {
                Some(ty) => Change {
                    value: marked(&ty, is_optional).into(),
                    requests: samples.requests,
                    what: format!("is {}", name(&ty)),
                    spec: Some(name(&parameter.ty.notation)),
                },
                None if is_optional && parameter.presence == Presence::Required => {
                    Change::optional(samples.requests)
                }
                None => continue,
            };
            changes.insert(parameter.name.clone(), change);
        }
        missing
    }

    /// The type of the values, if they can't have the parameter's.
    fn other_type(
        &mut self,
        operation: &Operation,
        parameter: &Parameter,
        samples: &Samples,
    ) -> Option<String> {
        let is_list = samples.repeated > 0 && parameter.wire == Wire::Text;
        if samples.values() == 0 || !is_list && fits(parameter, samples) {
            return None;
        }
        Some(inferred((&operation.name, &parameter.name, parameter.place), samples, &mut self.types))
    }

    /// Names that the operation doesn't have, and parameters that were not seen.
    fn unknown(
        &mut self,
        requests: &Requests<'_>,
        mut missing: Vec<&Parameter>,
        changes: &mut BTreeMap<String, Change>,
    ) {
        let Requests { operation, whole, part, seen } = requests;
        let credential = credentials::names(self.api, operation);
        let is_known = |name: &str| operation.parameters.iter().any(|it| it.name == name);
        let unknown = seen.keys().filter(|name| !is_known(name) && !credential.contains(name.as_str()));
        let (mut new, odd): (BTreeSet<&str>, BTreeSet<&str>) =
            unknown.map(String::as_str).partition(|it| words::is_usable(it));
        for names in [Candidates::ShareWords, Candidates::Any] {
            for (old, name) in requests.pairs(&missing, &new, names) {
                missing.retain(|parameter| parameter.name != old);
                new.remove(name);
                let change = Change {
                    value: json!({ "sent_as": name }),
                    requests: seen[name].requests,
                    what: format!("is called {}", self::name(name)),
                    spec: Some(self::name(&old)),
                };
                changes.insert(old, change);
            }
        }
        let fits =
            |parameter: &&&Parameter, name: &&str| requests.is_renamed(parameter, name, Candidates::Any);
        let doubtful: Vec<&Parameter> =
            missing.iter().filter(|it| new.iter().any(|name| fits(it, name))).copied().collect();
        self.may_be_called(operation, &doubtful, &new.iter().map(|it| name(it)).collect::<Vec<_>>());
        missing.retain(|it| !doubtful.iter().any(|other| other.name == it.name));
        new.retain(|name| !doubtful.iter().any(|it| fits(&it, name)));
        for name in new {
            let is_query = part.query.contains_key(name);
            let place = if is_query { Place::Query } else { operation.encoding.place() };
            let ty = inferred((&operation.name, name, place), &seen[name], &mut self.types);
            let ty = marked(&ty, seen[name].requests < *whole);
            let change = Change {
                what: format!("is new, {}", self::name(&ty)),
                value: json!({ "add": added(name, &ty, is_query && place != operation.encoding.place()) }),
                requests: seen[name].requests,
                spec: None,
            };
            changes.insert(name.to_owned(), change);
        }
        // Nothing follows for an optional one.
        missing.retain(|it| it.presence == Presence::Required);
        if !odd.is_empty() {
            self.report.add(Section::LeftOut, unknown_parameters(&operation.name, odd.len()));
            self.may_be_called(operation, &missing, &[HIDDEN.to_owned()]);
            missing.clear();
        }
        for parameter in missing {
            let change = if *whole >= LEAST_TO_DROP { Change::drop() } else { Change::optional(0) };
            changes.insert(parameter.name.clone(), change);
        }
    }

    fn may_be_called(&mut self, operation: &Operation, parameters: &[&Parameter], names: &[String]) {
        if !parameters.is_empty() {
            let own: Vec<String> = parameters.iter().map(|it| name(&it.name)).collect();
            let line =
                format!("{}: {} may be called {}", operation.name, own.join(" or "), names.join(" or "));
            self.report.add(Section::Ambiguous, line);
        }
    }
}

impl Requests<'_> {
    /// Missing and unknown names that fit each other and nothing else.
    fn pairs<'n>(
        &self,
        missing: &[&Parameter],
        unknown: &BTreeSet<&'n str>,
        names: Candidates,
    ) -> Vec<(String, &'n str)> {
        let only = |parameter: &&Parameter| {
            let mut new = unknown.iter().filter(|name| self.is_renamed(parameter, name, names));
            let (first, second) = (new.next()?, new.next());
            let rivals = missing.iter().filter(|other| self.is_renamed(other, first, names)).count();
            (second.is_none() && rivals == 1).then(|| (parameter.name.clone(), *first))
        };
        missing.iter().filter_map(only).collect()
    }

    /// Returns whether a name can be another of a parameter that is missing. An optional
    /// one is missing anyway, so only a name that is alike says anything.
    fn is_renamed(&self, parameter: &Parameter, name: &str, names: Candidates) -> bool {
        let samples = &self.seen[name];
        let is_mandatory = parameter.presence == Presence::Required;
        let (own, other) = (words::of_name(&parameter.name), words::of_name(name));
        let shares = match is_mandatory {
            true => !own.is_disjoint(&other),
            false => own.is_subset(&other) || other.is_subset(&own),
        };
        is_same_type(parameter, samples)
            && (samples.requests == self.whole || !is_mandatory)
            && (shares || names == Candidates::Any && is_mandatory)
    }
}

impl Change {
    fn optional(requests: u64) -> Self {
        let spec = Some("required".to_owned());
        Self { value: json!({ "optional": true }), requests, what: "sent".to_owned(), spec }
    }

    fn drop() -> Self {
        Self { value: "drop".into(), requests: 0, what: "sent".to_owned(), spec: Some("required".to_owned()) }
    }
}

/// The line about parameters that can't be written.
pub fn unknown_parameters(operation: &str, count: usize) -> String {
    format!("{operation}: {} whose names are not known words", counted(count, "parameter"))
}
