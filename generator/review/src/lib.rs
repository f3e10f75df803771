//! Tools to review a spec: `diff` compares specs, `fmt` and `lint` work on their files, `explain`
//! and `export` show what was understood, and `report` prints all that.

// A broken invariant must end the run: what follows from it would be reported.
#![allow(clippy::expect_used)]

pub mod diff;
pub mod explain;
pub mod export;
#[cfg(feature = "fmt")]
pub mod fmt;
pub mod lint;
pub mod report;
