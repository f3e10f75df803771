//! A request, taken apart: values from all places, under their names in the spec.
//!
//! It is the other half of `client/assemble`.

use std::borrow::Cow;

use http::header::{COOKIE, HeaderMap};

use super::{FormReader, object, quoted};
#[cfg(feature = "server")]
use crate::codec::percent;
use crate::core::{Descriptor, Encoding, ListStyle, Parameter, Place};

/// The parts of a request in which values are.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(crate) encoding: Encoding,
    pub(crate) headers: &'a HeaderMap,
    /// The fields of the query, under their names on the wire.
    pub(crate) query: &'a FormReader,
    /// Those of the body; if it is one value, under the name of its parameter.
    pub(crate) body: &'a FormReader,
}

impl<'a> Parts<'a> {
    /// The texts of a parameter, or of a field of a credential, at its place; `None` is one that isn't
    /// UTF-8. Paths and the header `Authorization` have values without names.
    pub(crate) fn texts(self, place: Place, known: &Parameter) -> Vec<Option<Cow<'a, str>>> {
        let name = known.wire_name();
        match place {
            _ if place.is_in_query(self.encoding) => values(self.query, known),
            Place::Form | Place::Body => values(self.body, known),
            Place::Header { prefix } => {
                let values = self.headers.get_all([prefix, name].concat()).iter();
                values.map(|value| std::str::from_utf8(value.as_bytes()).ok().map(Cow::from)).collect()
            }
            Place::Cookie => cookies(self.headers, name),
            Place::Query | Place::Path | Place::Basic | Place::Bearer => Vec::new(),
        }
    }
}

/// Adds a parameter with what was sent at its place.
pub(crate) fn add_known(form: &mut FormReader, operation: &Descriptor, known: &Parameter, parts: Parts<'_>) {
    match (known.place, known.object) {
        (Place::Path, _) | (_, None) => add(form, known, parts.encoding, &parts.texts(known.place, known)),
        (Place::Header { .. }, Some(_)) => object::gather_headers(form, known, parts.headers),
        // The body was read as its value.
        (Place::Body, Some(_)) => {
            parts.body.values(known.name).flatten().for_each(|json| form.push_texts(known.name, json));
        }
        (_, Some(_)) => {
            let is_in_query = |place: Place| place.is_in_query(parts.encoding);
            let fields = if is_in_query(known.place) { parts.query } else { parts.body };
            let credential = operation.auth_blocks();
            let credential =
                credential.flat_map(|it| it.parameters.iter().map(|one| (it.place_of(one), one)));
            let own = operation.parameters.iter().map(|one| (one.place, one));
            let others = own.chain(credential).filter(|(place, _)| match place {
                Place::Query | Place::Form => is_in_query(*place) == is_in_query(known.place),
                Place::Header { .. }
                | Place::Path
                | Place::Cookie
                | Place::Body
                | Place::Basic
                | Place::Bearer => false,
            });
            let others: Vec<_> = others.map(|(_, one)| one).collect();
            object::gather(form, known, &object::own(known, fields.named(), &others));
        }
    }
}

/// Takes a request apart: the values of the operation's parameters from all places but the path, and
/// the fields of a credential that comes with them.
#[cfg(feature = "server")]
pub(crate) fn take_apart(
    operation: &Descriptor,
    headers: &HeaderMap,
    query: &FormReader,
    body: &mut FormReader,
) -> FormReader {
    let (mut form, encoding) = (FormReader::default(), operation.encoding);
    for known in operation.parameters {
        if matches!(known.place, Place::Form | Place::Body) && !known.place.is_in_query(encoding) {
            form.take_file_of(body, known.wire_name(), known.name);
            if form.take_json_of(body, known.wire_name(), known.name) {
                continue;
            }
        }
        add_known(&mut form, operation, known, Parts { encoding, headers, query, body });
    }
    add_credential(&mut form, operation, Parts { encoding, headers, query, body });
    form.take_body_of(body);
    form
}

/// The texts of a part of a path: a comma between items isn't encoded.
#[cfg(feature = "server")]
pub(crate) fn in_path<'a>(parameter: &Parameter, encoded: &'a str) -> Vec<Option<Cow<'a, str>>> {
    let is_split = matches!(parameter.list, Some(ListStyle::Comma | ListStyle::Pairs));
    let items = encoded.split(|character| is_split && character == ',');
    items.map(|item| decoded(item).map(Cow::from)).collect()
}

/// A part of a path, decoded: a plus is a plus.
#[cfg(feature = "server")]
pub(crate) fn decoded(text: &str) -> Option<String> {
    percent::decode(text.replace('+', "%2B").as_bytes()).map(Cow::into_owned)
}

fn values<'a>(form: &'a FormReader, known: &Parameter) -> Vec<Option<Cow<'a, str>>> {
    let brackets = if known.list == Some(ListStyle::Brackets) { "[]" } else { "" };
    form.values(&[known.wire_name(), brackets].concat()).map(|text| text.map(Cow::from)).collect()
}

fn cookies<'a>(headers: &'a HeaderMap, name: &str) -> Vec<Option<Cow<'a, str>>> {
    let texts = headers.get_all(COOKIE).iter().filter_map(|value| std::str::from_utf8(value.as_bytes()).ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let own = pairs.filter(|(own, _)| *own == name).map(|(_, value)| {
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        Some(quoted.unwrap_or(value).into())
    });
    own.collect()
}

/// Adds a parameter with the values that were sent; a list is a field for each item.
pub(crate) fn add(
    form: &mut FormReader,
    parameter: &Parameter,
    encoding: Encoding,
    texts: &[Option<Cow<'_, str>>],
) {
    let separator = parameter.bare_separator(encoding);
    let is_header = matches!(parameter.place, Place::Header { .. });
    if separator.is_some() && texts.len() > 1 && !is_header {
        return form.error(parameter.name, "given more than once");
    }
    if parameter.list.is_some() && parameter.json {
        let texts = texts.iter().map(Option::as_deref);
        return match is_header {
            true => object::gather_items(form, parameter, texts.flat_map(object::in_header)),
            false => object::gather_items(form, parameter, texts),
        };
    }
    for text in texts {
        match (text.as_deref(), separator) {
            (Some(text), _) if parameter.object.is_some() => form.push_texts(parameter.name, &quoted(text)),
            (Some(""), _) if parameter.flag => form.push(parameter.name, Some("true")),
            (Some(text), Some(separator)) => text.split(separator).for_each(|item| {
                form.push(parameter.name, Some(if is_header { item.trim() } else { item }));
            }),
            (text, _) => form.push(parameter.name, text),
        }
    }
}

/// Adds the fields of a credential that comes with the parameters.
#[cfg(feature = "server")]
fn add_credential(form: &mut FormReader, operation: &Descriptor, parts: Parts<'_>) {
    let blocks = operation.auth_blocks().filter(|block| block.place == Place::Form);
    for known in blocks.flat_map(|block| block.parameters) {
        let is_parameter = operation.parameters.iter().any(|it| it.wire_name() == known.wire_name());
        if !is_parameter && !form.has(known.name) {
            for value in parts.texts(Place::Form, known) {
                let json = value.as_deref().filter(|_| operation.encoding == Encoding::Json);
                let text = json.and_then(|json| serde_json::from_str::<String>(json).ok());
                form.push(known.name, text.as_deref().or(value.as_deref()));
            }
        }
    }
}
