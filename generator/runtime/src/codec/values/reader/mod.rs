//! Reading parameters.

#[cfg(any(feature = "cassette", feature = "cli", feature = "server"))]
mod edit;

use std::{error, fmt, ops::Range};

use super::FormValue;
use crate::codec::json::{JsonReader, JsonValue, JsonWriter, NOT_LISTED, Required, Sender, Tape};
use crate::codec::{percent, upload::Upload};
use crate::core::{ListStyle, Misfit, Parameter, Place};

/// White space as JSON defines it, which a form feed is not.
const WHITE_SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// The form that [`Decode`](crate::Decode) takes parameters from.
///
/// Reading never fails: each error is kept, a placeholder is returned in its
/// place, and [`FormReader::finish`] returns all errors at once. Unknown names
/// are ignored. Errors contain names, never values.
#[derive(Default)]
pub struct FormReader {
    /// All names and values, decoded: cheaper than a text for each.
    text: String,
    /// A body of JSON.
    body: Option<Box<(String, Tape)>>,
    fields: Vec<Field>,
    files: Vec<(String, Upload)>,
    errors: Vec<ParameterError>,
    /// The need for the fields that types of JSON require.
    required: Required,
}

/// The position of a name in the reader's text, and its value.
struct Field {
    name: Range<usize>,
    /// `None` if it is not percent-encoded UTF-8.
    value: Option<Position>,
}

/// The position of a value.
#[derive(Clone)]
#[cfg_attr(not(feature = "server"), allow(dead_code, reason = "only servers read the bodies of requests"))]
enum Position {
    /// In the reader's text.
    Text(Range<usize>),
    /// There, as JSON in which all is text.
    Texts(Range<usize>),
    /// The node of the body.
    Json(u32),
}

/// A parameter that is missing or invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParameterError {
    /// Name of the parameter on the wire; empty for an error of the whole body.
    pub name: String,
    /// The error, in words.
    pub what: String,
    /// The error of JSON.
    pub(crate) misfit: Option<Misfit>,
}

impl ParameterError {
    pub(crate) fn new(name: &str, what: impl Into<String>) -> Self {
        Self { name: name.to_owned(), what: what.into(), misfit: None }
    }

    fn of_json(name: &str, misfit: Misfit) -> Self {
        Self { what: misfit.to_string(), misfit: Some(misfit), name: name.to_owned() }
    }

    /// Adds what else is wrong in the same JSON.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn join(&mut self, other: &mut Self) {
        if let (Some(own), Some(other)) = (&self.misfit, other.misfit.take()) {
            *self = Self::of_json(&self.name, own.clone().and(other));
        }
    }
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "" => f.write_str(&self.what),
            name => write!(f, "{name}: {}", self.what),
        }
    }
}

impl error::Error for ParameterError {}

impl FormReader {
    /// Creates a reader of an `application/x-www-form-urlencoded` body.
    #[must_use]
    pub fn new(body: &[u8]) -> Self {
        Self::of_form(body, &[])
    }

    /// Creates a reader of a form or a query with these parameters. A list that is joined by commas is a
    /// field for each item: a comma in an item is encoded.
    pub(crate) fn of_form(body: &[u8], parameters: &[Parameter]) -> Self {
        let is_joined = |name: &str| {
            let mut lists = parameters.iter().filter(|known| known.list == Some(ListStyle::Comma));
            lists.any(|known| known.wire_name() == name && matches!(known.place, Place::Form | Place::Query))
        };
        let text = String::with_capacity(body.len());
        let mut reader = Self { text, fields: Vec::with_capacity(8), ..Self::default() };
        let mut has_bad_name = false;
        for field in body.split(|byte| *byte == b'&').filter(|field| !field.is_empty()) {
            let mut parts = field.splitn(2, |byte| *byte == b'=');
            let name = parts.next().and_then(percent::decode);
            match (name, parts.next().unwrap_or_default()) {
                (Some(name), value) if is_joined(&name) => {
                    if reader.values(&name).next().is_some() {
                        reader.error(&name, "given more than once");
                    }
                    let items = value.split(|byte| *byte == b',').map(percent::decode);
                    items.for_each(|item| reader.push(&name, item.as_deref()));
                }
                (Some(name), value) => reader.push(&name, percent::decode(value).as_deref()),
                (None, _) => has_bad_name = true,
            }
        }
        if has_bad_name {
            reader.error("", "the name of a field is not percent-encoded UTF-8");
        }
        reader
    }

    /// Adds the file part of a multipart form.
    #[must_use]
    pub fn with_file(mut self, name: impl Into<String>, upload: Upload) -> Self {
        self.files.push((name.into(), upload));
        self
    }

    /// Adds a field; `None` is a value that can't be decoded.
    pub(crate) fn push(&mut self, name: &str, value: Option<&str>) {
        let name = self.add(name);
        let value = value.map(|value| Position::Text(self.add(value)));
        self.fields.push(Field { name, value });
    }

