//! Parameters that are new, renamed, dropped, optional or of another type.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Exchanges, HIDDEN, Parameters, Samples};
use serde_json::{Value, json};

use super::Learner;
use super::report::{Section, name, of_requests};
use super::sent::sent;
use super::types::Types;
use super::{credentials, words};
use generator_spec::model::{JsonKind, Operation, Parameter, Place, Presence, Shape, Wire};
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

/// A change of a parameter: its YAML, how many requests show it, and what it is in words.
type Change = (Value, u64, String);

impl Learner<'_> {
    /// Learns the parameters of an operation.
    pub fn parameters(&mut self, operation: &Operation, part: &Exchanges) {
        let seen = &sent(operation, part);
        let requests = Requests { operation, whole: part.whole, part, seen };
        if part.whole > 0 {
            let mut changes = BTreeMap::new();
            let missing = self.known(&requests, &mut changes);
            self.unknown(&requests, missing, &mut changes);
            for (parameter, (change, count, what)) in changes {
                let times = of_requests(count, part.whole);
                let line = format!("{}: {} {what} ({times})", operation.name, name(&parameter));
                self.report.add(Section::Parameters, line);
                self.draft.set(&["operations", &operation.name, "parameters", &parameter], change, times);
            }
        }
        for parameter in operation.parameters.iter().filter(|it| it.wire == Wire::Json) {
            let json = match seen.get(&parameter.name) {
                Some(samples) => samples.json.clone(),
                None if parameter.place == Place::Body => part.body.clone(),
                None => continue,
            };
            if json.count() > 0 {
                self.add_typed(&parameter.ty.shape, &json);
            }
        }
    }

    fn contradict(&mut self, line: String) {
        self.report.add(Section::Contradictions, line);
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
            if samples.repeated > 0 && parameter.wire != Wire::List {
                let line = format!(
                    "{}: {} is repeated in a request",
                    requests.operation.name,
                    name(&parameter.name)
                );
                self.contradict(line);
            }
            let is_optional = samples.requests < requests.whole || parameter.presence == Presence::Optional;
            let change = match self.other_type(requests.operation, parameter, samples) {
                Some(ty) => (marked(&ty, is_optional).into(), samples.requests, format!("is {}", name(&ty))),
                None if is_optional && parameter.presence == Presence::Required => optional(samples.requests),
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
        if samples.values() == 0 || fits(parameter, samples) {
            return None;
        }
        let inferred =
            inferred((&operation.name, &parameter.name, parameter.place), samples, &mut self.types);
        let is_text = samples.text.texts - samples.text.empty == samples.values();
        if inferred == "string" && parameter.wire != Wire::File && !is_text {
            let name = name(&parameter.name);
            self.contradict(format!(
                "{}: {name} is written in several ways, read as `string`",
                operation.name
            ));
        }
        Some(inferred)
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
                let what = format!("is called {}", self::name(name));
                changes.insert(old, (json!({ "sent_as": name }), seen[name].requests, what));
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
            let what = format!("is new, {}", self::name(&ty));
            let added = if is_query { json!({ "type": ty, "in": "query" }) } else { ty.into() };
            let added = json!({ "add": added });
            changes.insert(name.to_owned(), (added, seen[name].requests, what));
        }
        // Nothing follows for an optional one.
        missing.retain(|it| it.presence == Presence::Required);
        if !odd.is_empty() {
            self.report.add(Section::LeftOut, unknown_parameters(&operation.name, odd.len()));
            self.may_be_called(operation, &missing, &[HIDDEN.to_owned()]);
            missing.clear();
        }
        for parameter in missing {
            let drop = || ("drop".into(), 0, "does not exist".to_owned());
            changes
                .insert(parameter.name.clone(), if *whole >= LEAST_TO_DROP { drop() } else { optional(0) });
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
        let shares = !words::of_name(&parameter.name).is_disjoint(&words::of_name(name));
        is_same_type(parameter, samples)
            && (samples.requests == self.whole || !is_mandatory)
            && (shares || names == Candidates::Any && is_mandatory)
    }
}

fn optional(requests: u64) -> Change {
    (json!({ "optional": true }), requests, "is optional".to_owned())
}

/// A type, with the mark of one that can be absent.
pub fn marked(ty: &str, is_optional: bool) -> String {
    format!("{ty}{}", if is_optional { "?" } else { "" })
}

/// The line about parameters that can't be written.
pub fn unknown_parameters(operation: &str, count: usize) -> String {
    format!("{operation}: {} whose names are not known words", counted(count, "parameter"))
}

/// The type of the values of a parameter, which is known by its operation, its name and its place.
pub fn inferred(
    (operation, name, place): (&str, &str, Place),
    samples: &Samples,
    types: &mut Types,
) -> String {
    let Samples { text, json, .. } = samples;
    let is_all = |count: u64| count > 0 && count == samples.values();
    match () {
        () if samples.files > 0 => "file".to_owned(),
        () if is_all(text.bools) => "bool".to_owned(),
        () if is_all(text.ints) => "int".to_owned(),
        () if is_all(text.ints + text.numbers) => "number".to_owned(),
        () if is_all(json.count()) => {
            // In a field, all values are JSON.
            let mark = if place == Place::Field { "" } else { " (JSON)" };
            types.of(json, &[operation, name]).notation + mark
        }
        () => "string".to_owned(),
    }
}

/// Returns whether all values can be of a parameter's type.
fn fits(parameter: &Parameter, samples: &Samples) -> bool {
    let Samples { text, json, .. } = samples;
    let values = samples.values();
    match (parameter.wire, kind(&parameter.ty.shape)) {
        (Wire::File, _) => samples.files > 0,
        (Wire::Json, Some(_)) | (Wire::List, _) => true,
        (Wire::Json, None) => json.count() > 0 || text.texts == text.empty,
        (Wire::Text, Some(JsonKind::Boolean)) => text.bools == values,
        (Wire::Text, Some(JsonKind::Integer)) => text.ints == values,
        (Wire::Text, Some(JsonKind::Number)) => text.ints + text.numbers == values,
        // A single sample of JSON in a text says little.
        (Wire::Text, _) => json.count() < values || json.count() < 2,
    }
}

/// Returns whether values are of the type that a parameter has, and of no narrower one.
fn is_same_type(parameter: &Parameter, samples: &Samples) -> bool {
    let Samples { text, json, .. } = samples;
    let is_all = |count: u64| count > 0 && count == samples.values();
    match (parameter.wire, &parameter.ty.shape) {
        (Wire::File, _) => samples.files > 0,
        (Wire::Json, Shape::Map(_) | Shape::Named(_)) => is_all(json.objects),
        (Wire::Json, Shape::List(_)) => is_all(json.lists),
        (wire, shape) => match kind(shape) {
            Some(JsonKind::Boolean) => is_all(text.bools),
            Some(JsonKind::Integer) => is_all(text.ints),
            Some(JsonKind::Number) => is_all(text.ints + text.numbers),
            _ if wire == Wire::Json => is_all(json.count()),
            _ => is_all(text.texts - text.empty),
        },
    }
}

/// The kind of the values of a type without parts.
fn kind(shape: &Shape) -> Option<JsonKind> {
    match shape {
        Shape::Scalar(scalar) => Some(scalar.row().json),
        Shape::Nullable(inner) => kind(inner),
        Shape::List(_) | Shape::Map(_) | Shape::Named(_) => None,
    }
}
