//! Clients, servers, mocks, recordings and the CLI of one REST API, whose crate is generated from `spec`.

// Clippy takes the helpers of tests for library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

/// The error of a call, which is of this kind.
macro_rules! fails {
    ($call:expr, $kind:pat) => {{
        let error = $call.unwrap_err();
        assert!(matches!(error.kind(), $kind), "{error:?}");
    }};
}

mod addresses;
#[path = "../../generator/runtime/tests/alone.rs"]
mod alone;
#[allow(dead_code, reason = "others use the rest")]
#[path = "../http/support/any_transport.rs"]
mod any_transport;
mod calls;
mod pages;
mod recordings;
mod requests;
mod scenarios;
#[allow(dead_code, reason = "others use the rest")]
#[path = "../../generator/runtime/tests/server.rs"]
mod server;
