//! The runtime, used as the generated crates use it.

// Clippy takes the helpers of tests for library code.
#![allow(clippy::panic, clippy::unwrap_used)]

/// The error of a call, which is of this kind.
macro_rules! fails {
    ($call:expr, $kind:pat $(if $condition:expr)?) => {{
        let error = $call.unwrap_err();
        assert!(matches!(error.kind(), $kind $(if $condition)?), "{error:?}");
        error
    }};
}

mod alone;
mod asking;
#[cfg(feature = "blocking")]
mod blocking;
mod by_hand;
mod call_options;
mod calls;
mod codec;
mod credential_source;
mod credentials;
mod downloads;
mod failures;
mod files;
mod full_responses;
mod inferred_paths;
mod json;
mod operations;
mod read_only;
mod retries;
mod returns;
mod secrets;
mod server;
mod settings;
mod transports;
mod uploads;
mod versions;
mod wire;
