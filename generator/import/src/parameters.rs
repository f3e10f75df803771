//! Parameters of operations.

use generator_spec::keywords::FIELDS;
use serde_json::{Map, Value, json};

use crate::document::At;
use crate::importer::Importer;
use crate::names::{self, RustNames};
use crate::schemas::is_object;
use crate::text;
use crate::typed::{Typed, short};

/// The parameters of an operation so far.
pub struct Parameters {
    /// By name.
    pub all: Map<String, Value>,
    /// Set if query parameters say so: the others are in the body.
    pub in_body: bool,
    /// Set if those of the body say so: the method usually has none.
    says_body: bool,
    rust: RustNames,
}

/// A parameter of a description.
struct Sent<'s> {
    /// The name on the wire.
    name: &'s str,
    /// The name, if it can't be that.
    wanted: String,
    place: &'s str,
    required: bool,
}

/// Headers that OpenAPI itself says are described elsewhere.
const ELSEWHERE: [&str; 3] = ["accept", "content-type", "authorization"];

impl Parameters {
    pub fn new(in_body: bool, says_body: bool) -> Self {
        Self { all: Map::new(), in_body, says_body, rust: RustNames::new(FIELDS) }
    }

    /// Adds what a path says after `?`.
    pub fn constant(&mut self, text: &str) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let sent = Sent { name, wanted: names::word(name, &['-', '.']), place: "query", required: true };
        let mut entry =
            Map::from_iter([("type".to_owned(), json!("string")), ("value".to_owned(), json!(value))]);
        if self.in_body {
            entry.insert("in".to_owned(), json!("query"));
        }
        self.add(&sent, entry);
    }

    fn add(&mut self, sent: &Sent<'_>, mut entry: Map<String, Value>) {
        let mut name = sent.wanted.clone();
        while self.all.contains_key(&name) {
            name = format!("{name}_in_{}", sent.place);
        }
        if name != sent.name {
            entry.insert("sent_as".to_owned(), json!(sent.name));
        }
        if let Some(rust) = self.rust.take(&name, "value") {
            entry.insert("rust".to_owned(), json!(rust));
        }
        self.all.insert(name, short(in_order(entry), "type"));
    }
}

/// The keys in the order of the reference.
fn in_order(mut entry: Map<String, Value>) -> Map<String, Value> {
    let order = [
        "type",
        "in",
        "sent_as",
        "list",
        "flag",
        "rust",
        "default",
        "value",
        "values",
        "min",
        "max",
        "exclusive_min",
        "exclusive_max",
        "multiple_of",
        "min_length",
        "max_length",
        "min_items",
        "max_items",
        "unique",
        "pattern",
        "doc",
    ];
    let mut sorted: Map<_, _> =
        order.into_iter().filter_map(|key| Some((key.to_owned(), entry.shift_remove(key)?))).collect();
    sorted.extend(entry);
    sorted
}

