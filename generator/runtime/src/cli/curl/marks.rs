//! Marks: texts that a request has in place of what is not printed.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
};

use crate::cli::{
    names::{self, Slot},
    table::Program,
};
use crate::codec::JsonWriter;
use crate::codec::form::{Placed, Value, quoted};

/// The marks of a request. They have only letters and digits, so no encoding changes them.
pub(super) struct Marks {
    program: &'static Program,
    /// The beginning of a mark: random, so that no value can contain it.
    start: String,
    /// The variables that they stand for.
    all: Vec<String>,
}

impl Marks {
    pub(super) fn new(program: &'static Program) -> Self {
        let start = format!("mark{:016x}", RandomState::new().build_hasher().finish());
        Self { program, start, all: Vec::new() }
    }

    /// A mark for the variable of an option.
    pub(super) fn variable(&mut self, option: &str) -> String {
        self.all.push(names::variable(self.program, option));
        format!("{}x{:04}", self.start, self.all.len() - 1)
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

    /// The text before the first mark, its variable, and the text after it.
    pub(super) fn next<'t>(&self, text: &'t str) -> Option<(&'t str, &str, &'t str)> {
        let (before, rest) = text.split_once(&self.start)?;
        let (number, after) = rest.strip_prefix('x')?.split_at_checked(4)?;
        Some((before, self.all.get(number.parse::<usize>().ok()?)?, after))
    }

    /// The variables of the marks.
    pub(super) fn variables(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(String::as_str)
    }
}

/// Puts marks in place of values that are secret, or have a secret in them.
pub(super) fn put(values: &mut [Placed], marks: &[(&'static str, String)]) {
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
