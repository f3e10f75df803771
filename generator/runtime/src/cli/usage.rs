//! What users do wrong with this kind of program, in better words than clap
//! has for it.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use super::{names, problem::Problem, table::Program};

/// The error in words that fit.
pub(super) fn explained(program: &Program, mut error: Error) -> Problem {
    best_first(&mut error);
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let text = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            named(ContextKind::InvalidSubcommand).and_then(|name| with_group(program, name))
        }
        // It may be the value of a secret: it is not repeated.
        ErrorKind::UnknownArgument | ErrorKind::TooManyValues => {
            let argument = named(ContextKind::InvalidArg).or(named(ContextKind::InvalidValue));
            let is_value = error.kind() == ErrorKind::TooManyValues
                || argument.is_some_and(|argument| !argument.starts_with('-'));
            is_value.then(|| VALUE.to_owned())
        }
        _ => None,
    };
    text.map_or(Problem::Arguments(error), Problem::Usage)
}

/// Corrects the suggestions of clap: the best comes last there, and names of the
/// documents are among them, which the help doesn't show.
fn best_first(error: &mut Error) {
    if let Some(ContextValue::Strings(names)) = error.get(ContextKind::SuggestedSubcommand) {
        let is_shown = |name: &&String| !name.contains(|c: char| c.is_ascii_uppercase());
        let shown: Vec<String> = names.iter().rev().filter(is_shown).take(3).cloned().collect();
        if !shown.is_empty() {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(shown));
        }
    }
}

const VALUE: &str = "a value has no option; secrets can't be given on the command line: \
                     pass --NAME-file, set the environment variable, or pass --NAME alone for a prompt";

/// An operation without its group.
fn with_group(program: &Program, name: &str) -> Option<String> {
    let mut groups = program.groups.iter();
    let group = groups.find(|group| {
        group.commands.iter().any(|command| command.name == name || command.operation.name == name)
    })?;
    let group = names::of_group(group);
    Some(format!("`{name}` is in the group `{group}`: {} {group} {name}", program.name))
}
