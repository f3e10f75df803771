//! A call as a curl command, with variables in place of its secrets: the request that the client
//! would send, with a mark in place of each.

mod command;
mod marks;
#[cfg(test)]
#[cfg(unix)]
mod tests;

use std::path::PathBuf;

use http::HeaderValue;

pub(super) use self::command::quoted;
use self::{command::Command, marks::Marks};
use super::{
    names::Slot,
    problem::Problem,
    request::{self, Prepared},
    sources::PLACEHOLDER,
    values::Form,
};
use crate::client::{Transport, dynamic};
use crate::codec::Api;
use crate::codec::form::{Placed, Value};
use crate::core::{Body, BoxError, Place, error::NotSent};

/// The transport of a request that is only shown: it needs no certificates, which take longer to read
/// than all the rest.
#[derive(Clone)]
struct Unsent;

impl Transport for Unsent {
    async fn call(&self, _: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        Err(NotSent("it is only shown".into()).into())
    }
}

/// The command of a call.
///
/// # Errors
/// If the call can't be built.
pub(super) fn of<A: Api>(mut prepared: Prepared<'_>) -> Result<String, Problem> {
    let (program, command) = (prepared.sources.program, prepared.command);
    let mut marks = Marks::new(program);
    let slots = prepared.form.slots.clone();
    let form = &mut prepared.form;
    for field in form.fields.iter_mut().flatten() {
        let slot =
            slots.iter().find(|slot| field.parameter.is_some_and(|own| std::ptr::eq(own, slot.parameter)));
        if let Some(slot) = slot.filter(|slot| slot.parameter.secret) {
            field.value = Value::Text(marks.variable(&slot.name));
        }
    }
    let by_fields = form.fields.is_some();
    let mut values = form.sent();
    let mut credential = prepared.credential.as_mut().map(Form::sent).unwrap_or_default();
    if let Some(form) = &prepared.credential {
        marks::put(&mut credential, &marks.of_slots(&form.slots, |_| true));
    }
    // A field of a body may be JSON with a secret in it, or of an unknown shape: all of the body is
    // a variable then.
    let is_known = |secret: &str| secret == PLACEHOLDER || marks.next(secret).is_some();
    let is_opaque = |placed: &Placed| matches!(&placed.value, Value::Json(json) if !json.opaque.is_empty());
    let is_readable =
        by_fields && !values.iter().any(is_opaque) && values.iter().flat_map(Placed::secrets).all(is_known);
    let is_marked =
        |slot: &Slot| slot.field_of.is_none() && !(is_readable && slot.parameter.place == Place::Body);
    marks::put(&mut values, &marks.of_slots(&slots, is_marked));
    let client = request::client::<A, _>(&prepared, credential, Unsent).build()?;
    let call = client.describe(command.operation, |to| to.values = values)?;
    request::check_headers(&prepared.headers, dynamic::request(&call))?;
    let (mut request, sent) = dynamic::into_request(*call);
    for (name, _) in &prepared.headers {
        let mark = HeaderValue::try_from(marks.variable(&format!("header-{name}")));
        if let (Some(value), Ok(mark)) = (request.headers_mut().get_mut(name), mark) {
            *value = mark;
        }
    }
    let mut line = Command::of(request, &sent, A::DESCRIPTOR, command.operation, &marks);
    for (option, name) in [("--cacert", "cacert"), ("--output", "output")] {
        let path: Option<PathBuf> = prepared.sources.get(name);
        path.iter().for_each(|path| line.add(option, &path.to_string_lossy()));
    }
    Ok(line.finish(prepared.effect))
}
