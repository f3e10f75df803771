//! The shape of messages and envelopes, from which follows what a failure is.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Responses, ValueShape};
use serde_json::json;

use super::draft::Draft;
use super::endpoints::Seen;
use super::paths::Match;
use super::report::{Report, Section, name};
use super::types::Types;
use super::words;
use generator_spec::model::{Api, Envelope, ReturnKind, Type};
use generator_spec::text::counted;

/// Operations that must agree on an envelope: one alone may just have such a result.
const LEAST_OPERATIONS: usize = 2;
/// Fields of a message or an envelope, at most.
const MOST_FIELDS: usize = 8;

/// Words that fields are called by.
const TEXTS: &[&str] = &["message", "msg", "text", "reason", "description", "error", "detail", "details"];
const STATUSES: &[&str] = &["status", "state", "result", "outcome"];
const CODES: &[&str] = &["code", "status_code", "statuscode", "http_status", "httpstatus"];
const DATA: &[&str] = &["data", "payload", "result", "content", "body"];

/// The messages and the envelopes of a server.
#[derive(Debug)]
pub struct Dialect {
    message: Option<Roles>,
    /// All fields of messages.
    fields: BTreeSet<String>,
    envelope: Option<Envelope>,
    /// The samples of messages that are not the spec's, and how many operations have them.
    new_message: Option<(ValueShape, usize)>,
    /// The number of operations with another envelope than the spec's.
    new_envelope: Option<usize>,
}

/// The fields of messages.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Roles {
    status: String,
    text: String,
}

