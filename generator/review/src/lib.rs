//! Tools to review a spec: `diff` compares specs, `lint` works on their files, `explain` and `export`
//! show what was understood, and `report` prints all that.

// A broken invariant must end the run: what follows from it would be reported.
#![allow(clippy::expect_used)]

pub mod diff;
pub mod explain;
pub mod export;
pub mod lint;
pub mod report;
