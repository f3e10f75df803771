//! Swagger 2.0 -> the shape of OpenAPI 3.0: one pass over the tree.

use serde_json::{Map, Value, json};

/// The same description in the shape of 3.0.
pub fn converted(root: Value) -> Value {
    let mut converter = Converter { root: &root };
    let mut out = converter.document();
    move_references(&mut out);
    out
}

struct Converter<'a> {
    root: &'a Value,
}

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// The keys of a parameter or a header; the others are those of its schema in 3.0.
const OF_PARAMETERS: [&str; 5] = ["name", "in", "description", "required", "collectionFormat"];

impl<'a> Converter<'a> {
    fn document(&mut self) -> Value {
        let mut out = Map::new();
        for key in ["info", "tags", "security", "externalDocs"] {
            out.extend(self.root.get(key).map(|value| (key.to_owned(), value.clone())));
        }
        out.insert("openapi".to_owned(), json!("3.0.0"));
        out.insert("servers".to_owned(), self.servers());
        let paths = entries(self.root.get("paths"));
        let paths: Map<_, _> = paths.map(|(path, item)| (path.clone(), self.path_item(item))).collect();
        out.insert("paths".to_owned(), Value::Object(paths));
        let responses = entries(self.root.get("responses"));
        let responses: Map<_, _> = responses
            .map(|(name, it)| (name.clone(), self.response(it, self.root.get("produces"))))
            .collect();
        let parameters = entries(self.root.get("parameters")).filter(|(_, it)| !is_body(it));
        let parameters: Map<_, _> = parameters.map(|(name, it)| (name.clone(), parameter(it))).collect();
        let schemes = entries(self.root.get("securityDefinitions"));
        let schemes: Map<_, _> = schemes.map(|(name, it)| (name.clone(), security_scheme(it))).collect();
        let schemas = entries(self.root.get("definitions"));
        let schemas: Map<_, _> = schemas.map(|(name, it)| (name.clone(), schema(it))).collect();
        let components = json!({"schemas": schemas, "responses": responses, "parameters": parameters, "securitySchemes": schemes});
        out.insert("components".to_owned(), components);
        Value::Object(out)
    }

    fn servers(&self) -> Value {
        let text = |key: &str| self.root.get(key).and_then(Value::as_str);
        let Some(host) = text("host") else {
            return text("basePath").map_or(json!([]), |path| json!([{"url": path}]));
        };
        let schemes = self.root.get("schemes").and_then(Value::as_array);
        let schemes: Vec<&str> = schemes.into_iter().flatten().filter_map(Value::as_str).collect();
        let schemes = if schemes.is_empty() { vec!["https"] } else { schemes };
        let url =
            |scheme| json!({"url": format!("{scheme}://{host}{}", text("basePath").unwrap_or_default())});
        schemes.into_iter().map(url).collect()
    }

    fn resolved(&self, value: &'a Value) -> &'a Value {
        let reference = value.get("$ref").and_then(Value::as_str);
        let found = reference.and_then(|it| self.root.pointer(it.strip_prefix("0#")?));
        found.unwrap_or(value)
    }

    fn path_item(&self, item: &'a Value) -> Value {
        let shared = items(item.get("parameters"));
        let shared: Vec<&Value> = shared.map(|it| self.resolved(it)).collect();
        let convert = |(key, value): (&String, &'a Value)| match key.as_str() {
            "parameters" => {
                let kept = items(Some(value)).filter(|it| !is_body(self.resolved(it)));
                (key.clone(), kept.map(parameter).collect())
            }
            method if METHODS.contains(&method) => (key.clone(), self.operation(value, &shared)),
            _ => (key.clone(), value.clone()),
        };
        entries(Some(item)).map(convert).collect()
    }

    fn operation(&self, operation: &'a Value, shared: &[&'a Value]) -> Value {
        let mut out = Map::new();
        let own: Vec<&Value> = items(operation.get("parameters")).collect();
        let all = own.iter().map(|it| self.resolved(it)).chain(shared.iter().copied());
        let in_body: Vec<&Value> = all.filter(|it| is_body(it)).collect();
        let produces = operation.get("produces").or(self.root.get("produces"));
        let consumes = operation.get("consumes").or(self.root.get("consumes"));
        for (key, value) in entries(Some(operation)) {
            match key.as_str() {
                "parameters" => {
                    let kept = own.iter().filter(|it| !is_body(self.resolved(it)));
                    out.insert(key.clone(), kept.map(|it| parameter(it)).collect());
                }
                // Those by reference have these content types, too.
                "responses" => {
                    let has_own = operation.get("produces").is_some();
                    let all = entries(Some(value));
                    let all = all.map(|(status, it)| (status, if has_own { self.resolved(it) } else { it }));
                    let all: Map<_, _> =
                        all.map(|(status, it)| (status.clone(), self.response(it, produces))).collect();
                    out.insert(key.clone(), Value::Object(all));
                }
                "consumes" | "produces" | "schemes" => {}
                _ => drop(out.insert(key.clone(), value.clone())),
            }
        }
        out.extend(body(&in_body, consumes).map(|body| ("requestBody".to_owned(), body)));
        Value::Object(out)
    }

