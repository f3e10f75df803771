//! The user's values of the parameters.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use serde_json::value::RawValue;

use super::{
    names::{self, Slot},
    options::many,
    problem::Invalid,
    sources::{Origin, Sources},
    table::{Command, Credential},
};
use crate::codec::{FormReader, FormWriter, Upload};
use crate::core::{ListStyle, Parameter, Secret, ValueKind};

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
    /// The items of a list that is not JSON.
    Items(Vec<String>),
    Secret(Secret),
    /// Files, or [`STDIN`].
    Files(Vec<PathBuf>),
    /// A JSON object: the fields of a body.
    Object(Vec<Given>),
}

/// The values of an operation, or of its credential.
pub(super) struct Form {
    pub(super) of: Of,
    pub(super) slots: Vec<Slot>,
    pub(super) given: Vec<Given>,
    /// Secrets that the user is asked for: what is required but not given, and
    /// what the user wants to be asked for.
    pub(super) ask: Vec<Slot>,
    pub(super) invalid: Vec<Invalid>,
}

/// The thing that has the values.
#[derive(Clone, Copy)]
pub(super) enum Of {
    Operation(&'static Command),
    Credential(&'static Credential),
}

impl Of {
    pub(super) fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::Operation(command) => command.operation.parameters,
            Self::Credential(credential) => credential.block.parameters,
        }
    }
}

impl Form {
    pub(super) fn new(of: Of, slots: Vec<Slot>) -> Self {
        Self { of, slots, given: Vec::new(), ask: Vec::new(), invalid: Vec::new() }
    }

    /// Reads the values of the parameters of an operation.
    pub(super) fn read(command: &'static Command, sources: &mut Sources<'_>) -> Self {
        let mut form = Self::new(Of::Operation(command), names::of_operation(sources.program, command));
        let (fields, own): (Vec<Slot>, Vec<Slot>) =
            form.slots.iter().cloned().partition(|it| it.field_of.is_some());
        form.given = form.each(&own, sources);
        if let Some(body) = fields.first().and_then(|slot| names::body_of(slot.field_of?)) {
            form.read_fields(body, &fields, sources);
        }
        form
    }

    /// Writes the values as they are sent, with what is uploaded of each file.
    pub(super) fn write(&self, to: &mut FormWriter, upload: impl FnMut(&Path) -> Upload) {
        self.recode(&mut form(&self.given, upload), to);
    }

    /// Reads the values of `from`, and writes them as they are sent.
    pub(super) fn recode(&self, from: &mut FormReader, to: &mut FormWriter) {
        match self.of {
            Of::Operation(command) => (command.recode)(from, to),
            Of::Credential(credential) => (credential.recode)(from, to),
        }
    }

    pub(super) fn each(&mut self, slots: &[Slot], sources: &mut Sources<'_>) -> Vec<Given> {
        let mut given = Vec::new();
        for slot in slots {
            let is_wanted = slot.is_required() || sources.origin(slot) == Some(Origin::Option);
            match value(slot, sources) {
                Ok(Some(value)) => given.push(Given { parameter: slot.parameter, value }),
                Ok(None) if slot.parameter.secret && is_wanted => self.ask.push(slot.clone()),
                Ok(None) => {}
                Err(what) => self.error(slot, what),
            }
        }
        given
    }

    /// Adds the value of a slot.
    pub(super) fn add(&mut self, slot: &Slot, value: Value) {
        let given = Given { parameter: slot.parameter, value };
        let fields = self.given.iter_mut().find_map(|given| match &mut given.value {
            Value::Object(fields) => Some(fields),
            Value::Text(_) | Value::Items(_) | Value::Secret(_) | Value::Files(_) => None,
        });
        match fields.filter(|_| slot.field_of.is_some()) {
            Some(fields) => fields.push(given),
            None => self.given.push(given),
        }
    }

    pub(super) fn error(&mut self, slot: &Slot, what: impl Into<String>) {
        self.invalid.push(slot.invalid(what));
    }
}

/// The value of a parameter, if the user gave one.
pub(super) fn value(slot: &Slot, sources: &mut Sources<'_>) -> Result<Option<Value>, String> {
    let parameter = slot.parameter;
    if parameter.secret {
        return Ok(sources.secret(slot)?.map(Value::Secret));
    }
    if parameter.file {
        let paths: Vec<PathBuf> = many(sources.matches, &slot.name);
        let files = paths.iter().map(|path| file(path, sources)).collect::<Result<Vec<_>, _>>()?;
        return Ok(Some(files).filter(|files| !files.is_empty()).map(Value::Files));
    }
    let texts: Vec<String> = many(sources.matches, &slot.name);
    let texts: Vec<String> = texts.iter().map(|text| expand(text, sources)).collect::<Result<_, _>>()?;
    if parameter.items.is_some() && parameter.list.is_some() && !texts.is_empty() {
        return items(texts).map(|items| Some(Value::Items(items)));
    }
    let text = match texts.last() {
        Some(_) if parameter.items.is_some() => Some(list(&texts, parameter)?),
        Some(text) if slot.field_of.is_some() => Some(json(text, parameter.kind)),
        last => last.map(|text| single(text, parameter)),
    };
    Ok(text.map(Value::Text))
}

