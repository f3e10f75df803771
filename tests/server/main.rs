//! Every operation of both APIs, from the generated client to a generated
//! server over HTTP on loopback, and everything that a server must refuse.
//!
//! ```text
//! double        an implementation of everything, by `for_each_handler!`
//! upload        a file that reached the double
//! wire          requests by hand: what no client would send
//! round_trip    every operation, every path, all and only required parameters
//! refusals      every operation x every refusal that its gates allow
//! logs          what is logged
//! malformed     malformed bodies
//! validation    parameters that do not fit
//! limits        sizes, times, panics, the end
//! hostile       callers that starve others
//! examples      states and transitions of the example server
//! settings      paths, versions, the status of HTTP
//! ```

// Clippy takes the helpers of tests for library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]
#![allow(deprecated)]

#[path = "../examples/server/backup/mod.rs"]
mod backup;
#[path = "../end_to_end/cases.rs"]
#[allow(dead_code)]
mod cases;
mod double;
mod examples;
mod hostile;
#[path = "../examples/server/keys.rs"]
mod keys;
mod limits;
mod logs;
mod malformed;
#[path = "../examples/server/portal.rs"]
mod portal;
mod refusals;
mod round_trip;
#[path = "../end_to_end/sample.rs"]
#[allow(dead_code)]
mod sample;
mod settings;
#[path = "../end_to_end/spec.rs"]
#[allow(dead_code)]
mod spec;
mod upload;
mod validation;
mod wire;
