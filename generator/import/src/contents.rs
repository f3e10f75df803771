//! Content types: bodies and results.

use generator_spec::model::essence;
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::{add, map, short, some, yes};
use crate::importer::Importer;
use crate::parameters::Parameters;

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
            "*/*" if schema.is_some_and(|it| it.types() == ["string"]) => Self::Text,
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
    essence(name).to_ascii_lowercase()
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
        for (name, content) in at.entries_of("content") {
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
        // A range has what nothing before it has.
        all.sort_by_key(|it| (it.names.iter().all(|name| name.contains('*')), it.kind));
        // Beside JSON of the same fields, ASP.NET lists `text/plain`: it is JSON, too.
        let is_plain = |it: &Content<'_>| it.names == ["text/plain"] && self.is_composed(it);
        if let Some(plain) = all.iter().position(is_plain) {
            let schema = all[plain].at.value.get("schema");
            let is_same = |it: &Content<'_>| it.kind == Kind::Json && it.at.value.get("schema") == schema;
            if let Some(json) = all.iter().position(is_same) {
                let plain = all.remove(plain);
                all[json].names.extend(plain.names);
            }
        }
        all
    }

    /// The keys of the contents that the spec can describe.
    fn described(&mut self, all: Vec<Content<'_>>, words: &str) -> Map<String, Value> {
        let is_alone = all.len() == 1;
        let kept: Vec<Content<'_>> = all.into_iter().filter(|it| self.is_kept(it, is_alone)).collect();
        match &kept[..] {
            [] => Map::new(),
            [one] => {
                let mut ours = self.kind(one, words);
                add(&mut ours, json!({"content_type": content_type(one)}));
                ours
            }
            several => map(json!({"content": self.by_type(several, words)})),
        }
    }

    /// Returns whether the spec has a content: a form with files is left out beside others.
    fn is_kept(&mut self, it: &Content<'_>, is_alone: bool) -> bool {
        let names = it.names.join(", ");
        match it.kind {
            _ if it.names.iter().all(|name| name.trim().is_empty()) => {
                self.remark(&it.at, "a content type without a name", "");
                return is_alone;
            }
            Kind::Multipart if self.has_files(it) => {
                self.lose(&it.at, "a form with files beside other content types", names);
                return false;
            }
            Kind::Text if names.contains("text/event-stream") => {
                self.remark(&it.at, "events of a server, which are text", names);
            }
            Kind::Json | Kind::Form | Kind::Multipart | Kind::Text | Kind::Bytes | Kind::Xml => {}
        }
        true
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
                Some((key, Value::String(ty))) if key == "bytes" && ty == "any" => json!("bytes"),
                _ => Value::Object(kind),
            };
            for name in &content.names {
                // Those that differ in their parameters only have one kind and one type.
                let other = map.iter().find(|(other, _)| bare(other) == bare(name));
                let is_alike = other.is_none_or(|(_, other)| *other == short);
                if is_alike && !name.trim().is_empty() {
                    map.insert(name.trim().to_ascii_lowercase(), short.clone());
                } else {
                    self.lose(&content.at, "content types that differ in their parameters", name.clone());
                }
            }
        }
        Value::Object(map)
    }

    /// The one kind of a content.
    fn kind(&mut self, content: &Content<'_>, words: &str) -> Map<String, Value> {
        let schema = content.at.get("schema");
        let (key, ty) = match content.kind {
            Kind::Json => ("json", schema.map(|it| self.inner(&it, words))),
            Kind::Text => ("text", Some(self.held(schema, words).unwrap_or_else(|| "string".to_owned()))),
            Kind::Form | Kind::Multipart => {
                let notation = schema.map_or("any".to_owned(), |it| self.inner(&it, words));
                let notation = notation.strip_suffix(" or null").unwrap_or(&notation);
                let plain = self.plain_of(notation);
                let has_fields = !plain.starts_with("List<") && !self.is_flat(&plain);
                if !has_fields {
                    self.lose(&content.at, "a form that isn't an object", notation);
                }
                ("form", Some(notation.to_owned()).filter(|_| has_fields))
            }
            Kind::Bytes | Kind::Xml => ("bytes", self.held(schema.filter(|it| !self.is_any_text(it)), words)),
        };
        map(json!({key: ty.unwrap_or_else(|| "any".to_owned())}))
    }

    /// The type of what is in bytes or a text; only JSON has null.
    fn held(&mut self, schema: Option<At<'_>>, words: &str) -> Option<String> {
        let notation = self.inner(&schema?, words);
        let notation = notation.strip_suffix(" or null").unwrap_or(&notation);
        (notation != "any").then(|| notation.to_owned())
    }

    /// Returns whether a schema has any text: in bytes, that says nothing.
    fn is_any_text(&self, schema: &At<'_>) -> bool {
        self.doc.follow(schema).is_some_and(|it| {
            it.types() == ["string"] && !it.has("enum") && !it.has("const") && !it.has_parts()
        })
    }

    /// Returns whether values of a content have others in them.
    fn is_composed(&self, content: &Content<'_>) -> bool {
        let schema = content.at.get("schema").and_then(|it| self.doc.follow(&it));
        schema.is_some_and(|it| it.has_parts() || it.is_object() || it.is_list())
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
        let all = self.contents_of_body(&body);
        let words = format!("{words} body");
        if let Some(form) = self.form_parameters(&all, required) {
            return self.form(&all[0], &form, required, &words, (operation, out));
        }
        let mut ours = self.described(all, &words);
        if ours.is_empty() {
            return;
        }
        add(&mut ours, json!({"optional": yes(!required), "doc": body.doc()}));
        operation.insert("body".to_owned(), short(ours, "json"));
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
        let mut ours = self.described(all, words);
        let headers = some(self.headers(at, words));
        add(&mut ours, json!({"doc": at.doc(), "headers": headers}));
        if ours.is_empty() { json!("nothing") } else { Value::Object(ours) }
    }

    fn headers(&mut self, at: &At<'_>, words: &str) -> Map<String, Value> {
        let mut out = Parameters::new(false, false);
        for (name, header) in at.entries_of("headers") {
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
                *header = short(std::mem::take(map), "type");
            }
        }
        headers
    }
}

/// The content type, if it isn't the usual one of its kind.
fn content_type(content: &Content<'_>) -> Option<Value> {
    let names: Vec<&String> = content.names.iter().filter(|it| !it.trim().is_empty()).collect();
    let usual = match content.kind {
        Kind::Json => "application/json",
        Kind::Text => "text/plain",
        Kind::Form => "application/x-www-form-urlencoded",
        Kind::Bytes | Kind::Xml | Kind::Multipart => "application/octet-stream",
    };
    match names[..] {
        [one] if one == usual => None,
        [] => None,
        [one] => Some(json!(one)),
        _ => Some(json!(names)),
    }
}
