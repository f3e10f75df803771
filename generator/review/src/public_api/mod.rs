//! The public API of a Rust crate as lines, one per item, method, field and
//! impl, so that two revisions of a crate can be compared.
//!
//! It is read from the source: no build, no nightly rustdoc. A line changes if
//! a program that uses the item may no longer compile: what an exhaustive
//! struct, an exhaustive enum or a trait to implement consists of is one line,
//! and a field of any other struct has its own. What only the compiler infers
//! (auto traits, lifetimes of opaque types) is not seen.
//!
//! ```text
//! modules   the source files as a tree of modules
//! paths     what a path means, and under which paths an item is public
//! print     tokens as text, each path in full
//! items     an item as lines
//! made      items that macros make
//! ```

mod items;
mod made;
mod modules;
mod paths;
mod print;

use std::collections::{BTreeMap, BTreeSet};

use self::modules::Crate;
use self::paths::Exports;
use crate::text;

/// The source of a crate.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The manifest.
    pub manifest: String,
    /// The `.rs` files, by their path below `src`, with `/`.
    pub files: BTreeMap<String, String>,
}

/// The lines of a crate.
///
/// # Errors
/// The first file that is missing or is not Rust.
pub fn public_api(source: &Source) -> Result<BTreeSet<String>, String> {
    let krate = Crate::read(&source.files)?;
    let exports = Exports::of(&krate);
    let mut lines = features(&source.manifest);
    lines.extend(exports.others.iter().cloned());
    lines.extend(items::lines(&krate, &exports));
    Ok(lines)
}

/// The Cargo features, and which of them are on by default.
fn features(manifest: &str) -> BTreeSet<String> {
    let section = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let rows = section.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = ["));
    let lines = rows.flat_map(|(name, enables)| match name {
        "default" => {
            enables.split('"').skip(1).step_by(2).map(|it| format!("default feature {it}")).collect()
        }
        name => vec![format!("feature {name}")],
    });
    lines.collect()
}

/// How the lines of two revisions differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Lines that are gone: programs that need them no longer compile.
    pub gone: Vec<String>,
    /// New lines.
    pub new: Vec<String>,
}

impl Difference {
    /// From one revision to another.
    #[must_use]
    pub fn between(base: &BTreeSet<String>, head: &BTreeSet<String>) -> Self {
        let without =
            |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).map(|it| text::shown(it)).collect();
        Self { gone: without(base, head), new: without(head, base) }
    }

    /// Whether the public API is the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.new.is_empty()
    }
}

#[cfg(test)]
mod tests;
