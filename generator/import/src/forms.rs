//! Bodies that are forms whose fields are parameters.

use serde_json::{Map, Value, json};

use crate::all_of::Part;
use crate::at::At;
use crate::contents::{Content, Kind};
use crate::importer::Importer;
use crate::parameters::{Parameters, Sent, Style};

impl Importer<'_> {
    /// The kind of a body: bytes unless its fields are parameters.
    pub fn body_kind(&mut self, at: &At<'_>) -> Option<Kind> {
        let body = self.doc.follow(at)?;
        let all = self.contents_of_body(&body);
        let form = self.form_parameters(&all, body.flag("required"));
        all.first().map(|first| if form.is_some() { first.kind } else { Kind::Bytes })
    }

    /// The objects whose fields are parameters, if a body is such a form: it has files, or it is alone, takes
    /// other fields, and has required ones if it is required itself, or none at all. Others are forms of a type.
    pub fn form_parameters<'v>(&self, all: &[Content<'v>], required: bool) -> Option<Vec<Part<'v>>>
    where
        Self: 'v,
    {
        let [only] = all else { return None };
        let parts = self.form_of(&only.at).filter(|_| matches!(only.kind, Kind::Form | Kind::Multipart))?;
        let has_fields = parts.iter().any(|part| part.target.has_fields());
        let has_required = required_of(&parts).next().is_some();
        let is_closed = parts.iter().any(|part| part.target.is_closed());
        let is_usual = !is_closed && (required == has_required || !has_fields);
        (is_usual || self.has_files(only)).then_some(parts)
    }

    /// Returns whether an operation is two, since only parameters are files: it takes a form with files or
    /// something else. Another form in parts leaves it as it is: no content type would tell them apart.
    pub fn is_two(&mut self, at: &At<'_>) -> bool {
        let Some(body) = at.get("requestBody").and_then(|it| self.doc.follow(&it)) else { return false };
        let (forms, others): (Vec<_>, Vec<_>) =
            self.contents(&body).into_iter().partition(|it| it.kind == Kind::Multipart);
        let is_like = |name: &String| name.starts_with("multipart/") || name.starts_with('*');
        let is_told = !others.is_empty() && !others.iter().flat_map(|it| &it.names).any(is_like);
        is_told && matches!(&forms[..], [form] if self.has_files(form))
    }

    /// The contents of a body; of an operation that is two, those of this one.
    pub fn contents_of_body<'v>(&mut self, body: &At<'v>) -> Vec<Content<'v>>
    where
        Self: 'v,
    {
        let mut all = self.contents(body);
        all.retain(|it| self.is_form.is_none_or(|is_form| (it.kind == Kind::Multipart) == is_form));
        all
    }

    /// The objects that a form is of: its schema, and the parts of its `allOf`.
    fn form_of<'v>(&self, content: &At<'v>) -> Option<Vec<Part<'v>>>
    where
        Self: 'v,
    {
        let parts = content.get("schema").map(|it| self.parts(&it)).unwrap_or_default();
        let is_object = |it: &At<'_>| !it.has_alternatives() && (it.is_object() || it.types().is_empty());
        parts.iter().all(|part| is_object(&part.target)).then_some(parts)
    }

    /// Returns whether a form has parts that are files.
    pub fn has_files(&self, content: &Content<'_>) -> bool {
        let parts = self.form_of(&content.at).unwrap_or_default();
        let mut fields = parts.iter().flat_map(|part| part.target.entries_of("properties"));
        content.kind == Kind::Multipart && fields.any(|(_, field)| self.is_file(&field))
    }

    /// Returns whether a field is a file, or a list of files.
    fn is_file(&self, at: &At<'_>) -> bool {
        let Some(field) = self.doc.follow(at) else { return false };
        field.is_binary() || self.item_of(&field).is_some_and(|it| it.is_binary())
    }

    /// The schema of the items of a list.
    fn item_of<'v>(&self, list: &At<'v>) -> Option<At<'v>>
    where
        Self: 'v,
    {
        let doc = self.doc;
        doc.follow(&list.get("items")?)
    }

    /// Makes parameters of the fields of a form.
    pub fn form(
        &mut self,
        content: &Content<'_>,
        form: &[Part<'_>],
        required: bool,
        words: &str,
        (operation, out): (&mut Map<String, Value>, &mut Parameters),
    ) {
        let is_multipart = content.kind == Kind::Multipart;
        operation.insert("encoding".to_owned(), json!(if is_multipart { "multipart" } else { "form" }));
        let listed: Vec<&str> = required_of(form).collect();
        let reason = match (required, listed.is_empty()) {
            (false, false) => Some("a form with files that may be left out: its fields are optional"),
            (true, true) => Some("a required form with files, without required fields"),
            (true, false) | (false, true) => None,
        };
        reason.into_iter().for_each(|reason| self.remark(&content.at, reason, ""));
        let properties: Vec<_> = form.iter().flat_map(|part| part.target.entries_of("properties")).collect();
        for name in listed.iter().filter(|name| !properties.iter().any(|(it, _)| it == *name)) {
            self.remark(&content.at, "a required field of a form that isn't described", *name);
        }
        let others = form.iter().map(|part| &part.target).find(|it| it.has("additionalProperties"));
        let values = others.and_then(At::additional);
        if others.is_some_and(At::is_closed) {
            self.remark(&content.at, "a form without other fields", "");
        } else if values.is_some() || properties.is_empty() {
            let value = values.map_or("any".to_owned(), |it| self.inner(&it, &format!("{words} value")));
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
        let sent = Sent::new(name, "body", required, style);
        let typed = self.typed(at, &format!("{words} {name}"));
        let plain = self.plain_of(&typed.notation);
        let item = self.doc.follow(at).and_then(|it| self.item_of(&it));
        let has_files = plain.starts_with("List<") && item.is_some_and(|it| it.is_binary());
        if is_multipart && (typed.is_binary || has_files) {
            let notation = if has_files { "List<file>" } else { "file" };
            return out.add(&sent, json!({"type": sent.marked(notation), "doc": typed.doc}));
        }
        let is_text = typed.constant.is_some() || self.is_sent_as_text(&plain);
        match is_text || style.object.is_some() {
            true => self.value(at, typed, &sent, out),
            false => self.json(at, typed, &sent, out),
        }
    }
}

/// The names of required fields.
fn required_of<'f>(form: &'f [Part<'_>]) -> impl Iterator<Item = &'f str> {
    form.iter().flat_map(|part| part.target.texts("required"))
}
