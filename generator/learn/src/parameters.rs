//! Parameters: new, renamed, dropped and optional ones, and other types.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{HIDDEN, Parameters, Written};

use super::draft::{Fact, ParameterDraft};
use super::opaque::Opaque;
use super::report::{Report, Section, name, of_requests};
use super::types::Types;
use super::words;
use crate::model::{Operation, Parameter, Presence, Scalar, Shape, Wire};
use crate::text::counted;

/// How many requests must lack a required parameter before it is dropped.
const LEAST_TO_DROP: u64 = 2;

/// What is learned of the parameters of one operation.
pub struct Learning<'a, 'w> {
    /// The operation.
    pub operation: &'a Operation,
    /// Names that its credential has.
    pub credential: BTreeSet<&'a str>,
    /// Requests whose parameters are known.
    pub whole: u64,
    /// What was seen.
    pub seen: &'w Parameters,
    /// Where new types go.
    pub types: &'w mut Types,
    /// What is reported.
    pub report: &'w mut Report,
    /// The changes, by name.
    pub changes: BTreeMap<String, Fact<ParameterDraft>>,
}

/// Which names can be one parameter's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// Those that have a word in common.
    ShareWords,
    Any,
}

impl<'a> Learning<'a, '_> {
    /// Finds the changes.
    pub fn run(&mut self) {
        if self.whole == 0 {
            return;
        }
        let mut missing: Vec<&'a Parameter> = Vec::new();
        for parameter in &self.operation.parameters {
            match self.seen.get(&parameter.name) {
                Some(written) => self.known(parameter, written),
                None => missing.push(parameter),
            }
        }
        let known = |name: &str| self.operation.parameters.iter().any(|it| it.name == name);
        let unknown =
            self.seen.keys().filter(|name| !known(name) && !self.credential.contains(name.as_str()));
        let unknown: Vec<String> = unknown.cloned().collect();
        let (usable, odd): (Vec<String>, Vec<String>) =
            unknown.into_iter().partition(|it| words::is_usable(it));
        let unknown = self.renamed(&mut missing, usable);
        unknown.iter().for_each(|name| self.added(name));
        self.odd(&mut missing, &odd);
        missing.into_iter().for_each(|parameter| self.absent(parameter));
    }

    /// Names that can't be written: one may be that of a parameter that is missing.
    fn odd(&mut self, missing: &mut Vec<&'a Parameter>, odd: &[String]) {
        if odd.is_empty() {
            return;
        }
        let operation = &self.operation.name;
        self.report.add(Section::LeftOut, unknown_parameters(operation, odd.len()));
        let required = |it: &&Parameter| it.presence == Presence::Required;
        let doubtful: Vec<String> =
            missing.iter().copied().filter(required).map(|it| name(&it.name)).collect();
        if !doubtful.is_empty() {
            let line = format!("{operation}: {} may be called {HIDDEN}", doubtful.join(" or "));
            self.report.add(Section::Ambiguous, line);
        }
        missing.retain(|it| !required(it));
    }

    fn change(&mut self, name: &str, change: ParameterDraft, count: u64, what: &str) {
        let times = of_requests(count, self.whole);
        let line = format!("{}: {} {what} ({times})", self.operation.name, super::report::name(name));
        self.report.add(Section::Parameters, line);
        self.changes.insert(name.to_owned(), Fact::new(change, times));
    }

    /// A parameter that was seen: whether it is always there, and of its type.
    fn known(&mut self, parameter: &Parameter, written: &Written) {
        let is_mandatory = parameter.presence == Presence::Required;
        let ty = self.other_type(parameter, written);
        if written.repeated > 0 {
            let line = format!("{}: {} is repeated in a request", self.operation.name, name(&parameter.name));
            self.report.add(Section::Contradictions, line);
        }
        let is_absent = is_mandatory && written.requests < self.whole;
        match (ty, is_absent) {
            (Some(ty), _) => {
                let mark = if is_absent || !is_mandatory { "?" } else { "" };
                let what = format!("is {}", name(&ty));
                self.change(
                    &parameter.name,
                    ParameterDraft::Type(format!("{ty}{mark}")),
                    written.requests,
                    &what,
                );
            }
            (None, true) => {
                self.change(&parameter.name, ParameterDraft::Optional, written.requests, "is optional");
            }
            (None, false) => {}
        }
    }

    /// The type of the values, if they can't have the parameter's.
    fn other_type(&mut self, parameter: &Parameter, written: &Written) -> Option<String> {
        let values = written.count - written.empty;
        if values == 0 || fits(parameter, written) {
            return None;
        }
        let inferred = self.inferred(&parameter.name, written);
        let is_mixed =
            inferred == "string" && !matches!(parameter.wire, Wire::File) && written.texts < values;
        if is_mixed {
            let line = format!(
                "{}: {} is written in several ways, read as `string`",
                self.operation.name,
                name(&parameter.name)
            );
            self.report.add(Section::Contradictions, line);
        }
        Some(inferred)
    }

    /// The type of values.
    fn inferred(&mut self, name: &str, written: &Written) -> String {
        inferred(name, &self.operation.name, written, self.types)
    }

    fn added(&mut self, name: &str) {
        let Some(written) = self.seen.get(name) else { return };
        let ty = self.inferred(name, written);
        let mark = if written.requests < self.whole { "?" } else { "" };
        let what = format!("is new, {}", super::report::name(&format!("{ty}{mark}")));
        self.change(name, ParameterDraft::Add(format!("{ty}{mark}")), written.requests, &what);
    }

    /// A parameter that was never seen; nothing follows for an optional one.
    fn absent(&mut self, parameter: &Parameter) {
        match parameter.presence {
            Presence::Required if self.whole >= LEAST_TO_DROP => {
                self.change(&parameter.name, ParameterDraft::Drop, 0, "does not exist");
            }
            Presence::Required => {
                self.change(&parameter.name, ParameterDraft::Optional, 0, "is optional");
            }
            Presence::Optional => {}
        }
    }

    /// Finds the names that have changed: one is missing and another is there
    /// instead, of the same type. Returns the unknown names that are left.
    fn renamed(&mut self, missing: &mut Vec<&'a Parameter>, unknown: Vec<String>) -> Vec<String> {
        let mut left = unknown;
        for names in [Names::ShareWords, Names::Any] {
            for (old, new) in self.pairs(missing, &left, names) {
                missing.retain(|parameter| parameter.name != old);
                left.retain(|name| *name != new);
                let count = self.seen.get(&new).map_or(0, |written| written.requests);
                let what = format!("is called {}", name(&new));
                self.change(&old, ParameterDraft::Rename(new.clone()), count, &what);
            }
        }
        let is_candidate =
            |parameter: &&Parameter| left.iter().any(|name| self.is_renamed(parameter, name, Names::Any));
        let doubtful: Vec<String> =
            missing.iter().copied().filter(is_candidate).map(|it| it.name.clone()).collect();
        if !doubtful.is_empty() {
            let unknown: Vec<String> = left.iter().map(|it| name(it)).collect();
            let line = format!(
                "{}: {} may be called {}",
                self.operation.name,
                doubtful.iter().map(|it| name(it)).collect::<Vec<_>>().join(" or "),
                unknown.join(" or ")
            );
            self.report.add(Section::Ambiguous, line);
            let missing_types: Vec<&Parameter> =
                missing.iter().copied().filter(|it| doubtful.contains(&it.name)).collect();
            left.retain(|name| {
                !missing_types.iter().any(|parameter| self.is_renamed(parameter, name, Names::Any))
            });
            missing.retain(|parameter| !doubtful.contains(&parameter.name));
        }
        left
    }

    /// Missing and unknown names that fit each other and nothing else.
    fn pairs(&self, missing: &[&Parameter], unknown: &[String], names: Names) -> Vec<(String, String)> {
        let fits = |parameter: &&&Parameter, name: &&String| self.is_renamed(parameter, name, names);
        let only = |parameter: &&Parameter| {
            let mut new = unknown.iter().filter(|name| fits(&parameter, name));
            let (first, second) = (new.next()?, new.next());
            let rivals = missing.iter().filter(|other| fits(other, &first)).count();
            (second.is_none() && rivals == 1).then(|| (parameter.name.clone(), first.clone()))
        };
        missing.iter().filter_map(only).collect()
    }

    /// Whether a name can be another of a parameter that is missing. An optional
    /// one is missing anyway, so only a name that is alike says anything.
    fn is_renamed(&self, parameter: &Parameter, name: &str, names: Names) -> bool {
        let Some(written) = self.seen.get(name) else { return false };
        let is_mandatory = parameter.presence == Presence::Required;
        let shares = !words::of_name(&parameter.name).is_disjoint(&words::of_name(name));
        let is_everywhere = written.requests == self.whole;
        is_same_type(parameter, written)
            && (is_everywhere || !is_mandatory)
            && (shares || names == Names::Any && is_mandatory)
    }
}

