//! The message type: which fields hold the status and the text.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Endpoint, Shape};

use super::draft::{Draft, Fact, MessageDraft, TypeDraft};
use super::endpoints::Seen;
use super::paths::Match;
use super::report::{Report, Section, name};
use super::types::{Types, samples};
use crate::model::{Api, Envelope, ReturnKind, TypeKind};
use crate::text::counted;

/// Words that texts of messages are called by.
const TEXTS: &[&str] = &["message", "msg", "text", "reason", "description", "error", "detail", "details"];

/// The fields of messages.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roles {
    /// The field that holds the status.
    pub status: String,
    /// The field that holds the text.
    pub text: String,
}

/// The roles in the spec's message type.
pub fn known(api: &Api) -> Option<Roles> {
    let message = api.message.as_ref()?;
    Some(Roles { status: message.status.clone(), text: message.text.clone() })
}

/// All fields of the API's messages.
pub fn fields(api: &Api, other: Option<&(Roles, Shape, usize)>) -> BTreeSet<String> {
    if let Some((_, shape, _)) = other {
        return shape.fields.keys().cloned().collect();
    }
    let ty = api.message.as_ref().and_then(|message| api.ty(message.type_id));
    match ty.map(|ty| &ty.kind) {
        Some(TypeKind::Fields { fields, .. }) => fields.iter().map(|field| field.name.clone()).collect(),
        Some(TypeKind::Opaque | TypeKind::Enum { .. }) | None => BTreeSet::new(),
    }
}

/// The fields that may hold the status of a failure: the spec's, and those of
/// messages and envelopes that look otherwise.
pub fn statuses(api: &Api, roles: Option<&Roles>, envelope: Option<&Envelope>) -> BTreeSet<String> {
    let envelopes = api.envelope.iter().chain(envelope).map(|envelope| envelope.code.clone());
    let known = known(api).map(|roles| roles.status);
    known.into_iter().chain(envelopes).chain(roles.map(|roles| roles.status.clone())).collect()
}

/// Whether all samples are such messages.
pub fn is_message(shape: &Shape, roles: &Roles) -> bool {
    let has = |field: &str, is_it: fn(&Shape) -> u64| {
        shape.fields.get(field).is_some_and(|it| it.count() == shape.objects && is_it(it) == it.count())
    };
    shape.objects > 0
        && shape.objects == shape.count()
        && has(&roles.status, |it| it.ints)
        && has(&roles.text, |it| it.texts + it.nulls)
}

/// The roles that the messages of most operations have, if not the spec's.
pub fn other(api: &Api, seen: &[Seen], matches: &[Match<'_>]) -> Option<(Roles, Shape, usize)> {
    let known = known(api)?;
    let operations = matches.iter().filter(|it| it.operation.returns.kind == ReturnKind::Message);
    let endpoints = operations.filter_map(|it| seen.get(it.seen)).flat_map(|seen| seen.methods.values());
    let shapes: Vec<Shape> = endpoints.map(answers).filter(|shape| shape.objects > 0).collect();
    if shapes.is_empty() || shapes.iter().any(|shape| is_message(shape, &known)) {
        return None;
    }
    let mut found: BTreeMap<Roles, (Shape, usize)> = BTreeMap::new();
    for shape in shapes {
        let Some(roles) = roles(&shape) else { continue };
        let (together, count) = found.remove(&roles).unwrap_or_default();
        found.insert(roles, (together.and(shape), count + 1));
    }
    // Messages of two kinds contradict each other.
    let mut found = found.into_iter();
    match (found.next(), found.next()) {
        (Some((roles, (shape, count))), None) if is_message(&shape, &roles) => Some((roles, shape, count)),
        _ => None,
    }
}

/// All answers of an endpoint, failures too.
pub fn answers(endpoint: &Endpoint) -> Shape {
    let doubtful = endpoint.doubtful.values().map(|part| &part.answers.json);
    doubtful.fold(endpoint.fine.answers.json.clone(), |all, shape| all.and(shape.clone()))
}

/// The one field that can hold a status, and the one that can hold a text.
fn roles(shape: &Shape) -> Option<Roles> {
    if shape.objects != shape.count() || shape.fields.len() > 8 {
        return None;
    }
    let all = |is_it: fn(&Shape) -> u64| {
        let fields =
            shape.fields.iter().filter(move |(_, it)| it.count() == shape.objects && is_it(it) == it.count());
        fields.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let (statuses, texts) = (all(|it| it.statuses), all(|it| it.texts));
    let named: Vec<&String> =
        texts.iter().filter(|name| TEXTS.contains(&&*name.to_ascii_lowercase())).collect();
    match (&*statuses, &*texts, &*named) {
        ([status], [text], _) => Some(Roles { status: status.clone(), text: text.clone() }),
        ([status], _, [text]) => Some(Roles { status: status.clone(), text: (*text).clone() }),
        _ => None,
    }
}

/// Writes the message type.
pub fn write(
    (roles, shape, operations): &(Roles, Shape, usize),
    types: &mut Types,
    draft: &mut Draft,
    report: &mut Report,
) {
    let ty = types.take("Message");
    let fields = types.fields(shape, &ty);
    if !fields.contains_key(&roles.status) || !fields.contains_key(&roles.text) {
        return;
    }
    let seen = counted(operations, "operation");
    report.add(
        Section::Results,
        format!(
            "messages have their status in {}, their text in {} ({seen})",
            name(&roles.status),
            name(&roles.text)
        ),
    );
    types.new.insert(ty.clone(), TypeDraft { seen: samples(shape.objects), fields, adds: false });
    let message = MessageDraft { ty, status: roles.status.clone(), text: roles.text.clone() };
    draft.message = Some(Fact::new(message, seen));
}
