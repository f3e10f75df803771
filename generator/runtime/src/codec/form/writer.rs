//! Parameters that are being written.

use std::{borrow::Cow, sync::Arc};

use super::elsewhere::{Elsewhere, Shown, Whole};
use super::text::{Syntax, as_json, in_json, is_usual, join, push_json_field, push_query, quoted};
use super::{FormValue, Multipart, written::Written};
use crate::codec::json::{JsonValue, JsonWriter};
use crate::codec::{percent, redact::Secrets, upload::Upload};
use crate::core::{Descriptor, ErrorKind, ListStyle, Parameter, Place, debug::shows};

/// The form that [`Encode`](crate::Encode) and [`Credential`](crate::Credential) write parameters to.
///
/// The target may be a form, a multipart form, a JSON object or a list. A parameter whose
/// description has another place, such as the path or a header, is written there. The writer
/// remembers names, secrets and JSON of an unknown shape, so that errors don't show them
/// if the server repeats them.
pub struct FormWriter {
    pub(crate) target: Target,
    parameters: &'static [Parameter],
    /// The place in the parameters after the last one: they are written in their order.
    next: usize,
    pub(crate) names: Vec<&'static str>,
    pub(crate) secrets: Secrets,
    /// Boxed: a form has none.
    pub(crate) elsewhere: Option<Box<Elsewhere>>,
    /// Boxed: an error is large, and rare.
    error: Option<Box<ErrorKind>>,
    /// Parameters whose texts somebody needs, and the texts.
    watched: Vec<(&'static str, Option<String>)>,
    /// The parameter that is not written.
    skipped: Option<&'static str>,
    /// JSON has only the fields that are set.
    is_partial: bool,
    /// See [`put_body`](Self::put_body).
    pub(crate) kept: Option<Arc<dyn Send + Sync>>,
    /// Parameters and what is written in place of a secret in them.
    #[cfg(feature = "cli")]
    marks: Vec<(&'static str, String)>,
}

/// The usual place of parameters in a request.
pub(crate) enum Target {
    /// The text of a form, or of a query.
    Form(String),
    /// The fields of a JSON object, without its braces.
    Json(String),
    /// The parts of a multipart form.
    Multipart(Multipart),
    /// A list, of which something else is made: the headers of a response, what a credential adds
    /// to a request, or what a mock expects.
    List(Vec<Written>),
}

impl FormWriter {
    /// Creates a writer of an `application/x-www-form-urlencoded` form with these
    /// parameters.
    #[must_use]
    pub fn new(parameters: &'static [Parameter]) -> Self {
        Self::with_target(Target::Form(String::new()), parameters)
    }

    pub(crate) fn with_target(target: Target, parameters: &'static [Parameter]) -> Self {
        Self::with_secrets(target, parameters, Secrets::default())
    }

    fn with_secrets(target: Target, parameters: &'static [Parameter], secrets: Secrets) -> Self {
        Self {
            target,
            parameters,
            next: 0,
            names: Vec::with_capacity(8),
            secrets,
            elsewhere: None,
            error: None,
            watched: Vec::new(),
            skipped: None,
            is_partial: false,
            kept: None,
            #[cfg(feature = "cli")]
            marks: Vec::new(),
        }
    }

    /// A writer of a request, whose headers have these secrets.
    pub(crate) fn of_request(target: Target, operation: &Descriptor, secrets: Secrets) -> Self {
        let mut form = Self::with_secrets(target, operation.parameters, secrets);
        form.is_partial = operation.partial_body;
        form
    }

    /// Keeps the text of a parameter.
    pub(crate) fn watch(&mut self, name: &'static str) {
        self.watched.push((name, None));
    }

    /// The text of a parameter that is watched, if it was written.
    pub(crate) fn watched(&self, name: &str) -> Option<&str> {
        self.watched.iter().find_map(|(known, text)| text.as_deref().filter(|_| *known == name))
    }

    /// Writes marks in place of parameters that are secret, or have a secret in them.
    #[cfg(feature = "cli")]
    pub(crate) fn mark(&mut self, marks: Vec<(&'static str, String)>) {
        self.marks = marks;
    }

    /// Writes none of the parameters with this name from now on.
    pub(crate) fn skip(&mut self, name: Option<&'static str>) {
        self.skipped = name;
    }

    /// Rejects what can't be sent.
    pub(crate) fn check(&mut self) -> Result<(), ErrorKind> {
        self.error.take().map_or(Ok(()), |error| Err(*error))
    }

    /// Puts fields of another block before those that are written.
    pub(crate) fn prepend(&mut self, fields: &[&Written]) {
        let texts = fields.iter().map(|field| (field.wire_name(), field.text.expose()));
        match &mut self.target {
            Target::Form(form) => {
                let mut text = String::with_capacity(form.capacity());
                for field in fields {
                    percent::push_field(&mut text, field.wire_name(), field.text.expose());
                }
                join(text, form, "&");
            }
            Target::Json(object) => {
                let mut text = String::with_capacity(object.capacity());
                texts.for_each(|(name, value)| push_json_field(&mut text, name, &quoted(value)));
                join(text, object, ",");
            }
            Target::Multipart(parts) => parts.prepend(texts.map(|(name, text)| (name, text.to_owned()))),
            // It is never sent as a request.
            Target::List(_) => {}
        }
    }

    /// A copy of a form that is text; `None` otherwise.
    #[cfg(feature = "reqwest")]
    pub(crate) fn try_clone(&self) -> Option<Self> {
        let target = match &self.target {
            Target::Form(text) => Target::Form(text.clone()),
            Target::Json(text) => Target::Json(text.clone()),
            Target::Multipart(_) | Target::List(_) => return None,
        };
        if self.error.is_some() {
            return None;
        }
        let elsewhere = match &self.elsewhere {
            Some(elsewhere) => Some(Box::new(elsewhere.try_clone()?)),
            None => None,
        };
        let (names, secrets, watched) = (self.names.clone(), self.secrets.clone(), self.watched.clone());
        #[cfg(feature = "cli")]
        let marks = self.marks.clone();
        Some(Self {
            target,
            names,
            secrets,
            elsewhere,
            error: None,
            watched,
            #[cfg(feature = "cli")]
            marks,
            kept: None,
            ..*self
        })
    }

    /// Returns the text of the form so far, with its secrets; empty unless the target is
    /// an `application/x-www-form-urlencoded` form.
    pub fn as_str(&self) -> &str {
        match &self.target {
            Target::Form(text) => text,
            Target::Json(_) | Target::Multipart(_) | Target::List(_) => "",
        }
    }

    /// Takes what was written to the usual place.
    pub(crate) fn take_target(&mut self) -> Target {
        std::mem::replace(&mut self.target, Target::List(Vec::new()))
    }

    /// The list of what was written, if the target is one.
    pub(crate) fn take_list(&mut self) -> Vec<Written> {
        match &mut self.target {
            Target::List(all) => std::mem::take(all),
            Target::Form(_) | Target::Json(_) | Target::Multipart(_) => Vec::new(),
        }
    }

    /// Writes a parameter, if it has a value.
    pub fn put<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a T>>)
    where
        T: FormValue + ?Sized + 'a,
    {
        if let Some(value) = value.into() {
            self.push(name, &value.to_text());
        }
    }

    /// Writes a parameter that can be null, which is sent as an empty value, or as `null` in
    /// a JSON object.
    pub fn put_nullable<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a T>>)
    where
        T: FormValue + ?Sized + 'a,
    {
        match value.into() {
            Some(value) => self.put(name, value),
            None if self.is_json_field(name) => self.push_json(name, JsonWriter::null()),
            None => self.push(name, ""),
        }
    }

    /// Writes a parameter as JSON text, if it has a value.
    pub fn put_json<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a T>>)
    where
        T: JsonValue + 'a,
    {
        if let Some(value) = value.into() {
            let mut json = JsonWriter { is_partial: self.is_partial, ..JsonWriter::of_body() };
            value.write_json(&mut json);
            self.push_json(name, json);
        }
    }

