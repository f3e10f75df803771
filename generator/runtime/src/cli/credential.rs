//! The credential of a call.

use super::{
    names::{self, Slot},
    problem::Problem,
    sources::{Origin, Sources},
    table::{Command, Credential, Scheme},
    values::{self, Form, Given, Of, Value},
};
use crate::core::{Auth, Parameter};

/// Returns the credential that a command sends, with the fields that are known.
///
/// # Errors
/// If the user names one that can't be sent.
pub(super) fn read(command: &'static Command, sources: &mut Sources<'_>) -> Result<Option<Form>, Problem> {
    let Some(credential) = chosen(command, sources)? else { return Ok(None) };
    let mut slots = names::of_credential(credential);
    slots.retain(|slot| slot.parameter.constant.is_none());
    if matches!(command.operation.auth, Auth::Optional(_))
        && slots.iter().all(|slot| sources.origin(slot).is_none() && sources.clash(slot).is_none())
    {
        return Ok(None);
    }
    let mut form = Form::new(Of::Credential(credential), slots);
    form.read_credential(credential, sources)?;
    Ok(Some(form))
}

/// The user that a credential is of, if it names one.
pub(super) fn user(form: &Form) -> Option<&str> {
    let Of::Credential(credential) = form.of else { return None };
    let is_user = |given: &&Given| {
        let Parameter { name, secret, json, .. } = given.parameter;
        !secret && !json && credential.scheme != Some(name)
    };
    match &form.given.iter().find(is_user)?.value {
        Value::Text(name) => Some(name),
        Value::Items(_) | Value::Secret(_) | Value::Files(_) | Value::Object(_) => None,
    }
}

fn chosen(command: &'static Command, sources: &Sources<'_>) -> Result<Option<&'static Credential>, Problem> {
    let mut all = names::credentials(sources.program, command);
    if !matches!(command.operation.auth, Auth::NotShown) {
        return Ok(all.next());
    }
    let Some(name) = sources.get::<String>("credential") else { return Ok(None) };
    let found = all.find(|credential| credential.block.name == name);
    let unknown = || {
        let names = names::credentials(sources.program, command).map(|credential| credential.block.name);
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

impl Form {
    /// The fields that the scheme takes, and those that the user gave as options.
    /// Others in the environment or the profile may be for another scheme.
    fn read_credential(
        &mut self,
        credential: &'static Credential,
        sources: &mut Sources<'_>,
    ) -> Result<(), Problem> {
        let slots = self.slots.clone();
        let scheme = scheme(credential, &slots, sources).map_err(Problem::Usage)?;
        let takes = scheme.map(|scheme| scheme.takes);
        for slot in &slots {
            let (parameter, origin) = (slot.parameter, sources.origin(slot));
            let is_scheme = is_scheme(credential, slot);
            let is_taken = parameter.required || takes.is_some_and(|takes| takes.contains(&parameter.name));
            let is_wanted = is_taken || is_scheme || takes.is_none() || origin == Some(Origin::Option);
            if origin.is_some() && is_wanted {
                match field(slot, sources) {
                    Ok(Some(value)) => self.given.push(Given { parameter, value }),
                    Ok(None) => self.ask.push(slot.clone()),
                    Err(what) => self.error(slot, what),
                }
            } else if let (true, Some(name)) = (is_scheme, scheme.and_then(|scheme| scheme.value)) {
                self.given.push(Given { parameter, value: Value::Text(name.to_owned()) });
            } else if is_taken && parameter.secret {
                match slots.iter().find_map(|slot| sources.clash(slot)) {
                    Some(what) => self.error(slot, what),
                    None => self.ask.push(slot.clone()),
                }
            } else if is_taken {
                let what = format!("missing: pass --{}, or set {}", slot.name, sources.variable_of(slot));
                self.error(slot, what);
            }
        }
        Ok(())
    }
}

fn is_scheme(credential: &Credential, slot: &Slot) -> bool {
    credential.scheme == Some(slot.parameter.name)
}

/// The scheme that the user named; otherwise the only one that takes what is given and lacks
/// nothing. What comes first in the order of the sources decides first. If nothing says which, it
/// is the first of the spec.
///
/// # Errors
/// If several are possible, or none is; the text lists them.
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
    let takes = |scheme: &Scheme, slot: &Slot| scheme.takes.contains(&slot.parameter.name);
    // What all schemes take tells none from the others.
    let is_common = |slot: &Slot| credential.schemes.iter().all(|scheme| takes(scheme, slot));
    let telling: Vec<&Slot> = slots.iter().filter(|slot| !is_common(slot)).collect();
    let mut fitting: Vec<&Scheme> = credential.schemes.iter().collect();
    let mut given: Vec<(&Slot, Origin)> = Vec::new();
    for origin in sources.order() {
        let here = telling.iter().filter(|slot| sources.origin(slot) == Some(origin));
        // What no scheme takes that is left may be for another command.
        let here =
            here.filter(|it| origin == Origin::Option || fitting.iter().any(|scheme| takes(scheme, it)));
        let here: Vec<&Slot> = here.copied().filter(|slot| !is_scheme(credential, slot)).collect();
        fitting.retain(|scheme| here.iter().all(|slot| takes(scheme, slot)));
        given.extend(here.into_iter().map(|slot| (slot, origin)));
    }
    let has = |slot: &Slot| given.iter().any(|(it, _)| it.name == slot.name);
    let is_complete = |scheme: &&Scheme| telling.iter().all(|slot| !takes(scheme, slot) || has(slot));
    let complete: Vec<&Scheme> = fitting.iter().copied().filter(is_complete).collect();
    match (fitting.as_slice(), complete.as_slice()) {
        ([only], _) | (_, [only]) => Ok(Some(only)),
        (fitting, _) if given.is_empty() => Ok(fitting.first().copied()),
        _ => Err(undecided(credential, slots, &given, sources)),
    }
}

/// The error that lists the fields that are given and the schemes that there are.
fn undecided(
    credential: &Credential,
    slots: &[Slot],
    given: &[(&Slot, Origin)],
    sources: &Sources<'_>,
) -> String {
    let given: Vec<String> = given.iter().map(|(slot, origin)| sources.place(slot, *origin)).collect();
    let named = slots.iter().find(|slot| is_scheme(credential, slot));
    let choose = named.map(|slot| format!(", or choose with --{}", slot.name)).unwrap_or_default();
    let option = |name: &&str| names::option_of(slots, name).to_owned();
    let schemes = credential.schemes.iter().map(|scheme| {
        let takes = scheme.takes.iter().map(option).collect::<Vec<_>>().join(", ");
        format!("\n  {}: {takes}", scheme.value.unwrap_or("-"))
    });
    let given = given.join(" and ");
    format!("no scheme takes just {given}: leave one out{choose}:{}", schemes.collect::<String>())
}
