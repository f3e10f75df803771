//! Usage errors of this kind of program, in better words than clap
//! has for it.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use super::{
    find::{search, words},
    names,
    problem::Problem,
    table::Program,
};
use crate::core::text::Inert;

/// Maximum number of suggested commands.
const SUGGESTIONS: usize = 5;

/// The error in words that fit.
pub(super) fn explained(program: &Program, error: Error) -> Problem {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let text = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            named(ContextKind::InvalidSubcommand).and_then(|name| suggested(program, name))
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

const VALUE: &str = "an operation takes no positional values: each value belongs to an option (see --help)\n  \
                     secrets can't be given on the command line: pass --NAME-file, set the environment \
                     variable, or pass --NAME alone for a prompt";

/// No command has this name.
pub(super) fn unknown_command(program: &Program, words: &[&str]) -> Problem {
    let name = words.join(" ");
    // The first word may be the wrong group.
    let found = suggested(program, &name).or_else(|| suggested(program, words.last()?));
    Problem::Usage(found.unwrap_or_else(|| format!("there is no command `{}`", Inert(&name))))
}

/// The operations that `find` finds.
fn suggested(program: &Program, name: &str) -> Option<String> {
    let words = words(name);
    let found = search(program, &words);
    let shown = found.iter().take(SUGGESTIONS);
    let shown: String = shown.map(|it| format!("\n  {} {}", program.name, names::in_group(it))).collect();
    let rest = found.len().saturating_sub(SUGGESTIONS);
    let rest = (rest > 0).then(|| format!("\n  and {rest} more: {} find {}", program.name, words.join(" ")));
    let intro = format!("there is no command `{}` here; did you mean", Inert(name));
    (!shown.is_empty()).then(|| format!("{intro}{shown}{}", rest.unwrap_or_default()))
}
