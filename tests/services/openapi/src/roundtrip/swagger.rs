//! Swagger 2.0, where bodies are parameters and responses have one schema.

use serde_json::{Map, Value, json};

use super::operations::METHODS;

/// Gives a description in Swagger 2.0 bodies and contents, as 3.0 has them.
pub fn modernize(root: &mut Value) {
    if root.get("swagger").is_none() {
        return;
    }
    let whole = root.clone();
    let items = root["paths"].as_object_mut().into_iter().flatten();
    for operation in items
        .flat_map(|(_, it)| it.as_object_mut().into_iter().flatten())
        .filter(|(key, _)| METHODS.contains(&key.as_str()))
    {
        let operation = operation.1;
        let list = |key: &str| {
            operation.get(key).or(whole.get(key)).and_then(Value::as_array).cloned().unwrap_or_default()
        };
        let (produces, consumes) = (list("produces"), list("consumes"));
        let content = |kinds: &[Value], usual: &str, schema: &Value| {
            let kinds = if kinds.is_empty() { vec![json!(usual)] } else { kinds.to_vec() };
            let kinds = kinds.iter().filter_map(Value::as_str);
            Value::Object(kinds.map(|kind| (kind.to_owned(), json!({ "schema": schema }))).collect())
        };
        for (_, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if let Some(schema) = response.get("schema").cloned() {
                response["content"] = content(&produces, "application/json", &schema);
            }
        }
        let all: Vec<Value> = operation["parameters"].as_array().into_iter().flatten().cloned().collect();
        let of = |place: &'static str| all.iter().filter(move |it| it["in"] == place);
        if let Some(body) = of("body").next() {
            operation["requestBody"] = json!({"required": body["required"], "content": content(&consumes, "application/json", &body["schema"])});
        } else if of("formData").next().is_some() {
            let fields: Map<String, Value> =
                of("formData").filter_map(|it| Some((it["name"].as_str()?.to_owned(), it.clone()))).collect();
            let required: Vec<&Value> =
                of("formData").filter(|it| it["required"] == true).map(|it| &it["name"]).collect();
            let schema = json!({"type": "object", "properties": fields, "required": required});
            let forms: Vec<Value> =
                consumes.into_iter().filter(|it| it.as_str().is_some_and(|it| it.contains("form"))).collect();
            operation["requestBody"] = json!({"required": !required.is_empty(), "content": content(&forms, "application/x-www-form-urlencoded", &schema)});
        }
    }
}
