//! The credential of a call.

use clap::ArgMatches;

use super::{
    check::{self, Form},
    names::{self, Slot},
    options::Options,
    problem::Problem,
    secrets::Sources,
    table::{Command, Credential, Program, Scheme},
    values::{self, Given, Value, Values},
};
use crate::{Auth, AuthBlock, Carrier, FormWriter, client::dynamic::AnyCredential};

/// A credential whose fields are known.
pub(super) struct Chosen {
    pub(super) credential: &'static Credential,
    pub(super) given: Vec<Given>,
    pub(super) bearer: bool,
}

impl AnyCredential for Chosen {
    fn block(&self) -> &'static AuthBlock {
        self.credential.block
    }

    fn carrier(&self) -> Carrier {
        if self.bearer { Carrier::Bearer } else { Carrier::Block }
    }

    fn encode(&self, form: &mut FormWriter) {
        (self.credential.recode)(&mut values::form(&self.given), form);
    }
}

/// Which credential a command sends, and the fields that are known.
///
/// # Errors
/// If the user names one that can't be sent.
pub(super) fn read(
    program: &'static Program,
    command: &'static Command,
    options: &Options,
    matches: &ArgMatches,
    sources: &mut Sources<'_>,
) -> Result<Option<(&'static Credential, Form)>, Problem> {
    let Some(credential) = chosen(program, command, options)? else { return Ok(None) };
    let slots = names::of_credential(credential);
    let mut values = Values::default();
    for slot in slots.iter().filter(|slot| slot.parameter.constant.is_none()) {
        match field(slot, matches, sources) {
            Ok(Some(value)) => values.given.push(Given { parameter: slot.parameter, value }),
            Ok(None) => {}
            Err(what) => values.fault(slot, what),
        }
    }
    let is_empty = values.given.is_empty() && values.invalid.is_empty();
    if is_empty && matches!(command.operation.auth, Auth::Optional(_)) {
        return Ok(None);
    }
    let options = check::options(&slots);
    complete(credential, slots, &mut values);
    let (recode, parameters) = (credential.recode, credential.block.parameters);
    Ok(Some((credential, Form { recode, parameters, operation: None, slots: options, values })))
}

fn chosen(
    program: &'static Program,
    command: &'static Command,
    options: &Options,
) -> Result<Option<&'static Credential>, Problem> {
    let mut all = names::credentials(program, command);
    if !matches!(command.operation.auth, Auth::NotShown) {
        return Ok(all.next());
    }
    let Some(name) = &options.credential else { return Ok(None) };
    let found = all.find(|credential| credential.block.name == *name);
    let unknown = || {
        let names = names::credentials(program, command).map(|credential| credential.block.name);
        let names = names.collect::<Vec<_>>().join(", ");
        Problem::Usage(format!("--credential: expected one of {names}"))
    };
    found.map(Some).ok_or_else(unknown)
}

/// A field: of an option, of the environment, or of the profile.
fn field(slot: &Slot, matches: &ArgMatches, sources: &mut Sources<'_>) -> Result<Option<Value>, String> {
    match values::value(slot, matches, sources)? {
        Some(value) => Ok(Some(value)),
        None if slot.parameter.secret => Ok(None),
        None => Ok(sources.plain(slot).map(Value::Text)),
    }
}

/// Names the scheme, and finds out what it lacks.
fn complete(credential: &'static Credential, slots: Vec<Slot>, values: &mut Values) {
    let scheme = scheme(credential, values);
    if let (Some(name), Some(value)) = (credential.scheme, scheme.and_then(|scheme| scheme.value))
        && !values.has(name)
        && let Some(slot) = slots.iter().find(|slot| slot.parameter.name == name)
    {
        values.given.push(Given { parameter: slot.parameter, value: Value::Text(value.to_owned()) });
    }
    let takes = scheme.map(|scheme| scheme.takes).unwrap_or_default();
    for slot in slots {
        let parameter = slot.parameter;
        let is_needed = parameter.required || takes.contains(&parameter.name);
        if !is_needed || parameter.constant.is_some() || values.has(parameter.name) {
            continue;
        }
        match parameter.secret {
            true => values.ask.push(slot),
            false => values.fault(&slot, "missing"),
        }
    }
}

/// The scheme that the user named, or the one that takes what was given, or the
/// first one.
fn scheme(credential: &Credential, values: &Values) -> Option<&'static Scheme> {
    let named = credential.scheme.and_then(|name| {
        let given = values.given.iter().find(|given| given.parameter.name == name)?;
        match &given.value {
            Value::Text(text) => Some(text),
            Value::Secret(_) | Value::File(_) => None,
        }
    });
    if let Some(named) = named {
        return credential.schemes.iter().find(|scheme| scheme.value == Some(named));
    }
    let given: Vec<&str> = values.given.iter().map(|given| given.parameter.name).collect();
    let fits = |scheme: &&Scheme| {
        given.iter().all(|name| scheme.takes.contains(name))
            && scheme.takes.iter().all(|name| given.contains(name))
    };
    credential.schemes.iter().find(fits).or(credential.schemes.first())
}
