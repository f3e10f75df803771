//! A JSON text that was scanned once: the places of its values, and what is found out about them.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::HashMap,
};

use super::{
    Fit, JsonReader,
    scan::{Node, Rules, scan},
};
use crate::core::{MOST_MISFITS, Misfit, Step};

/// Values take at most this many times the memory of their text.
const MAX_GROWTH: usize = 16;

/// The length that a shorter text counts as, in bytes: a short list may have 100,000 items
/// without fields.
const SHORT: usize = 4 * 1024 * 1024;

/// The least that an allocation takes, in bytes.
pub(super) const ALLOCATION: usize = 32;

/// The places of all values in a text, which is kept beside it, and the state of their reading.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    nodes: Vec<Node>,
    /// Bytes that the values may still take, and steps that may be taken to find their types; `None`
    /// if they were not enough.
    left: Cell<Option<usize>>,
    faults: RefCell<Vec<Fault>>,
    /// The dictionaries whose entries have faults: their keys are data.
    dictionaries: RefCell<Vec<u32>>,
    /// The types that fit best, by value and union.
    pub(super) best: RefCell<HashMap<(u32, usize), Option<(usize, Fit)>>>,
}

/// Why a value doesn't fit.
#[derive(Debug)]
struct Fault {
    node: u32,
    /// The field of it that is missing.
    field: Option<&'static str>,
    reason: Reason,
}

/// A reason, which is only put in words if it is reported.
#[derive(Debug)]
pub(super) enum Reason {
    /// The value is of another kind than this one.
    Expected(&'static str),
    Words(Cow<'static, str>),
}

impl Tape {
    /// Scans a text.
    ///
    /// # Errors
    /// If it isn't JSON.
    pub(crate) fn of(text: &str) -> Result<Self, Misfit> {
        Self::scanned(text, Rules::Any)
    }

    /// Scans a text of a caller, which may be read in one way only: no name occurs twice in an object,
    /// no number is too large, and it isn't nested too deeply.
    ///
    /// # Errors
    /// If it isn't such JSON.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn checked(text: &str) -> Result<Self, Misfit> {
        let tape = Self::scanned(text, Rules::Plain)?;
        let json = JsonReader::new(text, &tape);
        match json.name_given_twice() {
            Some(name) => Err(Misfit::new("given more than once").at(&json.steps(name))),
            None => Ok(tape),
        }
    }

    fn scanned(text: &str, rules: Rules) -> Result<Self, Misfit> {
        let nodes = scan(text, rules)?;
        let budget = text.len().max(SHORT).saturating_mul(MAX_GROWTH);
        let left = budget.saturating_sub(nodes.capacity() * size_of::<Node>());
        Ok(Self { nodes, left: Cell::new(Some(left)), ..Self::default() })
    }

    /// The memory that it takes.
    #[cfg(feature = "server")]
    pub(crate) fn capacity(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }

    pub(super) fn node(&self, node: u32) -> Node {
        self.nodes.get(node as usize).copied().unwrap_or_default()
    }

    /// Takes bytes from the budget, and returns whether so many were left.
    pub(super) fn take(&self, node: u32, bytes: usize) -> bool {
        let before = self.left.get();
        let left = before.and_then(|left| left.checked_sub(bytes));
        self.left.set(left);
        if before.is_some() && left.is_none() {
            let words = format!(
                "it would take more than {MAX_GROWTH} times the memory of its JSON (at least 64 MiB), a limit \
                 that can't be changed; `Json` has none"
            );
            self.add(node, None, Reason::Words(words.into()));
        }
        left.is_some()
    }

    /// The bytes and steps that were taken from the budget of a short text.
    #[cfg(test)]
    pub(super) fn taken(&self) -> usize {
        SHORT * MAX_GROWTH - self.left.get().unwrap_or_default()
    }

    /// Keeps why a value doesn't fit.
    pub(super) fn add(&self, node: u32, field: Option<&'static str>, reason: Reason) {
        self.faults.borrow_mut().push(Fault { node, field, reason });
    }

    /// Keeps that a value with a fault in it is a dictionary.
    pub(super) fn add_dictionary(&self, node: u32) {
        self.dictionaries.borrow_mut().push(node);
    }

    pub(super) fn is_dictionary(&self, node: u32) -> bool {
        self.dictionaries.borrow().contains(&node)
    }

    /// The number of faults.
    pub(super) fn faults(&self) -> usize {
        self.faults.borrow().len()
    }

    /// Returns whether no more faults are looked for.
    pub(super) fn is_full(&self) -> bool {
        self.left.get().is_none() || self.faults() >= MOST_MISFITS
    }

    /// Forgets the faults after so many, which were only tried.
    pub(super) fn forget_faults(&self, after: usize) {
        if self.left.get().is_some() {
            self.faults.borrow_mut().truncate(after);
        }
    }

    /// Takes the faults of a value, as seen from it.
    pub(crate) fn take_misfit(&self, json: JsonReader<'_>) -> Option<Misfit> {
        let faults = self.faults.take();
        let misfits = faults.into_iter().map(|Fault { node, field, reason }| {
            let own = field.map(|name| Step::Field(name.into()));
            let steps: Vec<_> = json.steps(node).into_iter().chain(own).collect();
            let reason = match reason {
                Reason::Expected(kind) => json.at(node).found_instead_of(kind),
                Reason::Words(words) => words.into_owned(),
            };
            Misfit::new(reason).at(&steps)
        });
        let misfit = misfits.reduce(Misfit::and);
        self.dictionaries.take();
        misfit
    }
}
