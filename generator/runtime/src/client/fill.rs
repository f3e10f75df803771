//! Parameters that a client fills in: a key by which a server recognizes a call that is sent again.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher as _, Hasher as _},
};

use super::call::Draft;
use crate::core::Fill;

impl Draft {
    /// Fills in what the caller left out. All tries of a call have the same values.
    pub(super) fn fill(&mut self) {
        for known in self.descriptor.parameters {
            match known.fill {
                Some(Fill::Uuid) if self.form.text(known.name).is_none() => {
                    self.form.put(known.name, &uuid());
                }
                Some(Fill::Uuid) | None => {}
            }
        }
    }
}

/// A random UUID, of version 4.
fn uuid() -> String {
    let random = || RandomState::new().build_hasher().finish();
    let (one, two) = (random(), random());
    let (version, variant) = (one & 0xfff, 8 | two >> 60 & 3);
    let [first, second] = [one >> 32, one >> 16 & 0xffff];
    let [third, last] = [two >> 48 & 0xfff, two & 0xffff_ffff_ffff];
    format!("{first:08x}-{second:04x}-4{version:03x}-{variant:x}{third:03x}-{last:012x}")
}