    fn response(&self, response: &Value, produces: Option<&Value>) -> Value {
        if response.get("$ref").is_some() {
            return response.clone();
        }
        let mut out = Map::new();
        for (key, value) in entries(Some(response)) {
            match key.as_str() {
                "schema" => {
                    let is_file = value.get("type").and_then(Value::as_str) == Some("file");
                    let usual = if is_file { "application/octet-stream" } else { "application/json" };
                    let value = schema(value);
                    let content: Map<_, _> =
                        types(produces, usual).map(|name| (name, json!({"schema": value}))).collect();
                    out.insert("content".to_owned(), Value::Object(content));
                }
                "headers" => {
                    let all: Map<_, _> =
                        entries(Some(value)).map(|(name, it)| (name.clone(), parameter(it))).collect();
                    out.insert(key.clone(), Value::Object(all));
                }
                _ => drop(out.insert(key.clone(), value.clone())),
            }
        }
        Value::Object(out)
    }
}

fn is_body(parameter: &Value) -> bool {
    matches!(parameter.get("in").and_then(Value::as_str), Some("body" | "formData"))
}

fn items(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

fn entries(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

/// The content types of a list, or the usual one.
fn types<'v>(list: Option<&'v Value>, usual: &str) -> impl Iterator<Item = String> + use<'v> {
    let mut all: Vec<String> = items(list).filter_map(Value::as_str).map(str::to_owned).collect();
    if all.is_empty() {
        all.push(usual.to_owned());
    }
    all.into_iter()
}

fn parameter(source: &Value) -> Value {
    if source.get("$ref").is_some() {
        return source.clone();
    }
    let (mut out, mut own) = (Map::new(), Map::new());
    for (key, value) in entries(Some(source)) {
        let is_own = OF_PARAMETERS.contains(&key.as_str());
        if is_own { &mut out } else { &mut own }.insert(key.clone(), value.clone());
    }
    let is_list = own.get("type").and_then(Value::as_str) == Some("array");
    if is_list {
        let (style, explode) = match source.get("collectionFormat").and_then(Value::as_str) {
            Some("multi") => ("form", true),
            Some("ssv") => ("spaceDelimited", false),
            Some("pipes") => ("pipeDelimited", false),
            Some("tsv") => ("tabDelimited", false),
            _ => ("", false),
        };
        out.insert("explode".to_owned(), json!(explode));
        if !style.is_empty() {
            out.insert("style".to_owned(), json!(style));
        }
    }
    out.insert("schema".to_owned(), schema(&Value::Object(own)));
    Value::Object(out)
}

