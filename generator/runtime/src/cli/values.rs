//! The values that the user gives for parameters, read by type and placed in the request.

use std::{
    fs,
    io::{self, Read as _},
    mem,
    path::{Path, PathBuf},
};

use serde_json::value::RawValue;

use super::{
    names::{self, Slot},
    options::many,
    problem::Invalid,
    sources::Sources,
    table::{Command, Credential},
};
use crate::codec::json::Tape;
use crate::codec::values::{Placed, Value, quoted};
use crate::codec::{FormReader, FormWriter, JsonWriter, Upload};
use crate::core::{Parameter, Place, ValueKind};

/// The path that means standard input.
pub(super) const STDIN: &str = "-";

/// The values of an operation, or of its credential.
pub(super) struct Form {
    pub(super) owner: Owner,
    pub(super) slots: Vec<Slot>,
    pub(super) values: Vec<Placed>,
    /// The fields of the body, if it is given by them.
    pub(super) fields: Option<Vec<Placed>>,
    /// Secrets that the user is asked for: those that are required but not given, and those that the
    /// user wants to be asked for.
    pub(super) ask: Vec<Slot>,
    pub(super) invalid: Vec<Invalid>,
}

/// The operation or the credential that the values are for.
#[derive(Clone, Copy)]
pub(super) enum Owner {
    Operation(&'static Command),
    Credential(&'static Credential),
}

impl Owner {
    pub(super) fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::Operation(command) => command.operation.parameters,
            Self::Credential(credential) => credential.block.parameters,
        }
    }
}

impl Form {
    pub(super) fn new(owner: Owner, slots: Vec<Slot>) -> Self {
        Self { owner, slots, values: Vec::new(), fields: None, ask: Vec::new(), invalid: Vec::new() }
    }

    /// Reads the values of the parameters of an operation.
    pub(super) fn read(command: &'static Command, sources: &mut Sources<'_>) -> Self {
        let mut form = Self::new(Owner::Operation(command), names::operation_slots(sources.program, command));
        let (fields, parameters): (Vec<Slot>, Vec<Slot>) =
            form.slots.iter().cloned().partition(|slot| slot.field_of.is_some());
        form.values = form.read_slots(&parameters, sources);
        if let Some(body) = names::body_of(command.operation).filter(|_| !fields.is_empty()) {
            form.read_fields(body, &fields, sources);
        }
        form
    }

    pub(super) fn read_slots(&mut self, slots: &[Slot], sources: &mut Sources<'_>) -> Vec<Placed> {
        let mut placed = Vec::new();
        for slot in slots {
            let is_wanted = slot.is_required() || sources.is_option(slot);
            match values(slot, sources) {
                Ok(values) if values.is_empty() && slot.parameter.secret && is_wanted => {
                    self.ask.push(slot.clone());
                }
                Ok(values) => placed.extend(values.into_iter().map(|value| slot.placed(value))),
                Err(what) => self.error(slot, what),
            }
        }
        placed
    }

    /// Adds the value of a slot.
    pub(super) fn add(&mut self, slot: &Slot, value: Value) {
        let fields = self.fields.as_mut().filter(|_| slot.field_of.is_some());
        fields.unwrap_or(&mut self.values).push(slot.placed(value));
    }

    /// The option of a value.
    pub(super) fn slot_of(&self, placed: &Placed) -> Option<&Slot> {
        let parameter = placed.parameter?;
        self.slots.iter().find(|slot| std::ptr::eq(slot.parameter, parameter))
    }

    pub(super) fn error(&mut self, slot: &Slot, what: impl Into<String>) {
        self.invalid.push(slot.invalid(what));
    }

    /// Returns the values as they are sent: as the client's types write them, which know the secrets in
    /// JSON. Moves the content of files.
    pub(super) fn sent(&mut self) -> Vec<Placed> {
        let mut reader = self.reader(mem::take);
        let mut writer = FormWriter::new(self.owner.parameters());
        self.recode(&mut reader, &mut writer);
        writer.values
    }

    /// Reads the values of `from`, and writes them as they are sent.
    pub(super) fn recode(&self, from: &mut FormReader, to: &mut FormWriter) {
        match self.owner {
            Owner::Operation(command) => (command.recode)(from, to),
            Owner::Credential(credential) => (credential.recode)(from, to),
        }
    }

    /// Returns the values as a form that can be read; `upload` returns the content of a file.
    pub(super) fn reader(&mut self, upload: impl Fn(&mut Upload) -> Upload) -> FormReader {
        let mut form = FormReader::default();
        for placed in &mut self.values {
            match (&mut placed.value, placed.parameter) {
                (Value::File(file), _) => form = form.with_file(placed.name, upload(file)),
                (_, Some(Parameter { json: true, .. })) => form.push(placed.name, Some(&placed.json())),
                (Value::List(items), _) => {
                    items.iter().for_each(|item| form.push(placed.name, Some(item)));
                }
                (Value::Text(_) | Value::Json(_) | Value::Null, _) => form.push(placed.name, placed.text()),
            }
        }
        let body = self.owner.parameters().iter().find(|known| known.place == Place::Body);
        if let (Some(fields), Some(body)) = (&self.fields, body) {
            form.push(body.name, Some(&object(fields)));
        }
        form
    }
}

