//! Decides which values of an exchange are kept. The same rules find the placeholders of a
//! recorded exchange.

use std::collections::{HashMap, HashSet};

use serde_json::{Number, value::RawValue};

use super::{
    exchange::{Content, Kept, RecordedRequest, Text},
    placeholders::Kind,
};
use crate::codec::{JsonReader, JsonWriter, json::Tape, outcome};
use crate::core::{ApiDescriptor, Auth, AuthBlock, Descriptor, Parameter, Place, ValueKind};

/// The fate of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The API's description has it.
    Kept,
    /// It is kept without the secrets in it.
    Cleaned,
    Hidden,
    /// It is hidden wherever it is.
    Secret,
}

/// A value, apart from its text.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    /// The name in a placeholder.
    pub(super) name: &'a str,
    pub(super) kind: Kind,
    pub(super) fate: Fate,
}

/// Returns the text that takes the place of a value.
pub(super) type Map<'m> = dyn FnMut(Value<'_>, &str) -> String + 'm;

/// The names that an API's description has.
pub(super) struct Words {
    pub(super) api: &'static ApiDescriptor,
    names: HashSet<&'static str>,
    secret: HashSet<&'static str>,
    /// Listed values by the name of the field, or of the operation that returns one.
    listed: HashMap<&'static str, &'static [&'static str]>,
}

impl Words {
    pub(super) fn of(api: &'static ApiDescriptor) -> Self {
        let of_operation = |it: &&'static Descriptor| {
            it.parameters.iter().chain(it.auth_blocks().flat_map(|block| block.parameters))
        };
        let parameters = || api.operations.iter().flat_map(of_operation);
        let message = api.message.map(|it| it.status.into_iter().chain([it.text]));
        let envelope = api.envelope.map(|it| [it.status, it.code, it.data]);
        let shapes = message.into_iter().flatten().chain(envelope.into_iter().flatten());
        let fields = api.fields.iter().copied();
        let names = parameters().map(|it| it.name).chain(fields).chain(shapes).collect();
        let secret = parameters().filter(|it| it.secret).map(|it| it.name);
        let secret = secret.chain(api.secret_fields.iter().copied()).collect();
        Self { api, names, secret, listed: api.listed.iter().copied().collect() }
    }

    fn listed(&self, name: &str) -> &'static [&'static str] {
        self.listed.get(name).copied().unwrap_or_default()
    }
}

/// The rules for the exchanges of an operation.
pub(super) struct Rules<'a> {
    pub(super) words: &'a Words,
    pub(super) operation: &'static Descriptor,
    pub(super) kept: &'a Kept,
}

/// A place in JSON.
#[derive(Clone, Copy)]
struct At<'a> {
    name: &'a str,
    listed: &'static [&'static str],
    is_secret: bool,
    depth: usize,
}

