//! The same description as OpenAPI 3.0.3, for tools that lag behind 3.1: one
//! pass over the tree. What 3.0 has no keyword for is dropped, because the
//! descriptions say it too.
//!
//! Only what is a schema is rewritten: a property may be called `const`.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::emit::common::doc::code;

type Entries = Map<String, Value>;

/// The pass, which looks schemas up.
pub struct Older<'a> {
    components: &'a Value,
    /// What the paths refer to.
    used: HashSet<String>,
}

impl<'a> Older<'a> {
    /// The pass for a description with these components.
    pub fn new(components: &'a Value) -> Self {
        Self { components, used: HashSet::new() }
    }

    /// One path.
    pub fn path(&mut self, methods: &Value) -> Value {
        let path = each(methods, |operation| self.operation(operation));
        references(&path, &mut self.used);
        path
    }

    /// The components, by kind, without schemas that nothing refers to any more.
    pub fn finish(mut self) -> Value {
        let mut components = entries(self.components, |kind, value| match kind {
            "schemas" => each(value, |schema| self.schema(schema)),
            "parameters" => each(value, |parameter| self.parameter(parameter)),
            "requestBodies" => each(value, |body| self.body(body)),
            "responses" => each(value, |response| self.response(response)),
            _ => value.clone(),
        });
        references(&components, &mut self.used);
        if let Some(Value::Object(schemas)) = components.get_mut("schemas") {
            let is_used = |name: &str| self.used.contains(&format!("#/components/schemas/{name}"));
            schemas.retain(|name, schema| is_used(name) || schema.get("properties").is_some());
        }
        components
    }

    fn operation(&self, operation: &Value) -> Value {
        entries(operation, |key, value| match key {
            "parameters" => {
                let parameters = value.as_array().into_iter().flatten();
                parameters.map(|parameter| self.parameter(parameter)).collect()
            }
            "requestBody" => self.body(value),
            "responses" => self.responses(value),
            _ => value.clone(),
        })
    }

    /// Some generators take `default` for a success too, and an operation has one
    /// type of success only: failures are ranges.
    fn responses(&self, responses: &Value) -> Value {
        let responses = responses.as_object().into_iter().flatten().flat_map(|(status, response)| {
            let statuses = if status == "default" { vec!["4XX", "5XX"] } else { vec![status.as_str()] };
            let response = self.response(response);
            statuses.into_iter().map(move |it| (it.to_owned(), response.clone()))
        });
        responses.collect()
    }

    /// A parameter or a header.
    fn parameter(&self, parameter: &Value) -> Value {
        entries(parameter, |key, value| if key == "schema" { self.schema(value) } else { value.clone() })
    }

    fn response(&self, response: &Value) -> Value {
        entries(response, |key, value| match key {
            "headers" => each(value, |header| self.parameter(header)),
            "content" => self.content(value),
            _ => value.clone(),
        })
    }

    /// Without the parameters of media types, which many tools compare as text.
    fn content(&self, content: &Value) -> Value {
        let media = content.as_object().into_iter().flatten();
        let media = media.map(|(kind, media)| {
            let kind = kind.split(';').next().unwrap_or(kind).trim_end();
            (kind.to_owned(), self.parameter(media))
        });
        media.collect()
    }

    fn body(&self, body: &Value) -> Value {
        entries(body, |key, value| match key {
            "content" => each(value, |media| self.form(media)),
            _ => value.clone(),
        })
    }

    /// What is sent as JSON text is a text: most tools ignore `encoding`.
    fn form(&self, media: &Value) -> Value {
        let is_json = |name: &str| media.pointer("/encoding").is_some_and(|it| it.get(name).is_some());
        let schema = entries(media.get("schema").unwrap_or(&Value::Null), |key, value| match key {
            "properties" => entries(value, |name, it| if is_json(name) { self.text(it) } else { it.clone() }),
            _ => value.clone(),
        });
        json!({ "schema": self.schema(&schema) })
    }

    fn schema(&self, schema: &Value) -> Value {
        let Some(entries) = schema.as_object() else { return schema.clone() };
        if entries.contains_key("$ref") && entries.len() == 1 {
            return schema.clone();
        }
        let any = entries.get("anyOf").and_then(Value::as_array).map(Vec::as_slice);
        let schema = match (entries.get("$ref"), any) {
            (Some(target), _) => over(self.target(target), entries),
            (None, Some([listed, bare])) if listed.get("enum").is_some() => over(open(listed, bare), entries),
            (None, Some([value, _])) => over(self.nullable(value), entries),
            (None, _) => self.plain(entries),
        };
        schema.into()
    }

