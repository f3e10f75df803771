//! Whether the description that `codegen` writes of a spec says what the imported one says.
//!
//! ```text
//! place       a value of a description, its pointer, and what a reference leads to
//! schemas     a schema without references, `allOf` and notations of one version
//! operations  operations by method and path, with parameters, bodies and responses
//! compare     the differences, and the operations that each is in
//! swagger     2.0 in the shape of 3.0
//! reasons     the entry of what was left out that explains a difference
//! ```
//!
//! Nothing here is of the importer: it would have the same faults.

mod compare;
mod operations;
mod place;
mod reasons;
mod schemas;
mod swagger;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use generator_import::LeftOut;
use serde_json::Value;

use self::compare::{Comparison, Difference};
pub use self::reasons::MEANT;
use self::reasons::Reasons;

/// The differences of two descriptions.
#[derive(Debug, Default)]
pub struct Differences {
    /// The operations without any.
    pub same: usize,
    /// The operations with one that nothing explains.
    pub unexplained: usize,
    /// The number of operations that each reason explains differences of, and the kinds of these.
    pub reasons: BTreeMap<String, (usize, BTreeSet<&'static str>)>,
    pub unexplained_ones: Vec<Unexplained>,
}

/// A difference that nothing explains.
#[derive(Debug, PartialEq, Eq)]
pub struct Unexplained {
    pub kind: &'static str,
    /// What is different, without names.
    pub general: String,
    /// Where and what it is.
    pub text: String,
    pub operations: usize,
}

/// Compares what was imported with what was written.
pub fn differences(source: &mut Value, written: &Value, left: &[LeftOut]) -> Differences {
    swagger::modernize(source);
    let mut comparison = Comparison::of(source, written);
    let mut reasons = Reasons::of(left);
    let mut out = Differences::default();
    let mut by_reason: BTreeMap<Option<String>, Vec<Difference>> = BTreeMap::new();
    // The reason of a type that is used twice is at one of its places.
    comparison.found.iter().for_each(|it| drop(reasons.explains(it)));
    for it in std::mem::take(&mut comparison.found) {
        by_reason.entry(reasons.explains(&it)).or_default().push(it);
    }
    let mut different = HashSet::new();
    for (reason, all) in by_reason {
        let operations = comparison.operations_of(all.iter().map(|it| it.node).collect());
        let count = operations.len();
        if !reason.as_deref().is_some_and(|it| MEANT.contains(&it)) {
            different.extend(operations);
        }
        match reason {
            Some(reason) => drop(out.reasons.insert(reason, (count, all.iter().map(|it| it.kind).collect()))),
            None => {
                out.unexplained = count;
                out.unexplained_ones = all.iter().map(|it| unexplained(it, &comparison)).collect();
            }
        }
    }
    out.same = comparison.operations - different.len();
    out
}

fn unexplained(it: &Difference, comparison: &Comparison<'_>) -> Unexplained {
    let general =
        it.says.split_once(" is ").map_or_else(|| it.says.clone(), |(_, rest)| format!("is {rest}"));
    let operations = comparison.operations_of(vec![it.node]).len();
    Unexplained { kind: it.kind, general, text: it.text(), operations }
}
