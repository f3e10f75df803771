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
    /// The targets of the references so far.
    used: HashSet<String>,
}

impl<'a> Older<'a> {
    pub fn new(components: &'a Value) -> Self {
        Self { components, used: HashSet::new() }
    }

    /// The operations of a path.
    pub fn path(&mut self, item: Value) -> Value {
        let item = each(item, |operation| self.operation(operation));
        references(&item, &mut self.used);
        item
    }

    /// The components, without schemas that nothing refers to any more.
    pub fn components(mut self) -> Value {
        let mut components = entries(self.components.clone(), |kind, value| match kind {
            "schemas" => each(value, |schema| self.schema(schema)),
            "parameters" => each(value, |parameter| self.parameter(parameter)),
            "requestBodies" => each(value, |body| self.body(body)),
            "responses" => each(value, |response| self.response(response)),
            _ => value,
        });
        references(&components, &mut self.used);
        if let Some(Value::Object(schemas)) = components.get_mut("schemas") {
            let is_used = |name: &str| self.used.contains(&format!("#/components/schemas/{name}"));
            schemas.retain(|name, schema| is_used(name) || schema.get("properties").is_some());
        }
        components
    }

    fn operation(&self, operation: Value) -> Value {
        entries(operation, |key, value| match (key, value) {
            ("parameters", Value::Array(parameters)) => {
                parameters.into_iter().map(|parameter| self.parameter(parameter)).collect()
            }
            ("requestBody", body) => self.body(body),
            ("responses", Value::Object(responses)) => self.responses(responses),
            ("x-operations", alone) => each(alone, |operation| self.operation(operation)),
            (_, value) => value,
        })
    }

    /// Some generators take `default` for a success too, and an operation has one
    /// type of success only: failures are ranges. If there is no other success, it is one.
    fn responses(&self, responses: Entries) -> Value {
        let known: HashSet<String> = responses.keys().cloned().collect();
        let has_success = known.iter().any(|status| status.starts_with(['2', '3']) && status != "304");
        let responses = responses.into_iter().flat_map(|(status, response)| {
            let response = self.response(response);
            match status.as_str() {
                "default" if has_success => {
                    let ranges = ["4XX", "5XX"].into_iter().filter(|it| !known.contains(*it));
                    ranges.map(|it| (it.to_owned(), response.clone())).collect()
                }
                _ => vec![(status, response)],
            }
        });
        responses.collect()
    }

    /// A parameter or a header.
    fn parameter(&self, parameter: Value) -> Value {
        entries(parameter, |key, value| if key == "schema" { self.schema(value) } else { value })
    }

    fn response(&self, response: Value) -> Value {
        entries(response, |key, value| match (key, value) {
            ("headers", headers) => each(headers, |header| self.parameter(header)),
            ("content", Value::Object(content)) => self.content(content),
            (_, value) => value,
        })
    }

    /// The content without the parameters of media types, which many tools compare as text.
    fn content(&self, content: Entries) -> Value {
        let media = content.into_iter().map(|(kind, media)| {
            let kind = kind.split(';').next().unwrap_or_default().trim_end();
            (kind.to_owned(), self.parameter(media))
        });
        media.collect()
    }

    fn body(&self, body: Value) -> Value {
        entries(body, |key, value| match key {
            "content" => each(value, |media| self.form(media)),
            _ => value,
        })
    }

    /// Makes values that are sent as JSON text plain texts: most tools ignore `encoding`.
    fn form(&self, mut media: Value) -> Value {
        let schema = media.get_mut("schema").map(Value::take).unwrap_or_default();
        let is_json = |name: &str| {
            let of = media.get("encoding").and_then(|it| it.get(name));
            of.is_some_and(|it| it.get("contentType").is_some())
        };
        let as_texts = |schema| {
            entries(schema, |key, value| match key {
                "properties" => entries(value, |name, it| if is_json(name) { self.text(it) } else { it }),
                _ => value,
            })
        };
        let schema = entries(as_texts(schema), |key, value| match (key, value) {
            // Of operations that are merged.
            ("anyOf", Value::Array(all)) => all.into_iter().map(as_texts).collect(),
            (_, value) => value,
        });
        let styles = media.get_mut("encoding").and_then(Value::as_object_mut).map(|all| {
            all.retain(|_, it| it.get("style").is_some());
            std::mem::take(all)
        });
        let styles = styles.filter(|it| !it.is_empty()).map(|it| ("encoding".to_owned(), it.into()));
        Entries::from_iter([("schema".to_owned(), self.schema(schema))].into_iter().chain(styles)).into()
    }

    fn schema(&self, schema: Value) -> Value {
        let Value::Object(entries) = schema else { return schema };
        if entries.contains_key("$ref") && entries.len() == 1 {
            return entries.into();
        }
        self.expanded(entries).into()
    }

    /// A schema that isn't only a reference.
    fn expanded(&self, mut entries: Entries) -> Entries {
        match (entries.shift_remove("$ref"), entries.shift_remove("anyOf")) {
            (Some(target), _) => over(self.target(&target), entries),
            (None, Some(either)) => over(self.either(either), entries),
            (None, None) => self.plain(entries),
        }
    }

