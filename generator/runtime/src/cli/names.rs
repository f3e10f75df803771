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

/// Commands that every program has.
pub(super) const COMMANDS: &[&str] =
    &["find", "describe", "conformance", "login", "logout", "profile", "completions", "help"];

/// Endings of the options that name the source of a secret.
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
    /// The operation, if the option is for a field of its body.
    pub(super) field_of: Option<&'static Descriptor>,
}

impl Slot {
    /// Returns whether a value is required, alone or in a body.
    pub(super) fn is_required(&self) -> bool {
        self.parameter.required && !self.field_of.is_some_and(|operation| operation.partial_body)
    }

    /// Returns whether the value is JSON.
    pub(super) fn is_json(&self) -> bool {
        self.parameter.json || self.field_of.is_some()
    }

    /// Returns whether the value can be read from a file, by `@FILE` or `-`: true for a body and for
    /// JSON, which never looks like that. A text is taken as it is.
    pub(super) fn takes_file(&self) -> bool {
        let Parameter { place, kind, values, .. } = self.parameter;
        *place == Place::Body || self.is_json() && *kind == ValueKind::Other && values.is_empty()
    }

    /// Returns a value at the parameter's place.
    pub(super) fn placed(&self, value: Value) -> Placed {
        let parameter = self.parameter;
        Placed { name: parameter.name, parameter: Some(parameter), place: parameter.place, value }
    }

    /// Returns the error that the value is missing or invalid.
    pub(super) fn invalid(&self, what: impl Into<String>) -> Invalid {
        Invalid { option: self.name.clone(), name: self.parameter.name.to_owned(), what: what.into() }
    }
}

/// The option of a parameter; its own name if it has none.
pub(super) fn option_of<'a>(slots: &'a [Slot], parameter: &'a str) -> &'a str {
    slots.iter().find(|slot| slot.parameter.name == parameter).map_or(parameter, |slot| &slot.name)
}

/// The name of a group's command.
pub(super) fn group_name(group: &Group) -> Cow<'static, str> {
    match COMMANDS.contains(&group.name) {
        true => format!("{}-operations", group.name).into(),
        false => group.name.into(),
    }
}

/// The name of an operation's command in its group.
pub(super) fn command_name(command: &Command) -> &'static str {
    if command.short.is_empty() { command.name } else { command.short }
}

/// An operation's group and command, as they are typed.
pub(super) fn in_group((group, command): &Found) -> String {
    format!("{} {}", group_name(group), command_name(command))
}

/// All operations, in the documents' order.
pub(super) fn commands(program: &Program) -> impl Iterator<Item = Found> {
    program.groups.iter().flat_map(|group| group.commands.iter().map(move |command| (*group, command)))
}

/// The operation with a name that works without a group.
pub(super) fn without_group(program: &Program, name: &str) -> Option<Found> {
    let is_other = COMMANDS.contains(&name) || program.groups.iter().any(|group| group_name(group) == name);
    commands(program).find(|(_, command)| !is_other && [command.name, command.operation.name].contains(&name))
}

/// The operation with a name. After the group, that can be the short name, the full one or the
/// documents'; without it, the full one or the documents'.
pub(super) fn command(program: &Program, words: &[&str]) -> Option<Found> {
    match words {
        [name] => without_group(program, name),
        [group, name] => {
            let mut members = commands(program).filter(|(known, _)| group_name(known) == *group);
            members.find(|(_, command)| {
                [command_name(command), command.name, command.operation.name].contains(name)
            })
        }
        _ => None,
    }
}

/// The environment variable of an option: `GARDEN_PASSWORD`.
pub(super) fn variable(program: &Program, option: &str) -> String {
    // The name of a header can have characters with a meaning in a shell.
    format!("{}_{option}", program.name)
        .to_uppercase()
        .replace(|character: char| !character.is_ascii_alphanumeric(), "_")
}

/// The options for the fields of a credential. No parameter can take their names, so that a field has
/// the same option in all commands.
pub(super) fn credential_slots(credential: &'static Credential) -> Vec<Slot> {
    let mut taken = options::names();
    taken.extend(options::keys().map(|(setting, _)| setting.name.to_owned()));
    slots(credential.block.parameters, credential.fields, "credential", &mut taken)
}

/// The options for the fields of several credentials, without duplicates and constants.
pub(super) fn credentials_slots(credentials: impl IntoIterator<Item = &'static Credential>) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for slot in credentials.into_iter().flat_map(credential_slots) {
        if slot.parameter.constant.is_none() && !slots.iter().any(|known| known.name == slot.name) {
            slots.push(slot);
        }
    }
    slots
}

/// The options for the parameters of an operation.
pub(super) fn operation_slots(program: &'static Program, command: &'static Command) -> Vec<Slot> {
    let mut taken = options::names();
    for slot in program.credentials.iter().flat_map(credential_slots) {
        taken.extend(option_names(&slot.name, slot.parameter));
    }
    let operation = command.operation;
    let mut all = slots(operation.parameters, command.parameters, "parameter", &mut taken);
    let fields = slots(command.fields.all, command.fields.help, "body", &mut taken);
    all.extend(fields.into_iter().map(|slot| Slot { field_of: Some(operation), ..slot }));
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
        while option_names(&name, parameter).any(|name| taken.contains(&name)) {
            name = format!("{prefix}-{name}");
        }
        taken.extend(option_names(&name, parameter));
        Slot { parameter, help, name, field_of: None }
    });
    named.collect()
}

/// The names of all options of a parameter.
pub(super) fn option_names(name: &str, parameter: &Parameter) -> impl Iterator<Item = String> {
    let endings = if parameter.secret { SOURCES } else { &[] };
    [""].iter().chain(endings).map(move |ending| format!("{name}{ending}"))
}
