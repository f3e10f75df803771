//! Messages and envelopes of the spec, from which follows what a failure is.

use std::collections::BTreeMap;

use super::endpoints::Seen;
use crate::recordings::ValueShape;
use generator_spec::model::{Api, Envelope, Type};
use generator_spec::text::counted;

/// The messages and the envelopes of an API.
#[derive(Clone, Copy, Debug)]
pub struct Dialect<'a> {
    pub api: &'a Api,
}

impl Dialect<'_> {
    /// Returns whether a field may hold the status of a failure.
    pub fn is_status(self, field: &str) -> bool {
        let of_message = self.api.message.as_ref().and_then(|it| it.status.as_deref());
        let of_envelope = self.api.envelope.as_ref().map(|it| it.code.as_str());
        of_message.into_iter().chain(of_envelope).any(|it| it == field)
    }

    /// Returns whether all samples are messages, perhaps with more fields. One without a status
    /// doesn't say whether a call failed.
    pub fn is_message(self, shape: &ValueShape) -> bool {
        self.api.message.as_ref().is_some_and(|it| {
            let has_status = it.status.as_ref().is_some_and(|it| always(shape, |it| it.ints).contains(&it));
            has_status && always(shape, |it| it.texts + it.nulls).contains(&&it.text)
        })
    }

    /// Returns whether all samples are messages and nothing more.
    pub fn is_only_message(self, shape: &ValueShape) -> bool {
        let ty = self.api.message.as_ref().and_then(|message| self.api.ty(message.type_id));
        let is_known =
            |name: &String| ty.is_some_and(|ty: &Type| ty.fields().iter().any(|it| it.wire_name() == name));
        shape.others.is_none() && shape.fields.keys().all(is_known) && self.is_message(shape)
    }

    /// Returns the content of the envelope, if all samples are envelopes.
    pub fn data<'s>(&self, shape: &'s ValueShape) -> Option<&'s ValueShape> {
        self.api.envelope.as_ref().and_then(|envelope| data(shape, envelope))
    }

    /// Lines about the failures: by HTTP status, and how they say what is wrong.
    pub fn failures<'s>(self, seen: impl Iterator<Item = &'s Seen>) -> Vec<String> {
        let mut found: BTreeMap<(u16, &'static str), u64> = BTreeMap::new();
        let endpoints = seen.flat_map(|seen| seen.methods.values());
        for (status, responses) in endpoints.flat_map(|it| &it.failed) {
            let others = responses.texts.values().chain(responses.bytes.values()).sum();
            let none = responses.empty + responses.not_recorded;
            let forms = [
                (self.form(&responses.json), responses.json.count()),
                ("no JSON", others),
                ("no body", none),
            ];
            forms.into_iter().for_each(|(form, count)| *found.entry((*status, form)).or_default() += count);
        }
        found.retain(|_, count| *count > 0);
        let line = |((status, form), count): ((u16, &str), u64)| {
            format!("{} with HTTP {status}: {form}", counted(count, "failure"))
        };
        found.into_iter().map(line).collect()
    }

    fn form(self, json: &ValueShape) -> &'static str {
        let has = |field: &String| always(json, ValueShape::count).contains(&field);
        match &self.api.envelope {
            _ if self.is_message(json) => "the API's message",
            Some(envelope) if has(&envelope.status) && has(&envelope.code) => "the API's envelope",
            _ => "other JSON",
        }
    }
}

/// The fields that all objects have, and whose values are all of a kind.
fn always(shape: &ValueShape, of_kind: fn(&ValueShape) -> u64) -> Vec<&String> {
    let is_always = |it: &ValueShape| it.count() == shape.objects && of_kind(it) == it.count();
    let are_objects = shape.objects > 0 && shape.objects == shape.count();
    let fields = shape.fields.iter().filter(|(_, it)| are_objects && is_always(it));
    fields.map(|(name, _)| name).collect()
}

fn data<'s>(shape: &'s ValueShape, envelope: &Envelope) -> Option<&'s ValueShape> {
    let is_envelope = always(shape, |it| it.texts).contains(&&envelope.status)
        && always(shape, |it| it.ints).contains(&&envelope.code);
    shape.fields.get(&envelope.data).filter(|_| is_envelope)
}
