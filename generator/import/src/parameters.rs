//! Parameters of operations.

use std::collections::HashSet;

use generator_spec::keywords::FIELDS;
use generator_spec::model::{PROTOCOL_HEADERS, Scalar, Wire};
use serde_json::{Map, Value, json};

use crate::document::At;
use crate::importer::Importer;
use crate::names::{self, RustNames};
use crate::schemas::Named;
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
    /// Set if one has all names that no other has.
    pub takes_all: bool,
    /// The names that the description has in the query.
    pub in_query: HashSet<String>,
    rust: RustNames,
}

/// A parameter of a description.
pub struct Sent<'s> {
    /// The name on the wire.
    pub name: &'s str,
    /// The name, if it can't be that.
    pub wanted: String,
    /// Its place.
    pub place: &'s str,
    /// It has to be sent.
    pub required: bool,
    /// The way in which it is sent.
    pub style: Style,
}

/// The way in which a list or an object is sent, if it isn't the usual one.
#[derive(Clone, Copy, Default)]
pub struct Style {
    /// That of a list.
    pub list: Option<&'static str>,
    /// That of an object.
    pub object: Option<&'static str>,
}

impl Style {
    /// The style of a place that has the keys `style` and `explode`, or would have them.
    pub fn of(at: Option<&At<'_>>, place: &str) -> Self {
        let explode = at.and_then(|at| at.value.get("explode")).and_then(Value::as_bool);
        let style = at.and_then(|at| at.text("style"));
        let list = match (style, explode) {
            _ if !matches!(place, "query" | "body") => None,
            // OpenAPI doesn't say what this makes of a list; servers that have it expect brackets.
            (Some("deepObject"), _) => Some("brackets"),
            (Some("spaceDelimited"), _) => Some("space"),
            (Some("pipeDelimited"), _) => Some("pipe"),
            (_, Some(false)) => Some("comma"),
            (_, Some(true) | None) => None,
        };
        let object = match (style, explode, place) {
            (Some("deepObject"), _, "query" | "body") => Some("brackets"),
            (Some("form") | None, Some(true) | None, "query") => Some("fields"),
            (Some("form") | None, Some(false), "query") => Some("commas"),
            (Some("simple") | None, Some(true), "path" | "header" | "response") => Some("pairs"),
            (Some("simple") | None, Some(false) | None, "path" | "header" | "response") => Some("commas"),
            _ => None,
        };
        Self { list, object }
    }
}

/// Headers that OpenAPI itself says are described elsewhere.
const ELSEWHERE: [&str; 3] = ["accept", "authorization", "content-type"];

impl Parameters {
    pub fn new(in_body: bool, says_body: bool) -> Self {
        Self {
            all: Map::new(),
            in_body,
            says_body,
            takes_all: false,
            in_query: HashSet::new(),
            rust: RustNames::new(FIELDS),
        }
    }

