//! The envelope: which fields hold its status, its code and its data.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::Shape;

use super::draft::{Draft, Fact};
use super::endpoints::Seen;
use super::message::answers;
use super::paths::Match;
use super::report::{Report, Section, name};
use super::words;
use crate::model::{Api, Envelope, ReturnKind};
use crate::text::counted;

/// Operations that must agree: one alone may just have such a result.
const LEAST_OPERATIONS: usize = 2;
/// Fields of an envelope, at most.
const MOST_FIELDS: usize = 8;

/// Words that the fields of envelopes are called by.
const STATUSES: &[&str] = &["status", "state", "result", "outcome"];
const CODES: &[&str] = &["code", "status_code", "statuscode", "http_status", "httpstatus"];
const DATA: &[&str] = &["data", "payload", "result", "content", "body"];

/// The envelope that most operations have, if not the spec's, and how many have it.
pub fn other(api: &Api, seen: &[Seen], matches: &[Match<'_>]) -> Option<(Envelope, usize)> {
    let own = api.envelope.as_ref()?;
    let shapes = answered(seen, matches);
    if shapes.iter().any(|shape| data(shape, own).is_some()) {
        return None;
    }
    let all = shapes.len();
    let mut alike: BTreeMap<BTreeSet<String>, (Shape, usize)> = BTreeMap::new();
    for shape in shapes {
        let (together, count) = alike.entry(shape.fields.keys().cloned().collect()).or_default();
        *together = std::mem::take(together).and(shape);
        *count += 1;
    }
    let (shape, count) = alike.into_values().max_by_key(|(_, count)| *count)?;
    if count < LEAST_OPERATIONS || count * 2 <= all {
        return None;
    }
    let envelope = roles(&shape, own)?;
    data(&shape, &envelope).is_some().then_some((envelope, count))
}

/// The JSON that was answered by each operation that has an envelope in the spec.
fn answered(seen: &[Seen], matches: &[Match<'_>]) -> Vec<Shape> {
    let mut shapes: BTreeMap<&str, Shape> = BTreeMap::new();
    for found in matches.iter().filter(|it| it.operation.returns.kind == ReturnKind::Envelope) {
        for endpoint in seen.get(found.seen).into_iter().flat_map(|seen| seen.methods.values()) {
            let together = shapes.entry(&found.operation.name).or_default();
            *together = std::mem::take(together).and(answers(endpoint));
        }
    }
    shapes.into_values().filter(|shape| shape.objects > 0).collect()
}

/// The one field for each role. What the status says is a value, so the words are the spec's.
fn roles(shape: &Shape, own: &Envelope) -> Option<Envelope> {
    if shape.fields.len() > MOST_FIELDS || shape.others.is_some() {
        return None;
    }
    let always = |is_it: fn(&Shape) -> u64| {
        let fields = shape.fields.iter().filter(|(_, it)| it.count() == shape.objects);
        fields.filter(move |(_, it)| is_it(it) == it.count()).map(|(name, _)| name)
    };
    let code = chosen(always(|it| it.statuses), &own.code, CODES)?;
    let status = chosen(always(|it| it.texts - it.empty), &own.status, STATUSES)?;
    let rest = shape.fields.keys().filter(|name| **name != code && **name != status);
    let data = chosen(rest, &own.data, DATA)?;
    let is_usable = [&status, &code, &data].into_iter().all(|name| words::is_usable(name));
    is_usable.then(|| Envelope { status, code, data, ..own.clone() })
}

/// The only name; or the spec's; or the only one that is called by one of `words`.
fn chosen<'n>(names: impl Iterator<Item = &'n String>, own: &str, words: &[&str]) -> Option<String> {
    let names: Vec<&String> = names.collect();
    let usual = || names.iter().filter(|name| words.contains(&&*name.to_ascii_lowercase()));
    let name = match &*names {
        [name] => Some(*name),
        _ => names.iter().copied().find(|name| *name == own).or_else(|| {
            let mut usual = usual();
            usual.next().copied().filter(|_| usual.next().is_none())
        }),
    };
    name.cloned()
}

/// What an envelope holds, if all samples are envelopes.
pub fn data<'s>(shape: &'s Shape, envelope: &Envelope) -> Option<&'s Shape> {
    let has = |field: &str, is_it: fn(&Shape) -> u64| {
        shape.fields.get(field).is_some_and(|it| it.count() == shape.objects && is_it(it) == it.count())
    };
    let is_envelope = shape.objects > 0
        && shape.objects == shape.count()
        && has(&envelope.status, |it| it.texts)
        && has(&envelope.code, |it| it.ints);
    shape.fields.get(&envelope.data).filter(|_| is_envelope)
}

/// Writes the envelope.
pub fn write((envelope, operations): &(Envelope, usize), draft: &mut Draft, report: &mut Report) {
    let seen = counted(*operations, "operation");
    let [status, code, data] = [&envelope.status, &envelope.code, &envelope.data].map(|it| name(it));
    let line = format!(
        "envelopes have their status in {status}, their code in {code}, their data in {data} ({seen}); \
         the values of {status} are not learned: check `ok` and `error`"
    );
    report.add(Section::Results, line);
    draft.envelope = Some(Fact::new(envelope.clone(), seen));
}
