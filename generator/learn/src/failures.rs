//! What failures look like.

use std::collections::BTreeMap;

use crate::recordings::{Failed, Shape};

use super::endpoints::Seen;
use super::message::{Roles, is_message};
use super::report::{Report, Section};
use crate::model::Envelope;
use crate::text::counted;

/// Reports the failures: by HTTP status, and how they say what is wrong.
pub fn report(roles: Option<&Roles>, envelope: Option<&Envelope>, seen: &[&Seen], report: &mut Report) {
    let mut found: BTreeMap<(u16, &'static str), u64> = BTreeMap::new();
    for (status, failed) in seen.iter().flat_map(|seen| seen.methods.values()).flat_map(|it| &it.failed) {
        for (form, count) in forms(roles, envelope, failed) {
            if count > 0 {
                *found.entry((*status, form)).or_default() += count;
            }
        }
    }
    for ((status, form), count) in found {
        report.add(Section::Failures, format!("{} with HTTP {status}: {form}", counted(count, "failure")));
    }
}

fn forms(roles: Option<&Roles>, envelope: Option<&Envelope>, failed: &Failed) -> [(&'static str, u64); 3] {
    let json = failed.json.count();
    let form = match roles {
        Some(roles) if is_message(&failed.json, roles) => "the API's message",
        _ if is_envelope(envelope, &failed.json) => "the API's envelope",
        _ => "other JSON",
    };
    [(form, json), ("no JSON", failed.others), ("no body", failed.empty)]
}

fn is_envelope(envelope: Option<&Envelope>, shape: &Shape) -> bool {
    let has = |field: &String| shape.fields.get(field).is_some_and(|it| it.count() == shape.objects);
    shape.objects > 0 && envelope.is_some_and(|it| has(&it.status) && has(&it.code))
}
