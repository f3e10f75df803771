//! The credential of a call.

use std::cmp::Reverse;

use super::{
    check::Form,
    names::{self, Slot},
    options::Options,
    problem::Problem,
    secrets::{Origin, Sources},
    table::{Command, Credential, Program, Scheme},
    values::{self, Given, Value, Values},
};
use crate::{Auth, AuthBlock, Carrier, FormWriter, Parameter, client::dynamic::AnyCredential};

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

/// Returns the credential that a command sends, with the fields that are known.
///
/// # Errors
/// If the user names one that can't be sent.
pub(super) fn read(
    command: &'static Command,
    options: &Options,
    sources: &mut Sources<'_>,
) -> Result<Option<(&'static Credential, Form)>, Problem> {
    let Some(credential) = chosen(sources.program, command, options)? else { return Ok(None) };
    let mut slots = names::of_credential(credential);
    slots.retain(|slot| slot.parameter.constant.is_none());
    if matches!(command.operation.auth, Auth::Optional(_))
        && slots.iter().all(|slot| sources.origin(slot).is_none())
    {
        return Ok(None);
    }
    let form = Form {
        recode: credential.recode,
        parameters: credential.block.parameters,
        operation: None,
        values: values(credential, &slots, sources)?,
        slots,
    };
    Ok(Some((credential, form)))
}

/// The user that a credential is of, if it names one.
pub(super) fn user<'a>(credential: &Credential, form: &'a Form) -> Option<&'a str> {
    let is_user = |given: &&Given| {
        let Parameter { name, secret, json, .. } = given.parameter;
        !secret && !json && credential.scheme != Some(name)
    };
    match &form.values.given.iter().find(is_user)?.value {
        Value::Text(name) => Some(name),
        Value::Secret(_) | Value::File(_) => None,
    }
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
fn field(slot: &Slot, sources: &mut Sources<'_>) -> Result<Option<Value>, String> {
    match values::value(slot, sources)? {
        Some(value) => Ok(Some(value)),
        None if slot.parameter.secret => Ok(None),
        None => Ok(sources.plain(slot)?.map(Value::Text)),
    }
}

/// The fields that the scheme takes, and those that the user gave as options.
/// Others in the environment or the profile may be for another scheme.
fn values(
    credential: &'static Credential,
    slots: &[Slot],
    sources: &mut Sources<'_>,
) -> Result<Values, Problem> {
    let mut values = Values::default();
    let scheme = scheme(credential, slots, sources).map_err(Problem::Usage)?;
    let takes = scheme.map(|scheme| scheme.takes);
    for slot in slots {
        let (parameter, origin) = (slot.parameter, sources.origin(slot));
        let is_scheme = is_scheme(credential, slot);
        let is_taken = parameter.required || takes.is_some_and(|takes| takes.contains(&parameter.name));
        let is_wanted = is_taken || is_scheme || takes.is_none() || origin == Some(Origin::Option);
        if origin.is_some() && is_wanted {
            match field(slot, sources) {
                Ok(Some(value)) => values.given.push(Given { parameter, value }),
                Ok(None) => values.ask.push(slot.clone()),
                Err(what) => values.error(slot, what),
            }
        } else if let (true, Some(name)) = (is_scheme, scheme.and_then(|scheme| scheme.value)) {
            values.given.push(Given { parameter, value: Value::Text(name.to_owned()) });
        } else if is_taken && parameter.secret {
            values.ask.push(slot.clone());
        } else if is_taken {
            let what = format!("missing: pass --{}, or set {}", slot.name, sources.variable_of(slot));
            values.error(slot, what);
        }
    }
    Ok(values)
}

fn is_scheme(credential: &Credential, slot: &Slot) -> bool {
    credential.scheme == Some(slot.parameter.name)
}

/// The scheme that the user named; otherwise, of those that take what is given
/// as an option, the one that ignores least of the environment, lacks least and
/// takes most.
///
/// # Errors
/// If it would ignore something in the environment that another one takes.
fn scheme(
    credential: &'static Credential,
    slots: &[Slot],
    sources: &mut Sources<'_>,
) -> Result<Option<&'static Scheme>, String> {
    let named = slots.iter().find(|slot| is_scheme(credential, slot));
    let value = named.and_then(|slot| field(slot, sources).ok().flatten());
    if let Some(Value::Text(name)) = value {
        return Ok(credential.schemes.iter().find(|scheme| scheme.value == Some(&name)));
    }
    let those = |is: &dyn Fn(&Slot) -> bool| slots.iter().filter(|slot| is(slot)).collect::<Vec<_>>();
    let options = those(&|slot| sources.origin(slot) == Some(Origin::Option));
    let has = those(&|slot| sources.origin(slot).is_some());
    let takes = |scheme: &Scheme, slot: &Slot| scheme.takes.contains(&slot.parameter.name);
    let fitting = credential.schemes.iter();
    let fitting: Vec<_> = fitting.filter(|scheme| options.iter().all(|it| takes(scheme, it))).collect();
    // What no fitting scheme takes may be for another command.
    let is_taken = |slot: &Slot| fitting.iter().any(|it| takes(it, slot));
    let variables = those(&|slot| sources.origin(slot) == Some(Origin::Variable) && is_taken(slot));
    let ignored = |scheme: &Scheme| variables.iter().filter(|slot| !takes(scheme, slot)).count();
    let best = fitting.into_iter().min_by_key(|scheme| {
        let known = has.iter().filter(|slot| takes(scheme, slot)).count();
        (ignored(scheme), scheme.takes.len() - known, Reverse(scheme.takes.len()))
    });
    match (best, named) {
        (Some(best), Some(named)) if ignored(best) > 0 => {
            let secret = variables.iter().filter(|slot| slot.parameter.secret);
            let names: Vec<String> = secret.map(|slot| format!("`{}`", sources.variable_of(slot))).collect();
            let names = names.join(" and ");
            Err(format!(
                "{names} are set, but can't be sent together: unset one, or choose with --{}",
                named.name
            ))
        }
        _ => Ok(best),
    }
}
