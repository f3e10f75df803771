//! The memory that the values of a text may take.

use std::cell::Cell;

use super::JsonReader;
use crate::core::Misfit;

/// Values take at most this many times the memory of their text.
const MAX_GROWTH: usize = 16;

/// The length that a shorter text counts as, in bytes: a short list may have 100,000 items
/// without fields.
const SHORT: usize = 4 * 1024 * 1024;

/// The least that an allocation takes, in bytes.
pub(in crate::codec::json) const ALLOCATION: usize = 32;

/// Bytes that the values may still take, and that may be scanned for them.
pub(super) struct Budget(Cell<usize>);

impl Budget {
    /// The budget for the values of a text.
    pub(super) fn of(text: &str) -> Self {
        Self(Cell::new(text.len().max(SHORT).saturating_mul(MAX_GROWTH)))
    }

    /// Takes bytes, and returns whether so many were left. Otherwise none are left.
    fn take(&self, bytes: usize) -> bool {
        let left = self.0.get().checked_sub(bytes);
        self.0.set(left.unwrap_or_default());
        left.is_some()
    }
}

impl JsonReader<'_> {
    /// Takes bytes from the budget, if there is one.
    ///
    /// # Errors
    /// If so many aren't left. Then none are.
    pub(crate) fn charge(self, bytes: usize) -> Result<(), Misfit> {
        if self.has(bytes) { Ok(()) } else { Err(too_large()) }
    }

    /// Takes bytes from the budget, and returns whether so many were left.
    pub(super) fn has(self, bytes: usize) -> bool {
        self.whole.is_none_or(|whole| whole.budget.take(bytes))
    }

    /// Takes from the budget what the items of a list need, each of which takes so many bytes, and
    /// returns their number; `None` if it isn't known, or too large.
    pub(in crate::codec::json) fn room(self, size: usize) -> Option<usize> {
        let whole = self.whole?;
        let tape = whole.tape.as_ref().filter(|_| self.text.starts_with('['))?;
        let mut nodes = tape.inside(self.node);
        let mut items = 0;
        while !nodes.is_empty() {
            nodes.start = tape.after(nodes.start);
            items += 1;
        }
        let is_room = items <= whole.budget.0.get() / size.max(1);
        (is_room && self.has(items * size)).then_some(items)
    }
}

/// The reason against a value that takes more.
pub(super) fn too_large() -> Misfit {
    Misfit::new(format!(
        "it would take more than {MAX_GROWTH} times the memory of its JSON (at least 64 MiB), a limit that \
         can't be changed; `Json` has none"
    ))
}
