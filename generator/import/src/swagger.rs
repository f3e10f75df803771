//! Swagger 2.0 -> the shape of OpenAPI 3.0: one pass over the tree.

use serde_json::{Map, Value, json};

use crate::entry::{add, map, some};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// The keys of a parameter or a header; the others are those of its schema in 3.0.
const OF_PARAMETERS: [&str; 5] = ["name", "in", "description", "required", "collectionFormat"];

/// The places of components in 2.0, and now.
const MOVED: [(&str, &str); 5] = [
    ("/definitions", "/components/schemas"),
    ("/parameters", "/components/parameters"),
    ("/responses", "/components/responses"),
    ("/securityDefinitions", "/components/securitySchemes"),
    ("/host", "/servers"),
];

const JSON: &str = "application/json";

/// The same description in the shape of 3.0.
pub fn converted(root: Value) -> Value {
    let mut out = Value::Object(Converter { root: &root }.document());
    move_references(&mut out);
    out
}

struct Converter<'a> {
    root: &'a Value,
}

impl<'a> Converter<'a> {
    fn document(&self) -> Map<String, Value> {
        let root = self.root;
        let parameters = entries(&root["parameters"]).filter(|(_, it)| !is_body(it));
        map(json!({
            "info": root["info"],
            "tags": root["tags"],
            "security": root["security"],
            "externalDocs": root["externalDocs"],
            "openapi": "3.0.0",
            "servers": self.servers(),
            "paths": each(&root["paths"], |item| self.path_item(item)),
            "components": {
                "schemas": each(&root["definitions"], schema),
                "responses": each(&root["responses"], |it| self.response(it, &root["produces"])),
                "parameters": parameters.map(|(name, it)| (name.clone(), parameter(it))).collect::<Map<_, _>>(),
                "securitySchemes": each(&root["securityDefinitions"], security_scheme),
            },
        }))
    }

    fn servers(&self) -> Value {
        let path = self.root["basePath"].as_str();
        let Some(host) = self.root["host"].as_str() else {
            return path.map_or(json!([]), |path| json!([{"url": path}]));
        };
        let url = |scheme| json!({"url": format!("{scheme}://{host}{}", path.unwrap_or_default())});
        listed(&self.root["schemes"], "https").into_iter().map(url).collect()
    }

    fn resolved(&self, value: &'a Value) -> &'a Value {
        let reference = value["$ref"].as_str().and_then(|it| it.strip_prefix("0#"));
        reference.and_then(|it| self.root.pointer(it)).unwrap_or(value)
    }

    fn path_item(&self, item: &'a Value) -> Value {
        let shared: Vec<&Value> = items(&item["parameters"]).map(|it| self.resolved(it)).collect();
        let convert = |(key, value): (&String, &'a Value)| {
            let value = match key.as_str() {
                "parameters" => self.outside_bodies(value),
                method if METHODS.contains(&method) => self.operation(value, &shared),
                _ => value.clone(),
            };
            (key.clone(), value)
        };
        entries(item).map(convert).collect()
    }

    /// The parameters that stay parameters.
    fn outside_bodies(&self, parameters: &'a Value) -> Value {
        items(parameters).filter(|it| !is_body(self.resolved(it))).map(parameter).collect()
    }

    fn operation(&self, operation: &'a Value, shared: &[&'a Value]) -> Value {
        let of = |key: &str| operation.get(key).unwrap_or(&self.root[key]);
        let convert = |(key, value): (&String, &'a Value)| {
            let value = match key.as_str() {
                "parameters" => self.outside_bodies(value),
                // Those by reference have its content types, too.
                "responses" => each(value, |it| {
                    let is_own = operation.get("produces").is_some();
                    self.response(if is_own { self.resolved(it) } else { it }, of("produces"))
                }),
                "consumes" | "produces" | "schemes" => return None,
                _ => value.clone(),
            };
            Some((key.clone(), value))
        };
        let mut out: Map<_, _> = entries(operation).filter_map(convert).collect();
        let own = items(&operation["parameters"]).map(|it| self.resolved(it));
        let in_body: Vec<&Value> = own.chain(shared.iter().copied()).filter(|it| is_body(it)).collect();
        add(&mut out, json!({"requestBody": body(&in_body, of("consumes"))}));
        Value::Object(out)
    }

    fn response(&self, response: &Value, produces: &Value) -> Value {
        if response.get("$ref").is_some() {
            return response.clone();
        }
        let convert = |(key, value): (&String, &Value)| match key.as_str() {
            "schema" => {
                let usual = if value["type"] == "file" { "application/octet-stream" } else { JSON };
                ("content".to_owned(), content(listed(produces, usual), &json!({"schema": schema(value)})))
            }
            "headers" => (key.clone(), each(value, parameter)),
            _ => (key.clone(), value.clone()),
        };
        entries(response).map(convert).collect()
    }
}

