//! The encodings of bodies.

use crate::recordings::{Encoding, Exchanges, has_query};

use super::Learner;
use super::finding::Place;
use super::report::of_requests;
use generator_spec::facts;
use generator_spec::model::{Operation, RequestEncoding, Wire};

impl Learner<'_> {
    /// Learns how an operation's requests are encoded, if all have an encoding other than the spec's.
    /// An encoding that can't be written is reported.
    pub fn encoding(&mut self, operation: &Operation, method: &str, part: &Exchanges) {
        let own = match operation.encoding {
            RequestEncoding::Form => Encoding::Form,
            RequestEncoding::Multipart => Encoding::Multipart,
            RequestEncoding::Query => Encoding::Empty,
            RequestEncoding::Json => Encoding::Json,
            RequestEncoding::Body => {
                operation.body.as_ref().map_or(Encoding::Other, |body| of_media(&body.content_type))
            }
        };
        let more = operation.body.iter().flat_map(|body| &body.more_content_types);
        let all: Vec<Encoding> = more.map(|media| of_media(media)).chain([own, Encoding::Empty]).collect();
        let is_other = |(encoding, _): &(&Encoding, _)| !all.contains(encoding);
        let has_file = || operation.parameters.iter().any(|it| it.wire == Wire::File);
        let fits = |it: &RequestEncoding| match operation.encoding {
            RequestEncoding::Form => *it == RequestEncoding::Multipart,
            RequestEncoding::Multipart => *it == RequestEncoding::Form && !has_file(),
            RequestEncoding::Query | RequestEncoding::Json | RequestEncoding::Body => false,
        };
        let new = only(method, part).filter(fits);
        let at = self.locator.key(&operation.name, "encoding").map(|said| said.at);
        for (encoding, count) in part.encodings.iter().filter(is_other) {
            let times = of_requests(*count, part.requests);
            let seen = format!("{} ({times})", encoding.name());
            let found = Place::of(&operation.name, "body").contradicts(own.name(), seen).at(at);
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

/// The encoding of a body that is one value.
fn of_media(media: &str) -> Encoding {
    match media {
        _ if media.contains("json") => Encoding::Json,
        _ if media.contains("form-urlencoded") => Encoding::Form,
        _ if media.starts_with("multipart/") => Encoding::Multipart,
        _ => Encoding::Other,
    }
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
        Encoding::Empty | Encoding::Other => None,
    }
}
