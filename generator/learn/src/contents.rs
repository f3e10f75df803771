//! Content types and headers of responses.

use std::collections::BTreeMap;

use generator_spec::model::{Operation, Presence, ReturnKind, Returns, StatusRange, includes};

use super::Learner;
use super::finding::Place;
use super::parameter_types::{one, typed};
use super::words::of_requests;
use crate::recordings::{Exchange, Exchanges, Samples};

impl<'a> Learner<'a> {
    /// Compares responses with the results that a status has by content type.
    pub fn contents(
        &mut self,
        operation: &Operation,
        one: &Returns,
        place: &Place<'_>,
        responses: &Exchanges<'a>,
    ) {
        let own: Vec<&Returns> = operation.results().filter(|it| it.status == one.status).collect();
        let of_json: Vec<&Returns> = own.iter().copied().filter(|it| it.kind == ReturnKind::Json).collect();
        let mut by_type = BTreeMap::<&str, Exchanges<'a>>::new();
        responses.0.iter().for_each(|it| by_type.entry(&it.response.content_type).or_default().0.push(it));
        for (ty, seen) in by_type {
            let listing = of_json.iter().find(|it| lists(it, ty));
            // There are many names for JSON, if there is only one result of it.
            let one = listing.or(of_json.first().filter(|_| of_json.len() == 1));
            if let Some(Returns { ty: Some(own), .. }) = one {
                let found = self.compare(&own.shape, &seen.results(), place);
                self.found.extend(found);
            }
            let is_json = one.is_some() && ty.ends_with("json");
            if !ty.is_empty() && !is_json && !own.iter().any(|it| lists(it, ty)) {
                let listed: Vec<&str> = own.iter().map(|it| it.content_type.as_str()).collect();
                let what = format!("{} in {}", essence(ty), of_requests(seen.count(), responses.count()));
                let kind = if ty.ends_with("json") { "any" } else { "bytes" };
                let change = format!("content: {{{}: {kind}}}", essence(ty));
                self.found.push(place.contradicts(listed.join(", "), what).change(change));
            }
        }
    }

    /// Compares the headers of responses with those that the spec has for their statuses.
    pub fn headers(&mut self, operation: &Operation, fine: &Exchanges<'a>, failed: &Exchanges<'a>) {
        for (status, responses) in fine.by_status().into_iter().chain(failed.by_status()) {
            let (none, seen) = (Samples::default(), responses.headers());
            let with_headers = responses.counted(|it: &Exchange| it.response.has_headers);
            let own = row(operation, status).filter(|_| with_headers > 0);
            for header in own.map(|it| &it.headers).into_iter().flatten() {
                let seen = seen.get(&*header.wire_name().to_ascii_lowercase()).unwrap_or(&none);
                let lacking = with_headers.saturating_sub(seen.requests);
                let place = self.place(operation, format!("response {status}"), "returns");
                let place = place.within(header.wire_name());
                if lacking > 0 && header.presence == Presence::Required {
                    let what = format!("absent in {}", of_requests(lacking, with_headers));
                    let change = format!("{}: {}?", header.name, header.ty.notation);
                    self.found.push(place.contradicts("a required header", what).change(change));
                }
                let found = self.compare(one(header), &typed(self.api, header, seen), &place);
                self.found.extend(found);
            }
        }
    }
}

/// The result or the failure with a status; one alone wins over a range that has it.
pub fn row(operation: &Operation, status: u16) -> Option<&Returns> {
    let is_own = |it: &&Returns| match it.status {
        Some(own) => own.overlaps(StatusRange { from: status, to: status }),
        None => (200..300).contains(&status),
    };
    let own = operation.results().filter(is_own);
    own.min_by_key(|it| it.status.map_or(u16::MAX, |own| own.to - own.from))
}

/// Returns whether a result can have a content type; nothing contradicts a usual one.
pub fn is_content_type(own: &Returns, seen: &str) -> bool {
    let is_usual = essence(&own.content_type) == own.kind.usual_content_type();
    seen.is_empty() || is_usual || lists(own, seen)
}

fn lists(own: &Returns, seen: &str) -> bool {
    [&own.content_type].into_iter().chain(&own.more_content_types).any(|it| includes(it, seen))
}

/// Type and subtype.
pub fn essence(content_type: &str) -> String {
    generator_spec::model::essence(content_type).to_ascii_lowercase()
}
