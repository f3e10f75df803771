//! The generated crates over HTTP: clients, servers, mocks, command lines, and `learn` on
//! what they say to each other.
//!
//! One program, because it links once and its suites share the servers and cases of `support`.

// Clippy takes the helpers of tests for library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]
#![allow(deprecated)]

#[path = "../examples/server/backup/mod.rs"]
mod backup;
#[cfg(unix)]
mod cli;
mod end_to_end;
mod examples;
#[path = "../foreign/mod.rs"]
mod foreign;
mod guides;
#[path = "../examples/server/keys.rs"]
mod keys;
mod learn;
#[path = "../examples/server/listen.rs"]
mod listen;
mod mock;
#[path = "../examples/server/portal.rs"]
mod portal;
mod server;
mod support;
