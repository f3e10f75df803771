//! Parameters that are new, renamed, dropped, optional or of another type.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Exchanges, HIDDEN, Samples, Values, has_query};
use indexmap::IndexMap;
use serde_json::{Value, json};

use super::Learner;
use super::finding::{Finding, Place as At, Section};
use super::kinds;
use super::parameter_types::{self, inferred, is_same_type, marked};
use super::sent::{self, Sent, Style};
use super::words::{name, of_requests};
use super::{choice, words};
use generator_spec::model::{Api, Operation, Parameter, Place, Presence, Shape, Wire};
use generator_spec::text::counted;

/// The number of requests that must lack a required parameter before it is dropped.
const LEAST_TO_DROP: u64 = 2;

/// The parameters of an operation that were seen, by their names in the spec.
struct Inputs<'i, 'a> {
    api: &'a Api,
    operation: &'i Operation,
    part: &'i Exchanges<'a>,
    /// The number of requests whose parameters are known as a whole.
    whole: u64,
    seen: IndexMap<String, Samples<'a>>,
    styles: IndexMap<Style, Samples<'a>>,
}

/// The findings, by parameter.
type Changes = BTreeMap<String, Finding>;

impl<'a> Learner<'a> {
    /// Compares the parameters of requests with those of their operation.
    pub fn parameters(&mut self, operation: &Operation, part: &Exchanges<'a>) {
        let Sent { parameters: seen, styles } = sent::sent(self.api, operation, part);
        let mut changes = Changes::new();
        let is_known = |name: &String| operation.parameters.iter().any(|it| it.name == *name);
        let inputs = Inputs { api: self.api, operation, part, whole: part.whole(), seen, styles };
        for (Style { parameter: name, key, own, seen }, Samples { requests, .. }) in &inputs.styles {
            if !is_known(name) {
                continue;
            }
            let (what, spec) = (format!("is sent as {seen}"), format!("{key}: {own}"));
            if *seen == "JSON" {
                let found = self.place_of(operation, name).contradicts(spec, what);
                self.found.push(found.change(format!("without `{key}`")));
            } else {
                let found = self.differs(&inputs, name, json!({ *key: seen }), *requests, (&what, &spec));
                changes.insert(name.clone(), found);
            }
        }
        let (mut missing, mut found) = (Vec::new(), Vec::new());
        let is_shown = |place: Place| part.having(|it, _| it == place) > 0;
        for parameter in &operation.parameters {
            match (inputs.seen.get(&parameter.name), parameter.place) {
                (Some(samples), _) => found.extend(self.known(&inputs, parameter, samples, &mut changes)),
                (None, Place::Body) if parameter.wire == Wire::Json => {
                    found.extend(self.json(&inputs, parameter, &part.bodies()));
                }
                // A recording may be without any.
                (None, place @ (Place::Header | Place::Cookie)) if is_shown(place) => {
                    self.optional(&inputs, parameter, 0, &mut changes);
                }
                // It is always there.
                (None, Place::Path | Place::PathRest | Place::Body | Place::Header | Place::Cookie) => {}
                (None, Place::Query | Place::Form | Place::Part | Place::Field) => missing.push(parameter),
            }
        }
        if inputs.whole > 0 {
            self.unknown(&inputs, missing, &mut changes);
        }
        self.found.extend(changes.into_values().chain(found));
    }

