//! Finds the place in the spec of each fact about an operation.

use super::Fact;
use generator_spec::diagnostics::At;
use generator_spec::facts::{self, Key, Part, Piece, Plain, Print, Shape};
use generator_spec::load::{Locator, Owner, Said};
use generator_spec::model::{Api, Group, Operation, Returns};

/// Every fact of an operation, each followed by the things that it refers to.
pub fn facts<'a>(
    api: &'a Api,
    locator: &Locator<'a>,
    group: &'a Group,
    operation: &'a Operation,
) -> Vec<Fact<'a>> {
    let mut seen: Vec<Key> = Vec::new();
    let mut all = Vec::new();
    let places = OperationPlaces { api, locator, operation };
    for fact in facts::of_operation(api, group, operation) {
        let is_shown = match fact.key.part() {
            Part::Detail => fact.key == Key::States,
            Part::Source => false,
            _ => fact.key != Key::Group && (fact.key != Key::Method || fact.is_for_people()),
        };
        if !is_shown {
            continue;
        }
        let index = seen.iter().filter(|key| **key == fact.key).count();
        seen.push(fact.key);
        let place = places.place(fact.key, index);
        let parameter = operation.parameters.get(index).filter(|_| fact.key == Key::Parameters);
        match parameter.map(|parameter| facts::of_parameter(api, parameter)) {
            Some(parameter) => {
                all.push(Fact { what: fact.key.name(), value: of_parameter(&parameter), place });
                parameter.iter().for_each(|fact| places.add_references(fact, &mut all));
            }
            None => {
                all.push(Fact { what: fact.key.name(), value: value(&fact), place });
                places.add_references(&fact, &mut all);
            }
        }
    }
    // A type is explained only where it is used first, and a fact without words not at all.
    let mut types = Vec::new();
    all.retain(|fact: &Fact<'_>| {
        let is_type = fact.what == "types";
        let is_again = is_type && types.contains(&fact.value);
        types.extend(is_type.then(|| fact.value.clone()));
        !is_again && !fact.value.is_empty()
    });
    all
}

/// The value, with the documents' words about a result; the sentence of a fact
/// without a value.
fn value(fact: &facts::Fact<'_>) -> String {
    let value = Plain.value(fact);
    match fact.value {
        facts::Value::Flag if value.is_empty() => Plain.marked(fact.origin, &[Piece::Text("yes")], &[]),
        _ if value.is_empty() || fact.key.part() == Part::Result => Plain.rest(fact),
        _ => value,
    }
}

