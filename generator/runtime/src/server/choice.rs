//! The operation of a request, of those that have one method and path: what a request must have tells them
//! apart, in the head or in the body.

use std::borrow::Cow;
use std::cmp::Reverse;

use http::{header::CONTENT_TYPE, request::Parts as Head};

use super::Refusal;
use crate::codec::{
    FormReader,
    validate::{self, is_constant},
    values::{ParameterError, apart::Parts},
};
use crate::core::{Descriptor, Encoding, Parameter, Place, essence};

/// Number of values that a refusal lists.
const LISTED: usize = 20;

/// The targets that a request can be for, as far as its head says it, and its body, if that is read: those
/// that have all that they need, and nothing that only others know. Of several, one that needs more is
/// meant, and the first of those that need as much; the body has to be read if it matters.
/// `of` is the operation of a target.
///
/// # Errors
/// If it can't be one of them.
pub(super) fn fitting<T: Copy>(
    all: Vec<T>,
    of: impl Fn(T) -> &'static Descriptor,
    head: &Head,
    body: Option<&FormReader>,
) -> Result<Vec<T>, Refusal> {
    let operations: Vec<_> = all.iter().map(|target| of(*target)).collect();
    let query = FormReader::new(head.uri.query().unwrap_or_default().as_bytes());
    let sent = sent(&operations, head, &query, body);
    let is_read = |need: &Need| need.spot() != Spot::Body || body.is_some();
    let count = |target: &T| needs(of(*target)).filter(is_read).count();
    let mut left = all.clone();
    left.retain(|target| {
        let operation = of(*target);
        needs(operation).filter(is_read).all(|need| is_met(&sent, need))
            && !sent.iter().any(|it| it.is_there() && !knows(operation, it.need))
    });
    if left.is_empty() {
        return Err(refusal(&operations, &sent));
    }
    if left.iter().all(|target| needs(of(*target)).all(|need| is_read(&need))) {
        left.sort_by_key(|target| Reverse(count(target)));
        left.truncate(1);
    }
    Ok(left)
}

/// The part of a request that says which operation it is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    Header,
    Query,
    Body,
}

/// A parameter or a field of the body that an operation needs: with its one value, if it has one.
#[derive(Clone, Copy)]
struct Need {
    encoding: Encoding,
    known: &'static Parameter,
}

impl Need {
    fn spot(self) -> Spot {
        match self.known.place {
            Place::Header { .. } => Spot::Header,
            place if place.is_in_query(self.encoding) => Spot::Query,
            _ => Spot::Body,
        }
    }

    /// The same parameter, whatever its value.
    fn is_same(self, other: Self) -> bool {
        let (one, two) = (self.known.wire_name(), other.known.wire_name());
        self.spot() == other.spot()
            && match self.spot() {
                Spot::Header => one.eq_ignore_ascii_case(two),
                Spot::Query | Spot::Body => one == two,
            }
    }
}

fn needs(operation: &'static Descriptor) -> impl Iterator<Item = Need> {
    operation.choosing().map(|(encoding, known)| Need { encoding, known })
}

/// Returns whether an operation takes what another one needs: as a parameter, in an object whose names can
/// be any, or for its credential.
fn knows(operation: &'static Descriptor, need: Need) -> bool {
    let is_own = |(encoding, known): (Encoding, &'static Parameter)| {
        let own = Need { encoding, known };
        let is_named = !matches!(known.place, Place::Path | Place::Cookie | Place::Body);
        is_named && own.is_same(need) || known.object.is_some() && own.spot() == need.spot()
    };
    let is_named = |known: &Parameter| known.wire_name().eq_ignore_ascii_case(need.known.wire_name());
    operation.placed().any(is_own) || operation.auth_blocks().flat_map(|it| it.parameters).any(is_named)
}

/// The texts that a request has where an operation needs something.
struct Sent<'a> {
    need: Need,
    texts: Vec<Option<Cow<'a, str>>>,
}

impl Sent<'_> {
    fn is_there(&self) -> bool {
        !self.texts.is_empty()
    }
}