/// The JSON object of these fields.
fn object(fields: &[Placed]) -> String {
    let fields = fields.iter().map(|field| format!("{}:{}", quoted(field.wire_name()), field.json()));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// The value of a parameter, if the user gave one. Files can be several values.
pub(super) fn values(slot: &Slot, sources: &mut Sources<'_>) -> Result<Vec<Value>, String> {
    let parameter = slot.parameter;
    if parameter.secret {
        let secret = sources.secret(slot)?;
        return secret.map(|secret| typed(secret.expose(), slot)).into_iter().collect();
    }
    if parameter.file {
        let paths: Vec<PathBuf> = many(sources.matches, &slot.name);
        return paths.iter().map(|path| file(path, sources)).collect();
    }
    let mut texts: Vec<String> = many(sources.matches, &slot.name);
    if slot.takes_file() {
        texts = texts.into_iter().map(|text| expand(text, sources)).collect::<Result<_, _>>()?;
    }
    let value = match texts.last() {
        Some(_) if parameter.items.is_some() => Some(list(&texts, slot)?),
        Some(text) => Some(typed(text, slot)?),
        None => None,
    };
    Ok(value.into_iter().collect())
}

/// A file that exists, or standard input. Folders are rejected here: they can be opened, and reading
/// one would fail only after half of the request was sent.
fn file(given: &Path, sources: &mut Sources<'_>) -> Result<Value, String> {
    // A file is a file with and without `@`, as in curl's `--form`.
    let path = given.to_str().and_then(|text| text.strip_prefix('@')).map_or(given, Path::new);
    let is_stdin = path == Path::new(STDIN);
    if is_stdin {
        sources.claim_stdin()?;
    } else if fs::metadata(path).map_err(|error| format!("{}: {error}", path.display()))?.is_dir() {
        return Err(format!("{} is a folder", path.display()));
    }
    let upload = match is_stdin {
        // curl reads it.
        _ if sources.is_dry() => Upload::bytes(path.to_string_lossy(), ""),
        true => Upload::reader("stdin", io::stdin()),
        false => Upload::file(path).map_err(|error| error.to_string())?,
    };
    Ok(Value::File(upload.into()))
}

/// A text, or the content of the file that it refers to, without one line break at the end.
fn expand(text: String, sources: &mut Sources<'_>) -> Result<String, String> {
    let mut read = String::new();
    match text.strip_prefix('@').unwrap_or(&text) {
        STDIN => {
            sources.claim_stdin()?;
            let result = io::stdin().read_to_string(&mut read);
            result.map_err(|error| format!("standard input: {error}"))?;
        }
        literal if literal.starts_with('@') || literal == text => return Ok(literal.to_owned()),
        path => read = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?,
    }
    let line = read.strip_suffix('\n').unwrap_or(&read);
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
}

/// Reads a text as a value of the parameter's type, whatever the text looks like.
pub(super) fn typed(text: &str, slot: &Slot) -> Result<Value, String> {
    match slot.parameter.kind {
        ValueKind::Text => Ok(Value::Text(text.to_owned())),
        ValueKind::Number | ValueKind::Boolean | ValueKind::Other if !slot.is_json() => {
            Ok(Value::Text(text.trim().to_owned()))
        }
        ValueKind::Number | ValueKind::Boolean | ValueKind::Other => json(text, slot).map(of_json),
    }
}

/// Reads a text as JSON of a type that isn't text. A word that isn't JSON becomes a JSON string: some
/// types accept one, and others report what they expect instead.
fn json(text: &str, slot: &Slot) -> Result<String, String> {
    let text = text.trim();
    let must_be_json = slot.parameter.place == Place::Body || text.starts_with(['{', '[', '"']);
    match Tape::of(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) if !must_be_json => Ok(quoted(text)),
        Err(misfit) => Err(misfit.to_string()),
    }
}

fn of_json(text: String) -> Value {
    Value::Json(JsonWriter { text, ..JsonWriter::default() }.into())
}

/// The list of these items, unless the only one is a JSON list.
fn list(texts: &[String], slot: &Slot) -> Result<Value, String> {
    let is_text = slot.parameter.kind == ValueKind::Text;
    let whole = match texts {
        [only] if only.trim_start().starts_with('[') => serde_json::from_str::<Vec<&RawValue>>(only).ok(),
        _ => None,
    };
    let items: Vec<String> = match whole {
        Some(items) => items.iter().map(|item| item.get().to_owned()).collect(),
        None if is_text => texts.iter().map(|text| quoted(text)).collect(),
        None => (1..)
            .zip(texts)
            .map(|(number, text)| json(text, slot).map_err(|what| format!("item {number}: {what}")))
            .collect::<Result<_, String>>()?,
    };
    if slot.is_json() && slot.parameter.list.is_none() {
        return Ok(of_json(format!("[{}]", items.join(","))));
    }
    let text = |item: String| serde_json::from_str(&item).unwrap_or(item);
    Ok(Value::List(items.into_iter().map(text).collect()))
}

/// The constant value of a field.
pub(super) fn constant_of(slot: &Slot) -> Option<Placed> {
    Some(slot.placed(of_json(slot.parameter.constant?.to_owned())))
}

/// The files among values.
pub(super) fn files(values: &mut [Placed]) -> impl Iterator<Item = &mut Upload> {
    values.iter_mut().filter_map(|placed| match &mut placed.value {
        Value::File(upload) => Some(&mut **upload),
        Value::Text(_) | Value::List(_) | Value::Json(_) | Value::Null => None,
    })
}
