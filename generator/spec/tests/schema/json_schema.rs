//! JSON Schemas, read by an independent validator.

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use serde_json::Value;

/// A schema that values are checked against.
pub struct JsonSchema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl JsonSchema {
    /// Compiles a schema of a draft.
    pub fn new(schema: &Value, draft: Draft) -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.set_default_draft(draft);
        compiler.add_resource("schema.json", schema.clone()).expect("a name");
        let index = compiler.compile("schema.json", &mut schemas);
        Self { index: index.unwrap_or_else(|error| panic!("{error:#}")), schemas }
    }

    /// Returns the errors of a value that doesn't fit, each with its place.
    pub fn errors(&self, value: &Value) -> Option<String> {
        self.schemas.validate(value, self.index).err().map(|error| error.to_string())
    }
}
