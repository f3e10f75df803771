//! The encodings of bodies.

use crate::recordings::{Encoding, Exchanges, has_query};

use super::Learner;
use super::contents::is_of;
use super::finding::Place;
use super::lines::of_requests;
use generator_spec::facts;
use generator_spec::model::{Operation, RequestEncoding, Wire};

impl Learner<'_> {
    /// Learns how an operation's requests are encoded, if all have an encoding other than the spec's.
    /// An encoding that can't be written is reported.
    pub fn encoding(&mut self, operation: &Operation, method: &str, part: &Exchanges) {
        let own = content_types(operation);
        let is_other = |(encoding, _): &(&Encoding, _)| match encoding {
            Encoding::Empty => false,
            Encoding::Other(ty) if ty.is_empty() => own.iter().all(|it| KNOWN.contains(it)),
            // There are many kinds of JSON.
            Encoding::Json => !own.iter().any(|it| it.contains("json") || *it == "*/*"),
            Encoding::Form | Encoding::Multipart | Encoding::Other(_) => {
                !own.iter().any(|it| is_of(it, encoding.name()))
            }
        };
        let has_file = || operation.parameters.iter().any(|it| it.wire == Wire::File);
        let fits = |it: &RequestEncoding| match operation.encoding {
            RequestEncoding::Form => *it == RequestEncoding::Multipart,
            RequestEncoding::Multipart => *it == RequestEncoding::Form && !has_file(),
            RequestEncoding::Query | RequestEncoding::Json | RequestEncoding::Body => false,
        };
        let new = only(method, part).filter(fits);
        let said = ["body", "encoding", "path"].into_iter().find_map(|key| match key {
            "path" => self.path_in_spec(operation),
            key => self.locator.key(&operation.name, key).map(|said| said.at),
        });
        let of_api = self.locator.api().find("encoding");
        let at = if operation.encoding == self.api.encoding.kind { of_api.or(said) } else { said };
        for (encoding, count) in part.encodings.iter().filter(is_other) {
            let times = of_requests(*count, part.requests);
            let seen = format!("{} ({times})", encoding.name());
            let found = Place::of(&operation.name, "body").contradicts(own.join(", "), seen).at(at);
            let change = |it| format!("encoding: {}", facts::encoding(it).0);
            self.found.push(match new {
                Some(new) => {
                    let path = ["operations", &operation.name, "encoding"];
                    found.write(&path, facts::encoding(new).0, times)
                }
                None => found.change(only(method, part).map(change).unwrap_or_default()),
            });
        }
    }
}

/// The content types of a form, and of JSON.
const KNOWN: [&str; 4] =
    ["no body", "application/x-www-form-urlencoded", "multipart/form-data", "application/json"];

/// The content types that the body of an operation can have.
fn content_types(operation: &Operation) -> Vec<&str> {
    let [none, form, multipart, json] = KNOWN;
    let one = match operation.encoding {
        RequestEncoding::Form => form,
        RequestEncoding::Multipart => multipart,
        RequestEncoding::Query => none,
        RequestEncoding::Json => json,
        RequestEncoding::Body => {
            let body = operation.body.iter();
            let all = body.flat_map(|it| [&it.content_type].into_iter().chain(&it.more_content_types));
            return all.map(String::as_str).collect();
        }
    };
    vec![one]
}

/// The one encoding of all bodies, if these have the parameters.
pub fn only(method: &str, part: &Exchanges) -> Option<RequestEncoding> {
    let mut bodies = part.encodings.keys().filter(|encoding| **encoding != Encoding::Empty);
    let only = bodies.next().filter(|_| bodies.next().is_none() && !has_query(method))?;
    match only {
        Encoding::Form => Some(RequestEncoding::Form),
        Encoding::Multipart => Some(RequestEncoding::Multipart),
        Encoding::Json => {
            let are_objects = part.body.objects > 0 && part.body.objects == part.body.count();
            are_objects.then_some(RequestEncoding::Json)
        }
        Encoding::Empty | Encoding::Other(_) => None,
    }
}
