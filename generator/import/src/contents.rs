//! Content types: bodies and results.

use serde_json::{Map, Value, json};

use crate::document::At;
use crate::importer::Importer;
use crate::parameters::Parameters;
use crate::schemas::is_object;
use crate::text;
use crate::typed::Typed;

/// A kind of content; the first that a body has is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Json,
    Form,
    Multipart,
    Text,
    Bytes,
    Xml,
}

impl Kind {
    /// The kind of a content type with a schema.
    pub fn of(name: &str, schema: Option<&At<'_>>) -> Self {
        let name = bare(name);
        let is_binary = schema.is_some_and(|it| it.text("format") == Some("binary"));
        match name.as_str() {
            _ if is_binary && !name.starts_with("multipart/") => Self::Bytes,
            "*/*" | "application/*" | "" => Self::Json,
            "application/x-www-form-urlencoded" => Self::Form,
            name if name.starts_with("multipart/form") => Self::Multipart,
            name if name.ends_with("json") || name.contains("/json") => Self::Json,
            name if name.ends_with("xml") || name.contains("/xml") => Self::Xml,
            name if name.starts_with("text/") => Self::Text,
            _ => Self::Bytes,
        }
    }
}

/// The content type in lowercase, without parameters.
fn bare(name: &str) -> String {
    name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// A content of a body or a result.
struct Content<'v> {
    kind: Kind,
    /// Its types, which have the same schema.
    names: Vec<String>,
    at: At<'v>,
}