    /// Adds a field that is JSON in which all is text.
    pub(crate) fn push_texts(&mut self, name: &str, json: &str) {
        let (name, value) = (self.add(name), Some(Position::Texts(self.add(json))));
        self.fields.push(Field { name, value });
    }

    /// The values of all fields of that name; `None` is a malformed one.
    pub(crate) fn values(&self, name: &str) -> impl Iterator<Item = Option<&str>> {
        let fields = self.fields.iter().filter(move |field| self.is_named(field, name));
        fields.map(|field| Some(self.at(field.value.as_ref()?)))
    }

    /// Creates a reader of a body that is an object: its fields.
    ///
    /// # Errors
    /// If it isn't an object.
    #[cfg(feature = "server")]
    pub(crate) fn of_object(text: String, tape: Tape) -> Result<Self, Misfit> {
        let mut reader = Self::default();
        for (name, value) in JsonReader::new(&text, &tape).object()? {
            let (name, value) = (reader.add(&name.text_or_json()), Some(Position::Json(value.node())));
            reader.fields.push(Field { name, value });
        }
        Ok(Self { body: Some(Box::new((text, tape))), ..reader })
    }

    /// Creates a reader of a body that is a field.
    #[cfg(feature = "server")]
    pub(crate) fn of_json(name: &str, text: String, tape: Tape) -> Self {
        let mut reader = Self { body: Some(Box::new((text, tape))), ..Self::default() };
        let name = reader.add(name);
        reader.fields.push(Field { name, value: Some(Position::Json(0)) });
        reader
    }

