//! What a server looks at and completes before a form is read.

use super::{Field, FormReader};

impl FormReader {
    /// Whether there is no field.
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Whether there is a field of that name, or a file.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values(name).next().is_some() || self.files.iter().any(|(file, _)| file == name)
    }

    /// The values of all fields of that name; `None` is one that is not
    /// percent-encoded UTF-8.
    pub(crate) fn values(&self, name: &str) -> impl Iterator<Item = Option<&str>> {
        let fields = self.fields.iter().filter(move |field| field.name == name);
        fields.map(|field| field.value.as_deref())
    }

    /// The value of the first field of that name.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values(name).next().flatten()
    }

    /// Adds a field.
    pub(crate) fn push(&mut self, name: &str, value: Option<&str>) {
        self.fields.push(Field { name: name.to_owned(), value: value.map(str::to_owned) });
    }

    /// Replaces the value of the first field of that name.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        if let Some(field) = self.fields.iter_mut().find(|field| field.name == name) {
            field.value = Some(value.to_owned());
        }
    }

    /// Moves the fields with such names to another reader.
    pub(crate) fn split_off(&mut self, takes: impl Fn(&str) -> bool) -> Self {
        let fields = self.fields.extract_if(.., |field| takes(&field.name));
        Self { fields: fields.collect(), ..Self::default() }
    }
}
