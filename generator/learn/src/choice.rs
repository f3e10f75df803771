//! Operations that share a method and a path: which of them a request is for.

use std::collections::{BTreeSet, HashMap};

use generator_spec::model::{Api, AuthBlock, Need, Operation, Parameter, Place};

use crate::recordings::Exchange;

/// The mark of a request that is for none of the operations that share its path.
pub const UNDECIDED: &str = "?";

/// The operations that share a method and a path, by both: `POST /parts`.
pub struct Choices(HashMap<String, Vec<Choice>>);

/// One of them.
struct Choice {
    needs: Vec<Need>,
    /// Names that others need and that it doesn't take.
    foreign: Vec<String>,
    mark: String,
}

impl Choices {
    pub fn of(api: &Api) -> Self {
        let mut shared = HashMap::<_, Vec<&Operation>>::new();
        for operation in api.operations().filter(|it| it.shares_path) {
            let path = operation.path.text().unwrap_or_default();
            shared.entry(key(operation.http_method.name(), path)).or_default().push(operation);
        }
        shared.retain(|_, all| all.len() > 1);
        let choices = |all: Vec<&Operation>| {
            let needs: Vec<Need> = all.iter().flat_map(|it| it.needs()).collect();
            let choice = |operation: &&Operation| {
                let foreign = needs.iter().filter(|need| !takes(api, operation, need));
                let foreign = foreign.map(|need| need.name.clone()).collect();
                Choice { needs: operation.needs().collect(), foreign, mark: mark(operation) }
            };
            all.iter().map(choice).collect()
        };
        Self(shared.into_iter().map(|(place, all)| (place, choices(all))).collect())
    }

    /// The mark of the operation that a request is for, in the place of its path.
    pub fn mark(&self, path: &str, exchange: &Exchange) -> &str {
        let Some(all) = self.0.get(&key(&exchange.method, path)) else { return "" };
        let fitting = all.iter().rev().filter(|it| it.fits(exchange));
        fitting.max_by_key(|it| it.needs.len()).map_or(UNDECIDED, |it| &it.mark)
    }
}

fn key(method: &str, path: &str) -> String {
    format!("{method} {path}")
}

impl Choice {
    /// Returns whether a request can be for it. Servers decide alike: `server/choice` of the runtime.
    fn fits(&self, exchange: &Exchange) -> bool {
        let is_met = |need: &Need| {
            let texts = exchange.texts(&need.name);
            let is_it = |value: &String| texts.iter().all(|it| it.trim_matches('"') == value);
            !texts.is_empty() && need.value.as_ref().is_none_or(is_it)
        };
        self.needs.iter().all(is_met) && self.foreign.iter().all(|name| exchange.texts(name).is_empty())
    }
}

/// Returns whether an operation takes what another one needs: as a parameter, in an object whose names can be
/// any, or for its credential.
fn takes(api: &Api, operation: &Operation, need: &Need) -> bool {
    let is_there = |it: &Parameter| match it.place {
        Place::Header => need.place == Place::Header,
        Place::Query => need.place == Place::Query,
        Place::Form | Place::Field | Place::Part => need.in_body(),
        Place::Path | Place::PathRest | Place::Cookie | Place::Body => false,
    };
    let is_own = |it: &Parameter| it.object.is_some() || Need::of(it).name == need.name;
    operation.parameters.iter().chain(&operation.marks).any(|it| is_there(it) && is_own(it))
        || of_credential(api, operation).contains(&*need.name)
}

/// The names that the credential of an operation has among its parameters.
pub fn of_credential<'a>(api: &'a Api, operation: &Operation) -> BTreeSet<&'a str> {
    let own = api.block_of(&operation.auth).map(|block| block.credential.as_str());
    // An operation whose credential is not shown may have any.
    let is_own = |block: &&AuthBlock| own.is_none_or(|own| own == block.credential);
    let own = api.blocks.iter().filter(is_own).flat_map(|block| &block.parameters);
    // It may lack the name on the wire at another place.
    own.flat_map(|it| [it.wire_name(), &it.name]).collect()
}

/// The parameters that tell an operation apart from others with its path, such as `?kind=saw` or `?size`.
/// Empty if there are none.
pub fn mark(operation: &Operation) -> String {
    let all = operation.needs().map(|need| match need.value {
        Some(value) => format!("{}={value}", need.name),
        None => need.name,
    });
    let all: Vec<String> = all.collect();
    if all.is_empty() { String::new() } else { format!("?{}", all.join("&")) }
}