impl Dialect {
    /// The spec's, unless most operations show another.
    pub fn of(api: &Api, seen: &[Seen], matches: &[Match<'_>]) -> Self {
        let known = api.message.as_ref();
        // A message without a status doesn't say whether a call failed.
        let known = known.and_then(|it| Some(Roles { status: it.status.clone()?, text: it.text.clone() }));
        let mut own = Self {
            fields: fields(api),
            message: known,
            envelope: api.envelope.clone(),
            new_message: None,
            new_envelope: None,
        };
        if let Some((roles, shape, count)) = own.other_message(&responses(ReturnKind::Message, seen, matches))
        {
            own.fields = shape.fields.keys().cloned().collect();
            (own.message, own.new_message) = (Some(roles), Some((shape, count)));
        }
        if let Some((envelope, count)) = own.other_envelope(&responses(ReturnKind::Envelope, seen, matches)) {
            (own.envelope, own.new_envelope) = (Some(envelope), Some(count));
        }
        own
    }

    /// Returns whether a field may hold the status of a failure.
    pub fn is_status(&self, api: &Api, field: &str) -> bool {
        let messages = api
            .message
            .iter()
            .filter_map(|it| it.status.as_ref())
            .chain(self.message.iter().map(|it| &it.status));
        let envelopes = api.envelope.iter().chain(&self.envelope).map(|it| &it.code);
        messages.chain(envelopes).any(|it| it == field)
    }

    /// Returns whether all samples are messages, perhaps with more fields.
    pub fn is_message(&self, shape: &ValueShape) -> bool {
        self.message.as_ref().is_some_and(|roles| is_message(shape, roles))
    }

    /// Returns whether all samples are messages and nothing more.
    pub fn is_only_message(&self, shape: &ValueShape) -> bool {
        let is_whole = shape.others.is_none() && shape.fields.keys().all(|name| self.fields.contains(name));
        is_whole && self.is_message(shape)
    }

    /// Returns the content of the envelope, if all samples are envelopes.
    pub fn data<'s>(&self, shape: &'s ValueShape) -> Option<&'s ValueShape> {
        self.envelope.as_ref().and_then(|envelope| data(shape, envelope))
    }

    /// The roles that messages have, if not the spec's.
    fn other_message(&self, shapes: &[ValueShape]) -> Option<(Roles, ValueShape, usize)> {
        let known = self.message.as_ref()?;
        if shapes.iter().any(|shape| is_message(shape, known)) {
            return None;
        }
        let mut found: BTreeMap<Roles, (ValueShape, usize)> = BTreeMap::new();
        for shape in shapes {
            if let Some(roles) = roles(shape) {
                let (together, count) = found.entry(roles).or_default();
                *together = std::mem::take(together).and(shape.clone());
                *count += 1;
            }
        }
        // Messages of two kinds contradict each other.
        let (roles, (shape, count)) = found.pop_first().filter(|_| found.is_empty())?;
        is_message(&shape, &roles).then_some((roles, shape, count))
    }

    /// The envelope that most operations have, if not the spec's.
    fn other_envelope(&self, shapes: &[ValueShape]) -> Option<(Envelope, usize)> {
        let own = self.envelope.as_ref()?;
        if shapes.iter().any(|shape| data(shape, own).is_some()) {
            return None;
        }
        let mut alike: BTreeMap<BTreeSet<&String>, (ValueShape, usize)> = BTreeMap::new();
        for shape in shapes {
            let (together, count) = alike.entry(shape.fields.keys().collect()).or_default();
            *together = std::mem::take(together).and(shape.clone());
            *count += 1;
        }
        let (shape, count) = alike.into_values().max_by_key(|(_, count)| *count)?;
        let envelope = envelope(&shape, own).filter(|it| data(&shape, it).is_some())?;
        (count >= LEAST_OPERATIONS && count * 2 > shapes.len()).then_some((envelope, count))
    }

    /// Writes what is not the spec's.
    pub fn write(&self, types: &mut Types, draft: &mut Draft, report: &mut Report) {
        if let (Some(Roles { status, text }), Some((shape, count))) = (&self.message, &self.new_message)
            && [status, text].iter().all(|name| words::is_usable(name))
        {
            let (ty, seen) = (types.take("Message"), counted(*count, "operation"));
            let [in_status, in_text] = [status, text].map(|it| name(it));
            let line = format!("messages have their status in {in_status}, their text in {in_text} ({seen})");
            report.add(Section::Results, line);
            types.add_named(&ty, &["add", "types"], shape.clone());
            draft.set(&["message"], json!({ "type": ty, "status": status, "text": text }), seen);
        }
        if let (Some(it), Some(count)) = (&self.envelope, self.new_envelope) {
            let Envelope { name: ty, status, ok, error, code, data } = it;
            let seen = counted(count, "operation");
            let [in_status, in_code, in_data] = [status, code, data].map(|it| name(it));
            let line = format!(
                "envelopes have their status in {in_status}, their code in {in_code}, their data in {in_data} \
                 ({seen}); the values of {in_status} are not learned: check `ok` and `error`"
            );
            report.add(Section::Results, line);
            let value =
                json!({ "type": ty, "status": status, "ok": ok, "error": error, "code": code, "data": data });
            draft.set(&["envelope"], value, seen);
        }
    }

    /// Reports the failures: by HTTP status, and how they say what is wrong.
    pub fn failures<'s>(&self, seen: impl Iterator<Item = &'s Seen>, report: &mut Report) {
        let mut found: BTreeMap<(u16, &'static str), u64> = BTreeMap::new();
        let endpoints = seen.flat_map(|seen| seen.methods.values());
        for (status, responses) in endpoints.flat_map(|it| &it.failed) {
            for (form, count) in self.forms(responses) {
                *found.entry((*status, form)).or_default() += count;
            }
        }
        for ((status, form), count) in found.into_iter().filter(|(_, count)| *count > 0) {
            report
                .add(Section::Failures, format!("{} with HTTP {status}: {form}", counted(count, "failure")));
        }
    }

    fn forms(&self, responses: &Responses) -> [(&'static str, u64); 3] {
        let has = |field: &String| always(&responses.json, ValueShape::count).contains(&field);
        let form = match &self.envelope {
            _ if self.is_message(&responses.json) => "the API's message",
            Some(envelope) if has(&envelope.status) && has(&envelope.code) => "the API's envelope",
            _ => "other JSON",
        };
        let others = responses.texts.values().chain(responses.bytes.values()).sum();
        let none = responses.empty + responses.not_recorded;
        [(form, responses.json.count()), ("no JSON", others), ("no body", none)]
    }
}

/// All fields of the spec's messages.
fn fields(api: &Api) -> BTreeSet<String> {
    let ty = api.message.as_ref().and_then(|message| api.ty(message.type_id));
    ty.into_iter().flat_map(Type::fields).map(|field| field.wire_name().to_owned()).collect()
}

/// The JSON of responses, failures too, by each operation that returns such a thing.
fn responses(kind: ReturnKind, seen: &[Seen], matches: &[Match<'_>]) -> Vec<ValueShape> {
    let mut shapes: BTreeMap<&str, ValueShape> = BTreeMap::new();
    for found in matches.iter().filter(|it| it.operation.returns.kind == kind) {
        let together = shapes.entry(&found.operation.name).or_default();
        for endpoint in seen[found.seen].methods.values() {
            *together = std::mem::take(together).and(endpoint.fine.responses.json.clone());
        }
    }
    shapes.into_values().filter(|shape| shape.objects > 0).collect()
}

/// The fields that all objects have, and whose values are all of a kind.
fn always(shape: &ValueShape, of_kind: fn(&ValueShape) -> u64) -> Vec<&String> {
    let is_always = |it: &ValueShape| it.count() == shape.objects && of_kind(it) == it.count();
    let are_objects = shape.objects > 0 && shape.objects == shape.count();
    let fields = shape.fields.iter().filter(|(_, it)| are_objects && is_always(it));
    fields.map(|(name, _)| name).collect()
}

fn is_message(shape: &ValueShape, roles: &Roles) -> bool {
    always(shape, |it| it.ints).contains(&&roles.status)
        && always(shape, |it| it.texts + it.nulls).contains(&&roles.text)
}

fn data<'s>(shape: &'s ValueShape, envelope: &Envelope) -> Option<&'s ValueShape> {
    let is_envelope = always(shape, |it| it.texts).contains(&&envelope.status)
        && always(shape, |it| it.ints).contains(&&envelope.code);
    shape.fields.get(&envelope.data).filter(|_| is_envelope)
}

