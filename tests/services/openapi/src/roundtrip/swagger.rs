//! Swagger 2.0, where bodies are parameters and responses have one schema.

use serde_json::{Map, Value, json};

use super::operations::METHODS;

/// Gives a description in Swagger 2.0 bodies and contents, as 3.0 has them.
pub fn modernize(root: &mut Value) {
    if root.get("swagger").is_none() {
        return;
    }
    let whole = root.clone();
    let content = |kinds: &[Value], usual: &str, schema: &Value| {
        let kinds = if kinds.is_empty() { vec![json!(usual)] } else { kinds.to_vec() };
        let kinds = kinds.iter().filter_map(Value::as_str);
        Value::Object(kinds.map(|kind| (kind.to_owned(), json!({ "schema": schema }))).collect())
    };
    let respond = |response: &mut Value, produces: &[Value]| {
        if let Some(schema) = response.get("schema").cloned() {
            response["content"] = content(produces, "application/json", &schema);
        }
    };
    let followed = |it: &Value| {
        let target = it["$ref"].as_str().and_then(|it| whole.pointer(it.strip_prefix('#')?));
        target.unwrap_or(it).clone()
    };
    let items = |of: &Value| of.as_array().cloned().unwrap_or_default();
    for (_, response) in root["responses"].as_object_mut().into_iter().flatten() {
        respond(response, &items(&whole["produces"]));
    }
    let paths = root["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| {
        let shared = items(&item["parameters"]);
        let all = item.as_object_mut().into_iter().flatten();
        all.filter(|(key, _)| METHODS.contains(&key.as_str())).map(move |(_, it)| (it, shared.clone()))
    });
    for (operation, shared) in operations {
        let list = |key: &str| items(operation.get(key).unwrap_or(&whole[key]));
        let (produces, consumes) = (list("produces"), list("consumes"));
        let has_own = operation.get("produces").is_some();
        for (_, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if has_own {
                *response = followed(response);
            }
            respond(response, &produces);
        }
        let all = items(&operation["parameters"]);
        let all: Vec<Value> = all.iter().chain(&shared).map(followed).collect();
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
