//! The question before a call that destroys something.

use super::{
    options::Options,
    problem::Problem,
    secrets::Sources,
    source,
    table::Command,
    values::{Given, Value},
};
use crate::{Effect, text::inert};

/// The longest name that a user has to type, in characters.
const LONGEST: usize = 40;

/// The word to type if nothing has a name.
const YES: &str = "yes";

/// A question and the only text that lets the call go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Question {
    prompt: String,
    confirms: String,
}

/// The question, unless the call destroys nothing, is not sent, or the user has
/// said yes. Only `--yes` says so: neither a pipe nor a format does.
///
/// # Errors
/// If nobody can be asked.
pub(super) fn question(
    command: &Command,
    options: &Options,
    given: &[Given],
    server: &str,
    sources: &Sources<'_>,
) -> Result<Option<Question>, Problem> {
    if command.operation.effect != Effect::Destroys || options.yes || options.dry_run {
        return Ok(None);
    }
    match sources.can_ask() {
        true => Ok(Some(Question::new(command, given, server))),
        false => {
            let what = "can't be undone, and there is no terminal to confirm it";
            Err(Problem::Usage(format!("{} {what}: pass --yes", command.name)))
        }
    }
}

impl Question {
    pub(super) fn new(command: &Command, given: &[Given], server: &str) -> Self {
        let name = given.iter().find_map(name);
        let whose = name.map(|name| format!(" {name}")).unwrap_or_default();
        let confirms = name.unwrap_or(YES).to_owned();
        let (command, summary) = (command.name, command.summary);
        Self {
            prompt: format!("{command}{whose} on {server}: {summary}\nType {confirms} to confirm: "),
            confirms,
        }
    }

    /// Asks on the terminal.
    ///
    /// # Errors
    /// If the user types anything else.
    pub(super) fn ask(&self) -> Result<(), Problem> {
        match source::ask_openly(&self.prompt) {
            Ok(line) if line.trim() == self.confirms => Ok(()),
            Ok(_) => Err(Problem::Local("not confirmed: nothing was sent".to_owned())),
            Err(what) => Err(Problem::Usage(format!("{what}; pass --yes"))),
        }
    }
}

/// A name that says what a call is about, if it is easily typed: that of a required
/// parameter. What is JSON may contain a secret.
fn name(given: &Given) -> Option<&str> {
    let can_be_typed = |text: &str| {
        !text.is_empty()
            && text.trim() == text
            && text.chars().all(|it| inert(it) == it)
            && text.chars().count() <= LONGEST
    };
    match &given.value {
        Value::Text(text) if given.parameter.required && !given.parameter.json => Some(text.as_str()),
        Value::Text(_) | Value::Secret(_) | Value::File(_) => None,
    }
    .filter(|text| can_be_typed(text))
}
