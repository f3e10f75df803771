//! The first call of an API, in pieces.

use super::{Names, credential_value, first_call, request};
use generator_spec::model::Api;

/// A call that needs few parameters, and its credential.
pub struct FirstCall<'a> {
    /// The crate.
    pub library: &'a str,
    /// The operation's name in the documents.
    pub name: &'a str,
    /// The operation's type.
    pub operation: &'a str,
    pub request: Value,
    pub credential: Value,
}

/// An expression and the names that it needs.
pub struct Value {
    /// The expression.
    pub code: String,
    names: Names,
}

impl<'a> FirstCall<'a> {
    /// The call, if it has a credential and needs nothing that the crate lacks.
    pub fn of(api: &'a Api) -> Option<Self> {
        let (operation, block) = first_call(api)?;
        let block = block?;
        let mut names = Names::default();
        names.used(&operation.rust);
        let request = Value { code: request(api, operation, &mut names), names };
        let mut names = Names::default();
        let credential = Value { code: credential_value(api, block, &mut names)?, names };
        // The crate itself has no `serde_json`.
        let is_possible = !request.names.json && !credential.names.json;
        is_possible.then(|| Self {
            library: &api.rust.library,
            name: &operation.name,
            operation: &operation.rust,
            request,
            credential,
        })
    }

    /// Imports these names of the crate and what the values need.
    pub fn imports(&self, names: &[&str], values: &[&Value]) -> String {
        let mut imported = Names::default();
        names.iter().for_each(|name| imported.used(name));
        values.iter().for_each(|value| imported.extend(&value.names));
        imported.imports(self.library)
    }
}