    /// Writes a body as JSON text. A client keeps the value until it has read the response, or until
    /// its [`Pending`](crate::Pending) is dropped; [`put_json`](Self::put_json) doesn't keep it.
    ///
    /// A value consists of many small allocations. If they were freed before the request's buffers are
    /// allocated, glibc would merge them, and split them again for the next value: in every call.
    pub fn put_body<T>(&mut self, name: &'static str, value: T)
    where
        T: JsonValue + Send + Sync + 'static,
    {
        self.put_json(name, &value);
        self.kept = Some(Arc::new(value));
    }

    /// Writes a body that may be absent, in the same way.
    pub fn put_body_optional<T>(&mut self, name: &'static str, value: Option<T>)
    where
        T: JsonValue + Send + Sync + 'static,
    {
        if let Some(value) = value {
            self.put_body(name, value);
        }
    }

    /// Writes a list of texts in the style of its parameter, if it has a value; each item with
    /// the name if the parameter has no style. An empty list of that kind is not sent.
    pub fn put_list<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a Vec<T>>>)
    where
        T: FormValue + 'a,
    {
        if let Some(items) = value.into() {
            match self.has_each(name) {
                true => items.iter().for_each(|item| self.push(name, &item.to_text())),
                false => self.push_list(name, &items.iter().map(FormValue::to_text).collect::<Vec<_>>()),
            }
        }
    }

    /// Writes the file part of a multipart form, or a file that is the whole body.
    pub fn put_file(&mut self, name: &'static str, upload: Upload) {
        let known = self.known(name);
        self.names.push(name);
        match (&mut self.target, known.map(|known| known.place)) {
            // A list is of texts.
            (Target::List(_), _) => {}
            (_, Some(Place::Body)) => self.elsewhere().body = Some(Whole::File(upload)),
            (Target::Multipart(parts), _) => parts.file(known.map_or(name, Parameter::wire_name), upload),
            (Target::Form(_) | Target::Json(_), _) => {
                self.error = Some(ErrorKind::FileOutsideMultipart { name }.into());
            }
        }
    }

    /// Writes files with one name, each as a part of a multipart form.
    pub fn put_files(&mut self, name: &'static str, uploads: impl IntoIterator<Item = Upload>) {
        uploads.into_iter().for_each(|upload| self.put_file(name, upload));
    }

    fn push_json(&mut self, name: &'static str, json: JsonWriter) {
        let known = self.known(name);
        let secret = known.is_some_and(|known| known.secret);
        let may_have_secrets = !json.secrets.is_empty() || !json.opaque.is_empty();
        let is_body = known.is_some_and(|known| known.place == Place::Body);
        if is_body && !secret && !may_have_secrets && !matches!(self.target, Target::List(_)) {
            // Moved, as it can be long. Other texts are copied: the secrets in them are still to be redacted.
            if self.begin(name, &json.text) {
                self.elsewhere().body = Some(Whole::Text(json.text));
            }
            return;
        }
        let shown = Shown { text: &json.text, is_secret: secret || may_have_secrets };
        self.write(name, known, shown, Syntax::Json);
        if secret {
            self.secrets.push(json.text.as_str().into());
        }
        self.secrets.add_json(json);
    }

    fn push(&mut self, name: &'static str, text: &str) {
        let known = self.known(name);
        let is_secret = known.is_some_and(|known| known.secret);
        if is_secret {
            self.secrets.push(text.into());
        }
        self.write(name, known, Shown { text, is_secret }, Syntax::Text);
    }

    /// Returns whether each item of a list has the name of the parameter, as in most queries.
    fn has_each(&mut self, name: &str) -> bool {
        let list = self.known(name).and_then(|known| known.list);
        list.and_then(ListStyle::separator).is_none() && !self.is_json_field(name)
    }

    /// Writes a list whose items are together.
    fn push_list(&mut self, name: &'static str, texts: &[Cow<'_, str>]) {
        let known = self.known(name);
        let separator = known.and_then(|known| known.list).and_then(ListStyle::separator);
        match separator {
            Some(separator) => self.push(name, &texts.join(separator)),
            None => {
                let items: Vec<_> = texts.iter().map(|text| as_json(text, known).into_owned()).collect();
                self.push_json(name, JsonWriter::of(format!("[{}]", items.join(","))));
            }
        }
    }