    /// A parameter in requests.
    fn place_of<'o>(&self, operation: &'o Operation, parameter: &str) -> At<'o>
    where
        'a: 'o,
    {
        let said = self.locator.parameter(&operation.name, parameter).map(|said| said.at);
        let at = said.or_else(|| self.said(operation, "body"));
        self.place(operation, format!("parameter {}", name(parameter)), "").at(at)
    }

    /// The change of a parameter that differs, and how many requests show it.
    fn differs(
        &self,
        Inputs { operation, whole, .. }: &Inputs<'_, 'a>,
        parameter: &str,
        value: impl Into<Value>,
        requests: u64,
        (what, spec): (&str, &str),
    ) -> Finding {
        let times = of_requests(requests, *whole);
        let found = self.place_of(operation, parameter).contradicts(spec, format!("{what} ({times})"));
        found.write(&["operations", &operation.name, "parameters", parameter], value, times)
    }

    /// Compares JSON with the type of a parameter.
    fn json(&mut self, inputs: &Inputs<'_, 'a>, parameter: &Parameter, json: &Values<'a>) -> Vec<Finding> {
        let (operation, is_body) = (inputs.operation, parameter.place == Place::Body);
        let ty = &parameter.ty.shape;
        let ty = if parameter.nullable { &Shape::Nullable(Box::new(ty.clone())) } else { ty };
        let mut place = self.place_of(operation, &parameter.name);
        if is_body {
            place.part = "body".to_owned();
        }
        let found = self.compare(ty, json, &place);
        let mark = if parameter.json { " (JSON)" } else { "" };
        let wider = format!("{}{mark}", kinds::widened(self.api, ty, json));
        let wider = marked(&wider, parameter.presence == Presence::Optional);
        let times = of_requests(json.count(), inputs.whole);
        let path = ["operations", &operation.name, "parameters", &parameter.name];
        let written = |it: Finding| match is_body {
            true => it.change(format!("body: {wider}")),
            false => it.write(&path, wider.clone(), times.clone()),
        };
        found.into_iter().map(written).collect()
    }

    /// Compares the values of a parameter with its type, and whether it is always there. Returns what contradicts
    /// the type of JSON.
    fn known(
        &mut self,
        inputs: &Inputs<'_, 'a>,
        parameter: &Parameter,
        samples: &Samples<'a>,
        changes: &mut Changes,
    ) -> Vec<Finding> {
        let (Inputs { operation, whole, .. }, own) = (inputs, &parameter.name);
        let (seen, typed) = (samples.read(), parameter_types::typed(self.api, parameter, samples));
        let place = self.place_of(operation, own);
        if let Some(id) = parameter.values {
            self.unlisted(id, &typed, &place);
        }
        let has_parts = parameter.wire == Wire::Json && typed.counted(kinds::has_parts) > 0;
        if parameter.place == Place::Field || has_parts {
            self.optional(inputs, parameter, samples.requests, changes);
            return self.json(inputs, parameter, &typed);
        }
        let found = self.compare(parameter_types::one(parameter), &typed, &place);
        let is_other = !found.is_empty() || parameter_types::has_other_form(self.api, parameter, samples);
        if *whole == 0 || !is_other || seen.count() + samples.files == 0 {
            self.optional(inputs, parameter, samples.requests, changes);
            return Vec::new();
        }
        let ty = inferred((&operation.name, own, parameter.place), samples, &mut self.types);
        let ty = if parameter.wire == Wire::List { parameter_types::list_of(&ty) } else { ty };
        let words = (&*format!("is {}", name(&ty)), &*name(&parameter.ty.notation));
        let can_lack = parameter.place != Place::Path && samples.requests < *whole;
        let ty = marked(&ty, can_lack || parameter.presence == Presence::Optional);
        changes.insert(own.clone(), self.differs(inputs, own, ty, samples.requests, words));
        Vec::new()
    }

    /// Notes a required parameter that some requests lack.
    fn optional(
        &self,
        inputs: &Inputs<'_, 'a>,
        Parameter { name, place, presence, .. }: &Parameter,
        requests: u64,
        changes: &mut Changes,
    ) {
        if *place != Place::Path && *presence == Presence::Required && requests < inputs.whole {
            let value = json!({ "optional": true });
            changes.insert(name.clone(), self.differs(inputs, name, value, requests, ("sent", "required")));
        }
    }

    /// Names that the operation doesn't have, and parameters that were not seen.
    fn unknown(&mut self, inputs: &Inputs<'_, 'a>, mut missing: Vec<&Parameter>, changes: &mut Changes) {
        let Inputs { operation, whole, seen, .. } = inputs;
        let credential = choice::of_credential(self.api, operation);
        let is_known = |name: &str| operation.parameters.iter().any(|it| it.name == name);
        let unknown =
            seen.keys().map(String::as_str).filter(|name| !is_known(name) && !credential.contains(name));
        let (mut new, odd): (BTreeSet<&str>, BTreeSet<&str>) = unknown.partition(|it| words::is_usable(it));
        for is_alike in [true, false] {
            for (old, other) in inputs.pairs(&missing, &new, is_alike) {
                missing.retain(|parameter| parameter.name != old);
                new.remove(other);
                let words = (&*format!("is called {}", name(other)), &*name(&old));
                let value = json!({ "sent_as": other });
                let found = self.differs(inputs, &old, value, seen[other].requests, words);
                changes.insert(old, found);
            }
        }
        let fits = |parameter: &Parameter, name: &str| inputs.is_renamed(parameter, name, false);
        let (doubtful, mut missing): (Vec<&Parameter>, Vec<&Parameter>) =
            missing.into_iter().partition(|it| new.iter().any(|name| fits(it, name)));
        self.may_be_called(operation, &doubtful, new.iter().map(|it| name(it)).collect());
        new.retain(|name| !doubtful.iter().any(|it| fits(it, name)));
        for other in new {
            changes.insert(other.to_owned(), self.new_parameter(inputs, other));
        }
        // Nothing follows for an optional one.
        missing.retain(|it| it.presence == Presence::Required);
        if !odd.is_empty() {
            let count = counted(odd.len(), "parameter");
            let line = format!("{}: {count} whose names are not known words", operation.name);
            self.add(Section::LeftOut, line);
            self.may_be_called(operation, &missing, vec![HIDDEN.to_owned()]);
            missing.clear();
        }
        for parameter in missing {
            self.optional(inputs, parameter, 0, changes);
            if *whole >= LEAST_TO_DROP {
                let found = self.differs(inputs, &parameter.name, "drop", 0, ("sent", "required"));
                changes.insert(parameter.name.clone(), found);
            }
        }
    }

    /// A parameter that the operation doesn't have.
    fn new_parameter(&mut self, inputs: &Inputs<'_, 'a>, new: &str) -> Finding {
        let Inputs { operation, part, whole, seen, styles, .. } = inputs;
        let (samples, usual) = (&seen[new], operation.encoding.place());
        let style = styles.keys().find(|it| it.parameter == new);
        // Of a form, there is `tag[]`.
        let is_own = |place, name: &str| place == Place::Query && name.split('[').next() == Some(new);
        let has_query = part.0.iter().all(|it| has_query(&it.method));
        let is_in_query = usual != Place::Query && !has_query && part.having(is_own) > 0;
        // An object that is sent field by field isn't JSON in a text.
        let place = match style {
            Some(_) => Place::Field,
            None => {
                if is_in_query {
                    Place::Query
                } else {
                    usual
                }
            }
        };
        let ty = inferred((&operation.name, new, place), samples, &mut self.types);
        let ty = if style.is_some_and(|it| it.key == "list") { parameter_types::list_of(&ty) } else { ty };
        let ty = marked(&ty, samples.requests < *whole);
        let value = json!({ "add": parameter_types::added(new, &ty, is_in_query, style) });
        let times = of_requests(samples.requests, *whole);
        let line = format!("{}: {} is new, {} ({times})", operation.name, name(new), name(&ty));
        let path = ["operations", &operation.name, "parameters", new];
        Finding::new(Section::Parameters, line).write(&path, value, times)
    }

    fn may_be_called(&mut self, operation: &Operation, parameters: &[&Parameter], names: Vec<String>) {
        if !parameters.is_empty() {
            let own = parameters.iter().map(|it| name(&it.name)).collect::<Vec<_>>().join(" or ");
            let line = format!("{}: {own} may be called {}", operation.name, names.join(" or "));
            self.add(Section::Ambiguous, line);
        }
    }
}

impl Inputs<'_, '_> {
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
            && (samples.requests == self.whole || !is_mandatory)
            && (shares || !is_alike && is_mandatory)
    }
}
