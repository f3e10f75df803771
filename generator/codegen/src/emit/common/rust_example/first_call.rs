//! The first call of an API.

use super::imports::Imports;
use super::{call, construction, credential_value, request};
use crate::emit::common::sample_parameters;
use generator_spec::model::{Api, Auth, AuthBlock, Effect, Operation, Shape};

/// The operation to call first, and the credential that it requires, if it does.
pub fn first_call(api: &Api) -> Option<(&Operation, Option<&AuthBlock>)> {
    let operations = api.operations().filter(|operation| operation.deprecated.is_none());
    let callable = operations.filter_map(|operation| Some((operation, credential(api, operation)?)));
    // Copying the call should do no harm.
    let effort = |operation: &Operation| {
        let changes = operation.effect != Effect::Reads;
        (changes, !returns_list(operation), sample_parameters::taken(api, operation).len())
    };
    callable.min_by_key(|(operation, _)| effort(operation))
}

fn returns_list(operation: &Operation) -> bool {
    operation.returns.ty.as_ref().is_some_and(|ty| matches!(ty.shape, Shape::List(_)))
}

/// The block whose credential an operation requires, or `Some(None)` if it requires none; `None` if the
/// credential is optional or not shown.
fn credential<'a>(api: &'a Api, operation: &Operation) -> Option<Option<&'a AuthBlock>> {
    match &operation.auth {
        Auth::Required(name) => api.block(name).map(|block| Some(api.owner(block))),
        Auth::None => Some(None),
        Auth::Optional(_) | Auth::NotShown => None,
    }
}

/// A first program.
pub struct Program {
    pub imports: String,
    /// The body of an async function that makes a client, calls an operation that needs few
    /// parameters, and prints the result.
    pub body: String,
}

/// The first program of an API.
pub fn program(api: &Api) -> Option<Program> {
    let (operation, block) = first_call(api)?;
    let mut imports = Imports::default();
    let client = construction(api, block, &mut imports)?;
    let call = call(api, operation, &mut imports);
    Some(Program { imports: imports.print(&api.rust.library), body: format!("{client}\n{call}") })
}

/// A call that needs few parameters, and its credential.
pub struct FirstCall<'a> {
    /// The crate.
    pub library: &'a str,
    /// The operation.
    pub operation: &'a Operation,
    pub request: Value,
    pub credential: Value,
}

/// An expression and the names that it needs.
pub struct Value {
    /// The expression.
    pub code: String,
    imports: Imports,
}

impl<'a> FirstCall<'a> {
    /// The call, if it has a credential.
    pub fn of(api: &'a Api) -> Option<Self> {
        let (operation, block) = first_call(api)?;
        let block = block?;
        let mut imports = Imports::default();
        let request = Value { code: request(api, operation, &mut imports), imports };
        let mut imports = Imports::default();
        let credential = Value { code: credential_value(api, block, &mut imports)?, imports };
        Some(Self { library: &api.rust.library, operation, request, credential })
    }

    /// Imports these names of the crate, and the names that the values need.
    pub fn imports(&self, names: &[&str], values: &[&Value]) -> String {
        let mut imported = Imports::default();
        names.iter().for_each(|name| imported.used(name));
        values.iter().for_each(|value| imported.extend(&value.imports));
        imported.print(self.library)
    }
}
