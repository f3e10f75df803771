//! Parameters that are being written.

use super::{
    FormValue, object,
    placed::{Placed, Value},
};
use crate::codec::json::{JsonValue, JsonWriter, Sender};
use crate::codec::{percent, upload::Upload};
use crate::core::{Parameter, Place, debug::shows};

/// The form that [`Encode`](crate::Encode) and [`Credential`](crate::Credential) write parameters to.
///
/// It is a list of values, each with its place in the request. The client makes the request of it.
pub struct FormWriter {
    pub(crate) values: Vec<Placed>,
    parameters: &'static [Parameter],
    /// The place in the parameters after the last one: they are written in their order.
    next: usize,
}

impl FormWriter {
    /// Creates a writer of these parameters.
    #[must_use]
    pub fn new(parameters: &'static [Parameter]) -> Self {
        Self { values: Vec::with_capacity(8), parameters, next: 0 }
    }

    /// A copy; `None` if there is a file.
    #[cfg(feature = "reqwest")]
    pub(crate) fn try_clone(&self) -> Option<Self> {
        let values = self.values.iter().map(Placed::try_clone).collect::<Option<_>>()?;
        Some(Self { values, ..*self })
    }

    /// Returns all values as an `application/x-www-form-urlencoded` form, with their secrets.
    #[must_use]
    pub fn to_form(&self) -> String {
        let mut form = String::new();
        self.values.iter().for_each(|placed| placed.push_to(&mut form, percent::encode_into));
        form
    }

    /// The text of a parameter, if it was written.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|placed| placed.name == name)?.text()
    }

    /// Replaces the value of a parameter, or adds it.
    pub(crate) fn set(&mut self, name: &'static str, text: &str) {
        match self.values.iter_mut().find(|placed| placed.name == name) {
            Some(placed) => placed.value = Value::Text(text.to_owned()),
            None => self.put(name, text),
        }
    }

    /// Writes a parameter, if it has a value.
    pub fn put<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a T>>)
    where
        T: FormValue + ?Sized + 'a,
    {
        if let Some(value) = value.into() {
            self.push(name, Value::Text(value.to_text().into_owned()));
        }
    }

    /// Writes a parameter that can be null, which is sent as an empty value, or as `null` in
    /// a JSON object.
    pub fn put_nullable<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a T>>)
    where
        T: FormValue + ?Sized + 'a,
    {
        match value.into() {
            Some(value) => self.put(name, value),
            None => self.push(name, Value::Null),
        }
    }

    /// Writes a parameter as JSON text, if it has a value.
    pub fn put_json<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a T>>)
    where
        T: JsonValue + 'a,
    {
        if let Some(value) = value.into() {
            let mut json = JsonWriter::of_body(Sender::Client);
            value.write_json(&mut json);
            self.push(name, Value::Json(json.into()));
        }
    }

    /// Writes a list of texts, if it has a value, in the style of its parameter: each item with the
    /// name if that has none. An empty list is not sent.
    pub fn put_list<'a, T>(&mut self, name: &'static str, value: impl Into<Option<&'a Vec<T>>>)
    where
        T: FormValue + 'a,
    {
        if let Some(items) = value.into() {
            let items = items.iter().map(|item| item.to_text().into_owned());
            self.push(name, Value::List(items.collect()));
        }
    }

    /// Writes the file part of a multipart form, or a file that is the whole body.
    pub fn put_file(&mut self, name: &'static str, upload: Upload) {
        self.push(name, Value::File(upload.into()));
    }

    /// Writes files with one name, each as a part of a multipart form.
    pub fn put_files(&mut self, name: &'static str, uploads: impl IntoIterator<Item = Upload>) {
        uploads.into_iter().for_each(|upload| self.put_file(name, upload));
    }

    fn push(&mut self, name: &'static str, value: Value) {
        let parameter = self.known(name);
        let place = parameter.map_or(Place::Form, |known| known.place);
        let items = match &value {
            Value::Json(json) if parameter.is_some_and(|known| known.list.is_some()) => {
                object::items_of(&json.text)
            }
            Value::Text(_) | Value::List(_) | Value::Json(_) | Value::Null | Value::File(_) => None,
        };
        let value = items.map_or(value, Value::List);
        self.values.push(Placed { name, parameter, place, value });
    }

    /// The description of a parameter.
    fn known(&mut self, name: &str) -> Option<&'static Parameter> {
        let (before, after) = self.parameters.split_at_checked(self.next)?;
        let place = after.iter().chain(before).position(|known| known.name == name)?;
        self.next = (self.next + place) % self.parameters.len();
        // The same one may come again, if it is a list of files.
        self.parameters.get(self.next)
    }
}

shows!(FormWriter, |it| FormWriter { names: it.values.iter().map(|placed| placed.name).collect::<Vec<_>>() });
