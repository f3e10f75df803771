//! Content types: bodies and results.

use serde_json::{Map, Value, json};

use crate::document::At;
use crate::importer::Importer;
use crate::left_out::Loss;
use crate::objects;
use crate::parameters::Parameters;
use crate::schemas::types;
use crate::text;

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
            // Many values, one after another.
            name if ["jsonl", "ndjson", "json-seq"].iter().any(|it| name.ends_with(it)) => Self::Bytes,
            // Spring sends texts as they are.
            "*/*" if schema.is_some_and(|it| types(it).0 == ["string"]) => Self::Text,
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
pub struct Content<'v> {
    /// Its kind.
    pub kind: Kind,
    /// Its types, which have the same schema.
    pub names: Vec<String>,
    /// Its place.
    pub at: At<'v>,
}

impl Importer<'_> {
    /// The contents of a body or a result by kind, the most telling first.
    pub fn contents<'v>(&mut self, at: &At<'v>) -> Vec<Content<'v>>
    where
        Self: 'v,
    {
        let doc = self.doc;
        let mut all: Vec<Content<'v>> = Vec::new();
        for (name, content) in at.get("content").into_iter().flat_map(|it| it.entries()) {
            let schema = content.get("schema").and_then(|it| doc.follow(&it));
            let kind = Kind::of(name, schema.as_ref());
            // The same type twice, once without a schema.
            let is_twin = |it: &&mut Content<'_>| {
                it.at.has("schema") != content.has("schema")
                    && it.names.iter().any(|it| bare(it) == bare(name))
            };
            if let Some(twin) = all.iter_mut().find(is_twin) {
                if content.has("schema") {
                    *twin = Content { kind, names: vec![name.to_owned()], at: content };
                }
                continue;
            }
            let same = |it: &&mut Content<'_>| {
                it.kind == kind && it.at.value.get("schema") == content.value.get("schema")
            };
            match all.iter_mut().find(same) {
                Some(same) => same.names.push(name.to_owned()),
                None => all.push(Content { kind, names: vec![name.to_owned()], at: content }),
            }
        }
        all.sort_by_key(|it| it.kind);
        // Beside JSON of the same fields, ASP.NET lists `text/plain`: it is JSON, too.
        let plain = all.iter().position(|it| it.names == ["text/plain"]);
        let schema = plain.and_then(|plain| all[plain].at.get("schema")).filter(|it| self.has_parts(it));
        let is_same = |it: &Content<'_>| {
            it.kind == Kind::Json && it.at.value.get("schema") == schema.as_ref().map(|it| it.value)
        };
        let json = all.iter().position(is_same).filter(|_| schema.is_some());
        if let (Some(plain), Some(json)) = (plain, json) {
            let plain = all.remove(plain);
            all[json].names.extend(plain.names);
        }
        all
    }

    /// The contents that the spec can describe: `*/*` is left out beside others, and so is a form with files.
    fn described<'v>(&mut self, all: Vec<Content<'v>>) -> Vec<Content<'v>> {
        let is_alone = all.len() == 1;
        let mut kept = Vec::new();
        for it in all {
            let names = it.names.join(", ");
            let is_range = it.names.iter().all(|name| name.contains("*/*") || name.trim().is_empty());
            match it.kind {
                _ if is_range && !is_alone => {
                    self.lose(&it.at, "any content type beside others", "");
                    continue;
                }
                Kind::Multipart if self.has_files(&it) => {
                    self.lose(&it.at, "a form with files beside other content types", names);
                    continue;
                }
                Kind::Xml => self.leave_out(&it.at, "XML, which is bytes", names, Loss::Format),
                Kind::Json | Kind::Text if is_range => {
                    self.remark(&it.at, "any content type, which is JSON, or a text", names);
                }
                Kind::Text if names.contains("text/event-stream") => {
                    self.leave_out(&it.at, "events of a server, which are text", names, Loss::Format);
                }
                Kind::Json | Kind::Form | Kind::Multipart | Kind::Text | Kind::Bytes => {}
            }
            kept.push(it);
        }
        kept
    }

    /// The key `content`: each content type with its kind.
    fn by_type(&mut self, all: &[Content<'_>], words: &str) -> Value {
        let mut map = Map::new();
        for content in all {
            let kind = self.kind(content, words);
            let is_word = |word: &str| word == "text" || word == "bytes";
            let short = match kind.iter().next() {
                Some((key, Value::String(ty))) if key == "json" && !is_word(ty) => json!(ty),
                Some((key, Value::String(ty))) if key == "text" && ty == "string" => json!("text"),
                Some((key, _)) if key == "bytes" => json!("bytes"),
                _ => Value::Object(kind),
            };
            for name in &content.names {
                let is_new = !map.keys().any(|other: &String| bare(other) == bare(name));
                if is_new && !name.trim().is_empty() {
                    map.insert(name.trim().to_ascii_lowercase(), short.clone());
                } else {
                    self.remark(&content.at, "content types that differ in their parameters", name.clone());
                }
            }
        }
        Value::Object(map)
    }

    /// The one kind of a content.
    fn kind(&mut self, content: &Content<'_>, words: &str) -> Map<String, Value> {
        let schema = content.at.get("schema");
        let entry = match content.kind {
            Kind::Json => {
                let notation = schema.map(|it| self.inner(&it, words));
                ("json", notation.unwrap_or_else(|| "any".to_owned()))
            }
            Kind::Text => {
                let notation = schema.as_ref().map(|it| self.inner(it, words)).filter(|it| self.is_flat(it));
                if notation.is_none() && schema.is_some() {
                    let names = content.names.join(", ");
                    self.leave_out(&content.at, "a schema of content that is text", names, Loss::Format);
                }
                ("text", notation.unwrap_or_else(|| "string".to_owned()))
            }
            Kind::Form | Kind::Multipart => {
                let notation = schema.map(|it| self.inner(&it, words)).unwrap_or_else(|| "any".to_owned());
                let notation = notation.strip_suffix(" or null").unwrap_or(&notation).to_owned();
                let plain = self.plain_of(&notation);
                let has_fields = !plain.starts_with("List<") && !self.is_flat(&plain);
                if !has_fields {
                    self.lose(&content.at, "a form that isn't an object", &notation);
                }
                ("form", if has_fields { notation } else { "any".to_owned() })
            }
            Kind::Bytes if schema.as_ref().is_some_and(|it| self.has_parts(it)) => {
                let names = content.names.join(", ");
                self.leave_out(&content.at, "a schema of content that is bytes", names, Loss::Format);
                ("bytes", "any".to_owned())
            }
            Kind::Bytes | Kind::Xml => ("bytes", "any".to_owned()),
        };
        Map::from_iter([(entry.0.to_owned(), json!(entry.1))])
    }

    /// Returns whether values of a schema have others in them.
    fn has_parts(&self, at: &At<'_>) -> bool {
        let has_parts = |it: At<'_>| {
            let is_several = ["allOf", "oneOf", "anyOf"].iter().any(|key| it.has(key));
            matches!(types(&it).0[..], ["object" | "array"]) || is_several
        };
        self.doc.follow(at).is_some_and(has_parts)
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
            return self.lose(at, "a body that isn't there", self.doc.reference(at));
        };
        let required = body.flag("required");
        let all = self.contents(&body);
        let words = format!("{words} body");
        if let Some(form) = self.form_parameters(&all, required) {
            if objects::is_empty(&form) {
                return self.remark(&body, "a form without any field, which isn't sent", "");
            }
            return self.form(&all, &form, required, &words, (operation, out));
        }
        let all = self.described(all);
        if all.is_empty() {
            return;
        }
        let doc = body.text("description").and_then(text::line);
        let mut ours = match &all[..] {
            [one] => {
                let mut ours = self.kind(one, &words);
                ours.extend(content_type(one).map(|it| ("content_type".to_owned(), it)));
                ours
            }
            several => Map::from_iter([("content".to_owned(), self.by_type(several, &words))]),
        };
        if !required {
            if let Some(ty) =
                ours.get("json").and_then(Value::as_str).and_then(|it| it.strip_suffix(" or null"))
            {
                let ty = json!(ty);
                self.remark(&body, "null of a body that may be left out", "");
                ours.insert("json".to_owned(), ty);
            }
            ours.insert("optional".to_owned(), json!(true));
        }
        ours.extend(doc.map(|doc| ("doc".to_owned(), json!(doc))));
        let is_short = ours.len() == 1 && ours.contains_key("json");
        let ours = if is_short { ours.shift_remove("json").unwrap_or_default() } else { Value::Object(ours) };
        operation.insert("body".to_owned(), ours);
    }

    /// The result of a response; `words` for the names of its types.
    pub fn result(&mut self, at: &At<'_>, words: &str, has_body: bool) -> Value {
        let mut all = self.contents(at);
        if !has_body && !all.is_empty() {
            self.remark(at, "content of a response that HTTP sends without one", "");
            all.clear();
        }
        let is_form = |it: &&mut Content<'_>| matches!(it.kind, Kind::Form | Kind::Multipart);
        all.iter_mut().filter(is_form).for_each(|it| it.kind = Kind::Bytes);
        let all = self.described(all);
        let mut ours = match &all[..] {
            [] => Map::new(),
            [one] => {
                let mut ours = self.kind(one, words);
                ours.extend(content_type(one).map(|it| ("content_type".to_owned(), it)));
                ours
            }
            several => Map::from_iter([("content".to_owned(), self.by_type(several, words))]),
        };
        let headers = self.headers(at, words);
        if let Some(doc) = at.text("description").and_then(text::line) {
            ours.insert("doc".to_owned(), json!(doc));
        }
        if !headers.is_empty() {
            ours.insert("headers".to_owned(), Value::Object(headers));
        }
        if ours.is_empty() { json!("nothing") } else { Value::Object(ours) }
    }

    fn headers(&mut self, at: &At<'_>, words: &str) -> Map<String, Value> {
        let mut out = Parameters::new(false, false);
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
                map.retain(|key, _| {
                    !["in", "default", "deprecated", "value", "list"].contains(&key.as_str())
                });
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
        Kind::Text => ["text/plain", "*/*"],
        Kind::Form => ["application/x-www-form-urlencoded", ""],
        Kind::Bytes | Kind::Xml | Kind::Multipart => ["application/octet-stream", ""],
    };
    match names[..] {
        [one] if usual.contains(&one.as_str()) => None,
        [] => None,
        [one] => Some(json!(one)),
        _ => Some(json!(names)),
    }
}
