//! Names of components: as in the documents, if OpenAPI accepts that name, otherwise the Rust name.
//! Names are unique, and no generated client uses them for something else.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use generator_spec::model::{Api, Operation, TypeId};

/// Names of schemas and operations.
#[derive(Debug)]
pub struct Names {
    types: Vec<String>,
    failure: String,
    operations: HashMap<String, Ids>,
}

/// The `operationId`s of an operation.
#[derive(Debug)]
struct Ids {
    own: String,
    aliases: Vec<String>,
}

/// Names that generators give to parts of the clients that they make, in any language. A schema of
/// that name would be a second class of that name.
const TAKEN: &str = "Any ApiClient ApiError ApiException APIResponse ApiResponse Array BaseAPI Blob Boolean Client \
    ClientError Configuration Date Error Exception File FormData Function Headers HTTPError Integer \
    List Map Middleware Null Number Object Option Optional Promise Record Request RequestOptions \
    Response ResponseError Result Set String Symbol Type Unset Vec";

impl Names {
    pub fn new(api: &Api) -> Self {
        let mut taken = Taken::default();
        let types = api.types.iter().map(|ty| taken.unused(&schema(component(&ty.name, &ty.rust))));
        let types = types.collect();
        let failure = taken.unused("EnvelopedFailure");
        Self { types, failure, operations: operations(api) }
    }

    /// The schema of a type.
    pub fn of_type(&self, id: TypeId) -> &str {
        self.types.get(id.0).map_or("", String::as_str)
    }

    /// The schema of a failure in the envelope.
    pub fn failure(&self) -> &str {
        &self.failure
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

/// Names of which no two differ only in case or punctuation, which clients in
/// many languages drop.
#[derive(Default)]
struct Taken(HashSet<String>);

impl Taken {
    fn holds(&self, name: &str) -> bool {
        self.0.contains(&folded(name))
    }

    /// A name that nothing has yet, with a number at its end if the wanted one is taken.
    fn unused(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 1;
        while !self.0.insert(folded(&name)) {
            number += 1;
            name = format!("{wanted}{number}");
        }
        name
    }
}

fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The id of an alias is its name in the documents, or one derived from its
/// operation's; if an operation has that id, the alias gets another.
fn operations(api: &Api) -> HashMap<String, Ids> {
    let mut taken = Taken::default();
    let own = api.operations().map(|it| (it, taken.unused(component(&it.name, &it.rust))));
    let own: Vec<(&Operation, String)> = own.collect();
    let named = own.into_iter().map(|(operation, own)| {
        let derived = format!("{own}Alias");
        let aliases = operation.aliases.iter().map(|alias| {
            let given = alias.name.as_ref().filter(|name| is_component(name) && !taken.holds(name));
            taken.unused(given.unwrap_or(&derived))
        });
        let aliases = aliases.collect();
        (operation.name.clone(), Ids { own, aliases })
    });
    named.collect()
}

/// A name that no generated client has for something else.
fn schema(name: &str) -> Cow<'_, str> {
    let is_taken = TAKEN.split_whitespace().any(|taken| taken.eq_ignore_ascii_case(name));
    if is_taken { Cow::Owned(format!("{name}Model")) } else { Cow::Borrowed(name) }
}

/// The name in the documents, if a component can have it.
fn component<'a>(name: &'a str, rust: &'a str) -> &'a str {
    if is_component(name) { name } else { rust }
}

fn is_component(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}