    /// 3.0 ignores what is beside a reference: a scalar takes its place, and an
    /// object is the only part of an `allOf`.
    fn target(&self, target: &Value) -> Entries {
        match self.resolved(target).map(|it| self.schema(it)) {
            Some(Value::Object(scalar)) if !is_object(&scalar) => scalar,
            _ => Entries::from_iter([("allOf".to_owned(), json!([{ "$ref": target }]))]),
        }
    }

    fn resolved(&self, target: &Value) -> Option<&Value> {
        self.components.pointer(target.as_str()?.strip_prefix("#/components")?)
    }

    /// A text, with what is known of the value in words and `x-` keys.
    fn text(&self, schema: &Value) -> Value {
        let known = schema.as_object().into_iter().flatten();
        let known = known.filter(|(key, _)| *key == "description" || key.starts_with("x-"));
        let known = known.map(|(key, value)| (key.clone(), value.clone())).collect();
        let ty = schema.get("$ref").and_then(|target| self.resolved(target)?.get("description"));
        let ty = ty.map(|it| ("description".to_owned(), it.clone()));
        let text = [("type".to_owned(), Value::from("string"))].into_iter().chain(ty).collect();
        over(text, &known).into()
    }

    /// A value or nothing, be that null or an empty text.
    fn nullable(&self, value: &Value) -> Entries {
        let mut schema = match value.as_object() {
            Some(entries) => match entries.get("$ref") {
                Some(target) => over(self.target(target), entries),
                None => self.plain(entries),
            },
            None => Entries::new(),
        };
        if schema.contains_key("allOf") {
            // Only what has a type can be nullable.
            schema.insert("type".to_owned(), "object".into());
        }
        schema.insert("nullable".to_owned(), true.into());
        schema
    }

    fn plain(&self, entries: &Entries) -> Entries {
        let kept = entries.iter().filter_map(|(key, value)| {
            let (key, value) = match key.as_str() {
                "const" => ("enum", json!([value])),
                "type" if value == "null" => return None,
                "properties" => ("properties", each(value, |property| self.schema(property))),
                "items" | "additionalProperties" => (key.as_str(), self.schema(value)),
                it if NOT_IN_3_0.contains(&it) => return None,
                it => (it, value.clone()),
            };
            Some((key.to_owned(), value))
        });
        kept.collect()
    }
}

/// Keywords that are only in 3.1, and the one that combines conditions.
const NOT_IN_3_0: &[&str] =
    &["allOf", "if", "then", "dependentRequired", "contentMediaType", "contentSchema"];

/// Any value of the type; the listed ones are in the description.
fn open(listed: &Value, bare: &Value) -> Entries {
    let values = listed.get("enum").and_then(Value::as_array).into_iter().flatten();
    let values = values.map(|it| it.as_str().map_or_else(|| code(&it.to_string()), code));
    let description = format!("Listed values: {}.", values.collect::<Vec<_>>().join(", "));
    let mut schema = bare.as_object().cloned().unwrap_or_default();
    schema.insert("description".to_owned(), description.into());
    schema
}

/// The schema with what is known in addition; descriptions are joined.
fn over(mut schema: Entries, entries: &Entries) -> Entries {
    for (key, value) in entries.iter().filter(|(key, _)| !matches!(key.as_str(), "$ref" | "anyOf")) {
        match (key.as_str(), schema.get_mut(key), value) {
            ("description", Some(Value::String(known)), Value::String(more)) => {
                *known = format!("{more}\n\n{known}");
            }
            _ => drop(schema.insert(key.clone(), value.clone())),
        }
    }
    schema
}

fn is_object(schema: &Entries) -> bool {
    schema.get("type").is_some_and(|it| it == "object")
}

/// What a value refers to.
fn references(value: &Value, to: &mut HashSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| references(item, to)),
        Value::Object(entries) => {
            to.extend(entries.get("$ref").and_then(Value::as_str).map(str::to_owned));
            entries.values().for_each(|entry| references(entry, to));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// An object with other values; everything else as it is.
fn entries(value: &Value, change: impl Fn(&str, &Value) -> Value) -> Value {
    match value {
        Value::Object(entries) => {
            entries.iter().map(|(key, value)| (key.clone(), change(key, value))).collect()
        }
        other => other.clone(),
    }
}

fn each(value: &Value, change: impl Fn(&Value) -> Value) -> Value {
    entries(value, |_, value| change(value))
}
