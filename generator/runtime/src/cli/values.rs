//! What the user gave for each parameter.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use clap::ArgMatches;
use serde_json::value::RawValue;

use super::{
    names::Slot,
    options::many,
    parameters::{is_list, item},
    problem::Invalid,
    secrets::Sources,
};
use crate::{FormReader, Parameter, Secret};

/// The path that means standard input.
pub(super) const STDIN: &str = "-";

/// A parameter and its value.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) parameter: &'static Parameter,
    pub(super) value: Value,
}

/// A value as it will be sent.
#[derive(Debug)]
pub(super) enum Value {
    Text(String),
    Secret(Secret),
    /// A file, or [`STDIN`].
    File(PathBuf),
}

/// The values of a form.
#[derive(Default)]
pub(super) struct Values {
    pub(super) given: Vec<Given>,
    /// Secrets that the user is asked for: what is required but not given, and
    /// what the user wants to be asked for.
    pub(super) ask: Vec<Slot>,
    pub(super) invalid: Vec<Invalid>,
}

impl Values {
    /// Reads the values of the parameters of an operation.
    pub(super) fn read(slots: Vec<Slot>, matches: &ArgMatches, sources: &mut Sources<'_>) -> Self {
        let mut values = Self::default();
        for slot in slots {
            match value(&slot, matches, sources) {
                Ok(Some(value)) => values.given.push(Given { parameter: slot.parameter, value }),
                Ok(None)
                    if slot.parameter.secret && (slot.parameter.required || sources.is_option(&slot)) =>
                {
                    values.ask.push(slot);
                }
                Ok(None) => {}
                Err(what) => values.fault(&slot, what),
            }
        }
        values
    }

    pub(super) fn fault(&mut self, slot: &Slot, what: impl Into<String>) {
        self.invalid.push(slot.invalid(what));
    }
}

/// The value of a parameter, if the user gave one.
pub(super) fn value(
    slot: &Slot,
    matches: &ArgMatches,
    sources: &mut Sources<'_>,
) -> Result<Option<Value>, String> {
    let parameter = slot.parameter;
    if parameter.secret {
        return Ok(sources.secret(slot)?.map(Value::Secret));
    }
    if parameter.file {
        let path = matches.try_get_one::<PathBuf>(&slot.name).ok().flatten();
        return path.map(|path| file(path, sources)).transpose();
    }
    let texts = many(matches, &slot.name);
    let texts: Result<Vec<String>, String> = texts.iter().map(|text| expand(text, sources)).collect();
    Ok(match texts?.as_slice() {
        [] => None,
        texts if is_list(parameter) => Some(Value::Text(list(texts, item(parameter))?)),
        texts => texts.last().map(|text| Value::Text(one(text, parameter))),
    })
}

/// A file that is there, or standard input. Opening a folder succeeds: that it
/// can't be read would only show when half of the request was sent.
fn file(given: &Path, sources: &mut Sources<'_>) -> Result<Value, String> {
    // A file is a file with and without `@`, as in curl's `--form`.
    let path = given.to_str().and_then(|text| text.strip_prefix('@')).map_or(given, Path::new);
    if path == Path::new(STDIN) {
        sources.claim_stdin()?;
        return Ok(Value::File(path.to_owned()));
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(format!("{} is a folder", path.display())),
        Ok(_) => Ok(Value::File(path.to_owned())),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// A text, or what it refers to. One line break at the end of a file is not
/// part of it.
pub(super) fn expand(text: &str, sources: &mut Sources<'_>) -> Result<String, String> {
    match text.strip_prefix('@') {
        None if text == STDIN => stdin(sources),
        None => Ok(text.to_owned()),
        Some(literal) if literal.starts_with('@') => Ok(literal.to_owned()),
        Some(STDIN) => stdin(sources),
        Some(path) => fs::read_to_string(path).map(line).map_err(|error| format!("{path}: {error}")),
    }
}

fn stdin(sources: &mut Sources<'_>) -> Result<String, String> {
    sources.claim_stdin()?;
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map(|_| line(text)).map_err(|error| format!("standard input: {error}"))
}

fn line(text: String) -> String {
    let line = text.strip_suffix('\n').unwrap_or(&text);
    line.strip_suffix('\r').unwrap_or(line).to_owned()
}

/// The text of a parameter that is not a list.
fn one(text: &str, parameter: &Parameter) -> String {
    match parameter.type_name {
        "string" if !parameter.json => text.to_owned(),
        // A text or a listed value may come without its quotes.
        "string" => json_or_text(text),
        _ if parameter.json && !parameter.values.is_empty() => json_or_text(text),
        _ => text.trim().to_owned(),
    }
}

fn json_or_text(text: &str) -> String {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(_) => text.to_owned(),
        Err(_) => quoted(text),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A JSON list of items, unless the only one is a JSON list.
fn list(texts: &[String], item: &str) -> Result<String, String> {
    if let [only] = texts
        && only.trim_start().starts_with('[')
    {
        return Ok(only.trim().to_owned());
    }
    let items = (1..).zip(texts).map(|(number, text)| match item {
        "string" => Ok(quoted(text)),
        _ => serde_json::from_str::<&RawValue>(text)
            .map(|json| json.get().to_owned())
            .map_err(|_| format!("item {number} is not JSON")),
    });
    let items: Result<Vec<String>, String> = items.collect();
    Ok(format!("[{}]", items?.join(",")))
}

/// The values as a form that is to be read, without files.
pub(super) fn form(given: &[Given]) -> FormReader {
    let mut form = FormReader::default();
    for given in given {
        match &given.value {
            Value::Text(text) => form.push(given.parameter.name, Some(text)),
            Value::Secret(secret) => form.push(given.parameter.name, Some(secret.expose())),
            Value::File(_) => {}
        }
    }
    form
}

/// The files of a form: their parameters and where they are.
pub(super) fn files(given: &[Given]) -> impl Iterator<Item = (&'static str, &Path)> {
    given.iter().filter_map(|given| match &given.value {
        Value::File(path) => Some((given.parameter.name, path.as_path())),
        Value::Text(_) | Value::Secret(_) => None,
    })
}
