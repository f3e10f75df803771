//! The parameters of a request, from all places, under their names in the spec.

use std::borrow::Cow;

use axum::body::Body;
use http::{
    StatusCode,
    header::{COOKIE, HeaderMap},
};

use super::{
    Call, Refusal,
    admission::Usage,
    body::{self, BodyKind},
    credential,
    endpoint::Target,
    limits::Limits,
    pattern::{Value, ValueKind},
};
use crate::codec::{FormReader, percent};
use crate::core::{Descriptor, Encoding, ListStyle, Parameter, Place};

/// The way the parameters of an operation are read.
pub(super) struct Inputs {
    /// True if all are in one form, under their own names.
    is_one_form: bool,
}

impl Inputs {
    pub(super) fn of(operation: &Descriptor) -> Self {
        let is_usual =
            |it: &Parameter| it.place == Place::Form && it.sent_as.is_none() && it.list.is_none() && !it.flag;
        let is_form = match operation.encoding {
            Encoding::Form | Encoding::Multipart | Encoding::Query => true,
            Encoding::Json | Encoding::Body => false,
        };
        Self { is_one_form: is_form && operation.parameters.iter().all(is_usual) }
    }
}

impl Target {
    /// Reads the parameters.
    ///
    /// # Errors
    /// If the body or the query can't be read. What is wrong with a parameter is for later.
    pub(super) async fn read(
        &self,
        kind: BodyKind<'_>,
        call: &Call,
        body: Body,
        usage: &Usage,
    ) -> Result<FormReader, Refusal> {
        let limits = &self.operation.limits;
        if self.operation.inputs.is_one_form {
            return kind.read(body, limits, usage).await;
        }
        // Boxed, so that a form needs no space for it.
        Box::pin(async move {
            let sent = kind.read(body, limits, usage).await?;
            let form = self.gathered(call, sent, limits, usage)?;
            usage.set(form.capacity());
            Ok(form)
        })
        .await
    }

    fn gathered(
        &self,
        call: &Call,
        mut sent: FormReader,
        limits: &Limits,
        usage: &Usage,
    ) -> Result<FormReader, Refusal> {
        let operation = call.operation;
        let mut form = FormReader::default();
        let mut query = match operation.encoding {
            Encoding::Query => std::mem::take(&mut sent),
            Encoding::Form | Encoding::Multipart | Encoding::Json | Encoding::Body => {
                query(call, limits, usage)?
            }
        };
        for parameter in operation.parameters {
            match (parameter.place, operation.encoding) {
                (Place::Query, _) | (Place::Form, Encoding::Query | Encoding::Body) => {
                    add(&mut form, parameter, &values(&query, parameter));
                }
                (Place::Form | Place::Body, _) => {
                    add(&mut form, parameter, &values(&sent, parameter));
                    form.take_file_of(&mut sent, parameter.wire_name(), parameter.name);
                }
                (Place::Header { prefix }, _) => {
                    let name = format!("{prefix}{}", parameter.wire_name());
                    add(&mut form, parameter, &of_header(&call.head.headers, &name));
                }
                (Place::Cookie, _) => {
                    let found = cookies(&call.head.headers, parameter.wire_name());
                    let found: Vec<_> = found.iter().map(Option::as_deref).collect();
                    add(&mut form, parameter, &found);
                }
                // Below; and the user of a credential is not a parameter.
                (Place::Path | Place::Basic, _) => {}
            }
        }
        self.add_path(call, &mut form);
        let usual = match operation.encoding {
            Encoding::Query | Encoding::Body => &query,
            Encoding::Form | Encoding::Multipart | Encoding::Json => &sent,
        };
        add_credential(&mut form, operation, usual);
        form.take_errors_of(&mut sent);
        form.take_errors_of(&mut query);
        Ok(form)
    }

    /// Adds the values in the path. What can't be one is an error of its parameter.
    fn add_path(&self, call: &Call, form: &mut FormReader) {
        let Some(pattern) = &self.pattern else { return };
        for Value { name, encoded, kind } in pattern.values(call.path()).unwrap_or_default() {
            let known = call.operation.parameters.iter().find(|known| known.name == name);
            let Some(parameter) = known else { continue };
            let text = decoded(encoded);
            if let Some(what) = text.as_deref().and_then(|text| misplaced(kind, encoded, text)) {
                form.error(parameter.name, what);
            }
            add(form, parameter, &[text.as_deref()]);
        }
    }
}