impl Importer<'_> {
    /// The contents of a body or a result by kind, the most telling first.
    fn contents<'v>(&mut self, at: &At<'v>) -> Vec<Content<'v>>
    where
        Self: 'v,
    {
        let doc = self.doc;
        let mut all: Vec<Content<'v>> = Vec::new();
        for (name, content) in at.get("content").into_iter().flat_map(|it| it.entries()) {
            let schema = content.get("schema").and_then(|it| doc.follow(&it));
            let kind = Kind::of(name, schema.as_ref());
            let same = |it: &&mut Content<'_>| {
                it.kind == kind && it.at.value.get("schema") == content.value.get("schema")
            };
            match all.iter_mut().find(same) {
                Some(same) => same.names.push(name.to_owned()),
                None => all.push(Content { kind, names: vec![name.to_owned()], at: content }),
            }
        }
        all.sort_by_key(|it| it.kind);
        all
    }

    fn first<'v>(&mut self, all: Vec<Content<'v>>, of: &str) -> Option<Content<'v>> {
        let mut all = all.into_iter();
        let first = all.next()?;
        for other in all {
            let reason = match other.kind {
                Kind::Xml => "XML".to_owned(),
                _ => format!("another content type of {of}"),
            };
            self.lose(&other.at, &reason, other.names.join(", "));
        }
        if first.kind == Kind::Xml {
            self.lose(&first.at, "XML, which is bytes", first.names.join(", "));
        }
        Some(first)
    }

    /// The kind of a body that is described; a form only if its fields are known.
    pub fn body_kind(&mut self, at: &At<'_>) -> Option<Kind> {
        let body = self.doc.follow(at)?;
        let all = self.contents(&body);
        let first = all.first()?;
        match first.kind {
            Kind::Form | Kind::Multipart if self.form_of(&first.at).is_none() => Some(Kind::Bytes),
            kind => Some(kind),
        }
    }

    /// The schema of a form whose fields are known.
    fn form_of<'v>(&self, content: &At<'v>) -> Option<At<'v>>
    where
        Self: 'v,
    {
        let doc = self.doc;
        let form = doc.follow(&content.get("schema")?)?;
        let has_fields = form.get("properties").is_some_and(|it| it.entries().next().is_some());
        (is_object(&form) && has_fields).then_some(form)
    }

    /// The body of a request: parameters in it, or a key of the operation.
    pub fn body(
        &mut self,
        at: &At<'_>,
        words: &str,
        operation: &mut Map<String, Value>,
        out: &mut Parameters,
    ) {
        let Some(body) = self.doc.follow(at) else {
            return self.lose(at, "a body that isn't there", at.reference().unwrap_or_default());
        };
        let required = body.flag("required");
        let all = self.contents(&body);
        let Some(content) = self.first(all, "a body") else { return };
        let schema = content.at.get("schema");
        let words = format!("{words} body");
        if matches!(content.kind, Kind::Form | Kind::Multipart) {
            if let Some(form) = self.form_of(&content.at) {
                return self.form(&content, &form, required, &words, (operation, out));
            }
            self.lose(&content.at, "a form whose fields aren't known", "");
        }
        let doc = body.text("description").and_then(text::line);
        let mut ours = self.one_body(&content, schema.as_ref(), required, &words);
        ours.extend(doc.map(|doc| ("doc".to_owned(), json!(doc))));
        let is_short = ours.len() == 1 && ours.contains_key("json");
        let ours = if is_short { ours.shift_remove("json").unwrap_or_default() } else { Value::Object(ours) };
        operation.insert("body".to_owned(), ours);
    }

    fn one_body(
        &mut self,
        content: &Content<'_>,
        schema: Option<&At<'_>>,
        required: bool,
        words: &str,
    ) -> Map<String, Value> {
        let mut ours = Map::new();
        match content.kind {
            Kind::Json => {
                let mut typed = schema.map_or_else(|| Typed::of("any"), |it| self.typed(it, words));
                if typed.nullable {
                    self.lose(&content.at, "a body that can be null", "");
                    typed.nullable = false;
                }
                let notation = self.bare(&content.at, typed, words);
                ours.insert("json".to_owned(), json!(notation));
            }
            Kind::Text => {
                let typed = schema.map_or_else(|| Typed::of("string"), |it| self.typed(it, words));
                let notation = self.bare(&content.at, Typed { nullable: false, ..typed }, words);
                let notation = if self.is_flat(&notation) { notation } else { "string".to_owned() };
                ours.insert("text".to_owned(), json!(notation));
            }
            Kind::Form | Kind::Multipart | Kind::Bytes | Kind::Xml => {
                drop(ours.insert("bytes".to_owned(), json!("any")))
            }
        }
        let is_bytes = ours.contains_key("bytes");
        ours.extend(content_type(content).map(|it| ("content_type".to_owned(), it)));
        match (required, is_bytes) {
            (false, true) => self.lose(&content.at, "bytes that may be left out", ""),
            (false, false) => drop(ours.insert("optional".to_owned(), json!(true))),
            (true, _) => {}
        }
        ours
    }

    fn form(
        &mut self,
        content: &Content<'_>,
        form: &At<'_>,
        required: bool,
        words: &str,
        (operation, out): (&mut Map<String, Value>, &mut Parameters),
    ) {
        let is_multipart = content.kind == Kind::Multipart;
        operation.insert("encoding".to_owned(), json!(if is_multipart { "multipart" } else { "form" }));
        if form.get("additionalProperties").is_some_and(|it| it.value.is_object()) {
            self.lose(form, "other fields of a form", "");
        }
        let listed = form.value.get("required").and_then(Value::as_array).into_iter().flatten();
        let listed: Vec<&str> = listed.filter_map(Value::as_str).collect();
        if !required && !listed.is_empty() {
            self.lose(&content.at, "a form that may be left out, with required fields", "");
        }
        for (name, field) in form.get("properties").into_iter().flat_map(|it| it.entries()) {
            self.form_field(&field, name, required && listed.contains(&name), words, out, is_multipart);
        }
    }

    /// The result of a response; `words` for the names of its types.
    pub fn result(&mut self, at: &At<'_>, words: &str, has_body: bool) -> Value {
        let mut ours = Map::new();
        let all = self.contents(at);
        let content = self.first(all, "a result").filter(|it| {
            if !has_body {
                self.lose(&it.at, "the content of a response that has no body", "");
            }
            has_body
        });
        if let Some(content) = content {
            let schema = content.at.get("schema");
            match content.kind {
                Kind::Json => {
                    let notation = schema.map(|it| self.inner(&it, words));
                    let notation = notation.unwrap_or_else(|| "any".to_owned());
                    ours.insert("json".to_owned(), json!(notation));
                }
                Kind::Text => {
                    let notation = schema.map(|it| self.inner(&it, words)).filter(|it| self.is_flat(it));
                    ours.insert("text".to_owned(), json!(notation.unwrap_or_else(|| "string".to_owned())));
                }
                Kind::Form | Kind::Multipart | Kind::Bytes | Kind::Xml => {
                    ours.insert("bytes".to_owned(), json!("any"));
                }
            }
            ours.extend(content_type(&content).map(|it| ("content_type".to_owned(), it)));
        }
        let is_empty = ours.is_empty();
        let headers = self.headers(at, words);
        if let Some(doc) = at.text("description").and_then(text::line).filter(|_| !is_empty) {
            ours.insert("doc".to_owned(), json!(doc));
        }
        if !headers.is_empty() {
            ours.insert("headers".to_owned(), Value::Object(headers));
        }
        if ours.is_empty() { json!("nothing") } else { Value::Object(ours) }
    }

    fn headers(&mut self, at: &At<'_>, words: &str) -> Map<String, Value> {
        let mut out = Parameters::new(false);
        for (name, header) in at.get("headers").into_iter().flat_map(|it| it.entries()) {
            let Some(header) = self.doc.follow(&header) else {
                self.lose(&header, "a header that isn't there", name);
                continue;
            };
            if name.eq_ignore_ascii_case("content-type") {
                continue;
            }
            let mut value = header.value.clone();
            value["name"] = json!(name);
            value["in"] = json!("response");
            self.parameter(&header.with(&value), None, &format!("{words} {name}"), &mut out);
        }
        let mut headers = out.all;
        for header in headers.values_mut() {
            if let Some(map) = header.as_object_mut() {
                map.retain(|key, _| !["in", "default", "value", "list"].contains(&key.as_str()));
                *header = crate::typed::short(std::mem::take(map), "type");
            }
        }
        headers
    }
}

/// The content type, if it isn't the usual one of its kind.
fn content_type(content: &Content<'_>) -> Option<Value> {
    let names: Vec<&String> = content.names.iter().filter(|it| !it.trim().is_empty()).collect();
    let usual = match content.kind {
        Kind::Json => ["application/json", "*/*"],
        Kind::Text => ["text/plain", "text/*"],
        Kind::Bytes | Kind::Xml | Kind::Form | Kind::Multipart => ["application/octet-stream", ""],
    };
    match names[..] {
        [one] if usual.contains(&one.as_str()) => None,
        [] => None,
        [one] => Some(json!(one)),
        _ => Some(json!(names)),
    }
}
