//! A call as a curl command, with variables in place of its secrets: the request that the client
//! would send, with a mark in place of each.

mod command;
#[cfg(test)]
#[cfg(unix)]
mod tests;

use std::{mem, path::PathBuf};

use http::{HeaderValue, header::CONTENT_TYPE};

use self::command::Command;
pub(super) use self::command::quoted;
use super::{
    marks::Marks,
    names,
    problem::Problem,
    request::{self, Prepared},
};
use crate::client::{Transport, dynamic};
use crate::codec::Api;
use crate::core::{Body, BoxError, error::NotSent};

/// The transport of a request that is only shown. Unlike reqwest's, it doesn't read certificates, which
/// takes longer than everything else.
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
pub(super) fn command<A: Api>(mut prepared: Prepared<'_>) -> Result<String, Problem> {
    let command = prepared.command;
    let program = prepared.sources.program;
    let mut marks = mem::replace(&mut prepared.sources.marks, Marks::new(program));
    let mut values = mem::take(&mut prepared.values);
    marks.put(&mut values, &names::operation_slots(program, command));
    if let Some((known, values)) = &mut prepared.credential {
        marks.put(values, &names::credential_slots(known));
    }
    let client = request::client::<A, _>(&mut prepared, Unsent).build()?;
    let call = client.describe(command.operation, |to| to.values = values)?;
    request::check_headers(&prepared.headers, dynamic::request(&call))?;
    let (mut request, sent) = dynamic::into_request(*call);
    // Any header but the content type may be a secret.
    let secret =
        prepared.headers.iter().filter(|(name, _)| !name.eq_ignore_ascii_case(CONTENT_TYPE.as_str()));
    for (name, _) in secret {
        let mark = HeaderValue::try_from(marks.variable(&format!("header-{name}")));
        if let (Some(value), Ok(mark)) = (request.headers_mut().get_mut(name), mark) {
            *value = mark;
        }
    }
    let mut line = Command::new(request, &sent, A::DESCRIPTOR, command.operation, &marks);
    for (option, name) in [("--cacert", "cacert"), ("--output", "output")] {
        let path: Option<PathBuf> = prepared.sources.get(name);
        path.iter().for_each(|path| line.add(option, &path.to_string_lossy()));
    }
    Ok(line.finish(prepared.effect))
}
