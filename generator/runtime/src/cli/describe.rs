//! Describes an operation for scripts, which then don't have to parse help texts.

use std::borrow::Cow;

use clap::ArgMatches;
use serde_json::{Value, json};

use super::{
    curl::quoted,
    find,
    names::{self, Found, Slot, option_of},
    options::{is_set, many},
    output, print,
    problem::Problem,
    table::{Credential, Program},
    usage,
};
use crate::core::{
    Auth, Format, Parameter, Place, RequiredWhen, ReturnKind, ValueKind, Version, text::Inert,
};

/// Prints the facts about a command. Without one, prints a line for each command.
pub(super) fn run(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let words = many::<String>(matches, "command").join(" ");
    let words: Vec<&str> = words.split_whitespace().collect();
    if words.is_empty() {
        return find::print(&names::commands(program).collect::<Vec<_>>(), matches);
    }
    let found = names::command(program, &words).ok_or_else(|| usage::unknown_command(program, &words))?;
    let description = Description::new(program, found);
    match is_set(matches, "json") {
        true => output::json(&description.json()),
        false => output::text(&description.text()),
    }
}

/// An operation as a command.
pub(super) struct Description {
    program: &'static Program,
    found: Found,
    slots: Vec<Slot>,
    credentials: Vec<&'static Credential>,
}

impl Description {
    pub(super) fn new(program: &'static Program, found: Found) -> Self {
        let mut slots = names::operation_slots(program, found.1);
        slots.retain(|slot| slot.field_of.is_none() || slot.parameter.constant.is_none());
        let credentials = names::credentials(program, found.1).collect();
        Self { program, found, slots, credentials }
    }

    fn json(&self) -> Value {
        let operation = self.found.1.operation;
        let gates = operation.gates.iter().map(|code| {
            let known = self.program.api.gates.iter().find(|gate| gate.code == *code);
            json!({ "code": code, "meaning": known.map(|gate| gate.doc) })
        });
        let mut object = find::object(&self.found);
        object["rules"] = json!([self.found.1.deprecated, self.found.1.rules].concat());
        object["method"] = json!(operation.method);
        object["repeatable"] = json!(operation.repeatable);
        object["since"] = version(operation.since);
        object["gates"] = gates.collect();
        object["credentials"] =
            self.credentials.iter().map(|credential| self.credential(credential)).collect();
        object["parameters"] = self.slots.iter().map(|slot| self.parameter(slot)).collect();
        object["result"] = json!({
            "kind": kind(operation.returns),
            "type": operation.return_type,
            "content_type": operation.content_type,
            "secret": operation.secret_result,
        });
        object["example"] = json!(self.example());
        object
    }

    fn credential(&self, credential: &'static Credential) -> Value {
        let slots = names::credential_slots(credential);
        let schemes = credential.schemes.iter().map(|scheme| {
            let takes = scheme.takes.iter().map(|name| option_of(&slots, name));
            json!({ "value": scheme.value, "takes": takes.collect::<Vec<_>>() })
        });
        let parameter = |slot: &Slot| {
            let mut json = self.parameter(slot);
            // The scheme is chosen by the fields that the user passes.
            json["required"] = json!(slot.is_required() && credential.scheme != Some(slot.parameter.name));
            json
        };
        json!({
            "name": credential.block.name,
            "required": matches!(self.found.1.operation.auth, Auth::Required(_)),
            "schemes": schemes.collect::<Value>(),
            "parameters": slots.iter().map(parameter).collect::<Value>(),
        })
    }

    fn parameter(&self, slot: &Slot) -> Value {
        let parameter = slot.parameter;
        json!({
            "option": slot.name,
            "name": parameter.name,
            "type": parameter.type_name,
            "required": slot.is_required(),
            "field_of": slot.field_of.and_then(names::body_of).map(|body| option_of(&self.slots, body.name)),
            "required_when": parameter.required_when.map(|when| {
                json!({ "option": option_of(&self.slots, when.parameter), "values": when.values })
            }),
            "secret": parameter.secret,
            "variable": parameter.secret.then(|| names::variable(self.program, &slot.name)),
            "values": parameter.values,
            "default": parameter.default,
            "since": version(parameter.since),
            "help": slot.help.lines.join(" "),
        })
    }

