//! Marks: texts that a request has in place of secrets, which aren't printed.

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
    /// The variable of each mark.
    all: Vec<String>,
}

impl Marks {
    pub(super) fn new(program: &'static Program) -> Self {
        let start = format!("mark{:016x}", RandomState::new().build_hasher().finish());
        Self { program, start, all: Vec::new() }
    }

    /// Creates a mark for the variable of an option.
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

    /// Replaces values that have a secret, or may have one, by marks. Fields of a body were marked when
    /// they were read; JSON that was passed as a whole is replaced as a whole.
    pub(super) fn put(&mut self, values: &mut [Placed], slots: &[Slot]) {
        for placed in values.iter_mut().filter(|placed| placed.has_secrets()) {
            let is_opaque = matches!(&placed.value, Value::Json(json) if !json.opaque.is_empty());
            let is_marked = !is_opaque && placed.secrets().all(|secret| self.next(secret).is_some());
            let mut parameters = slots.iter().filter(|slot| slot.field_of.is_none());
            let slot = parameters.find(|slot| slot.parameter.name == placed.name);
            let Some(slot) = slot.filter(|_| !is_marked) else { continue };
            let mark = self.variable(&slot.name);
            placed.value = match &placed.value {
                // A secret is a text. JSON that has secrets in it is replaced as a whole.
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
