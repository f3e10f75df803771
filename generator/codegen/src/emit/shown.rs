//! One operation as each target shows it.

use super::common::rust_example;
use super::crates::{operations, server};
use super::{File, docs, openapi};
use generator_spec::model::{Api, Group, Operation};

/// One operation as the generated files show it; each file holds that part only.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The call in Rust.
    pub example: String,
    /// The request, as the client has it.
    pub client: File,
    /// The method that a server implements.
    pub server: File,
    /// The section of the book.
    pub docs: File,
    /// Its paths in the OpenAPI description.
    pub openapi: File,
}

impl Shown {
    /// Emits one operation.
    #[must_use]
    pub fn new(api: &Api, group: &Group, operation: &Operation) -> Self {
        Self {
            example: rust_example::example(api, operation),
            client: operations::of_operation(api, group, operation),
            server: server::of_operation(api, group, operation),
            docs: docs::of_operation(api, group, operation),
            openapi: openapi::of_operation(api, group, operation),
        }
    }
}
