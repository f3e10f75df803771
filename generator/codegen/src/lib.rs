//! A checked spec to files and these to disk.
//!
//! ```text
//! emit   &Api       -> Vec<File>  one pure function per target, in [`targets::TARGETS`]
//! write  Vec<File>  -> disk       only what differs
//! ```
//!
//! An emitter cannot fail, and knows no API by name. To add an output: a module in
//! `emit` and its line in [`targets::TARGETS`].

// What an emitter relies on is an invariant of the model: better no file than a wrong one.
#![allow(clippy::expect_used)]

pub mod emit;
pub mod targets;
pub mod write;

pub use targets::{Selection, emit};
