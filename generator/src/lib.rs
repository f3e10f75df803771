//! Spec -> files, in one straight line.
//!
//! ```text
//! load     YAML text      -> Source     what the files say, each value with its place
//! resolve  Source         -> Api        what that means: names looked up, defaults applied, every rule checked
//! emit     &Api           -> Vec<File>  one pure function per target
//! write    Vec<File>      -> disk       only what differs
//! ```
//!
//! `load` and `resolve` find all faults of a spec at once; an emitter cannot
//! fail. Nothing here knows an API by name.
//!
//! Apart from that line, `diff` compares specs, `fmt` and `lint` work on their
//! files, and `explain`, `gaps` and `export` show what was understood.
//!
//! To add a key to the spec language: a field in [`load::source`], one in
//! [`model`], the step between them in `resolve`, and a fact in [`facts`], which
//! every output prints. To add
//! an output: a module in `emit` and its line in [`targets::TARGETS`]. To add a
//! scalar type: a line in `resolve::notation` and one in `emit::common::spelling`.

pub mod crate_name;
pub mod diagnostics;
pub mod diff;
pub mod emit;
pub mod explain;
pub mod export;
pub mod facts;
pub mod fmt;
pub mod gaps;
mod keywords;
pub mod learn;
pub mod lint;
pub mod load;
pub mod model;
mod naming;
mod parallel;
pub mod place;
pub mod probe;
pub mod public_api;
pub mod release;
pub mod report;
mod resolve;
#[cfg(feature = "schema")]
pub mod schema;
mod spec;
pub mod targets;
pub mod text;
pub mod write;

pub use evidence;
pub use resolve::resolve;
pub use spec::Spec;
pub use targets::{Selection, emit, owners};
