//! Marks: texts that a request has in place of what is not printed.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
};

use super::{
    names::{self, Slot},
    table::Program,
};
use crate::codec::JsonWriter;
use crate::codec::values::{Placed, Value, quoted};

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

    /// Puts marks in place of values with a secret that isn't one, and of those that may have one. The
    /// field of a body is marked already; what was passed as JSON is marked as a whole.
    pub(super) fn put(&mut self, values: &mut [Placed], slots: &[Slot]) {
        for placed in values.iter_mut().filter(|placed| placed.has_secrets()) {
            let is_opaque = matches!(&placed.value, Value::Json(json) if !json.opaque.is_empty());
            let is_marked = !is_opaque && placed.secrets().all(|secret| self.next(secret).is_some());
            let own = |slot: &&Slot| slot.field_of.is_none() && slot.parameter.name == placed.name;
            let Some(slot) = slots.iter().find(own).filter(|_| !is_marked) else { continue };
            let mark = self.variable(&slot.name);
            placed.value = match &placed.value {
                // A secret is a text; what only has secrets in it is JSON as a whole.
                Value::Json(_) => {
                    let text = if placed.is_secret() { quoted(&mark) } else { mark };
                    Value::Json(JsonWriter { text, ..JsonWriter::default() }.into())
                }
                Value::List(_) => Value::List(vec![mark]),
                Value::Text(_) | Value::Null | Value::File(_) => Value::Text(mark),
            };
        }
    }
}
