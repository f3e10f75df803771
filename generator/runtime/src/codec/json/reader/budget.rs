//! The memory that the values of a text may take.

use std::cell::Cell;

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
    pub(super) fn take(&self, bytes: usize) -> bool {
        let left = self.0.get().checked_sub(bytes);
        self.0.set(left.unwrap_or_default());
        left.is_some()
    }

    /// Takes what so many items need, if it is left, and returns whether it was.
    pub(super) fn take_all(&self, items: usize, size: usize) -> bool {
        items <= self.0.get() / size.max(1) && self.take(items * size)
    }
}

/// The reason against a value that takes more.
pub(super) fn too_large() -> Misfit {
    Misfit::new(format!(
        "it would take more than {MAX_GROWTH} times the memory of its JSON (at least 64 MiB), a limit that \
         can't be changed; `Json` has none"
    ))
}
