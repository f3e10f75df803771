//! Values that are written as one word.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::hints::{FIELD, FIELD_TYPES, PARAMETER, PARAMETER_TYPES};
use crate::load::source::{
    FieldChange, FieldSource, FormatSource, OperationChange, ParameterChange, ParameterSource, ReturnsSource,
    Terse, TypeSource,
};

/// A value that can be written as one word.
pub trait Word: JsonSchema {
    /// The words.
    fn word() -> Schema;
}

impl<T: Word> JsonSchema for Terse<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Terse{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [T::word(), generator.subschema_for::<T>()] })
    }
}

impl Word for ParameterSource {
    fn word() -> Schema {
        notation(PARAMETER, PARAMETER_TYPES)
    }
}

impl Word for FieldSource {
    fn word() -> Schema {
        notation(FIELD, FIELD_TYPES)
    }
}

impl Word for ParameterChange {
    fn word() -> Schema {
        dropped_or(notation(PARAMETER, PARAMETER_TYPES))
    }
}

impl Word for FieldChange {
    fn word() -> Schema {
        dropped_or(notation(FIELD, FIELD_TYPES))
    }
}

impl Word for ReturnsSource {
    fn word() -> Schema {
        json_schema!({ "oneOf": [
            { "const": "message", "description": "The API's message type." },
            { "const": "not_shown", "description": "The documents don't say what comes back." },
        ] })
    }
}

impl Word for FormatSource {
    fn word() -> Schema {
        json_schema!({ "const": "six_digits", "description": "Six decimal digits." })
    }
}

impl Word for TypeSource {
    fn word() -> Schema {
        json_schema!({
            "const": "opaque",
            "description": "Named by the documents, fields not shown: keeps any JSON unchanged.",
        })
    }
}

impl Word for OperationChange {
    fn word() -> Schema {
        json_schema!({ "const": "drop", "description": "The operation is not there." })
    }
}

fn dropped_or(notation: Schema) -> Schema {
    json_schema!({ "anyOf": [{ "const": "drop", "description": "It is not there." }, notation] })
}

fn notation(pattern: &str, examples: &[&str]) -> Schema {
    json_schema!({
        "type": "string",
        "description": "Type in the documents' notation.",
        "pattern": pattern,
        "examples": examples,
    })
}
