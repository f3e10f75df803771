//! Parameters as options.

use clap::ValueHint;
use clap::{
    Arg, ArgAction,
    builder::{PossibleValue, StringValueParser, TypedValueParser, ValueParser},
    value_parser,
};
use std::path::PathBuf;

use super::{curl::quoted, names::Slot};
use crate::core::{Parameter, ValueKind, text::inert};

/// An alias for the option of the first file, whatever the name of its parameter.
const UPLOAD: &str = "upload";

/// The options for these parameters.
pub(super) fn args(slots: &[Slot], heading: &'static str) -> Vec<Arg> {
    // A constant needs no option.
    let slots: Vec<&Slot> = slots.iter().filter(|slot| slot.parameter.constant.is_none()).collect();
    let has_upload = slots.iter().any(|slot| slot.name == UPLOAD);
    let first_file = slots.iter().find(|slot| slot.parameter.file && !has_upload).map(|slot| &slot.name);
    let args = slots.iter().flat_map(|slot| {
        let heading = if slot.field_of.is_some() { "Fields of the body" } else { heading };
        of(slot, first_file == Some(&slot.name)).into_iter().map(move |arg| arg.help_heading(heading))
    });
    args.collect()
}

fn of(slot: &Slot, alias: bool) -> Vec<Arg> {
    if slot.parameter.secret {
        return secret(slot);
    }
    let arg = described(Arg::new(slot.name.clone()).long(slot.name.clone()), slot);
    let arg = arg.value_name(value_name(slot.parameter));
    if slot.parameter.file {
        let arg = arg.value_parser(value_parser!(PathBuf)).value_hint(ValueHint::FilePath);
        let arg = if slot.parameter.items.is_some() { arg.action(ArgAction::Append) } else { arg };
        return vec![if alias { arg.visible_alias(UPLOAD) } else { arg }];
    }
    vec![arg_of_value(arg, slot.parameter)]
}

fn arg_of_value(arg: Arg, parameter: &'static Parameter) -> Arg {
    let arg = arg.allow_negative_numbers(true);
    let (arg, values) = match (parameter.items, parameter.kind) {
        (Some(_), _) => (arg.action(ArgAction::Append), parameter.values),
        (None, ValueKind::Boolean) => {
            (arg.num_args(0..=1).default_missing_value("true"), &["true", "false"] as &[_])
        }
        (None, _) => (arg, parameter.values),
    };
    match values {
        [] => arg,
        values => arg.value_parser(ValueParser::new(Listed(values))),
    }
}

/// The options for a secret. They name its source, never its value.
fn secret(slot: &Slot) -> Vec<Arg> {
    let ending = |ending: &str| format!("{}-{ending}", slot.name);
    let ask = Arg::new(slot.name.clone()).long(slot.name.clone()).action(ArgAction::SetTrue);
    let file = Arg::new(ending("file")).long(ending("file")).value_name("FILE");
    let file = file.value_parser(value_parser!(PathBuf)).value_hint(ValueHint::FilePath);
    let descriptor = Arg::new(ending("fd")).long(ending("fd")).value_name("NUMBER");
    vec![
        described(ask, slot),
        file.help(format!("Read the value of --{} from a file; - is standard input", slot.name)),
        descriptor
            .value_parser(value_parser!(u32))
            .hide_short_help(true)
            .help(format!("Read the value of --{} from an open file descriptor", slot.name)),
    ]
}

fn described(arg: Arg, slot: &Slot) -> Arg {
    let lines = slot.help.lines;
    let hint = match slot.parameter {
        parameter if parameter.secret => Some("Prompts for the value; it is never on the command line."),
        parameter if parameter.file => parameter.items.map(|_| "Repeat it for each file."),
        parameter if parameter.items.is_some() => Some("Repeat it for each item, or pass a JSON list."),
        parameter if parameter.nullable && slot.field_of.is_some() && parameter.kind == ValueKind::Text => {
            Some("`null` is a text here: pass the body as a whole to send null.")
        }
        _ if slot.takes_file() => Some("It can be @FILE or -, and must be if it contains a secret."),
        _ => None,
    };
    let required = (slot.field_of.is_some() && slot.is_required()).then_some("Required.");
    let mut long_help = lines.iter().copied().chain(required).chain(hint).collect::<Vec<_>>().join("\n");
    if let Some(example) = slot.help.example {
        long_help.extend(["\nExample: ", &quoted(example)]);
    }
    let help = lines.first().copied().unwrap_or_default().to_owned();
    match shown(slot.parameter.values).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => arg.help(help).long_help(long_help),
        known => arg
            .hide_possible_values(true)
            .help(format!("{help} [known values: {known}]"))
            .long_help(format!("{long_help}\n[known values: {known}]")),
    }
}

/// The values without characters that control a terminal.
fn shown(values: &[&'static str]) -> impl Iterator<Item = &'static str> {
    values.iter().copied().filter(|value| value.chars().all(|character| inert(character) == character))
}

/// The name of a value in help texts.
pub(super) fn value_name(parameter: &Parameter) -> &'static str {
    match parameter {
        Parameter { file: true, .. } => "FILE",
        Parameter { items: Some(item), .. } => item,
        Parameter { json: true, kind: ValueKind::Other, .. } => "JSON",
        parameter => parameter.type_name,
    }
}

/// Lists values in help and completions, but accepts others: the documents list known values, not all
/// that are allowed.
#[derive(Clone)]
struct Listed(&'static [&'static str]);

impl TypedValueParser for Listed {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(shown(self.0).map(PossibleValue::new)))
    }
}