impl Importer<'_> {
    /// The parameters of a path and of an operation, by name and place.
    pub fn all_parameters<'v>(&mut self, item: &At<'v>, operation: &At<'v>) -> Vec<At<'v>>
    where
        Self: 'v,
    {
        let doc = self.doc;
        let mut all: Vec<At<'v>> = Vec::new();
        for at in [item, operation].into_iter().flat_map(|it| it.get("parameters")).flat_map(|it| it.items())
        {
            let Some(found) =
                doc.follow(&at).filter(|it| it.text("name").is_some() && it.text("in").is_some())
            else {
                self.lose(&at, "a parameter that isn't there", at.reference().unwrap_or_default());
                continue;
            };
            let id = |it: &At<'_>| (it.text("name").map(str::to_owned), it.text("in").map(str::to_owned));
            match all.iter_mut().find(|other| id(other) == id(&found)) {
                Some(other) => *other = found,
                None => all.push(found),
            }
        }
        all
    }

    /// Adds a parameter of the path, the query, a header or a cookie.
    pub fn parameter(&mut self, at: &At<'_>, path_name: Option<&str>, words: &str, out: &mut Parameters) {
        let (name, place) = (at.text("name").unwrap_or_default(), at.text("in").unwrap_or_default());
        if place == "header" && ELSEWHERE.contains(&name.to_ascii_lowercase().as_str()) {
            return self.lose(at, "a header that OpenAPI ignores as a parameter", name);
        }
        let wanted = path_name.map_or_else(|| names::word(name, &['-', '.']), str::to_owned);
        let required = at.flag("required") || place == "path";
        let sent = Sent {
            name: if place == "path" { &wanted } else { name },
            wanted: wanted.clone(),
            place,
            required,
        };
        let (schema, is_json) = self.schema_of(at);
        let words = format!("{words} {name}");
        let Some(schema) = schema else {
            return self.scalar(at, Typed::of("string"), &sent, out);
        };
        let style = at.text("style").unwrap_or_default();
        if matches!(style, "matrix" | "label" | "tabDelimited") {
            self.lose(at, &format!("a parameter with the style `{style}`"), name);
            if place != "path" {
                return;
            }
        }
        if !is_json && place == "query" && self.spread(at, &schema, &words, &sent, out) {
            return;
        }
        let typed = self.typed(&schema, &words);
        if is_json {
            return self.json(at, typed, &sent, out);
        }
        self.scalar(at, typed, &sent, out);
    }

    /// The schema of a parameter, and whether it is sent as JSON.
    fn schema_of<'v>(&self, at: &At<'v>) -> (Option<At<'v>>, bool) {
        if let Some(schema) = at.get("schema") {
            return (Some(schema), false);
        }
        let content = at.get("content").and_then(|it| it.entries().next());
        (
            content.as_ref().and_then(|(_, it)| it.get("schema")),
            content.is_some_and(|(name, _)| name.contains("json")),
        )
    }

    /// An object in the query whose fields are parameters of their own. Returns whether it is one.
    fn spread(
        &mut self,
        at: &At<'_>,
        schema: &At<'_>,
        words: &str,
        sent: &Sent<'_>,
        out: &mut Parameters,
    ) -> bool {
        let Some(target) = self.doc.follow(schema) else { return false };
        if !is_object(&target) || target.has("allOf") {
            return false;
        }
        let style = at.text("style").unwrap_or("form");
        let is_exploded = at.value.get("explode").and_then(Value::as_bool).unwrap_or(style == "form");
        let properties: Vec<_> = target.get("properties").into_iter().flat_map(|it| it.entries()).collect();
        if properties.is_empty() || style == "form" && !is_exploded {
            self.lose(at, "an object in a query whose names aren't known", sent.name);
            return true;
        }
        if target.get("additionalProperties").is_some_and(|it| it.value != &Value::Bool(false)) {
            self.lose(at, "names in a query that aren't known", sent.name);
        }
        let required: Vec<&str> = target
            .value
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for (name, property) in properties {
            let wire = if style == "deepObject" { format!("{}[{name}]", sent.name) } else { name.to_owned() };
            let wanted =
                if style == "deepObject" { format!("{}_{name}", sent.wanted) } else { name.to_owned() };
            let inner = Sent {
                name: &wire,
                wanted: names::word(&wanted, &['-', '.']),
                place: sent.place,
                required: sent.required && required.contains(&name),
            };
            let typed = self.typed(&property, &format!("{words} {name}"));
            self.scalar(&property, typed, &inner, out);
        }
        true
    }

    fn json(&mut self, at: &At<'_>, typed: Typed, sent: &Sent<'_>, out: &mut Parameters) {
        let doc = typed.doc.clone();
        let notation = self.bare(at, Typed { nullable: false, ..typed }, sent.name);
        let mark = if sent.required { "" } else { "?" };
        let mut entry = Map::from_iter([("type".to_owned(), json!(format!("{notation} (JSON){mark}")))]);
        self.places(sent, out, &mut entry);
        entry.extend(self.doc_of(at, doc).map(|doc| ("doc".to_owned(), json!(doc))));
        out.add(sent, entry);
    }

    fn doc_of(&self, at: &At<'_>, other: Option<String>) -> Option<String> {
        at.text("description").and_then(text::line).or(other)
    }

    fn places(&self, sent: &Sent<'_>, out: &Parameters, entry: &mut Map<String, Value>) {
        let place = match sent.place {
            "query" if !out.in_body => None,
            "body" if out.says_body => Some("body"),
            "path" | "body" => None,
            place => Some(place),
        };
        entry.extend(place.map(|place| ("in".to_owned(), json!(place))));
    }

    /// A text, a number, a `bool`, listed values, or a list of these.
    fn scalar(&mut self, at: &At<'_>, mut typed: Typed, sent: &Sent<'_>, out: &mut Parameters) {
        let is_flat = typed.item().is_none_or(|item| self.is_flat(item));
        if !is_flat && sent.place != "body" {
            self.lose(at, "a list of objects outside a body", sent.name);
            return self.stand_in(sent, out);
        }
        if typed.nullable {
            self.lose(at, "null as a parameter", sent.name);
            typed.nullable = false;
        }
        let mut entry = Map::new();
        if let Some(constant) = typed.constant.take() {
            if sent.required && typed.default.is_none() {
                let text = constant.as_str().map_or_else(|| constant.to_string(), str::to_owned);
                entry.insert("type".to_owned(), json!(typed.notation));
                entry.insert("value".to_owned(), json!(text));
                self.places(sent, out, &mut entry);
                entry.extend(self.doc_of(at, typed.doc).map(|doc| ("doc".to_owned(), json!(doc))));
                return out.add(sent, entry);
            }
            let words = format!("{} value", sent.name);
            typed.notation = self.listed(at, &[constant], crate::schemas::Named::By(&words), false).notation;
        }
        let is_list = typed.notation.starts_with("List<");
        if !is_list && !self.is_flat(&typed.notation) && sent.place != "body" {
            self.lose(at, "an object, a union or any value as a parameter", sent.name);
            return self.stand_in(sent, out);
        }
        let mark = if sent.required { "" } else { "?" };
        match self.enum_of(&typed.notation) {
            Some(of) => {
                entry.insert("type".to_owned(), json!(format!("{of}{mark}")));
                entry.insert("values".to_owned(), json!(typed.notation));
            }
            None => drop(entry.insert("type".to_owned(), json!(format!("{}{mark}", typed.notation)))),
        }
        self.places(sent, out, &mut entry);
        entry.extend(list_style(at, sent, is_list).map(|style| ("list".to_owned(), json!(style))));
        entry.extend(std::mem::take(&mut typed.limits));
        self.default(at, &typed, sent, &mut entry);
        if typed.deprecated || at.flag("deprecated") {
            entry.insert("deprecated".to_owned(), json!({}));
        }
        if at.flag("allowReserved") {
            self.lose(at, "`allowReserved`", sent.name);
        }
        entry.extend(self.doc_of(at, typed.doc).map(|doc| ("doc".to_owned(), json!(doc))));
        out.add(sent, entry);
    }

    /// A segment of a path has to be there: a text stands for it.
    fn stand_in(&mut self, sent: &Sent<'_>, out: &mut Parameters) {
        if sent.place == "path" {
            out.add(sent, Map::from_iter([("type".to_owned(), json!("string"))]));
        }
    }

    fn default(&mut self, at: &At<'_>, typed: &Typed, sent: &Sent<'_>, entry: &mut Map<String, Value>) {
        let Some(default) = &typed.default else { return };
        let fits = match typed.notation.as_str() {
            "string" => default.is_string(),
            "int" => default.is_i64(),
            "number" => default.is_number(),
            "bool" => default.is_boolean(),
            "timestamp" | "date" | "time" | "duration" => default.is_string(),
            notation if notation.starts_with("List<") => default.is_array(),
            name => self.is_listed(name, default),
        };
        match fits {
            true => drop(entry.insert("default".to_owned(), default.clone())),
            false => self.lose(at, "`default` of another type", sent.name),
        }
    }

    fn is_listed(&self, name: &str, value: &Value) -> bool {
        match self.types.get(name).and_then(|it| it.get("values")) {
            Some(Value::Array(all)) => all.contains(value),
            Some(Value::Object(all)) => all.values().any(|it| it == value),
            _ => false,
        }
    }

    /// The type of the values that a type lists.
    fn enum_of(&self, name: &str) -> Option<&'static str> {
        let ty = self.types.get(name)?;
        ty.get("values")?;
        match ty.get("of").and_then(Value::as_str) {
            Some("string") => Some("string"),
            Some("int") => Some("int"),
            _ => Some("number"),
        }
    }

    /// Returns whether values of a type are sent as texts.
    pub fn is_flat(&self, notation: &str) -> bool {
        match generator_spec::model::Scalar::named(notation) {
            Some(scalar) => scalar.row().wire == generator_spec::model::Wire::Text,
            None => self.enum_of(notation).is_some(),
        }
    }

    /// A field of a form or of several parts.
    pub fn form_field(
        &mut self,
        at: &At<'_>,
        name: &str,
        required: bool,
        words: &str,
        out: &mut Parameters,
        is_multipart: bool,
    ) {
        let sent = Sent { name, wanted: names::word(name, &['-', '.']), place: "body", required };
        let mut typed = self.typed(at, &format!("{words} {name}"));
        let mark = if required { "" } else { "?" };
        let is_list = typed.notation.starts_with("List<");
        let item = at.get("items").and_then(|it| self.doc.follow(&it));
        let has_files = is_list && item.is_some_and(|it| it.text("format") == Some("binary"));
        if is_multipart && (typed.is_binary || has_files) {
            let notation = if has_files { "List<file>" } else { "file" };
            let mut entry = Map::from_iter([("type".to_owned(), json!(format!("{notation}{mark}")))]);
            self.places(&sent, out, &mut entry);
            entry.extend(typed.doc.map(|doc| ("doc".to_owned(), json!(doc))));
            return out.add(&sent, entry);
        }
        let inner = if is_list { typed.item().unwrap_or_default() } else { &typed.notation };
        if !self.is_flat(inner) && typed.constant.is_none() {
            if !is_multipart {
                self.lose(at, "an object in a form, which is sent as JSON", name);
            }
            typed.nullable = false;
            return self.json(at, typed, &sent, out);
        }
        self.scalar(at, typed, &sent, out);
    }
}

/// The style of a list, if it isn't the usual one.
fn list_style(at: &At<'_>, sent: &Sent<'_>, is_list: bool) -> Option<&'static str> {
    if !is_list || sent.place != "query" {
        return None;
    }
    match (at.text("style"), at.value.get("explode").and_then(Value::as_bool)) {
        (Some("spaceDelimited"), _) => Some("space"),
        (Some("pipeDelimited"), _) => Some("pipe"),
        (_, Some(false)) => Some("comma"),
        (_, Some(true) | None) => None,
    }
}
