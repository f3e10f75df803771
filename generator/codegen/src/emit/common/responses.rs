//! Bodies of successful HTTP responses for examples, made from their types.

use serde_json::{Value, json};

use super::samples;
use generator_spec::facts::ToJson;
use generator_spec::model::{Api, Operation, ReturnKind, Returns};
use generator_spec::text::escape_json;

/// The number of levels of nested types that are shown.
const DEPTH: usize = 3;

/// The JSON of a response, if its type is known.
pub fn json(api: &Api, operation: &Operation) -> Option<String> {
    let value = value(api, &operation.returns)?;
    serde_json::to_string_pretty(&value).ok().map(escape_json)
}

fn value(api: &Api, returns: &Returns) -> Option<Value> {
    let data = || data(api, returns);
    match returns.kind {
        ReturnKind::Message | ReturnKind::Json => data().filter(has_content),
        ReturnKind::Envelope => {
            let envelope = api.envelope.as_ref()?;
            let (status, code, result) = (&*envelope.status, &*envelope.code, &*envelope.data);
            Some(json!({ status: envelope.ok, code: 200, result: data()? }))
        }
        ReturnKind::Text
        | ReturnKind::Bytes
        | ReturnKind::Redirect(_)
        | ReturnKind::Described
        | ReturnKind::Nothing => None,
    }
}

fn data(api: &Api, returns: &Returns) -> Option<Value> {
    let listed = returns.values.and_then(|id| samples::listed(api, id));
    let shape = &returns.ty.as_ref()?.shape;
    Some(
        listed
            .map_or_else(|| samples::json(api, shape, "text", DEPTH), |(_, variant)| variant.value.to_json()),
    )
}

/// Returns whether a value is more than an empty object.
fn has_content(value: &Value) -> bool {
    match value {
        Value::Object(entries) => !entries.is_empty(),
        Value::Array(items) => items.iter().all(has_content),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}
