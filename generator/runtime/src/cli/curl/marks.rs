//! Marks: texts that a request has in place of what is not printed.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    path::Path,
};

use crate::cli::{
    names::{self, Slot},
    table::Program,
};
use crate::codec::JsonWriter;
use crate::codec::form::{Placed, Value, quoted};

/// The thing that a mark stands for.
pub(super) enum Marked {
    /// The value of a variable.
    Variable(String),
    /// The content of the file at this path.
    File(String),
}

/// The marks of a request. They have only letters and digits, so no encoding changes them.
pub(super) struct Marks {
    program: &'static Program,
    /// The beginning of a mark: random, so that no value can contain it.
    start: String,
    all: Vec<Marked>,
}

impl Marks {
    pub(super) fn new(program: &'static Program) -> Self {
        let start = format!("mark{:016x}", RandomState::new().build_hasher().finish());
        Self { program, start, all: Vec::new() }
    }

    /// A mark for the variable of an option.
    pub(super) fn variable(&mut self, option: &str) -> String {
        self.add(Marked::Variable(names::variable(self.program, option)))
    }

    /// A mark for the content of a file.
    pub(super) fn file(&mut self, path: &Path) -> String {
        self.add(Marked::File(path.to_string_lossy().into_owned()))
    }

    /// Marks for parameters, by their names.
    pub(super) fn of_slots(
        &mut self,
        slots: &[Slot],
        is_marked: impl Fn(&Slot) -> bool,
    ) -> Vec<(&'static str, String)> {
        let slots = slots.iter().filter(|slot| is_marked(slot));
        slots.map(|slot| (slot.parameter.name, self.variable(&slot.name))).collect()
    }

    fn add(&mut self, marked: Marked) -> String {
        self.all.push(marked);
        format!("{}x{:04}", self.start, self.all.len() - 1)
    }

    /// The text before the first mark, what that stands for, and the text after it.
    pub(super) fn next<'t>(&self, text: &'t str) -> Option<(&'t str, &Marked, &'t str)> {
        let (before, rest) = text.split_once(&self.start)?;
        let (number, after) = rest.strip_prefix('x')?.split_at_checked(4)?;
        Some((before, self.all.get(number.parse::<usize>().ok()?)?, after))
    }

    /// The file that is all of a text.
    pub(super) fn as_file(&self, text: &str) -> Option<&str> {
        match self.next(text)? {
            ("", Marked::File(path), "") => Some(path),
            _ => None,
        }
    }

    /// The variables of the marks.
    pub(super) fn variables(&self) -> impl Iterator<Item = &str> {
        self.all.iter().filter_map(|marked| match marked {
            Marked::Variable(name) => Some(name.as_str()),
            Marked::File(_) => None,
        })
    }
}

/// Puts marks in place of values that are secret, or have a secret in them.
pub(in crate::cli) fn put(values: &mut [Placed], marks: &[(&'static str, String)]) {
    for placed in values.iter_mut().filter(|placed| placed.has_secrets()) {
        let Some((_, mark)) = marks.iter().find(|(name, _)| *name == placed.name) else { continue };
        placed.value = match &placed.value {
            // A secret is a text; what only has secrets in it is JSON as a whole.
            Value::Json(_) => {
                let text = if placed.is_secret() { quoted(mark) } else { mark.clone() };
                Value::Json(JsonWriter { text, ..JsonWriter::default() }.into())
            }
            Value::List(_) => Value::List(vec![mark.clone()]),
            Value::Text(_) | Value::Null | Value::File(_) => Value::Text(mark.clone()),
        };
    }
}
