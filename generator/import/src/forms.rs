//! Bodies that are forms whose fields are parameters.

use serde_json::{Map, Value, json};

use crate::contents::{Content, Kind};
use crate::document::At;
use crate::importer::Importer;
use crate::names;
use crate::objects::Part;
use crate::parameters::{Parameters, Sent, Style, entry_of};
use crate::schemas::{is_object, types};
use crate::typed::is_binary;

impl Importer<'_> {
    /// The kind of a body: bytes unless its fields are parameters.
    pub fn body_kind(&mut self, at: &At<'_>) -> Option<Kind> {
        let body = self.doc.follow(at)?;
        let all = self.contents(&body);
        let form = self.form_parameters(&all, body.flag("required"));
        all.first().map(|first| if form.is_some() { first.kind } else { Kind::Bytes })
    }

    /// The objects whose fields are parameters, if a body is such a form: it is alone or has files, and has
    /// required fields if it is required itself, or none at all. Others are forms of a type.
    pub fn form_parameters<'v>(&self, all: &[Content<'v>], required: bool) -> Option<Vec<Part<'v>>>
    where
        Self: 'v,
    {
        let first = all.first().filter(|it| matches!(it.kind, Kind::Form | Kind::Multipart))?;
        let parts = self.form_of(&first.at)?;
        let has_fields = parts.iter().any(Part::has_fields);
        let is_usual = all.len() == 1 && (required == required_of(&parts).next().is_some() || !has_fields);
        (is_usual || self.has_files(first)).then_some(parts)
    }

    /// The objects that a form is of: its schema, and the parts of its `allOf`.
    fn form_of<'v>(&self, content: &At<'v>) -> Option<Vec<Part<'v>>>
    where
        Self: 'v,
    {
        let parts = content.get("schema").map(|it| self.parts(&it)).unwrap_or_default();
        let is_object = |part: &Part<'_>| {
            !part.has_alternatives() && (is_object(&part.target) || types(&part.target).0.is_empty())
        };
        parts.iter().all(is_object).then_some(parts)
    }

    /// Returns whether a form has parts that are files.
    pub fn has_files(&self, content: &Content<'_>) -> bool {
        let parts = self.form_of(&content.at).unwrap_or_default();
        let mut fields =
            parts.iter().filter_map(|part| part.target.get("properties")).flat_map(|it| it.entries());
        content.kind == Kind::Multipart && fields.any(|(_, field)| self.is_file(&field))
    }

    /// Returns whether a field is a file, or a list of files.
    fn is_file(&self, at: &At<'_>) -> bool {
        self.doc.follow(at).is_some_and(|it| {
            is_binary(&it)
                || it.get("items").and_then(|it| self.doc.follow(&it)).is_some_and(|it| is_binary(&it))
        })
    }

    /// Makes parameters of the fields of a form.
    pub fn form(
        &mut self,
        all: &[Content<'_>],
        form: &[Part<'_>],
        required: bool,
        words: &str,
        (operation, out): (&mut Map<String, Value>, &mut Parameters),
    ) {
        let [content, others @ ..] = all else { return };
        for other in others {
            self.lose(&other.at, "content beside a form with files", other.names.join(", "));
        }
        let properties = form.iter().filter_map(|part| part.target.get("properties"));
        let properties: Vec<_> = properties.flat_map(|it| it.entries()).collect();
        let others = form.iter().find_map(|part| part.target.get("additionalProperties"));
        let is_closed = others.as_ref().is_some_and(|it| it.value == &Value::Bool(false));
        let is_multipart = content.kind == Kind::Multipart;
        operation.insert("encoding".to_owned(), json!(if is_multipart { "multipart" } else { "form" }));
        let listed: Vec<&str> = required_of(form).collect();
        match (required, listed.is_empty()) {
            (false, false) => self.remark(
                &content.at,
                "a form with files that may be left out: its fields are optional",
                "",
            ),
            (true, true) => {
                self.remark(&content.at, "a required form with files, without required fields", "");
            }
            (true, false) | (false, true) => {}
        }
        let others = others.filter(|it| it.value.is_object());
        if is_closed {
            self.remark(&content.at, "a form without other fields", "");
        } else if others.is_some() || properties.is_empty() {
            let value = others.map_or("any".to_owned(), |it| self.inner(&it, &format!("{words} value")));
            out.others(&value);
        }
        for (name, field) in properties {
            let encoding = content.at.path(&["encoding", name]);
            let required = required && listed.contains(&name);
            self.form_field((&field, encoding), name, required, words, out, is_multipart);
        }
    }

    /// A field of a form or of several parts; `encoding` is what is said of how it is sent.
    pub fn form_field(
        &mut self,
        (at, encoding): (&At<'_>, Option<At<'_>>),
        name: &str,
        required: bool,
        words: &str,
        out: &mut Parameters,
        is_multipart: bool,
    ) {
        let style = Style::of(encoding.as_ref().filter(|_| !is_multipart), "body");
        let sent = Sent { name, wanted: names::word(name, &['-', '.']), place: "body", required, style };
        let typed = self.typed(at, &format!("{words} {name}"));
        let plain = self.plain_of(&typed.notation);
        let item = plain.strip_prefix("List<").and_then(|it| it.strip_suffix('>'));
        let schema = self.doc.follow(at).and_then(|it| self.doc.follow(&it.get("items")?));
        let has_files = item.is_some() && schema.is_some_and(|it| it.text("format") == Some("binary"));
        if is_multipart && (typed.is_binary || has_files) {
            let notation = if has_files { "List<file>" } else { "file" };
            return out.add(&sent, entry_of(notation, &sent, typed.doc));
        }
        let is_text = typed.constant.is_some() || self.is_flat(item.unwrap_or(&plain));
        match is_text || style.object.is_some() {
            true => self.value(at, typed, &sent, out),
            false => self.json(at, typed, &sent, out),
        }
    }
}

/// The names of required fields.
fn required_of<'f>(form: &'f [Part<'_>]) -> impl Iterator<Item = &'f str> {
    let listed = form.iter().filter_map(|part| part.target.value.get("required")?.as_array());
    listed.flatten().filter_map(Value::as_str)
}