    /// The required parameters, with values that show their form.
    fn example(&self) -> String {
        let by_fields = self.slots.iter().any(|slot| slot.field_of.is_some() && slot.is_required());
        let required = self.slots.iter().filter(|slot| match (slot.field_of, slot.parameter.place) {
            (Some(_), _) => slot.is_required() && slot.parameter.constant.is_none(),
            (None, Place::Body) => slot.parameter.required && !by_fields,
            (None, _) => self.is_needed(slot.parameter),
        });
        let options = required.map(|slot| match slot.parameter {
            parameter if parameter.secret => format!(" --{}-file FILE", slot.name),
            parameter => {
                format!(" --{} {}", slot.name, plain(slot.help.example.unwrap_or_else(|| sample(parameter))))
            }
        });
        let start = format!("{} {}", self.program.name, names::in_group(&self.found));
        std::iter::once(start).chain(options).collect()
    }

    /// Returns whether a parameter is required, always or by the samples of those that always are.
    fn is_needed(&self, parameter: &Parameter) -> bool {
        let decides = |when: RequiredWhen| {
            let mut all = self.slots.iter().map(|slot| slot.parameter);
            all.any(|parameter| {
                parameter.required
                    && parameter.name == when.parameter
                    && when.values.contains(&sample(parameter))
            })
        };
        parameter.required || parameter.required_when.is_some_and(decides)
    }

    pub(super) fn text(&self) -> String {
        let command = self.found.1;
        let name = names::in_group(&self.found);
        let head =
            [(name, command.summary.to_owned()), ("operation".to_owned(), command.operation.name.to_owned())];
        let sentences = [command.deprecated, command.rules, command.facts].concat();
        let about = sentences.into_iter().map(|line| (String::new(), line.to_owned()));
        let credentials = names::credentials_slots(self.credentials.iter().copied());
        let slots = self.slots.iter().cloned().chain(credentials);
        let options = slots.map(|slot| (format!("--{}", slot.name), help(&slot)));
        let example = [("example".to_owned(), self.example())];
        let all = head.into_iter().chain(about).chain(options).chain(example);
        print::fields(&all.map(|(name, text)| (Cow::Owned(name), text)).collect())
    }
}

/// The help of an option, and its listed values.
fn help(slot: &Slot) -> String {
    let listed = slot.parameter.values;
    let values = (!listed.is_empty()).then(|| format!("Values: {}.", Inert(&listed.join(", "))));
    slot.help.lines.iter().map(|line| (*line).to_owned()).chain(values).collect::<Vec<_>>().join(" ")
}

fn version(version: Option<Version>) -> Value {
    json!(version.map(|version| version.to_string()))
}

/// A value that shows the form of a parameter.
fn sample(parameter: &Parameter) -> &'static str {
    let default = parameter.default.filter(|_| parameter.json || parameter.items.is_none());
    let known = parameter.constant.or(default).or(parameter.values.first().copied());
    match (known, parameter.format, parameter.kind) {
        (Some(known), ..) => known,
        (None, Some(Format::SixDigits), _) => "123456",
        (None, _, ValueKind::Number) => "1",
        (None, _, ValueKind::Boolean) => "true",
        (None, _, ValueKind::Other) => "{}",
        (None, _, ValueKind::Text) if parameter.file => "FILE",
        (None, _, ValueKind::Text) => "TEXT",
    }
}

/// A word of a shell, in quotes only if it needs them.
fn plain(text: &str) -> Cow<'_, str> {
    let is_plain =
        text.chars().all(|character| character.is_ascii_alphanumeric() || "-_.".contains(character));
    if is_plain && !text.is_empty() { text.into() } else { quoted(text).into() }
}

/// The name of a kind in the spec.
fn kind(returns: ReturnKind) -> &'static str {
    match returns {
        ReturnKind::Message => "message",
        ReturnKind::Json => "json",
        ReturnKind::Envelope => "envelope",
        ReturnKind::Text => "text",
        ReturnKind::Bytes => "bytes",
        ReturnKind::Redirect(_) => "redirect",
        ReturnKind::Described => "described",
        ReturnKind::Nothing => "nothing",
    }
}
