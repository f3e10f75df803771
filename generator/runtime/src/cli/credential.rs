//! The credential of a call.

use super::{
    names::{self, Slot},
    problem::Problem,
    sources::Sources,
    table::{Command, Credential, Scheme},
    values::{self, Form, Owner},
};
use crate::codec::values::Value;
use crate::core::Auth;

/// Returns the credential that a command sends, with the fields that are known.
///
/// # Errors
/// If the user names one that can't be sent.
pub(super) fn read(command: &'static Command, sources: &mut Sources<'_>) -> Result<Option<Form>, Problem> {
    let Some(credential) = chosen(command, sources)? else { return Ok(None) };
    let mut slots = names::credential_slots(credential);
    slots.retain(|slot| slot.parameter.constant.is_none());
    if matches!(command.operation.auth, Auth::Optional(_))
        && slots.iter().all(|slot| !sources.has_value(slot) && sources.clash(slot).is_none())
    {
        return Ok(None);
    }
    let mut form = Form::new(Owner::Credential(credential), slots);
    form.read_credential(credential, sources)?;
    Ok(Some(form))
}

/// The user that a credential names, if it names one.
pub(super) fn user(form: &Form) -> Option<&str> {
    let Owner::Credential(credential) = form.owner else { return None };
    let is_user = |slot: &&Slot| {
        let parameter = slot.parameter;
        !parameter.secret && !parameter.json && !is_scheme(credential, slot)
    };
    let user = form.values.iter().find(|placed| form.slot_of(placed).as_ref().is_some_and(is_user))?;
    user.text()
}

fn chosen(command: &'static Command, sources: &Sources<'_>) -> Result<Option<&'static Credential>, Problem> {
    let mut all = names::credentials(sources.program, command);
    if !matches!(command.operation.auth, Auth::NotShown) {
        return Ok(all.next());
    }
    let Some(name) = sources.get::<String>("credential") else { return Ok(None) };
    match all.find(|credential| credential.block.name == name) {
        Some(credential) => Ok(Some(credential)),
        None => {
            let known = names::credentials(sources.program, command);
            let names: Vec<&str> = known.map(|credential| credential.block.name).collect();
            Err(Problem::Usage(format!("--credential: expected one of {}", names.join(", "))))
        }
    }
}

/// The value of a field, from an option, the environment or the profile.
fn field(slot: &Slot, sources: &mut Sources<'_>) -> Result<Option<Value>, String> {
    match values::values(slot, sources)?.pop() {
        None if !slot.parameter.secret => Ok(sources.plain(slot)?.map(Value::Text)),
        value => Ok(value),
    }
}

