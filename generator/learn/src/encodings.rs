//! The encodings of bodies.

use crate::recordings::{Exchanges, FORM, JSON, MULTIPART, NO_BODY, UNKNOWN, has_query};

use super::Learner;
use super::words::of_requests;
use generator_spec::facts;
use generator_spec::model::{Operation, RequestEncoding, Wire, includes};

impl<'a> Learner<'a> {
    /// Learns how an operation's requests are encoded, if all have an encoding other than the spec's.
    /// An encoding that can't be written is reported.
    pub fn encoding(&mut self, operation: &'a Operation, method: &str, part: &Exchanges<'_>) {
        let own = content_types(operation);
        let is_other = |(ty, _): &(&str, u64)| match *ty {
            NO_BODY => false,
            UNKNOWN => own.iter().all(|it| [NO_BODY, FORM, MULTIPART, JSON].contains(it)),
            // There are many kinds of JSON.
            JSON => !own.iter().any(|it| it.contains("json") || *it == "*/*"),
            ty => !own.iter().any(|it| includes(it, ty)),
        };
        let new = only(method, part);
        let is_written = match operation.encoding {
            RequestEncoding::Form => new == Some(RequestEncoding::Multipart),
            RequestEncoding::Multipart => {
                new == Some(RequestEncoding::Form)
                    && !operation.parameters.iter().any(|it| it.wire == Wire::File)
            }
            RequestEncoding::Query | RequestEncoding::Json | RequestEncoding::Body => false,
        };
        let said = self.said(operation, "body").or_else(|| self.said(operation, "encoding"));
        let said = said.or_else(|| self.path_in_spec(operation));
        let of_api = self.locator.api().find("encoding");
        let at = if operation.encoding == self.api.encoding.kind { of_api.or(said) } else { said };
        let place = self.place(operation, "body", "").at(at);
        for (ty, count) in part.encodings().into_iter().filter(is_other) {
            let times = of_requests(count, part.count());
            let found = place.contradicts(own.join(", "), format!("{ty} ({times})"));
            self.found.push(match new.map(|it| facts::encoding(it).0) {
                Some(new) if is_written => {
                    found.write(&["operations", &operation.name, "encoding"], new, times)
                }
                Some(new) => found.change(format!("encoding: {new}")),
                None => found,
            });
        }
    }
}

/// The content types that the body of an operation can have.
fn content_types(operation: &Operation) -> Vec<&str> {
    match operation.encoding {
        RequestEncoding::Query => vec![NO_BODY],
        RequestEncoding::Body => {
            let body = operation.body.iter();
            body.flat_map(|it| [&it.content_type].into_iter().chain(&it.more_content_types))
                .map(String::as_str)
                .collect()
        }
        of_parameters => vec![facts::encoding(of_parameters).1],
    }
}

/// The one encoding of all bodies, if these have the parameters.
pub fn only(method: &str, part: &Exchanges<'_>) -> Option<RequestEncoding> {
    let (encodings, bodies) = (part.encodings(), part.bodies());
    let mut own = encodings.keys().filter(|it| **it != NO_BODY);
    let only = own.next().filter(|_| own.next().is_none() && !has_query(method))?;
    let are_objects = bodies.count() > 0 && bodies.of_kind("object") == bodies.count();
    match *only {
        FORM => Some(RequestEncoding::Form),
        MULTIPART => Some(RequestEncoding::Multipart),
        JSON if are_objects => Some(RequestEncoding::Json),
        _ => None,
    }
}
