//! Keys of a schema, in the way of each version of OpenAPI.

use serde_json::{Value, json};

use crate::at::At;
use crate::{names, text};

/// Keys that say more than words, and a type.
const STRUCTURE: [&str; 20] = [
    "properties",
    "items",
    "enum",
    "const",
    "oneOf",
    "anyOf",
    "additionalProperties",
    "required",
    "format",
    "pattern",
    "contentEncoding",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
];

impl<'a> At<'a> {
    /// The types of a schema; null is one if it is the only one.
    pub fn types(&self) -> Vec<&'a str> {
        let mut found = self.written_types();
        if found.len() > 1 {
            found.retain(|it| *it != "null");
        }
        if found.is_empty() {
            let is_object = self.has("properties") || self.has("additionalProperties");
            let is_required = self.value.get("required").is_some_and(Value::is_array);
            found.extend(match (is_object, self.has("items")) {
                (true, _) => Some("object"),
                (false, true) => Some("array"),
                (false, false) => is_required.then_some("object"),
            });
        }
        found
    }

    fn written_types(&self) -> Vec<&'a str> {
        self.text("type").into_iter().chain(self.texts("type")).collect()
    }

    /// Returns whether null is a value beside others.
    pub fn is_nullable(&self) -> bool {
        let types = self.written_types();
        types.len() > 1 && types.contains(&"null") || self.has_nullable()
    }

    /// Returns whether a key says that null is a value.
    pub fn has_nullable(&self) -> bool {
        self.flag("nullable") || self.flag("x-nullable")
    }

    /// Returns whether a schema is one of objects.
    pub fn is_object(&self) -> bool {
        self.types() == ["object"]
    }

    /// Returns whether a schema is one of lists.
    pub fn is_list(&self) -> bool {
        self.types() == ["array"]
    }

    /// Returns whether an object has fields with names.
    pub fn has_fields(&self) -> bool {
        self.value.get("properties").and_then(Value::as_object).is_some_and(|it| !it.is_empty())
    }

    /// The value that says which other fields an object has.
    pub fn others(&self) -> Option<Self> {
        self.get("additionalProperties").or_else(|| self.get("unevaluatedProperties"))
    }

    /// Returns whether an object has no other fields.
    pub fn is_closed(&self) -> bool {
        // TypeSpec writes the second.
        self.others().is_some_and(|it| *it.value == false || *it.value == json!({"not": {}}))
    }

    /// The schema of an object's other fields.
    pub fn additional(&self) -> Option<Self> {
        self.others().filter(|it| it.value.is_object() && !self.is_closed())
    }

    /// Returns whether a schema is one of several.
    pub fn has_alternatives(&self) -> bool {
        self.has("oneOf") || self.has("anyOf")
    }

    /// Returns whether a schema is made of others.
    pub fn has_parts(&self) -> bool {
        self.has("allOf") || self.has_alternatives()
    }

    /// Returns whether a schema says more than words.
    pub fn is_structural(&self) -> bool {
        STRUCTURE.iter().any(|key| self.has(key))
            || !(self.types().is_empty() || self.has("allOf") && self.is_object())
    }

    /// Returns whether a schema is one of bytes that aren't text.
    pub fn is_binary(&self) -> bool {
        self.text("format") == Some("binary") || self.has("contentMediaType") && !self.has("contentEncoding")
    }

    /// Returns whether a schema is one of the components, and so has a name.
    pub fn is_component(&self) -> bool {
        let parent = self.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        matches!(parent, "/components/schemas" | "/definitions" | "/$defs") || self.pointer.is_empty()
    }

    /// The field that says which of several types an object has.
    pub fn tag(&self) -> Option<&'a str> {
        self.value.get("discriminator")?.get("propertyName")?.as_str()
    }

    /// The one direction in which a value is sent.
    pub fn only(&self) -> Option<&'static str> {
        match (self.flag("readOnly"), self.flag("writeOnly")) {
            (true, false) => Some("read"),
            (false, true) => Some("write"),
            (true, true) | (false, false) => None,
        }
    }

    /// The description.
    pub fn doc(&self) -> Option<String> {
        self.text("description").and_then(text::line)
    }

    /// The description of a parameter, or else that of its type, unless it only repeats the name.
    pub fn doc_or(&self, other: Option<String>) -> Option<String> {
        let name = self.text("name").unwrap_or_default();
        self.doc().or(other.filter(|other| !names::repeats(other, name)))
    }

    /// The description of a schema, or else its title, unless that only repeats the name. FastAPI titles
    /// results `Response Read Item Items Get`.
    pub fn doc_or_title(&self) -> Option<String> {
        let name = self.pointer.rsplit('/').next().unwrap_or_default();
        let is_made = |title: &str| name == "schema" && title.starts_with("Response ");
        let title = self.text("title").filter(|title| !names::repeats(title, name) && !is_made(title));
        text::line(self.text("description").or(title)?)
    }
}
