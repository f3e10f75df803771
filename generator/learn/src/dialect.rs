//! Messages and envelopes of the spec, from which follows what a failure is.

use std::collections::BTreeMap;

use crate::recordings::{Endpoint, Exchange, Values};
use generator_spec::model::{Api, Envelope, ReturnKind, Type};
use generator_spec::text::counted;
use serde_json::Value;

/// Sorts an exchange into those that failed and the others: its HTTP status says so, or a field of the message or
/// the envelope that the API has for failures.
pub fn sort<'e>(api: &Api, exchange: &'e Exchange, into: &mut Endpoint<'e>) {
    let of_message = api.message.as_ref().and_then(|it| it.status.as_ref());
    let fields: Vec<&String> =
        of_message.into_iter().chain(api.envelope.as_ref().map(|it| &it.code)).collect();
    let is_failure = exchange.response.status >= 400 || exchange.response.says_failure(&fields);
    if is_failure { &mut into.failed } else { &mut into.fine }.0.push(exchange);
}

/// Returns whether all samples are messages, perhaps with more fields. One without a status
/// doesn't say whether a call failed.
pub fn is_message(api: &Api, seen: &Values<'_>) -> bool {
    api.message.as_ref().is_some_and(|it| {
        let is_text = |it: &Value| it.is_string() || it.is_null();
        it.status.as_ref().is_some_and(|it| always(seen, it, Value::is_i64))
            && always(seen, &it.text, is_text)
    })
}

/// Returns whether all samples are messages and nothing more.
pub fn is_only_message(api: &Api, seen: &Values<'_>) -> bool {
    let ty = api.message.as_ref().and_then(|message| api.ty(message.type_id));
    let fields = ty.map(Type::fields).unwrap_or_default();
    let is_known = |name: &str| fields.iter().any(|it| it.wire_name() == name);
    seen.fields().keys().all(|it| is_known(it)) && is_message(api, seen)
}

/// Returns the content of the envelope, if all samples are envelopes.
pub fn data<'v>(api: &Api, seen: &Values<'v>) -> Option<Values<'v>> {
    let Envelope { status, code, data, .. } = api.envelope.as_ref()?;
    let is_envelope = always(seen, status, Value::is_string) && always(seen, code, Value::is_i64);
    Some(seen.field(data)).filter(|data| is_envelope && data.count() > 0)
}

/// Lines about the failures: by HTTP status, and how they say what is wrong.
pub fn failures<'s>(api: &Api, seen: impl Iterator<Item = &'s Endpoint<'s>>) -> Vec<String> {
    let mut found: BTreeMap<(u16, &'static str), u64> = BTreeMap::new();
    for (status, responses) in seen.flat_map(|it| it.failed.by_status()) {
        let json = responses.results();
        let others = responses.of(ReturnKind::Text) + responses.of(ReturnKind::Bytes);
        let none = responses.of(ReturnKind::Nothing) + responses.counted(|it| it.response.kind.is_none());
        for (form, count) in [(form(api, &json), json.count()), ("no JSON", others), ("no body", none)] {
            *found.entry((status, form)).or_default() += count;
        }
    }
    found.retain(|_, count| *count > 0);
    let line = |((status, form), count): ((u16, &str), u64)| {
        format!("{} with HTTP {status}: {form}", counted(count, "failure"))
    };
    found.into_iter().map(line).collect()
}

fn form(api: &Api, json: &Values<'_>) -> &'static str {
    let has = |field: &String| always(json, field, |_| true);
    match &api.envelope {
        _ if is_message(api, json) => "the API's message",
        Some(envelope) if has(&envelope.status) && has(&envelope.code) => "the API's envelope",
        _ => "other JSON",
    }
}

/// Returns whether all samples are objects that have a field with such a value.
fn always(seen: &Values<'_>, field: &str, is: impl Fn(&Value) -> bool) -> bool {
    seen.count() > 0 && seen.counted(|it| it.get(field).is_some_and(&is)) == seen.count()
}