    /// All names and values; `None` is a malformed one.
    #[cfg(any(feature = "cassette", feature = "server"))]
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.fields.iter().map(|field| (self.name(field), field.value.as_ref().map(|place| self.at(place))))
    }

    /// All names and values; a malformed value is empty.
    #[cfg(feature = "cassette")]
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.named().map(|(name, value)| (name, value.unwrap_or_default()))
    }

    fn add(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    fn is_named(&self, field: &Field, name: &str) -> bool {
        self.text.as_bytes().get(field.name.clone()) == Some(name.as_bytes())
    }

    fn name(&self, field: &Field) -> &str {
        self.text.get(field.name.clone()).unwrap_or_default()
    }

    fn at(&self, place: &Position) -> &str {
        match (place, self.body.as_deref()) {
            (Position::Text(place) | Position::Texts(place), _) => {
                self.text.get(place.clone()).unwrap_or_default()
            }
            (Position::Json(node), Some((text, tape))) => JsonReader::new(text, tape).at(*node).as_str(),
            (Position::Json(_), None) => "",
        }
    }

    /// Calls a function with a value that is JSON. What isn't of a body is scanned; where values are checked,
    /// so is whether it can be read in one way only.
    fn json<T>(
        &self,
        place: &Position,
        read: impl FnOnce(JsonReader<'_>) -> Result<T, Misfit>,
    ) -> Result<T, Misfit> {
        if let (Position::Json(node), Some((text, tape))) = (place, self.body.as_deref()) {
            return read(JsonReader::new(text, tape).at(*node));
        }
        let text = self.at(place);
        let tape = match self.required {
            #[cfg(any(feature = "cli", feature = "server"))]
            Required::Checked => Tape::checked(text)?,
            _ => Tape::of(text)?,
        };
        let json = JsonReader::new(text, &tape);
        read(if matches!(place, Position::Texts(_)) { json.of_texts() } else { json })
    }

    /// Takes a required parameter.
    pub fn take<T: FormValue>(&mut self, name: &'static str) -> T {
        let place = self.take_required(name);
        self.parsed(name, place).unwrap_or_else(T::placeholder)
    }

    /// Takes an optional parameter.
    pub fn take_optional<T: FormValue>(&mut self, name: &'static str) -> Option<T> {
        let place = self.take_field(name);
        self.parsed(name, place)
    }

    /// Takes a required parameter that can be null, which is an empty value.
    pub fn take_nullable<T: FormValue>(&mut self, name: &'static str) -> Option<T> {
        let place = self.take_required(name);
        let place = place.filter(|place| !self.at(place).is_empty());
        self.parsed(name, place)
    }

    /// Takes a required parameter that is sent as JSON text.
    pub fn take_json<T: JsonValue>(&mut self, name: &'static str) -> T {
        let place = self.take_required(name);
        self.parsed_json(name, place).unwrap_or_else(T::placeholder)
    }

    /// Takes an optional parameter that is sent as JSON text; `null` counts as
    /// absent.
    pub fn take_json_optional<T: JsonValue>(&mut self, name: &'static str) -> Option<T> {
        let place = self.take_field(name);
        let place = place.filter(|place| self.at(place).trim_matches(WHITE_SPACE) != "null");
        self.parsed_json(name, place)
    }

    /// Takes a required list of texts, each a field with the name: at least one.
    pub fn take_list<T: FormValue>(&mut self, name: &'static str) -> Vec<T> {
        self.take_list_optional(name).unwrap_or_else(|| {
            self.error(name, "missing");
            Vec::new()
        })
    }

    /// Takes an optional list of texts.
    pub fn take_list_optional<T: FormValue>(&mut self, name: &'static str) -> Option<Vec<T>> {
        let is_own = |field: &Field| self.is_named(field, name);
        let own = self.fields.iter().filter(|field| is_own(field)).map(|field| field.value.clone());
        let mut places: Vec<_> = own.collect();
        // Taking another field moves the last one. The text has them in order.
        places.sort_by_key(|place| match place.as_ref()? {
            Position::Text(place) | Position::Texts(place) => Some(place.start),
            Position::Json(node) => Some(*node as usize),
        });
        if places.is_empty() {
            return None;
        }
        let items = places.into_iter().map(|place| match place {
            Some(place) => self.read(&place),
            None => Err("not percent-encoded UTF-8"),
        });
        match items.collect() {
            Ok(items) => Some(items),
            Err(what) => {
                self.error(name, what);
                Some(Vec::new())
            }
        }
    }

    /// Takes the file part of a multipart form, or a body of bytes.
    pub fn take_file(&mut self, name: &'static str) -> Upload {
        self.take_file_optional(name).unwrap_or_else(|| {
            self.error(name, "missing");
            Upload::default()
        })
    }

    /// Takes a file that may be absent.
    pub fn take_file_optional(&mut self, name: &'static str) -> Option<Upload> {
        let mut files = self.take_files(name);
        if files.len() > 1 {
            self.error(name, "given more than once");
        }
        files.pop()
    }

    /// Takes the files with a name, in their order.
    pub fn take_files(&mut self, name: &'static str) -> Vec<Upload> {
        self.files.extract_if(.., |(file, _)| file == name).map(|(_, file)| file).collect()
    }

    /// Takes the files with a name, if there are any.
    pub fn take_files_optional(&mut self, name: &'static str) -> Option<Vec<Upload>> {
        Some(self.take_files(name)).filter(|files| !files.is_empty())
    }

    /// Checks that nothing was missing or invalid.
    ///
    /// # Errors
    /// All errors, in the order in which the parameters were taken.
    pub fn finish(self) -> Result<(), Vec<ParameterError>> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }

    fn take_required(&mut self, name: &'static str) -> Option<Position> {
        let errors = self.errors.len();
        let place = self.take_field(name);
        if place.is_none() && self.errors.len() == errors {
            self.error(name, "missing");
        }
        place
    }

    fn take_field(&mut self, name: &'static str) -> Option<Position> {
        let mut same = (0..).zip(&self.fields).filter(|(_, field)| self.is_named(field, name));
        let (index, _) = same.next()?;
        if same.next().is_some() {
            self.error(name, "given more than once");
            return None;
        }
        let place = self.fields.swap_remove(index).value;
        if place.is_none() {
            self.error(name, "not percent-encoded UTF-8");
        }
        place
    }

    fn parsed<T: FormValue>(&mut self, name: &'static str, place: Option<Position>) -> Option<T> {
        self.read(&place?).map_err(|what| self.error(name, what)).ok()
    }

    /// Reads a text. Where values are checked, so are those of closed lists.
    fn read<T: FormValue>(&self, place: &Position) -> Result<T, &'static str> {
        if self.required == Required::Ignored {
            return T::from_unchecked(self.at(place));
        }
        let value = T::from_text(self.at(place))?;
        if T::is_closed() && !value.is_listed() { Err(NOT_LISTED) } else { Ok(value) }
    }

    fn parsed_json<T: JsonValue>(&mut self, name: &'static str, place: Option<Position>) -> Option<T> {
        let (place, required) = (place?, self.required);
        let mut value = self.json(&place, |json| json.requiring(required).read::<T>());
        if let (Position::Texts(_), Ok(read)) = (&place, &value) {
            // Limits are those of numbers, lists and so on, which it has only now.
            let mut json = JsonWriter::of_body(Sender::Client);
            read.write_json(&mut json);
            value = Tape::of(&json.text)
                .and_then(|tape| JsonReader::new(&json.text, &tape).requiring(required).read());
        }
        value.map_err(|misfit| self.errors.push(ParameterError::of_json(name, misfit))).ok()
    }

    pub(crate) fn error(&mut self, name: &str, what: impl Into<String>) {
        self.errors.push(ParameterError::new(name, what));
    }
}

impl fmt::Debug for FormReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.fields.iter().map(|field| self.name(field)).collect();
        let mut out = f.debug_struct("FormReader");
        out.field("names", &names).field("errors", &self.errors).finish_non_exhaustive()
    }
}