/// The body that the parameters in it are.
fn body(parameters: &[&Value], consumes: Option<&Value>) -> Option<Value> {
    let text = |it: &Value, key: &str| it.get(key).and_then(Value::as_str).map(str::to_owned);
    let is_required = |it: &Value| it.get("required").and_then(Value::as_bool) == Some(true);
    if let Some(body) = parameters.iter().find(|it| text(it, "in").as_deref() == Some("body")) {
        let own = body.get("schema").map(schema).unwrap_or_else(|| json!({}));
        let content = types(consumes, "application/json").map(|name| (name, json!({"schema": own})));
        let content: Map<_, _> = content.collect();
        let mut out = json!({"content": content, "required": is_required(body)});
        if let Some(doc) = text(body, "description") {
            out["description"] = json!(doc);
        }
        return Some(out);
    }
    if parameters.is_empty() {
        return None;
    }
    let (mut properties, mut required, mut encoding) = (Map::new(), Vec::new(), Map::new());
    let mut has_file = false;
    for it in parameters {
        let Some(name) = text(it, "name") else { continue };
        let Value::Object(mut field) = parameter(it) else { continue };
        has_file |= text(it, "type").as_deref() == Some("file");
        let mut own = field.remove("schema").unwrap_or_else(|| json!({}));
        if let Some(doc) = field.remove("description") {
            own["description"] = doc;
        }
        let style: Map<_, _> = ["style", "explode"]
            .into_iter()
            .filter_map(|key| Some((key.to_owned(), field.remove(key)?)))
            .collect();
        if !style.is_empty() {
            encoding.insert(name.clone(), Value::Object(style));
        }
        if is_required(it) {
            required.push(json!(name));
        }
        properties.insert(name, own);
    }
    let is_any_required = !required.is_empty();
    let own = json!({"type": "object", "properties": properties, "required": required});
    let usual = if has_file { "multipart/form-data" } else { "application/x-www-form-urlencoded" };
    let forms: Vec<String> = types(consumes, usual)
        .filter(|name| {
            name.starts_with("multipart/") || !has_file && name.starts_with("application/x-www-form")
        })
        .collect();
    let forms = if forms.is_empty() { vec![usual.to_owned()] } else { forms };
    let content: Map<_, _> =
        forms.into_iter().map(|name| (name, json!({"schema": own, "encoding": encoding}))).collect();
    Some(json!({"content": content, "required": is_any_required}))
}

fn security_scheme(source: &Value) -> Value {
    let mut out = source.clone();
    if source.get("type").and_then(Value::as_str) == Some("basic") {
        out["type"] = json!("http");
        out["scheme"] = json!("basic");
    }
    out
}

/// A schema, with everything in it.
fn schema(source: &Value) -> Value {
    match source {
        Value::Array(items) => items.iter().map(schema).collect(),
        Value::Object(map) => {
            let mut out: Map<_, _> = map
                .iter()
                .map(|(key, value)| match key.as_str() {
                    "default" | "enum" | "example" => (key.clone(), value.clone()),
                    _ => (key.clone(), schema(value)),
                })
                .collect();
            let is = |map: &Map<String, Value>, key: &str, text: &str| {
                map.get(key).and_then(Value::as_str) == Some(text)
            };
            if is(&out, "type", "file") {
                out.insert("type".to_owned(), json!("string"));
                out.insert("format".to_owned(), json!("binary"));
            }
            if let Some(Value::String(name)) = out.get("discriminator").cloned() {
                out.insert("discriminator".to_owned(), json!({"propertyName": name}));
            }
            if out.get("x-nullable") == Some(&json!(true)) {
                out.insert("nullable".to_owned(), json!(true));
            }
            Value::Object(out)
        }
        _ => source.clone(),
    }
}

/// References lead to where things are now.
fn move_references(value: &mut Value) {
    const MOVED: [(&str, &str); 3] = [
        ("0#/definitions/", "0#/components/schemas/"),
        ("0#/parameters/", "0#/components/parameters/"),
        ("0#/responses/", "0#/components/responses/"),
    ];
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref") {
                let moved = MOVED
                    .iter()
                    .find_map(|(from, to)| Some(format!("{to}{}", reference.strip_prefix(from)?)));
                if let Some(moved) = moved {
                    *reference = moved;
                }
            }
            map.values_mut().for_each(move_references);
        }
        Value::Array(items) => items.iter_mut().for_each(move_references),
        _ => {}
    }
}
