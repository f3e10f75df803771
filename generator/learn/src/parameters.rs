//! Parameters that are new, renamed, dropped, optional or of another type.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Exchanges, HIDDEN, Parameters, Samples, ValueShape};
use serde_json::{Value, json};

use super::Learner;
use super::finding::{Finding, Place as At, Section};
use super::kinds;
use super::lines::{name, of_requests};
use super::sent::{self, Style};
use super::values::{added, fits, inferred, is_same_type, marked};
use super::{credentials, words};
use generator_spec::model::{Api, Operation, Parameter, Place, Presence, Shape, Wire};
use generator_spec::text::counted;

/// The number of requests that must lack a required parameter before it is dropped.
const LEAST_TO_DROP: u64 = 2;

/// The requests of an operation.
struct Requests<'a> {
    api: &'a Api,
    operation: &'a Operation,
    /// All that was seen of them.
    part: &'a Exchanges,
    /// The parameters that were seen, by their names in the spec.
    seen: Parameters,
}

/// A change of a parameter: its YAML, the number of requests that show it, the finding in words, and the
/// spec's words instead; `None` for a new one.
struct Change(Value, u64, String, Option<String>);

/// The changes, by parameter.
type Changes = BTreeMap<String, Change>;

impl<'a> Learner<'a> {
    /// Compares the parameters of requests with those of their operation.
    pub fn parameters(&mut self, operation: &'a Operation, part: &'a Exchanges) {
        let sent = sent::sent(self.api, operation, part);
        let (styles, of_json): (Vec<_>, Vec<_>) = sent.styles.into_iter().partition(|it| it.seen != "JSON");
        let mut changes: Changes = styles.into_iter().map(styled).collect();
        for Style { parameter, key, own, .. } in of_json {
            let place = format!("parameter {}", name(&parameter.name));
            let found =
                At::of(&operation.name, &place).contradicts(format!("{key}: {own}"), "is sent as JSON");
            let at = self.locator.parameter(&operation.name, &parameter.name).map(|said| said.at);
            self.found.push(found.at(at).change(format!("without `{key}`")));
        }
        let requests = Requests { api: self.api, operation, part, seen: sent.parameters };
        if part.whole > 0 {
            let missing = self.known(&requests, &mut changes);
            self.unknown(&requests, missing, &mut changes);
        }
        for (parameter, change) in changes {
            self.change(&requests, &parameter, change);
        }
        for parameter in &operation.parameters {
            match (requests.seen.get(&parameter.name), parameter.place, parameter.wire) {
                // An absent value may be null.
                (Some(Samples { text, json, .. }), Place::Field, _) => {
                    let nulls = if parameter.presence == Presence::Optional { 0 } else { text.nulls };
                    let all = ValueShape { nulls, ..text.clone() }.and(json.clone());
                    self.json(&requests, parameter, &all);
                }
                (Some(samples), _, Wire::Json) => self.json(&requests, parameter, &samples.json),
                (None, Place::Body, Wire::Json) => self.json(&requests, parameter, &part.body),
                _ => {}
            }
        }
    }

    fn change(&mut self, requests: &Requests<'_>, parameter: &str, Change(value, count, what, spec): Change) {
        let operation = &requests.operation.name;
        let times = of_requests(count, requests.part.whole);
        let found = match spec {
            Some(spec) => {
                let place = format!("parameter {}", name(parameter));
                let at = self.locator.parameter(operation, parameter).map(|said| said.at);
                At::of(operation, &place).contradicts(spec, format!("{what} ({times})")).at(at)
            }
            None => {
                let line = format!("{operation}: {} {what} ({times})", name(parameter));
                Finding::new(Section::Parameters, line)
            }
        };
        self.found.push(found.write(&["operations", operation, "parameters", parameter], value, times));
    }