/// Returns what is wrong with a text as a part of a path: clients and proxies resolve `..`, and
/// what is decoded of the rest of a path must not end a segment.
fn misplaced(kind: ValueKind, encoded: &str, text: &str) -> Option<&'static str> {
    let is_resolved = |segment: &str| matches!(segment, "." | "..");
    let slashes = |text: &str| text.bytes().filter(|byte| *byte == b'/').count();
    match kind {
        _ if text.contains('\0') => Some("has the character with the number 0"),
        ValueKind::Part if is_resolved(text) => Some("`.` and `..` are not values"),
        ValueKind::Rest if text.split('/').any(is_resolved) => Some("has `.` or `..` as a segment"),
        ValueKind::Rest if slashes(encoded) != slashes(text) => Some("has an encoded slash"),
        ValueKind::Part | ValueKind::Rest => None,
    }
}

/// A part of a path or of a cookie, decoded: a plus is a plus.
fn decoded(text: &str) -> Option<String> {
    percent::decode(text.replace('+', "%2B").as_bytes()).map(Cow::into_owned)
}

/// The fields of the query, under their names on the wire.
fn query(call: &Call, limits: &Limits, usage: &Usage) -> Result<FormReader, Refusal> {
    let text = call.head.uri.query().unwrap_or_default();
    if text.len() as u64 > limits.plain_form.min(limits.form) {
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, "the query is too long"));
    }
    body::fields(text.as_bytes(), usage)
}

fn values<'a>(form: &'a FormReader, parameter: &Parameter) -> Vec<Option<&'a str>> {
    match parameter.list {
        Some(ListStyle::Brackets) => form.values(&format!("{}[]", parameter.wire_name())).collect(),
        _ => form.values(parameter.wire_name()).collect(),
    }
}

fn of_header<'a>(headers: &'a HeaderMap, name: &str) -> Vec<Option<&'a str>> {
    headers.get_all(name).iter().map(|value| std::str::from_utf8(value.as_bytes()).ok()).collect()
}

/// The values of a cookie; `None` is one that isn't percent-encoded UTF-8.
pub(super) fn cookies(headers: &HeaderMap, name: &str) -> Vec<Option<String>> {
    let texts = headers.get_all(COOKIE).iter().filter_map(|value| std::str::from_utf8(value.as_bytes()).ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let own = pairs.filter(|(own, _)| *own == name).map(|(_, value)| {
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        decoded(quoted.unwrap_or(value))
    });
    own.collect()
}

/// Adds a parameter with the values that were sent; a list is a field for each item.
fn add(form: &mut FormReader, parameter: &Parameter, values: &[Option<&str>]) {
    let separator = parameter.list.and_then(ListStyle::separator);
    let is_header = matches!(parameter.place, Place::Header { .. });
    if separator.is_some() && values.len() > 1 && !is_header {
        return form.error(parameter.name, "given more than once");
    }
    if values.is_empty() && parameter.required && parameter.list.is_some() && separator.is_none() {
        // There is no other way to send an empty list.
        form.push(parameter.name, Some(""));
    }
    for value in values {
        match (value, separator) {
            (Some(""), _) if parameter.flag => form.push(parameter.name, Some("true")),
            (Some(text), Some(separator)) => text.split(separator).for_each(|item| {
                form.push(parameter.name, Some(if is_header { item.trim() } else { item }));
            }),
            (value, _) => form.push(parameter.name, *value),
        }
    }
}

/// Adds the fields of a credential that comes with the parameters.
fn add_credential(form: &mut FormReader, operation: &Descriptor, sent: &FormReader) {
    let blocks = credential::blocks(operation).filter(|block| block.place == Place::Form);
    for known in blocks.flat_map(|block| block.parameters) {
        let is_parameter = operation.parameters.iter().any(|it| it.wire_name() == known.wire_name());
        if !is_parameter && !form.has(known.name) {
            for value in sent.values(known.wire_name()) {
                let json = value.filter(|_| operation.encoding == Encoding::Json);
                let text = json.and_then(|json| serde_json::from_str::<String>(json).ok());
                form.push(known.name, text.as_deref().or(value));
            }
        }
    }
}
