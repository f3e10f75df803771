//! A server's checks and completions of a form before it is decoded.

#[cfg(feature = "server")]
use super::Field;
use super::FormReader;
#[cfg(any(feature = "cli", feature = "server"))]
use super::{ParameterError, Position};
#[cfg(any(feature = "cli", feature = "server"))]
use crate::codec::json::{JsonReader, Required};
#[cfg(any(feature = "cli", feature = "server"))]
use crate::core::Misfit;

impl FormReader {
    /// Returns whether the form has no field.
    #[cfg(feature = "server")]
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// The memory that the fields take.
    #[cfg(feature = "server")]
    pub(crate) fn capacity(&self) -> usize {
        let body = self.body.as_deref().map_or(0, |(text, tape)| text.capacity() + tape.capacity());
        self.text.capacity() + self.fields.capacity() * size_of::<Field>() + body
    }

    /// Returns whether there is a field of that name, or a file.
    #[cfg(any(feature = "cli", feature = "server"))]
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.values(name).next().is_some() || self.files.iter().any(|(file, _)| file == name)
    }

    /// The value of the first field of that name.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values(name).next().flatten()
    }

    /// Calls a function with the first field of that name, if it is JSON.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn with_json<T>(
        &self,
        name: &str,
        read: impl FnOnce(JsonReader<'_>) -> Option<T>,
    ) -> Option<T> {
        let field = self.fields.iter().find(|field| self.is_named(field, name))?;
        self.json(field.value.as_ref()?, |json| Ok(read(json))).ok()?
    }

    /// Adds what is wrong in a field that is JSON.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn misfit(&mut self, name: &str, misfit: Misfit) {
        self.errors.push(ParameterError::of_json(name, misfit));
    }

    /// Replaces the value of the first field of that name.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let Some(index) = self.fields.iter().position(|field| self.is_named(field, name)) else { return };
        let place = self.add(value);
        if let Some(field) = self.fields.get_mut(index) {
            field.value = Some(Position::Text(place));
        }
    }

    /// Reads all files into memory.
    #[cfg(feature = "mock")]
    pub(crate) async fn buffer_files(&mut self) -> Result<(), crate::core::BoxError> {
        for (_, file) in &mut self.files {
            *file = std::mem::take(file).buffered().await?;
        }
        Ok(())
    }

    /// The errors so far.
    #[cfg(feature = "server")]
    pub(crate) fn errors(&self) -> &[ParameterError] {
        &self.errors
    }

    /// Moves the errors of another form into this one.
    #[cfg(feature = "server")]
    pub(crate) fn take_errors_of(&mut self, other: &mut Self) {
        self.errors.append(&mut other.errors);
    }

    /// Moves the fields of a body of JSON with a name from another form into this one, under another name.
    /// Returns whether it has a body of JSON; [`take_body_of`](Self::take_body_of) moves it.
    #[cfg(feature = "server")]
    pub(crate) fn take_json_of(&mut self, other: &mut Self, name: &str, as_name: &str) -> bool {
        let named = other.fields.iter().filter(|field| other.is_named(field, name));
        let values: Vec<_> = named.map(|field| field.value.clone()).collect();
        if other.body.is_some() {
            for value in values {
                let name = self.add(as_name);
                self.fields.push(Field { name, value });
            }
        }
        other.body.is_some()
    }

    /// Moves the body of JSON from another form into this one.
    #[cfg(feature = "server")]
    pub(crate) fn take_body_of(&mut self, other: &mut Self) {
        self.body = other.body.take();
    }

    /// Moves the files with a name from another form into this one, under another name.
    #[cfg(feature = "server")]
    pub(crate) fn take_file_of(&mut self, other: &mut Self, name: &str, as_name: &str) {
        let own = other.files.extract_if(.., |(own, _)| own == name);
        self.files.extend(own.map(|(_, file)| (as_name.to_owned(), file)));
    }

    /// Makes JSON keep its limits and need the fields that its type requires.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn require_fields(&mut self) {
        self.required = Required::Checked;
    }
}