    /// Compares JSON with the type of a parameter.
    fn json(&mut self, requests: &Requests<'_>, parameter: &Parameter, json: &ValueShape) {
        let (operation, is_body) = (&requests.operation.name, parameter.place == Place::Body);
        let ty = &parameter.ty.shape;
        let ty = if parameter.nullable { &Shape::Nullable(Box::new(ty.clone())) } else { ty };
        let part = if is_body { "body".to_owned() } else { format!("parameter {}", name(&parameter.name)) };
        let found = self.compare(ty, json, &At::of(operation, &part));
        let at = self.locator.parameter(operation, &parameter.name);
        let at = at.or_else(|| self.locator.key(operation, "body")).map(|said| said.at);
        let mark = if parameter.json { " (JSON)" } else { "" };
        let wider = format!("{}{mark}", kinds::widened(self.api, ty, json));
        let wider = marked(&wider, parameter.presence == Presence::Optional);
        let times = of_requests(json.count(), requests.part.whole);
        let written = |it: Finding| match is_body {
            true => it.at(at).change(format!("body: {wider}")),
            false => {
                let path = ["operations", operation, "parameters", &parameter.name];
                it.at(at).write(&path, wider.clone(), times.clone())
            }
        };
        self.found.extend(found.into_iter().map(written));
    }

    /// Parameters that were seen: whether each is always there, and of its type.
    /// Returns those that were not.
    fn known<'r>(&mut self, requests: &Requests<'r>, changes: &mut Changes) -> Vec<&'r Parameter> {
        let (mut missing, whole) = (Vec::new(), requests.part.whole);
        for parameter in &requests.operation.parameters {
            let samples = match (requests.seen.get(&parameter.name), parameter.place) {
                // It is always there.
                (_, Place::PathRest) | (None, Place::Path | Place::Body) => continue,
                // A recording may be without any.
                (None, Place::Header) if requests.part.headers.is_empty() => continue,
                (None, Place::Cookie) if requests.part.cookies.is_empty() => continue,
                (None, Place::Header | Place::Cookie) => &Samples::default(),
                (None, _) => {
                    missing.push(parameter);
                    continue;
                }
                (Some(samples), _) => samples,
            };
            let ty = parameter.ty.shape.named().filter(|_| parameter.place != Place::Field);
            if let Some(id) = parameter.values.or(ty)
                && samples.text.unlisted > 0
            {
                let part = format!("parameter {}", name(&parameter.name));
                self.unlisted(id, &samples.text, &At::of(&requests.operation.name, &part));
            }
            let is_optional = samples.requests < whole || parameter.presence == Presence::Optional;
            let is_list = samples.repeated > 0 && parameter.wire == Wire::Text;
            let is_field = parameter.place == Place::Field;
            if samples.values() > 0 && !is_field && (is_list || !fits(parameter, samples)) {
                let of = (&*requests.operation.name, &*parameter.name, parameter.place);
                let ty = inferred(of, samples, &mut self.types);
                let (what, spec) = (format!("is {}", name(&ty)), name(&parameter.ty.notation));
                let ty = marked(&ty, is_optional).into();
                changes.insert(parameter.name.clone(), Change(ty, samples.requests, what, Some(spec)));
            } else if is_optional && parameter.presence == Presence::Required {
                changes.insert(parameter.name.clone(), Change::optional(samples.requests));
            }
        }
        missing
    }

    /// Names that the operation doesn't have, and parameters that were not seen.
    fn unknown(&mut self, requests: &Requests<'_>, mut missing: Vec<&Parameter>, changes: &mut Changes) {
        let Requests { operation, part, seen, .. } = requests;
        let credential = credentials::names(self.api, operation);
        let is_known = |name: &str| operation.parameters.iter().any(|it| it.name == name);
        let unknown = seen.keys().filter(|name| !is_known(name) && !credential.contains(name.as_str()));
        let (mut new, odd): (BTreeSet<&str>, BTreeSet<&str>) =
            unknown.map(String::as_str).partition(|it| words::is_usable(it));
        for is_alike in [true, false] {
            for (old, other) in requests.pairs(&missing, &new, is_alike) {
                missing.retain(|parameter| parameter.name != old);
                new.remove(other);
                let what = format!("is called {}", name(other));
                let change =
                    Change(json!({ "sent_as": other }), seen[other].requests, what, Some(name(&old)));
                changes.insert(old, change);
            }
        }
        let fits = |parameter: &Parameter, name: &str| requests.is_renamed(parameter, name, false);
        let (doubtful, mut missing): (Vec<&Parameter>, Vec<&Parameter>) =
            missing.into_iter().partition(|it| new.iter().any(|name| fits(it, name)));
        self.may_be_called(operation, &doubtful, new.iter().map(|it| name(it)).collect());
        new.retain(|name| !doubtful.iter().any(|it| fits(it, name)));
        for other in new {
            let is_query = part.query.contains_key(other);
            let place = if is_query { Place::Query } else { operation.encoding.place() };
            let ty = inferred((&operation.name, other, place), &seen[other], &mut self.types);
            let ty = marked(&ty, seen[other].requests < part.whole);
            let value = json!({ "add": added(other, &ty, is_query && place != operation.encoding.place()) });
            let what = format!("is new, {}", name(&ty));
            changes.insert(other.to_owned(), Change(value, seen[other].requests, what, None));
        }
        // Nothing follows for an optional one.
        missing.retain(|it| it.presence == Presence::Required);
        if !odd.is_empty() {
            self.add(Section::LeftOut, unknown_parameters(&operation.name, odd.len()));
            self.may_be_called(operation, &missing, vec![HIDDEN.to_owned()]);
            missing.clear();
        }
        for parameter in missing {
            let change = if part.whole >= LEAST_TO_DROP { Change::drop() } else { Change::optional(0) };
            changes.insert(parameter.name.clone(), change);
        }
    }

    fn may_be_called(&mut self, operation: &Operation, parameters: &[&Parameter], names: Vec<String>) {
        if !parameters.is_empty() {
            let own = parameters.iter().map(|it| name(&it.name)).collect::<Vec<_>>().join(" or ");
            let line = format!("{}: {own} may be called {}", operation.name, names.join(" or "));
            self.add(Section::Ambiguous, line);
        }
    }
}

