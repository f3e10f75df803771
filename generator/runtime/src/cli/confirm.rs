//! The question before a call that destroys something.

use std::borrow::Cow;

use super::{
    problem::Problem,
    source,
    sources::Sources,
    table::Command,
    values::{Given, Value},
};
use crate::client::reach::Reach;
use crate::core::{Effect, ValueKind, text::inert};

/// The longest name that a user has to type, in characters.
const LONGEST: usize = 40;

/// The longest value that is shown whole, in characters.
const LONGEST_SHOWN: usize = 200;

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
    reach: Reach,
    given: &[Given],
    server: &str,
    sources: &Sources<'_>,
) -> Result<Option<Question>, Problem> {
    if reach.effect != Effect::Destroys || sources.has("yes") || sources.is_dry() {
        return Ok(None);
    }
    match sources.can_ask() {
        true => {
            let mut question = Question::new(command, given, server);
            if let Some(other) = reach.other {
                question.prompt = format!("The path is that of {other}.\n{}", question.prompt);
            }
            Ok(Some(question))
        }
        false => {
            let what = "can't be undone, and there is no terminal to confirm it";
            Err(Problem::Usage(format!("{} {what}: pass --yes", command.name)))
        }
    }
}

impl Question {
    pub(super) fn new(command: &Command, given: &[Given], server: &str) -> Self {
        let required = given.iter().filter(|given| given.parameter.required);
        let shown: String = required.clone().filter_map(line).collect();
        let subject = required.clone().find(|given| given.parameter.subject);
        let name = match subject {
            Some(subject) => name(subject),
            None => required.filter_map(name).next_back(),
        };
        let confirms = name.unwrap_or(YES).to_owned();
        let (command, summary) = (command.name, command.summary);
        Self {
            prompt: format!("{command} on {server}: {summary}\n{shown}Type {confirms} to confirm: "),
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

/// A required parameter and its value. JSON of a type with parts may contain a secret.
fn line(given: &Given) -> Option<String> {
    let text = match &given.value {
        Value::Text(_) if given.parameter.json && given.parameter.kind == ValueKind::Other => {
            Cow::Borrowed("(JSON)")
        }
        Value::Text(text) => Cow::Borrowed(text.as_str()),
        Value::Object(_) => Cow::Borrowed("(JSON)"),
        Value::Items(items) => items.join(", ").into(),
        Value::Files(paths) => {
            let all: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
            all.join(", ").into()
        }
        Value::Secret(_) => return None,
    };
    let mut shown: String = text.chars().map(inert).take(LONGEST_SHOWN).collect();
    if text.chars().nth(LONGEST_SHOWN).is_some() {
        shown.push('…');
    }
    Some(format!("  {}: {shown}\n", given.parameter.name))
}

/// A value that can be typed.
fn name(given: &Given) -> Option<&str> {
    let can_be_typed = |text: &str| {
        !text.is_empty()
            && text.trim() == text
            && text.chars().all(|it| inert(it) == it)
            && text.chars().count() <= LONGEST
    };
    match &given.value {
        Value::Text(text) if !given.parameter.json => Some(text.as_str()),
        Value::Text(_) | Value::Items(_) | Value::Secret(_) | Value::Files(_) | Value::Object(_) => None,
    }
    .filter(|text| can_be_typed(text))
}
