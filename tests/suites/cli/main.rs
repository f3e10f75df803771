//! The programs for the terminal, run as users run them: as processes, in a
//! pipe, in a terminal and in real shells. What needs curl, other shells than
//! `sh` and `bash`, or a terminal is behind the feature `foreign`.

// Clippy treats test helpers as library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]
#![allow(deprecated)]
#![cfg(unix)]

mod calls;
#[path = "../end_to_end/cases.rs"]
#[allow(dead_code)]
mod cases;
mod commands;
#[cfg(feature = "foreign")]
mod curl;
#[path = "../server/double.rs"]
#[allow(dead_code)]
mod double;
mod downloads;
mod hear;
mod profiles;
mod program;
mod results;
#[path = "../end_to_end/sample.rs"]
#[allow(dead_code)]
mod sample;
mod secrets;
#[cfg(feature = "foreign")]
mod shells;
#[path = "../end_to_end/spec.rs"]
#[allow(dead_code)]
mod spec;
#[cfg(feature = "foreign")]
mod terminal;
mod tls;
#[path = "../server/upload.rs"]
mod upload;
mod usage;
mod verbose;
#[path = "../server/wire.rs"]
#[allow(dead_code)]
mod wire;
