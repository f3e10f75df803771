//! How the bodies of requests are encoded.

use crate::recordings::{Encoding, Part};

use super::draft::Fact;
use super::report::{Report, Section, of_requests};
use crate::model::{Operation, RequestEncoding, Wire};

/// The encoding of an operation's requests, if all have one other than the spec's.
/// What can't be written is reported.
pub fn learned(
    operation: &Operation,
    method: &str,
    part: &Part,
    report: &mut Report,
) -> Option<Fact<RequestEncoding>> {
    let own = match operation.encoding {
        RequestEncoding::Form => Encoding::Form,
        RequestEncoding::Multipart => Encoding::Multipart,
        RequestEncoding::Query => Encoding::Empty,
    };
    let is_other = |encoding: &Encoding| *encoding != own && *encoding != Encoding::Empty;
    let others = || part.encodings.iter().filter(|(encoding, _)| is_other(encoding));
    let new = only(part).filter(|_| others().next().is_some());
    let has_body = !matches!(method, "GET" | "DELETE");
    let new = new.filter(|(encoding, _)| has_body && fits(operation, *encoding));
    let section = if new.is_some() { Section::Parameters } else { Section::Contradictions };
    for (encoding, count) in others() {
        let times = of_requests(*count, part.requests);
        let line = format!("{}: {} instead of {} ({times})", operation.name, encoding.name(), own.name());
        report.add(section, line);
    }
    new.map(|(encoding, count)| Fact::new(encoding, of_requests(count, part.requests)))
}

/// The one encoding of all bodies that the spec language has a word for.
pub fn only(part: &Part) -> Option<(RequestEncoding, u64)> {
    let mut bodies = part.encodings.iter().filter(|(encoding, _)| **encoding != Encoding::Empty);
    let (Some((encoding, count)), None) = (bodies.next(), bodies.next()) else { return None };
    match encoding {
        Encoding::Form => Some((RequestEncoding::Form, *count)),
        Encoding::Multipart => Some((RequestEncoding::Multipart, *count)),
        Encoding::Empty | Encoding::Json | Encoding::Other => None,
    }
}

/// Whether an operation can have an encoding: files need parts, and a GET has no body.
fn fits(operation: &Operation, encoding: RequestEncoding) -> bool {
    let has_file = || operation.parameters.iter().any(|it| it.wire == Wire::File);
    match operation.encoding {
        RequestEncoding::Form => encoding == RequestEncoding::Multipart,
        RequestEncoding::Multipart => encoding == RequestEncoding::Form && !has_file(),
        RequestEncoding::Query => false,
    }
}