/// `Room: string required`, and the documents' words.
fn of_parameter(facts: &[facts::Fact<'_>]) -> String {
    let value = |key| facts.iter().find(|fact| fact.key == key).map(|fact| Plain.value(fact));
    let doc = value(Key::Doc).map(|doc| format!(": {doc}")).unwrap_or_default();
    format!("{} {}{doc}", value(Key::Name).expect("a parameter has a name"), facts::line(facts))
}

/// Finds the places of an operation's facts.
struct OperationPlaces<'a, 'b> {
    api: &'a Api,
    locator: &'b Locator<'a>,
    operation: &'a Operation,
}

impl<'a> OperationPlaces<'a, '_> {
    /// Finds the place of a fact: in the operation's entry, in the defaults of its file or in
    /// api.yaml. `index` counts the facts with the same key.
    fn place(&self, key: Key, index: usize) -> Option<Said<'a>> {
        let name = &self.operation.name;
        let of_api = |at: At<'a>| Some(Owner::Api.says(at));
        let own = |key: &str| self.locator.key(name, key);
        let any_own = |keys: [&str; 3]| keys.into_iter().find_map(own);
        match key {
            Key::Path => any_own(["path", "inferred_path", "aliases"]),
            Key::Method | Key::Verb => any_own(["method", "path", "inferred_path"]),
            Key::AlsoReturns => self.with_status(self.operation.more_returns.get(index)?),
            Key::Failures => self.with_status(self.operation.failures.get(index)?),
            Key::ResultsHold => {
                let returns = self.operation.results().filter(|it| it.holds.is_some()).nth(index)?;
                self.with_status(returns).or_else(|| own("returns"))
            }
            Key::Effect | Key::Repeatable => {
                any_own([key.name(), "effect", "inferred_effect"]).or_else(|| of_api(self.effect_rule()?))
            }
            Key::Parameters => {
                let parameter = self.operation.parameters.get(index)?;
                self.locator.parameter(name, &parameter.name).or_else(|| own("body"))
            }
            Key::Replacement | Key::DeprecatedSince | Key::RemovedAfter | Key::RemovedIn => {
                own(Key::Deprecated.name())
            }
            Key::Partial => own("body"),
            Key::Auth => own("auth").or_else(|| of_api(self.auth())),
            Key::Encoding => own("encoding").or_else(|| of_api(self.locator.api().get("encoding"))),
            Key::VersionChanges | Key::Limits | Key::States => of_api(self.in_api(key, index)?),
            // A row's gates replace those of the defaults; other lists add to them.
            key if key.shape() == Shape::Many && key != Key::Gates => {
                self.locator.items(name, key.name()).nth(index)
            }
            key => own(key.name()),
        }
    }

    /// Finds the result or failure with a status: the operation's own, or the API's.
    fn with_status(&self, returns: &Returns) -> Option<Said<'a>> {
        let status = returns.status?.to_string();
        let own = |key: &str| {
            let written = self.locator.key(&self.operation.name, key)?;
            Some(written.of.says(written.at.find(&status)?))
        };
        let of_api = || Some(Owner::Api.says(self.locator.api().find("failures")?.find(&status)?));
        own("returns").or_else(|| own("failures")).or_else(of_api)
    }

    /// Finds the rule of the convention for the operation's name.
    fn effect_rule(&self) -> Option<At<'a>> {
        let convention = self.api.effect_convention.as_ref()?;
        let own = convention.rule(&self.operation.rust, self.operation.http_method)?;
        let at = self.locator.api().get("effect_convention").get("rules");
        convention.rules.iter().zip(at.items()).find(|(rule, _)| *rule == own).map(|(_, at)| at)
    }

    /// Finds the gate that asks for the credential, or the API's default.
    fn auth(&self) -> At<'a> {
        let mut gates = self.operation.gates.iter().filter_map(|code| self.api.gate(code));
        match gates.find(|gate| gate.auth.as_ref() == Some(&self.operation.auth)) {
            Some(gate) => self.locator.api().get("gates").get(&gate.code),
            None => self.locator.api().get("default_auth"),
        }
    }

    /// Finds the item of a list of api.yaml that is about the operation.
    fn in_api(&self, key: Key, index: usize) -> Option<At<'a>> {
        let is_name = |at: At<'a>| at.text() == Some(&*self.operation.name);
        let is_about = |at: &At<'a>| match key {
            Key::VersionChanges => at.get("operations").items().any(is_name),
            Key::Limits => at.find("applies_to").is_some_and(is_name),
            _ => at.find("trigger").is_some_and(is_name),
        };
        self.locator.api().get(key.name()).items().filter(is_about).nth(index)
    }

    /// Adds the things that a fact refers to, with their places.
    fn add_references(&self, fact: &facts::Fact<'a>, all: &mut Vec<Fact<'a>>) {
        for piece in fact.words.value() {
            let (what, value, at) = match *piece {
                Piece::Credential(block) => {
                    let at = self.locator.api().get("auth").get(&block.name);
                    ("auth", format!("{}: {}", block.name, block.title), Some(at))
                }
                Piece::Gate(code) => {
                    let Some(gate) = self.api.gate(code) else { continue };
                    let at = self.locator.api().get("gates").get(code);
                    ("gates", format!("{code}: {}", gate.doc), Some(at))
                }
                Piece::Type(_, Some(ty)) => {
                    let facts = facts::of_type(self.api, ty);
                    let kind: Vec<String> = facts
                        .iter()
                        .filter(|fact| matches!(fact.key.part(), Part::Kind | Part::Item | Part::Member))
                        .map(|fact| Plain.value(fact))
                        .collect();
                    (
                        "types",
                        format!("{}: {}", ty.name, kind.join(", ")),
                        self.locator.named_type(ty.part_of.as_ref().unwrap_or(&ty.name)),
                    )
                }
                _ => continue,
            };
            all.push(Fact { what, value, place: at.map(|at| Owner::Api.says(at)) });
        }
    }
}
