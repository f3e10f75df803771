//! Parameters being read.

#[cfg(feature = "server")]
mod edit;

use std::{error, fmt};

use super::{FormValue, percent};
use crate::{JsonReader, JsonValue, Upload};

/// What [`crate::Decode`] takes its parameters from.
///
/// Nothing fails on the way: every fault is kept, the caller gets a
/// placeholder, and [`FormReader::finish`] gives all faults at once. Unknown
/// names are ignored. A fault tells names, never values.
#[derive(Default)]
pub struct FormReader {
    fields: Vec<Field>,
    files: Vec<(String, Upload)>,
    faults: Vec<Fault>,
}

struct Field {
    name: String,
    /// `None` if it is not percent-encoded UTF-8.
    value: Option<String>,
}

/// A parameter that is missing or does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// Name of the parameter on the wire; empty if it is about the whole body.
    pub name: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "" => f.write_str(&self.what),
            name => write!(f, "{name}: {}", self.what),
        }
    }
}

impl error::Error for Fault {}

impl FormReader {
    /// A reader of an `application/x-www-form-urlencoded` body.
    #[must_use]
    pub fn new(body: &[u8]) -> Self {
        let ends = body.iter().filter(|byte| **byte == b'&').count();
        let mut reader = Self { fields: Vec::with_capacity(ends + 1), ..Self::default() };
        let pairs = body.split(|byte| *byte == b'&');
        for pair in pairs.filter(|pair| !pair.is_empty()) {
            reader.add_pair(pair);
        }
        reader
    }

    /// A reader of names and values that are decoded already: headers, or
    /// the parts of a multipart form.
    #[must_use]
    pub fn of_pairs(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        let fields = pairs.into_iter().map(|(name, value)| Field { name, value: Some(value) });
        Self { fields: fields.collect(), ..Self::default() }
    }

    /// Adds the file part of a multipart form.
    #[must_use]
    pub fn with_file(mut self, name: impl Into<String>, upload: Upload) -> Self {
        self.files.push((name.into(), upload));
        self
    }

    fn add_pair(&mut self, pair: &[u8]) {
        let mut halves = pair.splitn(2, |byte| *byte == b'=');
        let mut half = || percent::decode(halves.next().unwrap_or_default());
        let (name, value) = (half(), half());
        match name {
            Some(name) => self.fields.push(Field { name, value }),
            None if self.faults.is_empty() => {
                self.fault("", "the name of a field is not percent-encoded UTF-8");
            }
            None => {}
        }
    }

    /// Takes a required parameter.
    pub fn take<T: FormValue>(&mut self, name: &'static str) -> T {
        let text = self.take_required(name);
        self.parsed(name, text).unwrap_or_else(T::placeholder)
    }

    /// Takes an optional parameter.
    pub fn take_optional<T: FormValue>(&mut self, name: &'static str) -> Option<T> {
        let text = self.take_text(name);
        self.parsed(name, text)
    }

    /// Takes a required parameter that can be null, which is an empty value.
    pub fn take_nullable<T: FormValue>(&mut self, name: &'static str) -> Option<T> {
        let text = self.take_required(name);
        self.parsed(name, text.filter(|text| !text.is_empty()))
    }

    /// Takes a required parameter that travels as JSON text.
    pub fn take_json<T: JsonValue>(&mut self, name: &'static str) -> T {
        let text = self.take_required(name);
        self.parsed_json(name, text).unwrap_or_else(T::placeholder)
    }

    /// Takes an optional parameter that travels as JSON text; `null` counts as
    /// absent.
    pub fn take_json_optional<T: JsonValue>(&mut self, name: &'static str) -> Option<T> {
        let text = self.take_text(name);
        self.parsed_json(name, text.filter(|text| !JsonReader::new(text).is_null()))
    }

    /// Takes the file part of a multipart form.
    pub fn take_file(&mut self, name: &'static str) -> Upload {
        let found = self.files.iter().position(|(file, _)| file == name);
        if let Some(index) = found {
            return self.files.swap_remove(index).1;
        }
        self.fault(name, "missing");
        Upload::default()
    }

    /// Whether everything was there and fitted.
    ///
    /// # Errors
    /// Every fault, in the order in which the parameters were taken.
    pub fn finish(self) -> Result<(), Vec<Fault>> {
        if self.faults.is_empty() { Ok(()) } else { Err(self.faults) }
    }

    fn take_required(&mut self, name: &'static str) -> Option<String> {
        let faults = self.faults.len();
        let text = self.take_text(name);
        if text.is_none() && self.faults.len() == faults {
            self.fault(name, "missing");
        }
        text
    }

    fn take_text(&mut self, name: &'static str) -> Option<String> {
        let mut same = (0..).zip(&self.fields).filter(|(_, field)| field.name == name);
        let (index, _) = same.next()?;
        if same.next().is_some() {
            self.fault(name, "given more than once");
            return None;
        }
        let text = self.fields.swap_remove(index).value;
        if text.is_none() {
            self.fault(name, "not percent-encoded UTF-8");
        }
        text
    }

    fn parsed<T: FormValue>(&mut self, name: &'static str, text: Option<String>) -> Option<T> {
        T::from_string(text?).map_err(|what| self.fault(name, what)).ok()
    }

    fn parsed_json<T: JsonValue>(&mut self, name: &'static str, text: Option<String>) -> Option<T> {
        JsonReader::parse(text?.as_bytes())
            .and_then(T::read_json)
            .map_err(|misfit| self.fault(name, misfit.to_string()))
            .ok()
    }

    pub(crate) fn fault(&mut self, name: &str, what: impl Into<String>) {
        self.faults.push(Fault { name: name.to_owned(), what: what.into() });
    }
}

impl fmt::Debug for FormReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.fields.iter().map(|field| &field.name).collect();
        let mut out = f.debug_struct("FormReader");
        out.field("names", &names).field("faults", &self.faults).finish_non_exhaustive()
    }
}