/// A file that is there, or standard input. Opening a folder succeeds: that it
/// can't be read would only show when half of the request was sent.
fn file(given: &Path, sources: &mut Sources<'_>) -> Result<PathBuf, String> {
    // A file is a file with and without `@`, as in curl's `--form`.
    let path = given.to_str().and_then(|text| text.strip_prefix('@')).map_or(given, Path::new);
    if path == Path::new(STDIN) {
        sources.claim_stdin()?;
        return Ok(path.to_owned());
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(format!("{} is a folder", path.display())),
        Ok(_) => Ok(path.to_owned()),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// A text, or what it refers to. One line break at the end of a file is not
/// part of it.
fn expand(text: &str, sources: &mut Sources<'_>) -> Result<String, String> {
    let mut read = String::new();
    match text.strip_prefix('@').unwrap_or(text) {
        STDIN => {
            sources.claim_stdin()?;
            let result = std::io::stdin().read_to_string(&mut read);
            result.map_err(|error| format!("standard input: {error}"))?;
        }
        literal if literal.starts_with('@') || literal == text => return Ok(literal.to_owned()),
        path => read = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?,
    }
    let line = read.strip_suffix('\n').unwrap_or(&read);
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
}

/// The text of a parameter that is not a list.
fn single(text: &str, parameter: &Parameter) -> String {
    let is_text = parameter.kind == ValueKind::Text;
    match parameter.json {
        false if is_text => text.to_owned(),
        // A text or a listed value may come without its quotes.
        true if is_text || !parameter.values.is_empty() => match serde_json::from_str::<&RawValue>(text) {
            Ok(_) => text.to_owned(),
            Err(_) => quoted(text),
        },
        _ => text.trim().to_owned(),
    }
}

/// The text as JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A JSON list of items, unless the only one is a JSON list.
fn list(texts: &[String], parameter: &Parameter) -> Result<String, String> {
    if let [only] = texts
        && only.trim_start().starts_with('[')
    {
        return Ok(only.trim().to_owned());
    }
    let items = (1..).zip(texts).map(|(number, text)| match parameter.kind {
        ValueKind::Text => Ok(quoted(text)),
        _ if !parameter.values.is_empty() => Ok(single(text, parameter)),
        _ => serde_json::from_str::<&RawValue>(text)
            .map(|json| json.get().to_owned())
            .map_err(|_| format!("item {number} is not JSON")),
    });
    Ok(format!("[{}]", items.collect::<Result<Vec<_>, String>>()?.join(",")))
}

/// The items of a list, unless the only one is a JSON list.
fn items(texts: Vec<String>) -> Result<Vec<String>, String> {
    let [only] = texts.as_slice() else { return Ok(texts) };
    if !only.trim_start().starts_with('[') {
        return Ok(texts);
    }
    let items: Vec<serde_json::Value> =
        serde_json::from_str(only).map_err(|_| "not a JSON list".to_owned())?;
    let text = |item: serde_json::Value| match item {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(items.into_iter().map(text).collect())
}

/// The values as a form that is to be read, with what is uploaded of each file.
pub(super) fn form(given: &[Given], mut upload: impl FnMut(&Path) -> Upload) -> FormReader {
    let mut form = FormReader::default();
    for given in given {
        match &given.value {
            Value::Text(text) => form.push(given.parameter.name, Some(text)),
            Value::Items(items) => {
                items.iter().for_each(|item| form.push(given.parameter.name, Some(item)));
            }
            // It is a text, also if it looks like JSON.
            Value::Secret(secret) if given.parameter.json => {
                form.push(given.parameter.name, Some(&quoted(secret.expose())));
            }
            Value::Secret(secret) => form.push(given.parameter.name, Some(secret.expose())),
            Value::Object(fields) => form.push(given.parameter.name, Some(&object(fields))),
            Value::Files(_) => {}
        }
    }
    files(given).fold(form, |form, (name, path)| form.with_file(name, upload(path)))
}

/// The JSON of a field: text is text, and of another type what is no JSON, so that it is an error
/// of this field only.
fn json(text: &str, kind: ValueKind) -> String {
    match kind {
        ValueKind::Text => quoted(text),
        _ if serde_json::from_str::<&RawValue>(text).is_ok() => text.trim().to_owned(),
        _ => quoted(text),
    }
}

/// The JSON object of these fields.
fn object(fields: &[Given]) -> String {
    let fields = fields.iter().map(|Given { parameter, value }| {
        let value = match value {
            Value::Text(json) => json.clone(),
            Value::Items(items) => {
                quoted(&items.join(parameter.list.and_then(ListStyle::separator).unwrap_or_default()))
            }
            Value::Secret(secret) => json(secret.expose(), parameter.kind),
            Value::Object(fields) => object(fields),
            Value::Files(_) => "null".to_owned(),
        };
        format!("{}:{value}", quoted(parameter.wire_name()))
    });
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// The files of a form: their parameters and where they are.
pub(super) fn files(given: &[Given]) -> impl Iterator<Item = (&'static str, &Path)> {
    given.iter().flat_map(|given| {
        let paths = match &given.value {
            Value::Files(paths) => paths.as_slice(),
            Value::Text(_) | Value::Items(_) | Value::Secret(_) | Value::Object(_) => &[],
        };
        paths.iter().map(|path| (given.parameter.name, path.as_path()))
    })
}