/// The one field that can hold a status, and the one that can hold a text.
fn roles(shape: &ValueShape) -> Option<Roles> {
    let status = chosen(&always(shape, |it| it.statuses), "", &[])?;
    let text = chosen(&always(shape, |it| it.texts), "", TEXTS)?;
    (shape.fields.len() <= MOST_FIELDS).then_some(Roles { status, text })
}

/// The one field for each role. What the status says is a value, so the words are the spec's.
fn envelope(shape: &ValueShape, own: &Envelope) -> Option<Envelope> {
    let code = chosen(&always(shape, |it| it.statuses), &own.code, CODES)?;
    let status = chosen(&always(shape, |it| it.texts - it.empty), &own.status, STATUSES)?;
    let rest: Vec<&String> = shape.fields.keys().filter(|name| **name != code && **name != status).collect();
    let data = chosen(&rest, &own.data, DATA)?;
    let is_usable = [&status, &code, &data].into_iter().all(|name| words::is_usable(name));
    let is_small = shape.fields.len() <= MOST_FIELDS && shape.others.is_none();
    (is_usable && is_small).then(|| Envelope { status, code, data, ..own.clone() })
}

/// The only name; or the spec's; or the only one that is called by one of `words`.
fn chosen(names: &[&String], own: &str, words: &[&str]) -> Option<String> {
    let usual = || names.iter().filter(|name| words.contains(&&*name.to_ascii_lowercase()));
    let own = || names.iter().find(|name| **name == own);
    let name = match names {
        [name] => Some(name),
        _ => own().or_else(|| usual().next().filter(|_| usual().count() == 1)),
    };
    name.map(|name| (*name).clone())
}