impl Form {
    /// Reads the fields that the scheme takes, and those that the user gave as options. Other fields in
    /// the environment or the profile may be for another scheme.
    fn read_credential(
        &mut self,
        credential: &'static Credential,
        sources: &mut Sources<'_>,
    ) -> Result<(), Problem> {
        let slots = self.slots.clone();
        let scheme = scheme(credential, &slots, sources).map_err(Problem::Usage)?;
        for slot in &slots {
            let is_scheme = is_scheme(credential, slot);
            let is_taken = slot.parameter.required || scheme.is_some_and(|scheme| scheme.takes(slot));
            let is_wanted = is_taken || is_scheme || scheme.is_none() || sources.is_option(slot);
            if let (true, Some(name)) = (is_scheme, scheme.and_then(|scheme| scheme.value)) {
                self.add(slot, Value::Text(name.to_owned()));
            } else if sources.has_value(slot) && is_wanted {
                match field(slot, sources) {
                    Ok(Some(value)) => self.add(slot, value),
                    Ok(None) => self.ask.push(slot.clone()),
                    Err(what) => self.error(slot, what),
                }
            } else if is_taken && slot.parameter.secret {
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

impl Scheme {
    fn takes(&self, slot: &Slot) -> bool {
        self.takes.contains(&slot.parameter.name)
    }
}

/// Chooses the scheme: the one that the user named, if it takes the fields that are given as options, or
/// else the only one whose fields all have values.
///
/// # Errors
/// If no scheme fits, or more than one does. The message lists the schemes.
fn scheme(
    credential: &'static Credential,
    slots: &[Slot],
    sources: &Sources<'_>,
) -> Result<Option<&'static Scheme>, String> {
    let schemes = credential.schemes;
    // Fields that all schemes take don't tell them apart.
    let distinguishing: Vec<&Slot> = slots
        .iter()
        .filter(|slot| !schemes.iter().all(|scheme| scheme.takes(slot)) && !is_scheme(credential, slot))
        .collect();
    let is_possible =
        |scheme: &Scheme| distinguishing.iter().all(|slot| scheme.takes(slot) || !sources.is_option(slot));
    let possible: Vec<&Scheme> = schemes.iter().filter(|scheme| is_possible(scheme)).collect();
    if let Some(slot) = slots.iter().find(|slot| is_scheme(credential, slot))
        && let Some(name) = sources.plain(slot)?
    {
        let named = schemes.iter().find(|scheme| scheme.value == Some(&name));
        if sources.is_option(slot) || named.is_none_or(is_possible) {
            return Ok(named);
        }
    }
    match (possible.as_slice(), complete(&possible, &distinguishing, sources).as_slice()) {
        _ if schemes.is_empty() => Ok(None),
        ([only], _) | (_, [only]) => Ok(Some(only)),
        _ => Err(undecided(credential, slots, &distinguishing, sources)),
    }
}

/// The schemes whose fields all have values. Of these, only those that take all of these fields: with a
/// password and a code, the scheme that takes both is meant, and not the one with a password alone.
fn complete<'s>(schemes: &[&'s Scheme], distinguishing: &[&Slot], sources: &Sources<'_>) -> Vec<&'s Scheme> {
    let has_all =
        |scheme: &Scheme| distinguishing.iter().all(|slot| !scheme.takes(slot) || sources.has_value(slot));
    let mut complete: Vec<&Scheme> = schemes.iter().copied().filter(|scheme| has_all(scheme)).collect();
    let mut taken = distinguishing.to_vec();
    taken.retain(|slot| complete.iter().any(|scheme| scheme.takes(slot)));
    complete.retain(|scheme| taken.iter().all(|slot| scheme.takes(slot)));
    complete
}

/// The error that lists the fields that have values, and the fields that each scheme needs.
fn undecided(
    credential: &Credential,
    slots: &[Slot],
    distinguishing: &[&Slot],
    sources: &Sources<'_>,
) -> String {
    if let Some(what) = slots.iter().find_map(|slot| sources.clash(slot)) {
        return what;
    }
    let given: Vec<String> = distinguishing.iter().filter_map(|slot| sources.place(slot)).collect();
    let what = match given.as_slice() {
        [] => {
            let variable = distinguishing.first().map(|slot| sources.variable_of(slot)).unwrap_or_default();
            format!(
                "the credential is missing: give what one of its schemes needs, as options, in the environment \
                 (such as `{variable}`) or in a profile"
            )
        }
        given => format!(
            "no scheme of the credential takes exactly {}: leave one out, or add what is missing",
            given.join(" and ")
        ),
    };
    let named = slots.iter().find(|slot| is_scheme(credential, slot));
    let choose = named.map(|slot| format!(", or choose with --{}", slot.name)).unwrap_or_default();
    let schemes = credential.schemes.iter().map(|scheme| {
        let takes = scheme.takes.iter().map(|name| format!("--{}", names::option_of(slots, name)));
        format!("\n  {}: {}", scheme.value.unwrap_or("-"), takes.collect::<Vec<_>>().join(", "))
    });
    format!("{what}{choose}:{}", schemes.collect::<String>())
}