    /// One of two schemas: listed values or any other, or a value or nothing.
    fn either(&self, schemas: Value) -> Entries {
        match schemas.as_array().map(Vec::as_slice) {
            Some([listed, bare]) if listed.get("enum").is_some() => open(listed, bare),
            Some([Value::Object(value), null]) if is_nothing(null) => self.nullable(value.clone()),
            _ => Entries::from_iter([("anyOf".to_owned(), self.all(schemas))]),
        }
    }

    /// A list of schemas.
    fn all(&self, schemas: Value) -> Value {
        match schemas {
            Value::Array(schemas) => schemas.into_iter().map(|schema| self.schema(schema)).collect(),
            other => other,
        }
    }

    /// 3.0 ignores what is beside a reference: a type that lists values takes its place, and
    /// another is the only part of an `allOf`. Those may refer to themselves.
    fn target(&self, target: &Value) -> Entries {
        match self.resolved(target).filter(|it| is_listed(it)).map(|it| self.schema(it.clone())) {
            Some(Value::Object(listed)) => listed,
            _ => Entries::from_iter([("allOf".to_owned(), json!([{ "$ref": target }]))]),
        }
    }

    fn resolved(&self, target: &Value) -> Option<&Value> {
        self.components.pointer(target.as_str()?.strip_prefix("#/components")?)
    }

    /// A text, with what is known of the value in words and `x-` keys.
    fn text(&self, schema: Value) -> Value {
        let Value::Object(mut known) = schema else { return schema };
        let ty = known.get("$ref").and_then(|target| self.resolved(target)?.get("description"));
        let ty = ty.map(|it| ("description".to_owned(), it.clone()));
        let text = [("type".to_owned(), Value::from("string"))].into_iter().chain(ty).collect();
        known.retain(|key, _| key == "description" || key.starts_with("x-"));
        over(text, known).into()
    }

    /// A value or nothing, be that null or an empty text.
    fn nullable(&self, value: Entries) -> Entries {
        let target = value.get("$ref").and_then(|it| self.resolved(it));
        let schemas = if target.is_some_and(|it| !is_object(it)) { "allOf" } else { "anyOf" };
        let mut schema = self.expanded(value);
        if let Some(Value::Array(mut either)) = schema.shift_remove(schemas) {
            either.push(json!({ "type": "string", "nullable": true, "enum": [null] }));
            schema.insert("anyOf".to_owned(), either.into());
            return schema;
        }
        if schema.contains_key("allOf") {
            // Only what has a type can be nullable.
            schema.insert("type".to_owned(), "object".into());
        }
        schema.insert("nullable".to_owned(), true.into());
        schema
    }

    fn plain(&self, entries: Entries) -> Entries {
        let entries = with_exclusive(entries);
        let kept = entries.into_iter().filter_map(|(key, value)| match key.as_str() {
            "const" => Some(("enum".to_owned(), json!([value]))),
            "type" if value == "null" => None,
            "properties" => Some((key, each(value, |property| self.schema(property)))),
            "items" | "additionalProperties" => Some((key, self.schema(value))),
            "oneOf" => Some((key, self.all(value))),
            it if NOT_IN_3_0.contains(&it) => None,
            _ => Some((key, value)),
        });
        kept.collect()
    }
}

/// The same with the limits that a number isn't: 3.0 marks the least and the greatest value.
fn with_exclusive(mut entries: Entries) -> Entries {
    for (own, limit) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        if let Some(value) = entries.get_mut(own) {
            let value = std::mem::replace(value, true.into());
            entries.insert(limit.to_owned(), value);
        }
    }
    entries
}

/// Keywords that are only in 3.1, and the one that combines conditions.
const NOT_IN_3_0: &[&str] =
    &["allOf", "if", "then", "dependentRequired", "contentMediaType", "contentSchema", "propertyNames"];

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
fn over(mut schema: Entries, known: Entries) -> Entries {
    for (key, value) in known {
        match (key.as_str(), schema.get_mut(&key), &value) {
            ("description", Some(Value::String(about)), Value::String(more)) => {
                *about = format!("{more}\n\n{about}");
            }
            _ => drop(schema.insert(key, value)),
        }
    }
    schema
}

/// Returns whether a schema is that of null, or of an empty text.
fn is_nothing(schema: &Value) -> bool {
    schema.get("type").is_some_and(|it| it == "null") || schema.get("const").is_some_and(|it| it == "")
}

fn is_object(schema: &Value) -> bool {
    schema.get("type").is_some_and(|it| it == "object") || schema.get("discriminator").is_some()
}

/// Returns whether a schema lists values, be it that others are allowed too.
fn is_listed(schema: &Value) -> bool {
    schema.get("enum").or_else(|| schema.pointer("/anyOf/0/enum")).is_some()
}

/// Collects the targets of the references in a value.
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
fn entries(mut value: Value, change: impl Fn(&str, Value) -> Value) -> Value {
    for (key, value) in value.as_object_mut().into_iter().flatten() {
        *value = change(key, value.take());
    }
    value
}

fn each(value: Value, change: impl Fn(Value) -> Value) -> Value {
    entries(value, |_, value| change(value))
}
