//! The operation of a request, of those that have one method and path: constants in the head tell them
//! apart, or a field of the body.

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

/// The targets that a request can be for, as far as its head says it, and its body, if that is read.
/// `of` is the operation of a target.
///
/// # Errors
/// If it can't be one of them.
pub(super) fn fitting<T: Copy>(
    mut left: Vec<T>,
    of: impl Fn(T) -> &'static Descriptor,
    head: &Head,
    body: Option<&FormReader>,
) -> Result<Vec<T>, Refusal> {
    let query = FormReader::new(head.uri.query().unwrap_or_default().as_bytes());
    let unread = FormReader::default();
    loop {
        let operations: Vec<_> = left.iter().map(|target| of(*target)).collect();
        let Some((known, encoding)) = differing(&operations, body.is_some()) else { return Ok(left) };
        let parts = Parts { encoding, headers: &head.headers, query: &query, body: body.unwrap_or(&unread) };
        let texts = parts.texts(known.place, known);
        let is_it = |own: &Parameter| {
            let is_it = |text: Option<&str>| text.is_some_and(|text| is_constant(own, text));
            !texts.is_empty() && texts.iter().all(|text| is_it(text.as_deref()))
        };
        let count = left.len();
        left.retain(|target| choice(of(*target), known, encoding).is_some_and(is_it));
        if left.is_empty() {
            return Err(refusal(&operations, known, encoding, texts.is_empty()));
        }
        if left.len() == count {
            return Ok(left);
        }
    }
}

/// A constant that all operations have and that isn't the same in all, at a place that is read.
fn differing(all: &[&Descriptor], has_body: bool) -> Option<(&'static Parameter, Encoding)> {
    let first = all.first()?;
    let mut own = first.choosing().filter(|it| has_body || spot(it, first.encoding) != Spot::Body);
    let known = own.find(|known| {
        let others = || all.iter().map(|it| choice(it, known, first.encoding));
        others().all(|it| it.is_some()) && others().flatten().any(|it| it.constant != known.constant)
    })?;
    Some((known, first.encoding))
}

/// The constant of an operation at the place of another's.
fn choice(operation: &Descriptor, known: &Parameter, encoding: Encoding) -> Option<&'static Parameter> {
    let spot_of = spot(known, encoding);
    let is_named = |it: &Parameter| match spot_of {
        Spot::Header => it.wire_name().eq_ignore_ascii_case(known.wire_name()),
        Spot::Query | Spot::Body => it.wire_name() == known.wire_name(),
    };
    operation.choosing().find(|it| spot(it, operation.encoding) == spot_of && is_named(it))
}

/// The part of a request that has a constant.
#[derive(PartialEq, Eq)]
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

/// The refusal that names the parameter and its values.
fn refusal(all: &[&Descriptor], known: &Parameter, encoding: Encoding, is_missing: bool) -> Refusal {
    let mut values: Vec<&str> = all.iter().filter_map(|it| choice(it, known, encoding)?.constant).collect();
    values.dedup();
    let more = values.len().saturating_sub(LISTED);
    values.truncate(LISTED);
    let more = if more > 0 { format!(", or one of {more} others") } else { String::new() };
    let missing = if is_missing { "missing: " } else { "" };
    let what = format!("{missing}expected one of {}{more}", values.join(", "));
    let errors = vec![ParameterError::new(known.name, what)];
    let errors = all.first().map(|operation| validate::for_caller(errors, operation));
    Refusal::of_errors(&errors.unwrap_or_default())
}