fn is_body(parameter: &Value) -> bool {
    matches!(parameter["in"].as_str(), Some("body" | "formData"))
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// A map with other values.
fn each<'v>(value: &'v Value, change: impl Fn(&'v Value) -> Value) -> Value {
    entries(value).map(|(key, it)| (key.clone(), change(it))).collect()
}

/// The texts of a list, or the usual one.
fn listed<'v>(list: &'v Value, usual: &'v str) -> Vec<&'v str> {
    let all: Vec<&str> = items(list).filter_map(Value::as_str).collect();
    if all.is_empty() { vec![usual] } else { all }
}

/// The same content by each of its types.
fn content(names: Vec<&str>, content: &Value) -> Value {
    names.into_iter().map(|name| (name.to_owned(), content.clone())).collect()
}

fn parameter(source: &Value) -> Value {
    if source.get("$ref").is_some() {
        return source.clone();
    }
    let all = entries(source).map(|(key, value)| (key.clone(), value.clone()));
    let (mut out, own): (Map<_, _>, Map<_, _>) =
        all.partition(|(key, _)| OF_PARAMETERS.contains(&key.as_str()));
    if source["type"] == "array" {
        let (style, explode) = match source["collectionFormat"].as_str() {
            Some("multi") => (Some("form"), true),
            Some("ssv") => (Some("spaceDelimited"), false),
            Some("pipes") => (Some("pipeDelimited"), false),
            Some("tsv") => (Some("tabDelimited"), false),
            _ => (None, false),
        };
        add(&mut out, json!({"explode": explode, "style": style}));
    }
    out.insert("schema".to_owned(), schema(&Value::Object(own)));
    Value::Object(out)
}

/// The body that the parameters in it are.
fn body(parameters: &[&Value], consumes: &Value) -> Option<Value> {
    if let Some(body) = parameters.iter().find(|it| it["in"] == "body") {
        let own = json!({"schema": body.get("schema").map_or(json!({}), schema)});
        return Some(Value::Object(map(json!({
            "content": content(listed(consumes, JSON), &own),
            "required": body["required"] == true,
            "description": body["description"].as_str(),
        }))));
    }
    (!parameters.is_empty()).then(|| form(parameters, consumes))
}

fn form(parameters: &[&Value], consumes: &Value) -> Value {
    let (mut properties, mut required, mut encoding) = (Map::new(), Vec::new(), Map::new());
    for it in parameters {
        let (Some(name), Value::Object(mut field)) = (it["name"].as_str(), parameter(it)) else { continue };
        let mut own = field.remove("schema").unwrap_or_else(|| json!({}));
        if let Some(doc) = field.remove("description") {
            own["description"] = doc;
        }
        field.retain(|key, _| ["style", "explode"].contains(&key.as_str()));
        add(&mut encoding, json!({name: some(field)}));
        required.extend((it["required"] == true).then_some(name));
        properties.insert(name.to_owned(), own);
    }
    let has_file = parameters.iter().any(|it| it["type"] == "file");
    let usual = if has_file { "multipart/form-data" } else { "application/x-www-form-urlencoded" };
    let is_form = |name: &&str| {
        name.starts_with("multipart/") || !has_file && name.starts_with("application/x-www-form")
    };
    let mut forms: Vec<&str> = listed(consumes, usual).into_iter().filter(is_form).collect();
    if forms.is_empty() {
        forms.push(usual);
    }
    let own = json!({"type": "object", "properties": properties, "required": required});
    let content = content(forms, &json!({"schema": own, "encoding": encoding}));
    json!({"content": content, "required": !required.is_empty()})
}

fn security_scheme(source: &Value) -> Value {
    let mut out = source.clone();
    if source["type"] == "basic" {
        out["type"] = json!("http");
        out["scheme"] = json!("basic");
    }
    out
}

/// A schema, with everything in it.
fn schema(source: &Value) -> Value {
    let map = match source {
        Value::Array(items) => return items.iter().map(schema).collect(),
        Value::Object(map) => map,
        _ => return source.clone(),
    };
    let convert = |(key, value): (&String, &Value)| match key.as_str() {
        "default" | "enum" | "example" => (key.clone(), value.clone()),
        _ => (key.clone(), schema(value)),
    };
    let mut out: Map<_, _> = map.iter().map(convert).collect();
    if source["type"] == "file" {
        add(&mut out, json!({"type": "string", "format": "binary"}));
    }
    if let Some(name) = source["discriminator"].as_str() {
        out.insert("discriminator".to_owned(), json!({"propertyName": name}));
    }
    if source["x-nullable"] == true {
        out.insert("nullable".to_owned(), json!(true));
    }
    Value::Object(out)
}

/// References lead to where things are now.
fn move_references(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref") {
                let moved = |(then, now)| {
                    Some(format!("0#{now}{}", reference.strip_prefix("0#")?.strip_prefix(then)?))
                };
                if let Some(moved) = MOVED.into_iter().find_map(moved) {
                    *reference = moved;
                }
            }
            map.values_mut().for_each(move_references);
        }
        Value::Array(items) => items.iter_mut().for_each(move_references),
        _ => {}
    }
}

/// The pointer that a place had.
pub fn place(pointer: &str) -> String {
    let then = |(then, now)| Some(format!("{then}{}", pointer.strip_prefix(now)?));
    MOVED.into_iter().find_map(then).unwrap_or_else(|| pointer.to_owned())
}
