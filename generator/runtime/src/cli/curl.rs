//! A call as a curl command, with variables in place of its secrets.

mod command;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use http::Method;
use http::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, USER_AGENT};

use self::command::Command;
pub(super) use self::command::quoted;
use super::{
    names::{self, Slot, option_of},
    output,
    problem::Problem,
    request::{self, Prepared},
    values::{self, Given, Value},
};
use crate::client::dynamic;
use crate::codec::{Api, form::Written};
use crate::core::{AuthBlock, Descriptor, Encoding, Parameter, Place};

/// Prints the command.
///
/// # Errors
/// If the call can't be built.
pub(super) fn print<A: Api>(mut prepared: Prepared, url: &str) -> Result<(), Problem> {
    let credential = prepared.credential.take();
    let (program, command) = (prepared.program, prepared.command);
    let Prepared { options, headers, given, .. } = &prepared;
    let operation = command.operation;
    let mut slots = names::of_operation(program, command);
    let carrier = credential.as_ref().map(|chosen| Carrier {
        block: chosen.credential.block,
        is_bearer: operation.bearer_only || chosen.bearer,
        slots: names::of_credential(chosen.credential),
    });
    let transport = request::transport(options, operation.name)?;
    let client = request::client::<A, _>(&prepared, url, credential, transport).build()?;
    let mut form = values::form_with(given, &|field, _| {
        let slot = slots.iter().find(|slot| std::ptr::eq(slot.parameter, field));
        slot.map(|slot| values::quoted(&command::placeholder(program, slot))).unwrap_or_default()
    });
    let (call, fields) = client.list(operation, |to| (command.recode)(&mut form, to))?;
    let by_fields = given.iter().any(|given| matches!(given.value, Value::Object(_)));
    let sent = dynamic::request(&call);
    request::check_headers(headers, sent)?;
    let body_type = operation.body_type;
    let url = sent.uri().to_string();
    let mut line =
        Command { program, effect: prepared.effect, arguments: Vec::new(), variables: BTreeSet::new() };
    let (elsewhere, fields): (Vec<_>, Vec<_>) =
        fields.into_iter().partition(|field| is_elsewhere(field, operation));
    add_headers(&mut line, sent, &elsewhere, carrier.as_ref());
    slots.extend(carrier.into_iter().flat_map(|carrier| carrier.slots));
    let url = line.url(&url, &elsewhere, &slots);
    // With `--request HEAD`, curl would wait for a body.
    let method =
        if sent.method() == Method::HEAD { "--head" } else { &format!("--request {}", sent.method()) };
    line.arguments.insert(0, format!("curl {method} {url}"));
    let has_body =
        elsewhere.iter().any(|field| field.place == Place::Body) || values::files(given).next().is_some();
    if operation.encoding == Encoding::Body
        && !has_body
        && [Method::POST, Method::PUT, Method::PATCH].contains(sent.method())
    {
        line.plain("--header", "content-length: 0");
    }
    for mut field in elsewhere {
        // Its secret fields are variables already.
        field.is_secret &= !(by_fields && field.place == Place::Body);
        line.elsewhere(&field, &slots, body_type);
    }
    line.fields(operation.encoding, fields, &slots);
    for (parameter, path) in files_of(given, operation) {
        match parameter.place {
            Place::Body => line.body_file(body_type, &path.to_string_lossy()),
            _ => line.file(parameter.wire_name(), &path.to_string_lossy()),
        }
    }
    for (option, name) in [("--cacert", "cacert"), ("--output", "output")] {
        let path: Option<PathBuf> = options.get(name);
        path.iter().for_each(|path| line.plain(option, &path.to_string_lossy()));
    }
    output::text(&line.finish())
}

/// Adds the headers that neither curl sets itself nor a parameter has.
fn add_headers<B>(
    line: &mut Command,
    sent: &http::Request<B>,
    elsewhere: &[Written],
    carrier: Option<&Carrier>,
) {
    let usual = [USER_AGENT, CONTENT_TYPE, CONTENT_LENGTH];
    let is_given = |name: &HeaderName| elsewhere.iter().any(|field| is_header(field, name));
    for (name, value) in sent.headers().iter().filter(|(name, _)| !usual.contains(name) && !is_given(name)) {
        let text = String::from_utf8_lossy(value.as_bytes());
        if value.is_sensitive() {
            let carried = carrier.and_then(|carrier| carrier.header(name.as_str()));
            let (start, option) = carried.unwrap_or_else(|| ("", format!("header-{name}")));
            line.secret("--header", &format!("{name}: {start}"), &option);
        } else {
            line.plain("--header", &format!("{name}: {text}"));
        }
    }
}

fn is_header(field: &Written, name: &HeaderName) -> bool {
    let Place::Header { prefix } = field.place else { return false };
    format!("{prefix}{}", field.wire_name()).eq_ignore_ascii_case(name.as_str())
}

/// Returns whether a parameter is not among those that the encoding puts together.
fn is_elsewhere(field: &Written, operation: &Descriptor) -> bool {
    match (field.place, operation.encoding) {
        (Place::Form, Encoding::Body) => true,
        (Place::Form, _) | (Place::Query, Encoding::Query) => false,
        (
            Place::Query | Place::Path | Place::Header { .. } | Place::Cookie | Place::Body | Place::Basic,
            _,
        ) => true,
    }
}

fn files_of<'a>(
    given: &'a [Given],
    operation: &'static Descriptor,
) -> impl Iterator<Item = (&'static Parameter, &'a Path)> {
    values::files(given).filter_map(|(name, path)| {
        Some((operation.parameters.iter().find(|known| known.name == name)?, path))
    })
}

/// The place where a credential is sent.
struct Carrier {
    block: &'static AuthBlock,
    is_bearer: bool,
    slots: Vec<Slot>,
}

impl Carrier {
    /// Splits the value of a header: its beginning, and the option that has the rest.
    fn header(&self, name: &str) -> Option<(&'static str, String)> {
        if self.is_bearer {
            let token = self.block.bearer.filter(|_| name == AUTHORIZATION)?;
            return Some(("Bearer ", option_of(&self.slots, token).to_owned()));
        }
        let Place::Header { prefix } = self.block.place else { return None };
        let is_it = |slot: &&Slot| format!("{prefix}{}", slot.parameter.name).eq_ignore_ascii_case(name);
        self.slots.iter().find(is_it).map(|slot| ("", slot.name.clone()))
    }
}
