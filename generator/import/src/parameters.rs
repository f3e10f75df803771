//! Parameters of operations.

use std::collections::HashSet;

use generator_spec::keywords::FIELDS;
use generator_spec::model::{PROTOCOL_HEADERS, Scalar, Wire};
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::{add, deprecated, map, short, yes};
use crate::importer::Importer;
use crate::names::{self, RustNames};
use crate::schemas::Named;
use crate::typed::Typed;

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

impl<'s> Sent<'s> {
    /// A parameter of this name at a place.
    pub fn new(name: &'s str, place: &'s str, required: bool, style: Style) -> Self {
        Self { name, wanted: names::word(name, &['-', '.']), place, required, style }
    }

    /// The notation of a type, with a mark if it may be left out.
    pub fn marked(&self, notation: &str) -> String {
        format!("{notation}{}", if self.required { "" } else { "?" })
    }
}

impl Parameters {
    pub fn new(in_body: bool, says_body: bool) -> Self {
        let rust = RustNames::new(FIELDS);
        Self { all: Map::new(), in_body, says_body, takes_all: false, in_query: HashSet::new(), rust }
    }

    /// Adds what a path says after `?`.
    pub fn constant(&mut self, text: &str) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let sent = Sent::new(name, "query", true, Style::default());
        self.add(&sent, json!({"type": "string", "value": value}));
    }

    /// Adds the fields of a form that aren't known, with values of a type.
    pub fn others(&mut self, value: &str) {
        self.takes_all = true;
        let sent = Sent::new("others", "body", false, Style::default());
        let ty = sent.marked(&format!("Dictionary<string, {value}>"));
        self.add(&sent, json!({"type": ty, "object": "fields"}));
    }

    /// Adds one: its type, and other keys.
    pub fn add(&mut self, sent: &Sent<'_>, mut keys: Value) {
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
        let rust = self.rust.take(&name, "value");
        let sent_as = Some(sent.name).filter(|it| *it != name);
        let [ty, doc] = ["type", "doc"].map(|key| keys.get_mut(key).map(Value::take));
        let mut all = map(json!({"type": ty, "in": place, "sent_as": sent_as, "rust": rust}));
        add(&mut all, keys);
        add(&mut all, json!({"doc": doc}));
        self.all.insert(name, short(all, "type"));
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
        for at in item.items_of("parameters").chain(operation.items_of("parameters")) {
            let found = doc.follow(&at).filter(|it| it.text("name").is_some() && it.text("in").is_some());
            let Some(found) = found else {
                self.lose(&at, "a parameter that isn't there", self.doc.reference(&at));
                continue;
            };
            let is_same = |it: &&mut At<'_>| ["name", "in"].iter().all(|key| it.text(key) == found.text(key));
            match all.iter_mut().find(is_same) {
                Some(other) => *other = found,
                None => all.push(found),
            }
        }
        all
    }

    /// Adds a parameter of the path, the query, a header or a cookie.
    pub fn parameter(&mut self, at: &At<'_>, path_name: Option<&str>, words: &str, out: &mut Parameters) {
        let (name, place) = (at.text("name").unwrap_or_default(), at.text("in").unwrap_or_default());
        if !["path", "query", "header", "cookie", "response"].contains(&place) {
            return self.lose(
                at,
                "a parameter at a place that the language hasn't",
                format!("{name} ({place})"),
            );
        }
        let header = name.to_ascii_lowercase();
        let is_set = |names: &[&str]| names.contains(&header.as_str());
        if place == "header" && is_set(&ELSEWHERE)
            || matches!(place, "header" | "response") && is_set(PROTOCOL_HEADERS)
        {
            return self.remark(at, "a header that isn't a parameter: clients and servers set it", name);
        }
        let mut sent = Sent::new(name, place, at.flag("required"), Style::of(Some(at), place));
        sent.wanted = path_name.map_or(sent.wanted, str::to_owned);
        let in_path = sent.wanted.clone();
        if place == "path" {
            (sent.name, sent.required) = (&in_path, true);
        }
        let (schema, is_json) = schema_of(at);
        let words = format!("{words} {name}");
        let Some(schema) = schema else {
            return self.value(at, Typed::of("string"), &sent, out);
        };
        let style = at.text("style").unwrap_or_default();
        if style == "cookie" {
            self.remark(at, "a cookie whose value isn't escaped", name);
        }
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

    /// JSON text.
    pub fn json(&mut self, at: &At<'_>, typed: Typed, sent: &Sent<'_>, out: &mut Parameters) {
        let doc = at.doc_or(typed.doc.clone());
        let notation = self.bare(at, Typed { nullable: false, ..typed }, sent.name);
        out.add(sent, json!({"type": sent.marked(&format!("{notation} (JSON)")), "doc": doc}));
    }

    /// A text, a number, a `bool`, listed values, or a list of these; or what else is sent as such.
    pub fn value(&mut self, at: &At<'_>, mut typed: Typed, sent: &Sent<'_>, out: &mut Parameters) {
        // Null has no form here: it isn't sent.
        typed.nullable = false;
        if let Some(constant) = typed.constant.take() {
            if sent.required && typed.default.is_none() {
                let text = constant.as_str().map_or_else(|| constant.to_string(), str::to_owned);
                let doc = at.doc_or(typed.doc);
                return out.add(sent, json!({"type": typed.notation, "value": text, "doc": doc}));
            }
            let words = format!("{} value", sent.name);
            typed.notation = self.listed(at, &[constant], Named::By(&words), false).notation;
        }
        let plain = self.plain_of(&typed.notation);
        let is_list = plain.starts_with("List<");
        if !self.is_sent_as_text(&plain) && (sent.place != "path" || !self.is_union_of_texts(&plain)) {
            return self.unlike_text(at, typed, &plain, sent, out);
        }
        let of = self.enum_of(&typed.notation);
        let mut entry = map(json!({
            "type": sent.marked(of.unwrap_or(&typed.notation)),
            "values": of.map(|_| &typed.notation),
            "list": sent.style.list.filter(|_| is_list),
        }));
        entry.extend(std::mem::take(&mut typed.limits));
        add(&mut entry, json!({"default": typed.default, "secret": yes(typed.secret && !is_list)}));
        add(&mut entry, json!({"deprecated": deprecated(typed.deprecated || at.flag("deprecated"))}));
        add(&mut entry, json!({"reserved": self.reserved(at, sent), "doc": at.doc_or(typed.doc)}));
        out.add(sent, Value::Object(entry));
    }

    /// Returns whether characters are sent as they are.
    pub fn reserved(&mut self, at: &At<'_>, sent: &Sent<'_>) -> Option<bool> {
        let is_reserved = at.flag("allowReserved");
        if is_reserved && sent.place != "query" {
            self.remark(at, "reserved characters outside of a query (allowReserved)", sent.name);
        }
        yes(is_reserved && sent.place == "query")
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

    /// Returns whether a type is a text, or a list of texts.
    pub fn is_sent_as_text(&self, plain: &str) -> bool {
        let item = plain.strip_prefix("List<").and_then(|it| it.strip_suffix('>'));
        self.is_flat(item.unwrap_or(plain))
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

/// The schema of a parameter, and whether it is sent as JSON.
fn schema_of<'v>(at: &At<'v>) -> (Option<At<'v>>, bool) {
    let content = at.entries_of("content").next();
    match (at.get("schema"), content) {
        (None, Some((name, content))) => (content.get("schema"), name.contains("json")),
        (schema, _) => (schema, false),
    }
}
