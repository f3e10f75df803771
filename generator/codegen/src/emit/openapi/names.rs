//! Names of components: as in the documents, if OpenAPI accepts that name, otherwise the Rust name.
//! Names are unique, and no generated client uses them for something else.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::ways;
use generator_spec::model::{Api, AuthBlock, Operation, Parameter, TypeId};

/// An API and what its components are called.
pub struct Book<'a> {
    pub api: &'a Api,
    pub names: DocumentNames,
}

impl<'a> Book<'a> {
    pub fn of(api: &'a Api) -> Self {
        Self { api, names: DocumentNames::new(api) }
    }
}

/// Names of schemas, operations, and what sends credentials.
#[derive(Debug)]
pub struct DocumentNames {
    types: Vec<String>,
    failure: String,
    operations: HashMap<String, Vec<String>>,
    schemes: OfBlocks,
    headers: OfBlocks,
}

/// Names by a block and the one that they should have, or a parameter.
type OfBlocks = HashMap<(String, String), String>;

/// Names that generators give to parts of the clients that they make, in any language. A schema of
/// that name would be a second class of that name.
const TAKEN: &str = "Any ApiClient ApiError ApiException APIResponse ApiResponse Array BaseAPI Blob Boolean Client \
    ClientError Configuration Date Error Exception File FormData Function Headers HTTPError Integer \
    List Map Middleware Null Number Object Option Optional Promise Record Request RequestOptions \
    Response ResponseError Result Set String Symbol Type Unset Vec";

impl DocumentNames {
    fn new(api: &Api) -> Self {
        let mut taken = Taken::default();
        let types = api.types.iter().map(|ty| taken.unused(&schema(component(&ty.name, &ty.rust))));
        let types = types.collect();
        let failure = taken.unused("EnvelopedFailure");
        Self { types, failure, operations: operations(api), schemes: schemes(api), headers: headers(api) }
    }

    /// The schema of a type.
    pub fn of_type(&self, id: TypeId) -> &str {
        self.types.get(id.0).map_or("", String::as_str)
    }

    /// The schema of a failure in the envelope.
    pub fn failure(&self) -> &str {
        &self.failure
    }

    /// The `operationId`s of an operation, one for each of its paths.
    pub fn of_operation(&self, operation: &Operation) -> &[String] {
        &self.operations[&operation.name]
    }

    /// The security scheme of a block that should have a name.
    pub fn of_scheme(&self, block: &AuthBlock, wanted: &str) -> &str {
        &self.schemes[&(block.name.clone(), wanted.to_owned())]
    }

    /// The header of a parameter of a block.
    pub fn of_header(&self, block: &AuthBlock, it: &Parameter) -> &str {
        &self.headers[&(block.name.clone(), it.name.clone())]
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
fn operations(api: &Api) -> HashMap<String, Vec<String>> {
    let mut taken = Taken::default();
    let own = api.operations().map(|it| (it, taken.unused(component(&it.name, &it.rust))));
    let own: Vec<(&Operation, String)> = own.collect();
    let named = own.into_iter().map(|(operation, own)| {
        let derived = format!("{own}Alias");
        // Where there are only aliases, the first is the operation's path.
        let is_own = usize::from(operation.path.text().is_none());
        let aliases = operation.aliases.iter().skip(is_own).map(|alias| {
            let given = alias.name.as_ref().filter(|name| is_component(name) && !taken.holds(name));
            taken.unused(given.unwrap_or(&derived))
        });
        (operation.name.clone(), [own].into_iter().chain(aliases).collect())
    });
    named.collect()
}

/// A scheme that should have the name of its block comes first, so that it has it.
fn schemes(api: &Api) -> OfBlocks {
    let wanted = |block: &AuthBlock| ways::ways(block).into_iter().flatten().map(|(wanted, _)| wanted);
    let all = api.blocks.iter().flat_map(|block| wanted(block).map(|wanted| (block.name.clone(), wanted)));
    let (own, more): (Vec<_>, Vec<_>) = all.partition(|(block, wanted)| block == wanted);
    let mut taken = Taken::default();
    let named = |it: (String, String)| {
        let name = taken.unused(&it.1.replace(|c| !is_in_component(c), "_"));
        (it, name)
    };
    own.into_iter().chain(more).map(named).collect()
}

/// A header has its name without what some generators don't take in a name.
fn headers(api: &Api) -> OfBlocks {
    let mut taken = Taken::default();
    let all = api.blocks.iter().flat_map(|block| ways::in_headers(block).iter().map(move |it| (block, it)));
    let named = all.map(|(block, it)| {
        let wanted: String = block.sent_name(it).chars().filter(char::is_ascii_alphanumeric).collect();
        ((block.name.clone(), it.name.clone()), taken.unused(component(&wanted, &it.rust)))
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
    !name.is_empty() && name.chars().all(is_in_component)
}

fn is_in_component(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}
