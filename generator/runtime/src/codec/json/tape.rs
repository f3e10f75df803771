//! A JSON text that was scanned once: the places of its values, and what is found out about them.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::HashMap,
};

use super::scan::{Node, Rules, scan};
use crate::core::{MAX_MISFITS, Misfit};

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
    misfits: RefCell<Vec<PlacedMisfit>>,
    /// The dictionaries whose entries have misfits: their keys are data.
    dictionaries: RefCell<Vec<u32>>,
    /// The types that fit best, by value and union.
    pub(super) best: RefCell<HashMap<(u32, usize), Best>>,
}

/// The type of a union that a value fits best, if it fits one.
pub(super) type Best = Option<(usize, Fit)>;

/// Why a value doesn't fit.
#[derive(Debug)]
pub(super) struct PlacedMisfit {
    pub(super) node: u32,
    /// The field of it that is missing.
    pub(super) field: Option<&'static str>,
    pub(super) reason: Reason,
}

/// A measure of how well a value fits a type: less is better. Types whose parts have all that they say come before
/// others, which may only be older than the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fit {
    /// It lacks what tells the type apart, or has another: a union doesn't take it for one of the type.
    pub(super) lacks: bool,
    /// It has fields that the type, which is closed, doesn't have.
    pub(super) excess: bool,
    /// So does something in it.
    pub(super) loose: bool,
    /// The number of fields that the type doesn't have.
    pub(super) unknown: u32,
    /// A field has another value than it always has in the type.
    pub(super) differs: bool,
}

impl Fit {
    /// Returns whether a value that has this one in it is loose.
    pub(super) fn loosens(self) -> bool {
        self.lacks || self.loose
    }
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

    pub(super) fn scanned(text: &str, rules: Rules) -> Result<Self, Misfit> {
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

    #[inline]
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
        self.misfits.borrow_mut().push(PlacedMisfit { node, field, reason });
    }

    /// Keeps that a value with a misfit in it is a dictionary.
    pub(super) fn add_dictionary(&self, node: u32) {
        self.dictionaries.borrow_mut().push(node);
    }

    pub(super) fn is_dictionary(&self, node: u32) -> bool {
        self.dictionaries.borrow().contains(&node)
    }

    /// The number of misfits.
    pub(super) fn misfits(&self) -> usize {
        self.misfits.borrow().len()
    }

    /// Returns whether no more misfits are looked for.
    pub(super) fn is_full(&self) -> bool {
        self.left.get().is_none() || self.misfits() >= MAX_MISFITS
    }

    /// Forgets the misfits after so many: of a type that was only tried.
    pub(super) fn forget_misfits(&self, after: usize) {
        if self.left.get().is_some() {
            self.misfits.borrow_mut().truncate(after);
        }
    }

    /// Takes all misfits.
    pub(super) fn take_misfits(&self) -> Vec<PlacedMisfit> {
        self.misfits.take()
    }
}
