//! Requests without a body: the credential and the parameters in the query.

use serde_json::Value;

use super::Book;
use super::parameters;
use super::security::{self, InForm};
use generator_spec::model::{AuthBlock, Operation, Parameter, Presence};

/// The parameters of the query, those of the credential first.
pub fn query(book: &Book<'_>, operation: &Operation) -> Vec<Value> {
    let of = |block: &AuthBlock, presence: fn(&Parameter) -> Presence| -> Vec<Value> {
        let parameters = block.parameters.iter();
        parameters.map(|it| parameters::place(book, "query", &it.name, it, presence(it)).into()).collect()
    };
    let credential = match security::with_parameters(book, operation) {
        InForm::Never => Vec::new(),
        InForm::Always(block) => of(block, |it| it.presence),
        InForm::Maybe(block) => of(block, |_| Presence::Optional),
    };
    let own = operation.parameters.iter();
    let own = own.map(|it| parameters::place(book, "query", &it.name, it, it.presence).into());
    credential.into_iter().chain(own).collect()
}
