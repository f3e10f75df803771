//! The question before a call that destroys something.

use std::borrow::Cow;

use super::{problem::Problem, source, sources::Sources, table::Command, values::Form};
use crate::client::reach::Reach;
use crate::codec::values::{Placed, Value};
use crate::core::{Effect, Parameter, Place, ValueKind, text::inert};

/// The longest name that a user has to type, in characters.
const LONGEST: usize = 40;

/// The longest value that is shown whole, in characters.
const LONGEST_SHOWN: usize = 200;

/// The word to type if no parameter has a name that can be typed.
const YES: &str = "yes";

/// A question and the only text that lets the call go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Question {
    prompt: String,
    confirms: String,
}

/// The question, unless the call destroys nothing, is not sent, or has `--yes`. Nothing else, such as
/// a pipe or an output format, counts as a yes.
///
/// # Errors
/// If the user can't be asked.
pub(super) fn question(
    command: &Command,
    reach: Reach,
    form: &Form,
    server: &str,
    sources: &Sources<'_>,
) -> Result<Option<Question>, Problem> {
    if reach.effect != Effect::Destroys || sources.has("yes") || sources.is_dry() {
        return Ok(None);
    }
    match sources.can_ask() {
        true => {
            let mut question = Question::new(command, form, server);
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
    pub(super) fn new(command: &Command, form: &Form, server: &str) -> Self {
        let required: Vec<_> = form
            .values
            .iter()
            .filter_map(|placed| Some((placed.parameter?, placed)))
            .filter(|(parameter, _)| parameter.required)
            .collect();
        let shown: String =
            required.iter().filter_map(|(parameter, placed)| line(parameter, placed)).collect();
        let mut parameters = form.owner.parameters().iter();
        let body = parameters
            .find(|known| known.place == Place::Body && known.required && form.fields.is_some())
            .map(|body| format!("  {}: (JSON)\n", body.name))
            .unwrap_or_default();
        let name = match required.iter().find(|(parameter, _)| parameter.subject) {
            Some((_, subject)) => name(subject),
            None => required.iter().filter_map(|(_, placed)| name(placed)).next_back(),
        };
        let confirms = name.unwrap_or(YES).to_owned();
        let (command, summary) = (command.name, command.summary);
        Self {
            prompt: format!("{command} on {server}: {summary}\n{shown}{body}Type {confirms} to confirm: "),
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

/// A line with a required parameter and its value. JSON of a type with parts may contain a secret, and
/// isn't shown.
fn line(parameter: &Parameter, placed: &Placed) -> Option<String> {
    let text: Cow<'_, str> = match &placed.value {
        _ if parameter.secret => return None,
        Value::Json(_) if parameter.kind == ValueKind::Other => "(JSON)".into(),
        Value::List(items) => items.join(", ").into(),
        Value::File(file) => file.file_name().into(),
        Value::Text(_) | Value::Json(_) | Value::Null => placed.text().unwrap_or_default().into(),
    };
    let mut shown: String = text.chars().map(inert).take(LONGEST_SHOWN).collect();
    if text.chars().nth(LONGEST_SHOWN).is_some() {
        shown.push('…');
    }
    Some(format!("  {}: {shown}\n", parameter.name))
}

/// The text of a value, if it can be typed.
fn name(placed: &Placed) -> Option<&str> {
    let can_be_typed = |text: &&str| {
        !text.is_empty()
            && text.trim() == *text
            && text.chars().all(|character| inert(character) == character)
            && text.chars().count() <= LONGEST
    };
    match &placed.value {
        Value::Text(text) if !placed.is_secret() => Some(text.as_str()).filter(can_be_typed),
        Value::Text(_) | Value::List(_) | Value::Json(_) | Value::Null | Value::File(_) => None,
    }
}