impl Rules<'_> {
    pub(super) fn request(&self, request: &RecordedRequest, map: &mut Map<'_>) -> RecordedRequest {
        let mut out = request.clone();
        if !self.operation.paths().chain([""]).any(|path| path == out.path) {
            let path = self.value("path", &out.path, map);
            out.path = if path.starts_with('/') { path } else { format!("/{path}") };
        }
        for (name, text) in &mut out.headers {
            *text = match header_parameter(self.words.api, self.operation, name) {
                Some(parameter) => self.parameter(parameter.name, text, map),
                None => {
                    let token = text.split_once(' ').map_or(&**text, |(_, token)| token.trim());
                    map(Value { name, kind: Kind::Text, fate: Fate::Secret }, token)
                }
            };
        }
        for (name, text) in &mut out.form {
            *text = self.parameter(name, text, map);
            *name = self.name(name, false, map).0;
        }
        for file in &mut out.file.0 {
            file.name = self.value("file", &file.name, map);
            file.media_type = self.media_type(&file.media_type);
        }
        out
    }

    /// A field of a form.
    pub(super) fn parameter(&self, name: &str, text: &str, map: &mut Map<'_>) -> String {
        let is_it = |it: &&Parameter| it.name == name;
        let own = blocks(self.words.api, self.operation).filter(|_| !self.operation.bearer_only);
        let own = own.flat_map(|block| block.parameters).find(is_it);
        let known = own.or_else(|| self.operation.parameters.iter().find(is_it));
        let is_kept = known.is_some_and(|it| {
            let is_bool = !it.json && it.kind == ValueKind::Boolean && matches!(text, "true" | "false");
            is_bool || it.constant == Some(text)
        });
        // JSON in a credential is a signature.
        let is_secret = self.words.secret.contains(name) || own.is_some_and(|it| it.json);
        let listed = known.map(|it| it.values).unwrap_or_default();
        let name = if known.is_some() || self.kept.has(name) { name } else { "value" };
        let at = At { name, listed, is_secret, depth: usize::MAX / 2 };
        let mut json = String::new();
        match known {
            _ if is_kept => map(Value { name, kind: Kind::Text, fate: Fate::Kept }, text),
            Some(Parameter { json: true, .. })
                if own.is_none() && self.json_text(text, at, &mut json, map).is_some() =>
            {
                json
            }
            Some(Parameter { kind: ValueKind::Text | ValueKind::Boolean, .. }) => {
                self.leaf(at, Kind::Text, text, map)
            }
            _ if serde_json::from_str::<Number>(text).is_ok() => self.leaf(at, Kind::Number, text, map),
            _ => self.leaf(at, Kind::Text, text, map),
        }
    }

    /// A value that has the type of a parameter, and is of another name.
    pub(super) fn of_type(&self, known: &Parameter, name: &str, text: &str, map: &mut Map<'_>) -> String {
        let is_secret = known.secret || self.operation.secret_result;
        let is_kept = known.kind == ValueKind::Boolean || known.constant == Some(text);
        let is_number = known.kind == ValueKind::Number && serde_json::from_str::<Number>(text).is_ok();
        let at = At { name, listed: known.values, is_secret, depth: usize::MAX / 2 };
        match () {
            () if is_kept && !is_secret => map(Value { name, kind: Kind::Text, fate: Fate::Kept }, text),
            () => self.leaf(at, if is_number { Kind::Number } else { Kind::Text }, text, map),
        }
    }

    /// A name, and whether it is kept.
    pub(super) fn name(&self, name: &str, is_secret: bool, map: &mut Map<'_>) -> (String, bool) {
        let fate = match () {
            () if name.is_empty() || self.words.names.contains(name) => Fate::Kept,
            () if is_secret => Fate::Secret,
            () if self.kept.has(name) => Fate::Cleaned,
            () => Fate::Hidden,
        };
        let is_kept = matches!(fate, Fate::Kept | Fate::Cleaned);
        (map(Value { name: "field", kind: Kind::Text, fate }, name), is_kept)
    }

    /// A text that is no field.
    pub(super) fn value(&self, name: &str, text: &str, map: &mut Map<'_>) -> String {
        let fate = if self.kept.all() { Fate::Cleaned } else { Fate::Hidden };
        map(Value { name, kind: Kind::Text, fate }, text)
    }

    fn leaf(&self, at: At<'_>, kind: Kind, text: &str, map: &mut Map<'_>) -> String {
        let fate = match () {
            () if text.is_empty() || self.is_status(at, text) => Fate::Kept,
            () if at.is_secret => Fate::Secret,
            () if at.listed.contains(&text) => Fate::Kept,
            () if self.kept.has(at.name) => Fate::Cleaned,
            () => Fate::Hidden,
        };
        map(Value { name: at.name, kind, fate }, text)
    }

    /// Returns whether a value says whether a call failed.
    fn is_status(&self, at: At<'_>, text: &str) -> bool {
        let is_code = || text.parse().is_ok_and(|code: u16| (100..600).contains(&code));
        let ApiDescriptor { message, envelope, .. } = self.words.api;
        at.depth == 1
            && (message.is_some_and(|it| Some(at.name) == it.status && is_code())
                || envelope.is_some_and(|it| {
                    (at.name == it.code && is_code())
                        || (at.name == it.status && [it.ok, it.error].contains(&text))
                }))
    }

    /// Writes JSON. `None` if it is none, or nested too deeply.
    fn json_text(&self, text: &str, at: At<'_>, out: &mut String, map: &mut Map<'_>) -> Option<()> {
        let tape = Tape::of(text).ok()?;
        self.json(JsonReader::new(text, &tape), at, out, map)
    }

    fn json(&self, from: JsonReader<'_>, at: At<'_>, out: &mut String, map: &mut Map<'_>) -> Option<()> {
        match from.first() {
            b'{' => self.object(from, at, out, map)?,
            b'[' => {
                out.push('[');
                for (index, item) in from.items()?.enumerate() {
                    out.push_str(if index == 0 { "" } else { "," });
                    self.json(item, At { depth: at.depth + 1, ..at }, out, map)?;
                }
                out.push(']');
            }
            b'"' => push_string(out, &self.leaf(at, Kind::Text, &from.text()?, map)),
            b't' | b'f' | b'n' => out.push_str(from.as_str()),
            _ => out.push_str(&self.leaf(at, Kind::Number, from.as_str(), map)),
        }
        Some(())
    }

    fn object(&self, from: JsonReader<'_>, at: At<'_>, out: &mut String, map: &mut Map<'_>) -> Option<()> {
        out.push('{');
        for (index, (name, value)) in from.fields()?.enumerate() {
            let name = name.text()?;
            out.push_str(if index == 0 { "" } else { "," });
            let (shown, is_kept) = self.name(&name, at.is_secret, map);
            push_string(out, &shown);
            out.push(':');
            let is_data = at.depth == 0 && self.words.api.envelope.is_some_and(|it| it.data == name);
            let listed = if is_data { at.listed } else { self.words.listed(&name) };
            let is_secret = at.is_secret || self.words.secret.contains(&*name);
            let name = if is_kept { &*name } else { "value" };
            self.json(value, At { name, listed, is_secret, depth: at.depth + 1 }, out, map)?;
        }
        out.push('}');
        Some(())
    }

    /// The body of a response.
    pub(super) fn body(&self, status: u16, body: &[u8], map: &mut Map<'_>) -> Content {
        let text = std::str::from_utf8(body).ok();
        let tape = text.and_then(|text| Tape::of(text).ok());
        let from = text.zip(tape.as_ref()).map(|(text, tape)| JsonReader::new(text, tape));
        let is_failure =
            status >= 400 || from.is_some_and(|from| outcome::says_failure(self.words.api, from));
        let is_secret = self.operation.secret_result && !is_failure;
        let Some(text) = text else {
            return Content::Bytes(self.bytes(body, is_secret, map));
        };
        let name = self.operation.name;
        let at = At { name, listed: self.words.listed(name), is_secret, depth: 0 };
        let mut json = String::new();
        if from.and_then(|from| self.json(from, at, &mut json, map)).is_some()
            && let Ok(json) = RawValue::from_string(json)
        {
            return Content::Json(json);
        }
        Content::Text(match self.kept.all() && !is_secret {
            true => Text::Whole(self.value(name, text, map)),
            false => Text::length(text.len()),
        })
    }

    /// Bytes, if they are kept and have no secret.
    pub(super) fn bytes(&self, bytes: &[u8], is_secret: bool, map: &mut Map<'_>) -> Text {
        let text = String::from_utf8_lossy(bytes);
        match self.kept.all() && !is_secret && self.value("bytes", &text, map) == text {
            true => Text::Whole(bytes.iter().map(|byte| char::from(*byte)).collect()),
            false => Text::length(bytes.len()),
        }
    }
}

/// The credentials that a request may carry.
fn blocks(api: &ApiDescriptor, operation: &Descriptor) -> impl Iterator<Item = &'static AuthBlock> {
    let is_any = matches!(operation.auth, Auth::NotShown);
    let all = api.operations.iter().filter(move |_| is_any);
    all.flat_map(|it| it.auth_blocks()).chain(operation.auth_blocks())
}

/// Returns the field of a credential that is sent in a header.
pub(super) fn header_parameter(
    api: &ApiDescriptor,
    operation: &Descriptor,
    header: &str,
) -> Option<&'static Parameter> {
    blocks(api, operation).find_map(|block| {
        let is_it = |it: &&Parameter| match block.place_of(it) {
            Place::Header { prefix } => format!("{prefix}{}", it.wire_name()).eq_ignore_ascii_case(header),
            Place::Form | Place::Query | Place::Path | Place::Cookie | Place::Body | Place::Basic => false,
        };
        block.parameters.iter().find(is_it)
    })
}

fn push_string(out: &mut String, text: &str) {
    let mut writer = JsonWriter::default();
    writer.string(text);
    out.push_str(&writer.text);
}
