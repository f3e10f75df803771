//! Content types and headers of responses.

use generator_spec::model::{Operation, Presence, ReturnKind, Returns, StatusRange};

use super::Learner;
use super::finding::Place;
use super::values::fits;
use super::words::{of_requests, requests};
use crate::recordings::{Endpoint, Responses, Samples};

impl Learner<'_> {
    /// Compares responses with the results that a status has by content type.
    pub fn contents(&mut self, operation: &Operation, one: &Returns, place: &Place<'_>, seen: &Responses) {
        let own: Vec<&Returns> = operation.results().filter(|it| it.status == one.status).collect();
        let of_json: Vec<_> = own.iter().filter(|it| it.kind == ReturnKind::Json).collect();
        // Where the spec has several types of JSON, samples of several are alike.
        let seen_types: Vec<_> = seen.json_types.keys().collect();
        let one = match (&of_json[..], &seen_types[..]) {
            ([one], _) => Some(one),
            (several, [ty]) => several.iter().find(|it| lists(it, ty)),
            _ => None,
        };
        if let Some(Returns { ty: Some(ty), .. }) = one {
            let found = self.compare(&ty.shape, &seen.json, place);
            self.found.extend(found);
        }
        let others = seen.others.iter().map(|((_, ty), count)| (ty, count)).chain(&seen.json_types);
        for (ty, count) in others.filter(|(ty, _)| !ty.is_empty()) {
            let is_json = |it: &Returns| of_json.len() == 1 && it.kind == ReturnKind::Json;
            if !own.iter().any(|it| lists(it, ty) || is_json(it) && ty.ends_with("json")) {
                let listed: Vec<&str> = own.iter().map(|it| it.content_type.as_str()).collect();
                let what = format!("{} in {}", essence(ty), of_requests(*count, seen.count()));
                let kind = if ty.ends_with("json") { "any" } else { "bytes" };
                let change = format!("content: {{{}: {kind}}}", essence(ty));
                self.found.push(place.contradicts(listed.join(", "), what).change(change));
            }
        }
    }

    /// Compares the headers of responses with those that the spec has for their statuses.
    pub fn headers(&mut self, operation: &Operation, endpoint: &Endpoint) {
        for (status, responses) in endpoint.by_status.iter().chain(&endpoint.failed) {
            let own = row(operation, *status).filter(|_| responses.with_headers > 0);
            for header in own.map(|it| &it.headers).into_iter().flatten() {
                let none = Samples::default();
                let seen = responses.headers.get(&header.wire_name().to_ascii_lowercase()).unwrap_or(&none);
                let lacking = responses.with_headers.saturating_sub(seen.requests);
                let place = self.place(operation, format!("response {status}"), "returns");
                let place = place.within(header.wire_name());
                if lacking > 0 && header.presence == Presence::Required {
                    let what = format!("absent in {}", of_requests(lacking, responses.with_headers));
                    let change = format!("{}: {}?", header.name, header.ty.notation);
                    self.found.push(place.contradicts("a required header", what).change(change));
                }
                if seen.values() > 0 && !fits(self.api, header, seen) {
                    let what = format!("another type in {}", requests(seen.requests));
                    self.found.push(place.contradicts(&*header.ty.notation, what));
                }
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
    [&own.content_type].into_iter().chain(&own.more_content_types).any(|it| is_of(it, seen))
}

/// Returns whether a content type is one that the spec lists, which may be a range.
pub fn is_of(listed: &str, seen: &str) -> bool {
    match essence(listed).strip_suffix('*') {
        Some(start) => start == "*/" || essence(seen).starts_with(start),
        None => essence(seen) == essence(listed),
    }
}

/// Type and subtype.
pub fn essence(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}
