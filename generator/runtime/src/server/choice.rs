//! The operation of a request, of those that have one method and path: what a request must have tells them
//! apart, in the head or in the body.

use std::borrow::Cow;
use std::cmp::Reverse;

use http::request::Parts as Head;

use super::Refusal;
use crate::codec::{
    FormReader,
    validate::{self, is_constant},
    values::{ParameterError, apart::Parts},
};
use crate::core::{Descriptor, Encoding, Parameter, Place};

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
    let is_read = |(spot, _): &Need| *spot != Spot::Body || body.is_some();
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

fn spot(known: &Parameter, encoding: Encoding) -> Spot {
    match known.place {
        Place::Header { .. } => Spot::Header,
        place if place.is_in_query(encoding) => Spot::Query,
        _ => Spot::Body,
    }
}

/// A parameter that an operation needs: with its one value, if it has one.
type Need = (Spot, &'static Parameter);

fn needs(operation: &'static Descriptor) -> impl Iterator<Item = Need> {
    operation.choosing().map(|known| (spot(known, operation.encoding), known))
}

/// The same parameter, whatever its value.
fn is_same((one_spot, one): Need, (spot, other): Need) -> bool {
    one_spot == spot
        && match spot {
            Spot::Header => one.wire_name().eq_ignore_ascii_case(other.wire_name()),
            Spot::Query | Spot::Body => one.wire_name() == other.wire_name(),
        }
}

/// Returns whether an operation takes what another one needs: as a parameter, in an object whose names can
/// be any, or for its credential.
fn knows(operation: &'static Descriptor, need: Need) -> bool {
    let is_own = |known: &'static Parameter| {
        let spot = spot(known, operation.encoding);
        let is_named = !matches!(known.place, Place::Path | Place::Cookie | Place::Body);
        is_named && is_same((spot, known), need) || known.object.is_some() && spot == need.0
    };
    let is_named = |known: &Parameter| known.wire_name().eq_ignore_ascii_case(need.1.wire_name());
    operation.parameters.iter().any(is_own)
        || operation.auth_blocks().flat_map(|it| it.parameters).any(is_named)
}

/// The texts that a request has where an operation needs something.
struct Sent<'a> {
    operation: &'static Descriptor,
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
    for (operation, need) in all.iter().flat_map(|it| needs(it).map(|need| (*it, need))) {
        let source = if need.0 == Spot::Body { body } else { Some(query) };
        if let Some(body) = source.filter(|_| !found.iter().any(|it| is_same(it.need, need))) {
            let parts = Parts { encoding: operation.encoding, headers: &head.headers, query, body };
            found.push(Sent { operation, need, texts: parts.texts(need.1.place, need.1) });
        }
    }
    found
}

fn is_met(sent: &[Sent<'_>], need: Need) -> bool {
    let is_it = |text: Option<&str>| text.is_some_and(|text| is_constant(need.1, text));
    let fits = |texts: &[Option<Cow<'_, str>>]| {
        need.1.constant.is_none() || texts.iter().all(|text| is_it(text.as_deref()))
    };
    sent.iter().any(|it| is_same(it.need, need) && it.is_there() && fits(&it.texts))
}

/// The refusal that names a parameter: what the nearest operations need and the request lacks, or what it has
/// and one that lacks nothing doesn't take.
fn refusal(all: &[&'static Descriptor], sent: &[Sent<'_>]) -> Refusal {
    let is_there = |need: &Need| sent.iter().any(|it| is_same(it.need, *need) && it.is_there());
    let met = |it: &'static Descriptor| needs(it).filter(|need| is_met(sent, *need));
    let nearness = |it: &'static Descriptor| met(it).count() + needs(it).filter(is_there).count();
    let most = all.iter().map(|it| nearness(it)).max().unwrap_or_default();
    let nearest: Vec<_> = all.iter().copied().filter(|it| nearness(it) == most).collect();
    let is_lacking = |need: &Need| sent.iter().any(|it| is_same(it.need, *need)) && !is_met(sent, *need);
    let lacks = |it: &'static Descriptor| needs(it).find(is_lacking);
    let found = nearest.iter().rev().map(|it| (*it, lacks(it)));
    let found = found.max_by_key(|(_, lacks)| lacks.is_none());
    let errors = found.map(|(one, lacks)| match lacks {
        Some(need) => {
            let alike = nearest.iter().flat_map(|it| needs(it)).filter(|it| is_same(*it, need));
            let values = alike.filter_map(|(_, known)| known.constant).collect();
            error(one, need, expected(values, !is_there(&need)))
        }
        None => {
            let names: Vec<_> = met(one).map(|(_, known)| known.wire_name()).collect();
            let what = format!("cannot be sent with {}", names.join(", "));
            let other = sent.iter().find(|it| it.is_there() && !knows(one, it.need));
            other.map(|it| error(it.operation, it.need, what)).unwrap_or_default()
        }
    });
    Refusal::of_errors(&errors.unwrap_or_default())
}

fn error(operation: &'static Descriptor, (_, known): Need, what: String) -> Vec<ParameterError> {
    validate::for_caller(vec![ParameterError::new(known.name, what)], operation)
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