    /// Adds what a path says after `?`.
    pub fn constant(&mut self, text: &str) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let wanted = names::word(name, &['-', '.']);
        let sent = Sent { name, wanted, place: "query", required: true, style: Style::default() };
        let mut entry = Map::from_iter([("type".to_owned(), json!("string"))]);
        entry.insert("value".to_owned(), json!(value));
        self.add(&sent, entry);
    }

    /// Adds the fields of a form that aren't known, with values of a type.
    pub fn others(&mut self, value: &str) {
        self.takes_all = true;
        let ty = json!(format!("Dictionary<string, {value}>?"));
        let entry = Map::from_iter([("type".to_owned(), ty), ("object".to_owned(), json!("fields"))]);
        let sent = Sent {
            name: "others",
            wanted: "others".to_owned(),
            place: "body",
            required: false,
            style: Style::default(),
        };
        self.add(&sent, entry);
    }

    /// Adds one.
    pub fn add(&mut self, sent: &Sent<'_>, mut entry: Map<String, Value>) {
        let mut name = sent.wanted.clone();
        while self.all.contains_key(&name) {
            name = format!("{name}_in_{}", sent.place);
        }
        let place = match sent.place {
            "query" if !self.in_body => None,
            "body" if self.says_body => Some("body"),
            "path" | "body" => None,
            place => Some(place),
        };
        let ours = [
            ("in", place.map(str::to_owned)),
            ("sent_as", Some(sent.name.to_owned()).filter(|sent| *sent != name)),
            ("rust", self.rust.take(&name, "value")),
        ];
        for (key, value) in ours.into_iter().rev() {
            value.into_iter().for_each(|it| drop(entry.shift_insert(1, key.to_owned(), json!(it))));
        }
        if let Some(doc) = entry.shift_remove("doc") {
            entry.insert("doc".to_owned(), doc);
        }
        self.all.insert(name, short(entry, "type"));
    }
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
                self.lose(&at, "a parameter that isn't there", self.doc.reference(&at));
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
        let header = name.to_ascii_lowercase();
        let is_set = |names: &[&str]| names.contains(&header.as_str());
        if place == "header" && is_set(&ELSEWHERE)
            || matches!(place, "header" | "response") && is_set(PROTOCOL_HEADERS)
        {
            return self.remark(at, "a header that isn't a parameter: clients and servers set it", name);
        }
        let wanted = path_name.map_or_else(|| names::word(name, &['-', '.']), str::to_owned);
        let sent = Sent {
            name: if place == "path" { &wanted } else { name },
            wanted: wanted.clone(),
            place,
            required: at.flag("required") || place == "path",
            style: Style::of(Some(at), place),
        };
        let (schema, is_json) = self.schema_of(at);
        let words = format!("{words} {name}");
        let Some(schema) = schema else {
            return self.value(at, Typed::of("string"), &sent, out);
        };
        let style = at.text("style").unwrap_or_default();
        if matches!(style, "matrix" | "label" | "tabDelimited") {
            self.lose(at, "a style of a parameter that the language hasn't", format!("{style} of {name}"));
            if place != "path" {
                return;
            }
        }
        if !is_json && sent.style.object == Some("fields") && self.exploded(at, &schema, &words, &sent, out) {
            return;
        }
        let typed = self.typed(&schema, &words);
        match is_json {
            true => self.json(at, typed, &sent, out),
            false => self.value(at, typed, &sent, out),
        }
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

    /// JSON text.
    pub fn json(&mut self, at: &At<'_>, typed: Typed, sent: &Sent<'_>, out: &mut Parameters) {
        let doc = self.doc_of(at, typed.doc.clone());
        let notation = self.bare(at, Typed { nullable: false, ..typed }, sent.name);
        out.add(sent, entry_of(&format!("{notation} (JSON)"), sent, doc));
    }

    /// The description of a parameter, or of its type.
    pub fn doc_of(&self, at: &At<'_>, other: Option<String>) -> Option<String> {
        let name = at.text("name").unwrap_or_default();
        at.text("description").and_then(text::line).or(other.filter(|other| !names::repeats(other, name)))
    }

    /// A text, a number, a `bool`, listed values, or a list of these; or what else is sent as such.
    pub fn value(&mut self, at: &At<'_>, mut typed: Typed, sent: &Sent<'_>, out: &mut Parameters) {
        // Null has no form here: it isn't sent.
        typed.nullable = false;
        let mut entry = Map::new();
        if let Some(constant) = typed.constant.take() {
            if sent.required && typed.default.is_none() {
                let text = constant.as_str().map_or_else(|| constant.to_string(), str::to_owned);
                entry = entry_of(&typed.notation, sent, self.doc_of(at, typed.doc));
                entry.insert("value".to_owned(), json!(text));
                return out.add(sent, entry);
            }
            let words = format!("{} value", sent.name);
            typed.notation = self.listed(at, &[constant], Named::By(&words), false).notation;
        }
        let plain = self.plain_of(&typed.notation);
        let item = plain.strip_prefix("List<").and_then(|it| it.strip_suffix('>'));
        let is_text = self.is_flat(item.unwrap_or(&plain));
        if !is_text && (sent.place != "path" || !self.is_union_of_texts(&plain)) {
            return self.unlike_text(at, typed, &plain, sent, out);
        }
        let mark = if sent.required { "" } else { "?" };
        match self.enum_of(&typed.notation) {
            Some(of) => {
                entry.insert("type".to_owned(), json!(format!("{of}{mark}")));
                entry.insert("values".to_owned(), json!(typed.notation));
            }
            None => drop(entry.insert("type".to_owned(), json!(format!("{}{mark}", typed.notation)))),
        }
        let list = sent.style.list.filter(|_| item.is_some());
        entry.extend(list.map(|style| ("list".to_owned(), json!(style))));
        entry.extend(std::mem::take(&mut typed.limits));
        entry.extend(typed.default.take().map(|it| ("default".to_owned(), it)));
        if typed.secret && item.is_none() {
            entry.insert("secret".to_owned(), json!(true));
        }
        if typed.deprecated || at.flag("deprecated") {
            entry.insert("deprecated".to_owned(), json!({}));
        }
        self.reserved(at, sent, &mut entry);
        entry.extend(self.doc_of(at, typed.doc).map(|doc| ("doc".to_owned(), json!(doc))));
        out.add(sent, entry);
    }

    /// The mark of characters that are sent as they are.
    pub fn reserved(&mut self, at: &At<'_>, sent: &Sent<'_>, entry: &mut Map<String, Value>) {
        match at.flag("allowReserved") {
            true if sent.place == "query" => drop(entry.insert("reserved".to_owned(), json!(true))),
            true => self.remark(at, "reserved characters outside of a query (allowReserved)", sent.name),
            false => {}
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
        let plain = self.plain_of(notation);
        match Scalar::named(&plain) {
            Some(scalar) => scalar.row().wire == Wire::Text,
            None => self.enum_of(&plain).is_some(),
        }
    }
}

/// The type of a parameter, and its description.
pub fn entry_of(notation: &str, sent: &Sent<'_>, doc: Option<String>) -> Map<String, Value> {
    let mark = if sent.required { "" } else { "?" };
    let mut entry = Map::from_iter([("type".to_owned(), json!(format!("{notation}{mark}")))]);
    entry.extend(doc.map(|doc| ("doc".to_owned(), json!(doc))));
    entry
}