    /// Returns whether a parameter is a field of a JSON object.
    fn is_json_field(&mut self, name: &str) -> bool {
        let known = self.known(name);
        matches!(self.target, Target::Json(_)) && known.is_none_or(|known| known.place == Place::Form)
    }

    /// The description of a parameter.
    fn known(&mut self, name: &str) -> Option<&'static Parameter> {
        let mut left = self.parameters.len();
        while left > 0 {
            let Some(known) = self.parameters.get(self.next) else {
                self.next = 0;
                continue;
            };
            if known.name == name {
                // The same one may come again, if it is a list.
                return Some(known);
            }
            self.next += 1;
            left -= 1;
        }
        None
    }

    /// Begins a parameter, and returns whether it is written.
    fn begin(&mut self, name: &'static str, text: &str) -> bool {
        if !self.watched.is_empty()
            && let Some((_, kept)) = self.watched.iter_mut().find(|(watched, _)| *watched == name)
        {
            *kept = Some(text.to_owned());
        }
        if let Some(skipped) = self.skipped
            && skipped == name
        {
            return false;
        }
        self.names.push(name);
        true
    }

    fn write(
        &mut self,
        name: &'static str,
        known: Option<&'static Parameter>,
        value: Shown<'_>,
        syntax: Syntax,
    ) {
        if !self.begin(name, value.text) {
            return;
        }
        #[cfg(feature = "cli")]
        let mark = value.is_secret.then(|| self.mark_of(name, known, syntax)).flatten();
        #[cfg(feature = "cli")]
        let value = Shown { text: mark.as_deref().unwrap_or(value.text), ..value };
        match (&mut self.target, known) {
            (Target::List(all), _) => all.push(Written {
                name,
                text: value.text.into(),
                is_secret: value.is_secret,
                parameter: known,
                place: known.map_or(Place::Form, |known| known.place),
            }),
            (_, Some(known)) if !is_usual(known) => self.write_unusual(known, value, syntax),
            (Target::Form(form), _) => percent::push_field(form, name, value.text),
            (Target::Multipart(parts), _) => parts.text(name, value.text, syntax),
            (Target::Json(object), _) => push_json_field(object, name, &in_json(value.text, known, syntax)),
        }
    }

    /// The mark of a parameter. It is in quotes in place of a secret, which is a text; what only
    /// has secrets in it is all JSON.
    #[cfg(feature = "cli")]
    fn mark_of(&self, name: &str, known: Option<&Parameter>, syntax: Syntax) -> Option<String> {
        let (_, mark) = self.marks.iter().find(|(marked, _)| *marked == name)?;
        Some(match syntax {
            Syntax::Json if known.is_some_and(|known| known.secret) => quoted(mark),
            Syntax::Json | Syntax::Text => mark.clone(),
        })
    }

    /// Writes a parameter with another place, name or form than is usual.
    fn write_unusual(&mut self, known: &'static Parameter, value: Shown<'_>, syntax: Syntax) {
        let name = known.wire_name();
        match known.place {
            Place::Path => self.elsewhere().add_to_path(known.name, value.text),
            Place::Query => push_query(&mut self.elsewhere().query, known, value.text),
            Place::Header { prefix } => {
                let added = self.elsewhere().add_header(prefix, name, value);
                self.error = self.error.take().or(added.err().map(Box::new));
            }
            Place::Cookie => self.elsewhere().add_cookie(name, value),
            Place::Body => self.elsewhere().body = Some(Whole::Text(value.text.to_owned())),
            Place::Form | Place::Basic => match &mut self.target {
                Target::Form(form) => push_query(form, known, value.text),
                Target::Multipart(parts) => parts.text(name, value.text, syntax),
                Target::Json(object) => {
                    push_json_field(object, name, &in_json(value.text, Some(known), syntax));
                }
                // Above.
                Target::List(_) => {}
            },
        }
    }

    pub(crate) fn elsewhere(&mut self) -> &mut Elsewhere {
        self.elsewhere.get_or_insert_default()
    }
}

shows!(FormWriter, |it| FormWriter { names: it.names });
