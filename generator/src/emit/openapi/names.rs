//! What components are called: as in the documents, if OpenAPI accepts that
//! name, otherwise the Rust name. Names are unique.

use std::collections::{HashMap, HashSet};

use crate::model::{Api, Operation, TypeId};

/// Names of schemas and operations.
#[derive(Debug)]
pub struct Names {
    types: Vec<String>,
    credentials: HashMap<String, Credential>,
    envelope: String,
    operations: HashMap<String, Ids>,
}

/// The `operationId`s of an operation.
#[derive(Debug)]
struct Ids {
    own: String,
    aliases: Vec<String>,
}

/// The two schemas of a credential.
#[derive(Debug)]
struct Credential {
    whole: String,
    optional: String,
}

impl Names {
    pub fn new(api: &Api) -> Self {
        let mut taken = HashSet::new();
        let types = api
            .types
            .iter()
            .map(|ty| claim(if is_component(&ty.name) { &ty.name } else { &ty.rust }, &mut taken));
        let types = types.collect();
        let credentials = api.blocks.iter().map(|block| {
            let whole = claim(&block.rust, &mut taken);
            let optional = claim(&format!("{whole}Optional"), &mut taken);
            (block.name.clone(), Credential { whole, optional })
        });
        let credentials = credentials.collect();
        let envelope = api.envelope.as_ref().map(|it| it.name.as_str()).filter(|name| is_component(name));
        let envelope = claim(envelope.unwrap_or("Envelope"), &mut taken);
        Self { types, credentials, envelope, operations: operations(api) }
    }

    /// The schema of a type.
    pub fn of_type(&self, id: TypeId) -> &str {
        self.types.get(id.0).map_or("", String::as_str)
    }

    /// The schema of a credential that must come along in the form.
    pub fn credential(&self, block: &str) -> &str {
        self.credentials.get(block).map_or("", |it| &it.whole)
    }

    /// The schema of a credential that may be left out of the form.
    pub fn optional_credential(&self, block: &str) -> &str {
        self.credentials.get(block).map_or("", |it| &it.optional)
    }

    /// The schema of the envelope.
    pub fn envelope(&self) -> &str {
        &self.envelope
    }

    /// The `operationId` of an operation.
    pub fn of_operation<'a>(&'a self, operation: &'a Operation) -> &'a str {
        self.operations.get(&operation.name).map_or(&operation.rust, |ids| &ids.own)
    }

    /// The `operationId` of each alias.
    pub fn of_aliases(&self, operation: &Operation) -> &[String] {
        self.operations.get(&operation.name).map_or(&[], |ids| &ids.aliases)
    }
}

/// Operations come first: an alias yields to them. Its id is its name in the
/// documents, or one derived from its operation's.
fn operations(api: &Api) -> HashMap<String, Ids> {
    let mut taken = HashSet::new();
    let own: Vec<(&Operation, String)> = api
        .operations()
        .map(|it| (it, claim(if is_component(&it.name) { &it.name } else { &it.rust }, &mut taken)))
        .collect();
    let named = own.into_iter().map(|(operation, own)| {
        let derived = format!("{own}Alias");
        let aliases = operation.aliases.iter().map(|alias| {
            let given = alias.name.as_ref().filter(|name| **name != own && is_component(name));
            claim(given.unwrap_or(&derived), &mut taken)
        });
        let aliases = aliases.collect();
        (operation.name.clone(), Ids { own, aliases })
    });
    named.collect()
}

fn claim(name: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number: u32| format!("{name}{number}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(|it| !taken.contains(it));
    let free = free.unwrap_or_default();
    taken.insert(free.clone());
    free
}

fn is_component(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}
