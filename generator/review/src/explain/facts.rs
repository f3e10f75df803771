//! Finds the place in the spec of each fact about an operation.

use super::Fact;
use generator_spec::diagnostics::At;
use generator_spec::facts::{self, Key, Part, Piece, Plain, Print, Shape};
use generator_spec::load::{Locator, Owner, Said};
use generator_spec::model::{Api, Group, Operation, Returns};

/// Every fact of an operation, each followed by what it refers to.
pub fn facts<'a>(
    api: &'a Api,
    locator: &Locator<'a>,
    group: &'a Group,
    operation: &'a Operation,
) -> Vec<Fact<'a>> {
    let mut seen: Vec<Key> = Vec::new();
    let mut all = Vec::new();
    let spot = Spot { api, locator, operation };
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
        let place = spot.place(fact.key, index);
        let parameter = operation.parameters.get(index).filter(|_| fact.key == Key::Parameters);
        match parameter.map(|it| facts::of_parameter(api, it)) {
            Some(own) => {
                all.push(Fact { what: fact.key.name(), value: of_parameter(&own), place });
                own.iter().for_each(|fact| spot.refers(fact, &mut all));
            }
            None => {
                all.push(Fact { what: fact.key.name(), value: value(&fact), place });
                spot.refers(&fact, &mut all);
            }
        }
    }
    // A type is explained once, where it is used first; the encoding may have nothing to say.
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
        facts::Value::Flag if value.is_empty() => Plain.marked(fact.origin, &[Piece::Own("yes")], &[]),
        _ if value.is_empty() || fact.key.part() == Part::Result => Plain.rest(fact),
        _ => value,
    }
}

/// `Room: string required`, and the documents' words.
fn of_parameter(facts: &[facts::Fact<'_>]) -> String {
    let of = |key| facts.iter().find(|fact| fact.key == key).map(|fact| Plain.value(fact));
    let doc = of(Key::Doc).map(|doc| format!(": {doc}")).unwrap_or_default();
    format!("{} {}{doc}", of(Key::Name).expect("a parameter has a name"), facts::line(facts))
}

/// An operation and where its spec says what.
struct Spot<'a, 'b> {
    api: &'a Api,
    locator: &'b Locator<'a>,
    operation: &'a Operation,
}

impl<'a> Spot<'a, '_> {
    /// The place in the entry, the defaults of its file or api.yaml that has a fact: the one of
    /// that index among those with the same key.
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

    /// The result or failure of this status: its own, or one of every operation.
    fn with_status(&self, returns: &Returns) -> Option<Said<'a>> {
        let status = returns.status?.to_string();
        let own = |key: &str| {
            let said = self.locator.key(&self.operation.name, key)?;
            Some(said.of.says(said.at.find(&status)?))
        };
        let of_api = || Some(Owner::Api.says(self.locator.api().find("failures")?.find(&status)?));
        own("returns").or_else(|| own("failures")).or_else(of_api)
    }

    /// The rule that the convention has for its name.
    fn effect_rule(&self) -> Option<At<'a>> {
        let convention = self.api.effect_convention.as_ref()?;
        let own = convention.rule(&self.operation.rust, self.operation.http_method)?;
        let at = self.locator.api().get("effect_convention").get("rules");
        convention.rules.iter().zip(at.items()).find(|(rule, _)| *rule == own).map(|(_, at)| at)
    }

    /// The gate that asks for the credential, or the API's default.
    fn auth(&self) -> At<'a> {
        let asks = |code: &&String| {
            let gate = self.api.gate(code);
            gate.is_some_and(|gate| gate.auth.as_ref() == Some(&self.operation.auth))
        };
        match self.operation.gates.iter().find(asks) {
            Some(code) => self.locator.api().get("gates").get(code),
            None => self.locator.api().get("default_auth"),
        }
    }

    /// The item of a list of api.yaml that is about the operation.
    fn in_api(&self, key: Key, index: usize) -> Option<At<'a>> {
        let is_it = |at: At<'a>| at.text() == Some(&*self.operation.name);
        let is_about = |at: &At<'a>| match key {
            Key::VersionChanges => at.get("operations").items().any(is_it),
            Key::Limits => at.find("applies_to").is_some_and(is_it),
            _ => at.find("trigger").is_some_and(is_it),
        };
        self.locator.api().get(key.name()).items().filter(is_about).nth(index)
    }

    /// Adds the thing that a fact refers to, with its place.
    fn refers(&self, fact: &facts::Fact<'a>, all: &mut Vec<Fact<'a>>) {
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
                    let kind = facts
                        .iter()
                        .filter(|it| matches!(it.key.part(), Part::Kind | Part::Item | Part::Member));
                    let kind: Vec<String> = kind.map(|fact| Plain.value(fact)).collect();
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
