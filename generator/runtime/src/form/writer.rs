//! Parameters that are being written.

use http::{HeaderMap, HeaderName, HeaderValue};

use super::{FormValue, Multipart};
use crate::{
    ErrorKind, JsonValue, JsonWriter, Parameter, Secret, Upload, debug::shows, percent, redact::Secrets,
};

/// The form that [`Encode`](crate::Encode) and [`Credential`](crate::Credential) write parameters to.
///
/// The target may be a form, a multipart form or headers. The writer remembers
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
    /// Headers whose names begin with the prefix.
    Headers(&'static str, HeaderMap),
    /// A list, for whatever else is made of them.
    List(Vec<Written>),
}

impl Target {
    /// One of the same kind, with nothing in it.
    pub(crate) fn emptied(&self) -> Self {
        match self {
            Self::Form(text) => Self::Form(String::with_capacity(text.capacity())),
            Self::Multipart(_) => Self::Multipart(Multipart::new()),
            Self::Headers(prefix, _) => Self::Headers(prefix, HeaderMap::new()),
            Self::List(_) => Self::List(Vec::new()),
        }
    }
}

/// A parameter that was written.
pub(crate) struct Written {
    pub(crate) name: &'static str,
    pub(crate) text: Secret,
    /// True if all of it, or a part, must not be shown.
    #[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "only what shows it asks"))]
    pub(crate) is_secret: bool,
}

impl FormWriter {
    /// A writer of an `application/x-www-form-urlencoded` form with these
    /// parameters.
    #[must_use]
    pub fn new(parameters: &'static [Parameter]) -> Self {
        Self::with_target(Target::Form(String::new()), parameters)
    }

    pub(crate) fn with_target(target: Target, parameters: &'static [Parameter]) -> Self {
        Self { target, parameters, names: Vec::with_capacity(8), secrets: Secrets::default(), error: None }
    }

    /// This writer, unless something in it can't be sent.
    pub(crate) fn finish(mut self) -> Result<Self, ErrorKind> {
        self.error.take().map_or(Ok(self), Err)
    }

    /// Continues with what another writer has written to a target of the same kind.
    pub(crate) fn append(&mut self, other: Self) {
        match (&mut self.target, other.target) {
            (Target::Form(form), Target::Form(text)) if form.is_empty() => *form = text,
            (Target::Form(_), Target::Form(text)) if text.is_empty() => {}
            (Target::Form(form), Target::Form(text)) => form.extend(["&", &text]),
            (Target::Multipart(parts), Target::Multipart(others)) => parts.append(others),
            (Target::List(all), Target::List(others)) => all.extend(others),
            // A draft has one kind of target, and it isn't headers.
            _ => {}
        }
        self.names.extend(other.names);
        self.secrets.add(other.secrets);
        self.error = self.error.take().or(other.error);
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

    /// The text of the form so far, with its secrets; empty unless the target is
    /// an `application/x-www-form-urlencoded` form.
    pub fn as_str(&self) -> &str {
        match &self.target {
            Target::Form(text) => text,
            Target::Multipart(_) | Target::Headers(..) | Target::List(_) => "",
        }
    }

    /// The list of what was written, if the target is one.
    pub(crate) fn take_list(&mut self) -> Vec<Written> {
        match &mut self.target {
            Target::List(all) => std::mem::take(all),
            Target::Form(_) | Target::Multipart(_) | Target::Headers(..) => Vec::new(),
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
            Target::Form(_) | Target::Headers(..) => {
                self.error = Some(ErrorKind::FileOutsideMultipart { name });
            }
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
            Target::Form(form) => {
                if !form.is_empty() {
                    form.push('&');
                }
                percent::encode_into(form, name);
                form.push('=');
                percent::encode_into(form, text);
            }
            Target::Multipart(parts) => parts.text(name, text),
            Target::Headers(prefix, headers) => match header(prefix, name, text, secret) {
                Some((name, value)) => drop(headers.insert(name, value)),
                None => self.error = Some(ErrorKind::Header { name: name.into() }),
            },
            Target::List(all) => all.push(Written { name, text: text.into(), is_secret: secret }),
        }
    }
}

shows!(FormWriter, |it| FormWriter { names: it.names });

/// The header; `None` if it can't carry the text unchanged, because of control
/// characters or white space at either end, which the receiver would cut off.
fn header(prefix: &str, name: &str, text: &str, secret: bool) -> Option<(HeaderName, HeaderValue)> {
    if text.trim_matches([' ', '\t']) != text {
        return None;
    }
    let name = HeaderName::from_bytes(format!("{prefix}{name}").as_bytes()).ok()?;
    let mut value = HeaderValue::from_bytes(text.as_bytes()).ok()?;
    value.set_sensitive(secret);
    Some((name, value))
}
