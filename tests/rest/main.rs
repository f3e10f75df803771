//! Clients, servers, mocks, recordings and the CLI of one REST API, whose crate is generated from `spec`.

// Clippy takes the helpers of tests for library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

#[allow(dead_code, reason = "others use the rest")]
#[path = "../http/support/any_transport.rs"]
mod any_transport;
mod scenarios;
#[allow(dead_code, reason = "others use the rest")]
#[path = "../../generator/runtime/tests/server.rs"]
mod server;
