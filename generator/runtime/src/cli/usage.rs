//! Usage errors with better texts than clap's.

use std::ffi::OsString;

use clap::Command as Clap;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use super::{
    find::{search, words},
    names, options,
    problem::Problem,
    table::Program,
};
use crate::core::text::Inert;

/// Maximum number of suggested commands.
const SUGGESTIONS: usize = 5;

/// Improves an error of clap.
pub(super) fn explained(program: &Program, tree: &Clap, arguments: &[OsString], mut error: Error) -> Problem {
    if let Some(tip) = tip(tree, arguments, &error) {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let text = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            named(ContextKind::InvalidSubcommand).and_then(|name| suggested(program, name))
        }
        // The argument may be the value of a secret, and is not repeated.
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

/// The way to pass a value that begins with `-`, or the place of an option.
fn tip(tree: &Clap, arguments: &[OsString], error: &Error) -> Option<String> {
    let Some(ContextValue::String(named)) = error.get(ContextKind::InvalidArg) else { return None };
    if error.kind() == ErrorKind::InvalidValue {
        let option = named.split(' ').next().filter(|_| has_no_value(error))?;
        return Some(format!("a value that begins with '-' is written '{option}=-…'"));
    }
    if options::names().contains(named.strip_prefix("--").unwrap_or_default()) {
        return Some(format!("'{named}' goes after the operation"));
    }
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let place = words.iter().position(|word| word == named)?;
    let option = words.get(place.checked_sub(1)?)?;
    let command = words.iter().fold(tree, |clap, word| clap.find_subcommand(word).unwrap_or(clap));
    let mut args = command.get_arguments().filter(|arg| arg.get_action().takes_values());
    let has_value = args.any(|arg| arg.get_long().is_some() && arg.get_long() == option.strip_prefix("--"));
    has_value.then(|| format!("to pass '{named}' as a value, write '{option}={named}'"))
}

/// Returns whether an option has no value, perhaps because another option follows.
fn has_no_value(error: &Error) -> bool {
    matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(text)) if text.is_empty())
}

const VALUE: &str = "an operation takes no positional values: each value belongs to an option (see --help)\n  \
                     secrets can't be given on the command line: pass --NAME-file, set the environment \
                     variable, or pass --NAME alone for a prompt";

/// The error of a command that doesn't exist.
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
    if found.is_empty() {
        return None;
    }
    let mut text = format!("there is no command `{}` here; did you mean", Inert(name));
    for found in found.iter().take(SUGGESTIONS) {
        text += &format!("\n  {} {}", program.name, names::in_group(found));
    }
    if found.len() > SUGGESTIONS {
        let more = found.len() - SUGGESTIONS;
        text += &format!("\n  and {more} more: {} find {}", program.name, words.join(" "));
    }
    Some(text)
}