impl Requests<'_> {
    /// Missing and unknown names that fit each other and nothing else: those that have a word in common, or
    /// any.
    fn pairs<'n>(
        &self,
        missing: &[&Parameter],
        unknown: &BTreeSet<&'n str>,
        is_alike: bool,
    ) -> Vec<(String, &'n str)> {
        let only = |parameter: &&Parameter| {
            let mut new = unknown.iter().filter(|name| self.is_renamed(parameter, name, is_alike));
            let (first, second) = (new.next()?, new.next());
            let rivals = missing.iter().filter(|other| self.is_renamed(other, first, is_alike)).count();
            (second.is_none() && rivals == 1).then(|| (parameter.name.clone(), *first))
        };
        missing.iter().filter_map(only).collect()
    }

    /// Returns whether a name can be another of a parameter that is missing. An optional
    /// one is missing anyway, so only a name that is alike says anything.
    fn is_renamed(&self, parameter: &Parameter, name: &str, is_alike: bool) -> bool {
        let samples = &self.seen[name];
        let is_mandatory = parameter.presence == Presence::Required;
        let (own, other) = (words::of_name(&parameter.name), words::of_name(name));
        let shares = match is_mandatory {
            true => !own.is_disjoint(&other),
            false => own.is_subset(&other) || other.is_subset(&own),
        };
        is_same_type(self.api, parameter, samples)
            && (samples.requests == self.part.whole || !is_mandatory)
            && (shares || !is_alike && is_mandatory)
    }
}

impl Change {
    fn optional(requests: u64) -> Self {
        Self(json!({ "optional": true }), requests, "sent".to_owned(), Some("required".to_owned()))
    }

    fn drop() -> Self {
        Self("drop".into(), 0, "sent".to_owned(), Some("required".to_owned()))
    }
}

/// The change of a parameter that is sent in another form.
fn styled(Style { parameter, key, own, seen, requests }: Style<'_>) -> (String, Change) {
    let (what, spec) = (format!("is sent as {seen}"), format!("{key}: {own}"));
    (parameter.name.clone(), Change(json!({ key: seen }), requests, what, Some(spec)))
}

/// The line about parameters that can't be written.
pub fn unknown_parameters(operation: &str, count: usize) -> String {
    format!("{operation}: {} whose names are not known words", counted(count, "parameter"))
}
