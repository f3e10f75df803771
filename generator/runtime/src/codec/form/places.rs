//! Parameters of a request from all places -> a form with their names in the spec.

use std::borrow::Cow;

use http::header::{COOKIE, HeaderMap};

use super::FormReader;
use crate::codec::percent;
use crate::core::{Descriptor, Encoding, ListStyle, Parameter, Place};

/// Reads the parameters of an operation, except those in the path. `sent` has the fields of the
/// body under their names on the wire; if the body is one value, under that of its parameter.
pub(crate) fn gather(
    operation: &Descriptor,
    headers: &HeaderMap,
    query: &FormReader,
    sent: &mut FormReader,
) -> FormReader {
    let mut form = FormReader::default();
    for parameter in operation.parameters {
        match (parameter.place, operation.encoding) {
            (Place::Query, _) | (Place::Form, Encoding::Query | Encoding::Body) => {
                add(&mut form, parameter, &values(query, parameter));
            }
            (Place::Form | Place::Body, _) => {
                if !form.take_json_of(sent, parameter.wire_name(), parameter.name) {
                    add(&mut form, parameter, &values(sent, parameter));
                }
                form.take_file_of(sent, parameter.wire_name(), parameter.name);
            }
            (Place::Header { prefix }, _) => {
                let name = format!("{prefix}{}", parameter.wire_name());
                add(&mut form, parameter, &of_header(headers, &name));
            }
            (Place::Cookie, _) => {
                let found = cookies(headers, parameter.wire_name());
                let found: Vec<_> = found.iter().map(Option::as_deref).collect();
                add(&mut form, parameter, &found);
            }
            // The user of a credential is not a parameter.
            (Place::Path | Place::Basic, _) => {}
        }
    }
    let usual = match operation.encoding {
        Encoding::Query | Encoding::Body => query,
        Encoding::Form | Encoding::Multipart | Encoding::Json => sent,
    };
    add_credential(&mut form, operation, usual);
    form.take_body_of(sent);
    form
}

/// A part of a path or of a cookie, decoded: a plus is a plus.
pub(crate) fn decoded(text: &str) -> Option<String> {
    percent::decode(text.replace('+', "%2B").as_bytes()).map(Cow::into_owned)
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
pub(crate) fn cookies(headers: &HeaderMap, name: &str) -> Vec<Option<String>> {
    let texts = headers.get_all(COOKIE).iter().filter_map(|value| std::str::from_utf8(value.as_bytes()).ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let own = pairs.filter(|(own, _)| *own == name).map(|(_, value)| {
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        decoded(quoted.unwrap_or(value))
    });
    own.collect()
}

/// Adds a parameter with the values that were sent; a list is a field for each item.
pub(crate) fn add(form: &mut FormReader, parameter: &Parameter, values: &[Option<&str>]) {
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
    let blocks = operation.auth_blocks().filter(|block| block.place == Place::Form);
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
