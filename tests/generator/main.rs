//! Everything from spec to files: what the generator reads, reports, writes and learns.
//!
//! One program, because it links once and its slow tests run side by side.

// Clippy takes the helpers of tests for library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

mod bad;
mod changes;
mod compiled;
mod docs;
mod errors;
mod explain;
mod fixtures;
mod fmt;
mod gaps;
mod http_methods;
mod layers;
mod learn;
mod lesson;
mod lint;
mod methods;
mod mutations;
mod neutral;
mod openapi;
mod overlays;
mod real;
mod shared;
mod words;
mod write;
