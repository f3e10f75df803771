//! The operation of a request, of those that have one method and path: constants in the head tell them
//! apart, or a field of the body.

use http::request::Parts as Head;

use super::{Refusal, target::Target};
use crate::codec::{
    FormReader,
    validate::{self, is_constant},
    values::{ParameterError, apart::Parts},
};
use crate::core::{Encoding, Parameter, Place};

/// Number of values that a refusal lists.
const LISTED: usize = 20;

/// The operations that a request can be of, as far as its head says it, and its body, if that is read.
///
/// # Errors
/// If it can't be one of them.
pub(super) fn fitting<'a>(
    mut left: Vec<&'a Target>,
    head: &Head,
    body: Option<&FormReader>,
) -> Result<Vec<&'a Target>, Refusal> {
    let query = FormReader::new(head.uri.query().unwrap_or_default().as_bytes());
    let unread = FormReader::default();
    while let Some((known, encoding)) = differing(&left, body.is_some()) {
        let parts = Parts { encoding, headers: &head.headers, query: &query, body: body.unwrap_or(&unread) };
        let texts = parts.texts(known.place, known);
        let is_it = |own: &Parameter| {
            let is_it = |text: Option<&str>| text.is_some_and(|text| is_constant(own, text));
            !texts.is_empty() && texts.iter().all(|text| is_it(text.as_deref()))
        };
        let of = |target: &Target| choice(target, known, encoding);
        let fits: Vec<_> = left.iter().copied().filter(|target| of(target).is_some_and(is_it)).collect();
        if fits.is_empty() {
            return Err(refusal(&left, known, encoding, texts.is_empty()));
        }
        let is_same = fits.len() == left.len();
        left = fits;
        if is_same {
            break;
        }
    }
    Ok(left)
}

/// A constant that all operations have and that isn't the same in all, at a place that is read.
fn differing(all: &[&Target], has_body: bool) -> Option<(&'static Parameter, Encoding)> {
    let first = all.first()?.operation.descriptor;
    let mut own = first.choices().filter(|it| has_body || spot(it, first.encoding) != Spot::Body);
    let known = own.find(|known| {
        let others = || all.iter().map(|target| choice(target, known, first.encoding));
        others().all(|it| it.is_some()) && others().flatten().any(|it| it.constant != known.constant)
    })?;
    Some((known, first.encoding))
}

/// The constant of an operation at the place of another's.
fn choice(target: &Target, known: &Parameter, encoding: Encoding) -> Option<&'static Parameter> {
    let (operation, spot_of) = (target.operation.descriptor, spot(known, encoding));
    let is_named = |it: &Parameter| match spot_of {
        Spot::Header => it.wire_name().eq_ignore_ascii_case(known.wire_name()),
        Spot::Query | Spot::Body => it.wire_name() == known.wire_name(),
    };
    operation.choices().find(|it| spot(it, operation.encoding) == spot_of && is_named(it))
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
fn refusal(all: &[&Target], known: &Parameter, encoding: Encoding, is_missing: bool) -> Refusal {
    let mut values: Vec<&str> =
        all.iter().filter_map(|target| choice(target, known, encoding)?.constant).collect();
    values.dedup();
    let more = values.len().saturating_sub(LISTED);
    values.truncate(LISTED);
    let more = if more > 0 { format!(", or one of {more} others") } else { String::new() };
    let missing = if is_missing { "missing: " } else { "" };
    let what = format!("{missing}expected one of {}{more}", values.join(", "));
    let errors = vec![ParameterError::new(known.name, what)];
    let operation = all.first().map(|target| target.operation.descriptor);
    Refusal::of_errors(&operation.map_or_else(Vec::new, |operation| validate::for_caller(errors, operation)))
}
