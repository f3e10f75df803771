//! Messages and envelopes of the spec, from which follows what a failure is.

use std::collections::BTreeMap;

use super::paths::Seen;
use crate::recordings::ValueShape;
use generator_spec::model::{Api, Envelope, ReturnKind, Type};
use generator_spec::text::counted;

/// Returns whether all samples are messages, perhaps with more fields. One without a status
/// doesn't say whether a call failed.
pub fn is_message(api: &Api, shape: &ValueShape) -> bool {
    api.message.as_ref().is_some_and(|it| {
        let has_status = it.status.as_ref().is_some_and(|it| always(shape, |it| it.ints).contains(&it));
        has_status && always(shape, |it| it.texts + it.nulls).contains(&&it.text)
    })
}

/// Returns whether all samples are messages and nothing more.
pub fn is_only_message(api: &Api, shape: &ValueShape) -> bool {
    let ty = api.message.as_ref().and_then(|message| api.ty(message.type_id));
    let fields = ty.map(Type::fields).unwrap_or_default();
    let is_known = |name: &String| fields.iter().any(|it| it.wire_name() == name);
    shape.others.is_none() && shape.fields.keys().all(is_known) && is_message(api, shape)
}

/// Returns the content of the envelope, if all samples are envelopes.
pub fn data<'s>(api: &Api, shape: &'s ValueShape) -> Option<&'s ValueShape> {
    let Envelope { status, code, data, .. } = api.envelope.as_ref()?;
    let is_envelope =
        always(shape, |it| it.texts).contains(&status) && always(shape, |it| it.ints).contains(&code);
    shape.fields.get(data).filter(|_| is_envelope)
}

/// Lines about the failures: by HTTP status, and how they say what is wrong.
pub fn failures<'s>(api: &Api, seen: impl Iterator<Item = &'s Seen<'s>>) -> Vec<String> {
    let mut found: BTreeMap<(u16, &'static str), u64> = BTreeMap::new();
    for (status, responses) in seen.flat_map(|it| it.methods.values()).flat_map(|it| &it.failed) {
        let others = responses.of(ReturnKind::Text) + responses.of(ReturnKind::Bytes);
        let none = responses.of(ReturnKind::Nothing) + responses.not_recorded;
        let json = &responses.json;
        for (form, count) in [(form(api, json), json.count()), ("no JSON", others), ("no body", none)] {
            *found.entry((*status, form)).or_default() += count;
        }
    }
    found.retain(|_, count| *count > 0);
    let line = |((status, form), count): ((u16, &str), u64)| {
        format!("{} with HTTP {status}: {form}", counted(count, "failure"))
    };
    found.into_iter().map(line).collect()
}

fn form(api: &Api, json: &ValueShape) -> &'static str {
    let has = |field: &String| always(json, ValueShape::count).contains(&field);
    match &api.envelope {
        _ if is_message(api, json) => "the API's message",
        Some(envelope) if has(&envelope.status) && has(&envelope.code) => "the API's envelope",
        _ => "other JSON",
    }
}

/// The fields that all objects have, and whose values are all of a kind.
fn always(shape: &ValueShape, of_kind: fn(&ValueShape) -> u64) -> Vec<&String> {
    let is_always = |it: &ValueShape| it.count() == shape.objects && of_kind(it) == it.count();
    let are_objects = shape.objects > 0 && shape.objects == shape.count();
    let fields = shape.fields.iter().filter(|(_, it)| are_objects && is_always(it));
    fields.map(|(name, _)| name).collect()
}