/// The line about parameters that can't be written.
pub fn unknown_parameters(operation: &str, count: usize) -> String {
    format!("{operation}: {} whose names are not known words", counted(count, "parameter"))
}

/// The type of the values of a parameter.
pub fn inferred(name: &str, operation: &str, written: &Written, types: &mut Types) -> String {
    let values = written.count - written.empty;
    let is_all = |count: u64| values > 0 && count == values;
    if written.files > 0 {
        "file".to_owned()
    } else if is_all(written.bools) {
        "bool".to_owned()
    } else if is_all(written.ints) {
        "int".to_owned()
    } else if is_all(written.ints + written.numbers) {
        "number".to_owned()
    } else if is_all(written.json) {
        let ty = types.of(&written.shape, &[operation, name]);
        format!("{} (JSON)", ty.notation)
    } else {
        "string".to_owned()
    }
}

/// Whether all values can be of a parameter's type.
fn fits(parameter: &Parameter, written: &Written) -> bool {
    let values = written.count - written.empty;
    match (parameter.wire, &parameter.ty.shape) {
        (Wire::File, _) => written.files > 0,
        (Wire::Json, Shape::Scalar(_)) => true,
        (Wire::Json, _) => written.json > 0 || written.texts == 0,
        (Wire::Text, Shape::Scalar(Scalar::Bool)) => written.bools == values,
        (Wire::Text, Shape::Scalar(Scalar::Int)) => written.ints == values,
        (Wire::Text, Shape::Scalar(Scalar::Number)) => written.ints + written.numbers == values,
        // A single sample of JSON in a text says little.
        (Wire::Text, _) => written.json < values || written.json < 2,
    }
}

