//! Names of commands, options and environment variables. No name of the spec
//! can hide one of the program's own.

use std::{borrow::Cow, collections::HashSet};

use super::{
    options,
    problem::Invalid,
    table::{Command, Credential, Group, Help, Program},
};
use crate::codec::values::{Placed, Value};
use crate::core::{Auth, Descriptor, Parameter, Place, ValueKind};

/// Commands that the program has for itself.
pub(super) const COMMANDS: &[&str] =
    &["find", "describe", "conformance", "login", "logout", "profile", "completions", "help"];

/// Endings of the options that say where a secret is.
const SOURCES: &[&str] = &["-file", "-fd"];

/// An operation and its group.
pub(super) type Found = (&'static Group, &'static Command);

/// An option for a parameter, or for a field of a credential.
#[derive(Clone)]
pub(super) struct Slot {
    pub(super) parameter: &'static Parameter,
    pub(super) help: &'static Help,
    /// The name of the option, without dashes.
    pub(super) name: String,
    /// The operation of which it is a field of the body, if it is.
    pub(super) field_of: Option<&'static Descriptor>,
}

impl Slot {
    /// Returns whether it must be given, alone or in a body.
    pub(super) fn is_required(&self) -> bool {
        self.parameter.required && !self.field_of.is_some_and(|operation| operation.partial_body)
    }

    /// Returns whether its value is JSON.
    pub(super) fn is_json(&self) -> bool {
        self.parameter.json || self.field_of.is_some()
    }

    /// Returns whether its value can be in a file: a body, or JSON, which never begins with `@` or `-`
    /// alone. A text is taken as it is.
    pub(super) fn takes_file(&self) -> bool {
        let Parameter { place, kind, values, .. } = self.parameter;
        *place == Place::Body || self.is_json() && *kind == ValueKind::Other && values.is_empty()
    }

    /// Its value, at its place.
    pub(super) fn placed(&self, value: Value) -> Placed {
        let parameter = self.parameter;
        Placed { name: parameter.name, parameter: Some(parameter), place: parameter.place, value }
    }

    /// Reports that it is missing or invalid.
    pub(super) fn invalid(&self, what: impl Into<String>) -> Invalid {
        Invalid { option: self.name.clone(), name: self.parameter.name.to_owned(), what: what.into() }
    }
}

/// The option of a parameter; its own name if it has none.
pub(super) fn option_of<'a>(slots: &'a [Slot], parameter: &'a str) -> &'a str {
    slots.iter().find(|slot| slot.parameter.name == parameter).map_or(parameter, |slot| &slot.name)
}

/// The name of a group's command.
pub(super) fn of_group(group: &Group) -> Cow<'static, str> {
    match COMMANDS.contains(&group.name) {
        true => format!("{}-operations", group.name).into(),
        false => group.name.into(),
    }
}

/// The name of an operation's command in its group.
pub(super) fn of_command(command: &Command) -> &'static str {
    if command.short.is_empty() { command.name } else { command.short }
}

/// An operation's group and command, as they are typed.
pub(super) fn in_group((group, command): &Found) -> String {
    format!("{} {}", of_group(group), of_command(command))
}

/// All operations, in the documents' order.
pub(super) fn commands(program: &Program) -> impl Iterator<Item = Found> {
    program.groups.iter().flat_map(|group| group.commands.iter().map(move |it| (*group, it)))
}

/// The operation with that name, which needs no group.
pub(super) fn without_group(program: &Program, name: &str) -> Option<Found> {
    let is_other = COMMANDS.contains(&name) || program.groups.iter().any(|it| of_group(it) == name);
    commands(program).find(|(_, it)| !is_other && [it.name, it.operation.name].contains(&name))
}

/// The operation with that name: the one in its group, after the group; the full one or the
/// documents', after it or alone.
pub(super) fn command(program: &Program, words: &[&str]) -> Option<Found> {
    match words {
        [name] => without_group(program, name),
        [group, name] => {
            let mut own = commands(program).filter(|(known, _)| of_group(known) == *group);
            own.find(|(_, it)| [of_command(it), it.name, it.operation.name].contains(name))
        }
        _ => None,
    }
}

/// The environment variable of an option: `GARDEN_PASSWORD`.
pub(super) fn variable(program: &Program, option: &str) -> String {
    // The name of a header can have characters that end a name, or run something, in a shell.
    format!("{}_{option}", program.name).to_uppercase().replace(|it: char| !it.is_ascii_alphanumeric(), "_")
}

/// The options for the fields of a credential. Those of all credentials have
/// names that no parameter takes, so a field has one name in all commands.
pub(super) fn of_credential(credential: &'static Credential) -> Vec<Slot> {
    let mut taken = options::names();
    taken.extend(options::keys().map(|(it, _)| it.name.to_owned()));
    slots(credential.block.parameters, credential.fields, "credential", &mut taken)
}

/// The options for the fields of credentials, which share some; those with one value need none.
pub(super) fn of_credentials(credentials: impl IntoIterator<Item = &'static Credential>) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for slot in credentials.into_iter().flat_map(of_credential) {
        if slot.parameter.constant.is_none() && !slots.iter().any(|known| known.name == slot.name) {
            slots.push(slot);
        }
    }
    slots
}

/// The options for the parameters of an operation.
pub(super) fn of_operation(program: &'static Program, command: &'static Command) -> Vec<Slot> {
    let mut taken = options::names();
    for slot in program.credentials.iter().flat_map(of_credential) {
        taken.extend(all(&slot.name, slot.parameter));
    }
    let operation = command.operation;
    let mut all = slots(operation.parameters, command.parameters, "parameter", &mut taken);
    let fields = slots(command.fields.all, command.fields.help, "body", &mut taken);
    let fields = fields.into_iter().map(|slot| Slot { field_of: Some(operation), ..slot });
    all.extend(fields);
    all
}

/// The parameter that is the body of an operation.
pub(super) fn body_of(operation: &'static Descriptor) -> Option<&'static Parameter> {
    operation.parameters.iter().find(|known| known.place == Place::Body)
}

/// The credentials that a command can send: the one that its operation takes,
/// or all, if the documents don't say which.
pub(super) fn credentials(
    program: &'static Program,
    command: &'static Command,
) -> impl Iterator<Item = &'static Credential> {
    program.credentials.iter().filter(|credential| match command.operation.auth {
        Auth::Required(block) | Auth::Optional(block) => std::ptr::eq(block, credential.block),
        Auth::NotShown => credential.block.name == credential.block.credential,
        Auth::None => false,
    })
}

fn slots(
    parameters: &'static [Parameter],
    help: &'static [Help],
    prefix: &str,
    taken: &mut HashSet<String>,
) -> Vec<Slot> {
    let named = parameters.iter().zip(help).map(|(parameter, help)| {
        let mut name = help.option.to_owned();
        while all(&name, parameter).any(|name| taken.contains(&name)) {
            name = format!("{prefix}-{name}");
        }
        taken.extend(all(&name, parameter));
        Slot { parameter, help, name, field_of: None }
    });
    named.collect()
}

/// The options of a parameter.
pub(super) fn all(name: &str, parameter: &Parameter) -> impl Iterator<Item = String> {
    let endings = if parameter.secret { SOURCES } else { &[] };
    [""].iter().chain(endings).map(move |ending| format!("{name}{ending}"))
}
