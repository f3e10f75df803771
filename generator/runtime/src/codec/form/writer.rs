//! Parameters that are being written.

use super::{FormValue, Multipart};
use crate::codec::json::{JsonValue, JsonWriter};
use crate::codec::{percent, redact::Secrets, upload::Upload};
use crate::core::{ErrorKind, Parameter, Secret, debug::shows};

/// The form that [`Encode`](crate::Encode) and [`Credential`](crate::Credential) write parameters to.
///
/// The target may be a form, a multipart form or a list. The writer remembers
/// names, secrets and JSON of an unknown shape, so that errors don't show them
/// if the server repeats them.
pub struct FormWriter {
    pub(crate) target: Target,
    parameters: &'static [Parameter],
    pub(crate) names: Vec<&'static str>,
    pub(crate) secrets: Secrets,
    error: Option<ErrorKind>,
}

/// The place of parameters in a request.
pub(crate) enum Target {
    /// The text of a form.
    Form(String),
    /// The parts of a multipart form.
    Multipart(Multipart),
    /// A list, for whatever else is made of them.
    List(Vec<Written>),
}

/// A parameter that was written.
pub(crate) struct Written {
    pub(crate) name: &'static str,
    pub(crate) text: Secret,
    /// True if all of it, or a part, must not be shown.
    pub(crate) is_secret: bool,
}

impl FormWriter {
    /// Creates a writer of an `application/x-www-form-urlencoded` form with these
    /// parameters.
    #[must_use]
    pub fn new(parameters: &'static [Parameter]) -> Self {
        Self::with_target(Target::Form(String::new()), parameters)
    }

    pub(crate) fn with_target(target: Target, parameters: &'static [Parameter]) -> Self {
        Self { target, parameters, names: Vec::with_capacity(8), secrets: Secrets::default(), error: None }
    }

    /// Returns this writer, unless something in it can't be sent.
    pub(crate) fn finish(mut self) -> Result<Self, ErrorKind> {
        self.error.take().map_or(Ok(self), Err)
    }

    /// Puts fields of another block before those that are written.
    pub(crate) fn prepend(&mut self, fields: Vec<Written>) {
        match &mut self.target {
            Target::Form(form) => {
                let mut text = String::with_capacity(form.capacity());
                fields.iter().for_each(|field| push_field(&mut text, field.name, field.text.expose()));
                if !text.is_empty() && !form.is_empty() {
                    text.push('&');
                }
                text.push_str(form);
                *form = text;
            }
            Target::Multipart(parts) => {
                parts.prepend(fields.iter().map(|field| (field.name, field.text.expose().to_owned())));
            }
            Target::List(all) => drop(all.splice(..0, fields)),
        }
    }

    /// A copy of a form that is text; `None` otherwise.
    #[cfg(feature = "reqwest")]
    pub(crate) fn try_clone(&self) -> Option<Self> {
        let Target::Form(text) = &self.target else { return None };
        if self.error.is_some() {
            return None;
        }
        let (target, names, secrets) = (Target::Form(text.clone()), self.names.clone(), self.secrets.clone());
        Some(Self { target, parameters: self.parameters, names, secrets, error: None })
    }

    /// Returns the text of the form so far, with its secrets; empty unless the target is
    /// an `application/x-www-form-urlencoded` form.
    pub fn as_str(&self) -> &str {
        match &self.target {
            Target::Form(text) => text,
            Target::Multipart(_) | Target::List(_) => "",
        }
    }

    /// The list of what was written, if the target is one.
    pub(crate) fn take_list(&mut self) -> Vec<Written> {
        match &mut self.target {
            Target::List(all) => std::mem::take(all),
            Target::Form(_) | Target::Multipart(_) => Vec::new(),
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

    /// Writes a parameter that can be null, which is sent as an empty value.
    pub fn put_nullable<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a T>>)
    where
        T: FormValue + ?Sized + 'a,
    {
        match value.into() {
            Some(value) => self.put(name, value),
            None => self.push(name, ""),
        }
    }

    /// Writes a parameter as JSON text, if it has a value.
    pub fn put_json<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a T>>)
    where
        T: JsonValue + 'a,
    {
        if let Some(value) = value.into() {
            let mut json = JsonWriter::default();
            value.write_json(&mut json);
            self.push_json(name, json);
        }
    }

    /// Writes the file part of a multipart form.
    pub fn put_file(&mut self, name: &'static str, upload: Upload) {
        self.names.push(name);
        match &mut self.target {
            Target::Multipart(parts) => parts.file(name, upload),
            // A list is of texts.
            Target::List(_) => {}
            Target::Form(_) => self.error = Some(ErrorKind::FileOutsideMultipart { name }),
        }
    }

    fn push_json(&mut self, name: &'static str, json: JsonWriter) {
        let secret = self.is_secret(name);
        let may_have_secrets = !json.secrets.is_empty() || !json.opaque.is_empty();
        self.write(name, &json.text, secret || may_have_secrets);
        if secret {
            self.secrets.push(json.text.as_str().into());
        }
        self.secrets.add_json(json);
    }

    fn push(&mut self, name: &'static str, text: &str) {
        let secret = self.is_secret(name);
        if secret {
            self.secrets.push(text.into());
        }
        self.write(name, text, secret);
    }

    fn is_secret(&self, name: &str) -> bool {
        self.parameters.iter().any(|known| known.secret && known.name == name)
    }

    fn write(&mut self, name: &'static str, text: &str, secret: bool) {
        self.names.push(name);
        match &mut self.target {
            Target::Form(form) => push_field(form, name, text),
            Target::Multipart(parts) => parts.text(name, text),
            Target::List(all) => all.push(Written { name, text: text.into(), is_secret: secret }),
        }
    }
}

shows!(FormWriter, |it| FormWriter { names: it.names });

fn push_field(form: &mut String, name: &str, text: &str) {
    if !form.is_empty() {
        form.push('&');
    }
    percent::encode_into(form, name);
    form.push('=');
    percent::encode_into(form, text);
}