/// Whether values are of the type that a parameter has, and of no narrower one.
fn is_same_type(parameter: &Parameter, written: &Written) -> bool {
    let values = written.count - written.empty;
    let is_all = |count: u64| count == values && values > 0;
    match (parameter.wire, &parameter.ty.shape) {
        (Wire::File, _) => written.files > 0,
        (Wire::Json, Shape::Map(_) | Shape::Named(_)) => is_all(written.json) && written.shape.lists == 0,
        (Wire::Json, Shape::List(_)) => is_all(written.json) && written.shape.objects == 0,
        (_, Shape::Scalar(Scalar::Bool)) => is_all(written.bools),
        (_, Shape::Scalar(Scalar::Int)) => is_all(written.ints),
        (_, Shape::Scalar(Scalar::Number)) => is_all(written.ints + written.numbers),
        (Wire::Json, Shape::Scalar(_)) => is_all(written.json),
        (Wire::Text, _) => is_all(written.texts),
    }
}

/// Adds what JSON parameters show of types whose fields are not known.
pub fn opaque(operation: &Operation, seen: &Parameters, opaque: &mut Opaque<'_>) {
    for parameter in &operation.parameters {
        if let Some(written) =
            seen.get(&parameter.name).filter(|it| it.json > 0 && parameter.wire == Wire::Json)
        {
            opaque.add(&parameter.ty.shape, &written.shape);
        }
    }
}