/// The texts for all that any of some operations needs, as far as the request is read.
fn sent<'a>(
    all: &[&'static Descriptor],
    head: &'a Head,
    query: &'a FormReader,
    body: Option<&'a FormReader>,
) -> Vec<Sent<'a>> {
    let mut found: Vec<Sent<'a>> = Vec::new();
    for need in all.iter().flat_map(|it| needs(it)) {
        let source = if need.spot() == Spot::Body { body } else { Some(query) };
        if let Some(body) = source.filter(|_| !found.iter().any(|it| it.need.is_same(need))) {
            let parts = Parts { encoding: need.encoding, headers: &head.headers, query, body };
            found.push(Sent { need, texts: texts(need, parts) });
        }
    }
    found
}

/// The texts that are sent for a need. A content type counts without its parameters, and only if it is the one
/// that is needed.
fn texts(need: Need, parts: Parts<'_>) -> Vec<Option<Cow<'_, str>>> {
    let known = need.known;
    let mut texts = parts.texts(known.place, known);
    if matches!(known.place, Place::Header { .. }) && known.name == CONTENT_TYPE.as_str() {
        texts.iter_mut().flatten().for_each(|text| *text = essence(text).to_ascii_lowercase().into());
        texts.retain(|text| text.as_deref().is_some_and(|text| is_constant(known, text)));
    }
    texts
}

fn is_met(sent: &[Sent<'_>], need: Need) -> bool {
    let is_it = |text: Option<&str>| text.is_some_and(|text| is_constant(need.known, text));
    let fits = |texts: &[Option<Cow<'_, str>>]| {
        need.known.constant.is_none() || texts.iter().all(|text| is_it(text.as_deref()))
    };
    sent.iter().any(|it| it.need.is_same(need) && it.is_there() && fits(&it.texts))
}

/// The refusal that names a parameter: what the nearest operations need and the request lacks, or what it has
/// and one that lacks nothing doesn't take.
fn refusal(all: &[&'static Descriptor], sent: &[Sent<'_>]) -> Refusal {
    let is_there = |need: &Need| sent.iter().any(|it| it.need.is_same(*need) && it.is_there());
    let met = |it: &'static Descriptor| needs(it).filter(|need| is_met(sent, *need));
    let nearness = |it: &'static Descriptor| met(it).count() + needs(it).filter(is_there).count();
    let most = all.iter().map(|it| nearness(it)).max().unwrap_or_default();
    let nearest: Vec<_> = all.iter().copied().filter(|it| nearness(it) == most).collect();
    let is_lacking = |need: &Need| sent.iter().any(|it| it.need.is_same(*need)) && !is_met(sent, *need);
    let lacks = |it: &'static Descriptor| needs(it).find(is_lacking);
    let found = nearest.iter().rev().map(|it| (*it, lacks(it)));
    let found = found.max_by_key(|(_, lacks)| lacks.is_none());
    let errors = found.map(|(one, lacks)| match lacks {
        Some(need) => {
            let alike = nearest.iter().flat_map(|it| needs(it)).filter(|it| it.is_same(need));
            let values = alike.filter_map(|it| it.known.constant).collect();
            error(need, expected(values, !is_there(&need)))
        }
        None => {
            let names: Vec<_> = met(one).map(|it| it.known.wire_name()).collect();
            let what = format!("cannot be sent with {}", names.join(", "));
            let other = sent.iter().find(|it| it.is_there() && !knows(one, it.need));
            other.map(|it| error(it.need, what)).unwrap_or_default()
        }
    });
    Refusal::of_errors(&errors.unwrap_or_default())
}

fn error(Need { encoding, known }: Need, what: String) -> Vec<ParameterError> {
    validate::on_wire(ParameterError::new(known.name, what), known, encoding)
}

/// The words for a parameter that has another value, or none.
fn expected(mut values: Vec<&str>, is_missing: bool) -> String {
    values.dedup();
    let more = values.len().saturating_sub(LISTED);
    values.truncate(LISTED);
    let more = if more > 0 { format!(", or one of {more} others") } else { String::new() };
    let expected = match values.as_slice() {
        [] => return "missing".to_owned(),
        [one] => format!("expected {one}"),
        all => format!("expected one of {}{more}", all.join(", ")),
    };
    if is_missing { format!("missing: {expected}") } else { expected }
}
