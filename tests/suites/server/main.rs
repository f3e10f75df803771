//! Every operation of both APIs, from the generated client to a generated
//! server over HTTP on loopback, and everything a server must refuse.

// Clippy treats test helpers as library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]
#![allow(deprecated)]

#[path = "../../examples/server/backup/mod.rs"]
mod backup;
#[path = "../end_to_end/cases.rs"]
#[allow(dead_code)]
mod cases;
mod double;
mod examples;
mod framing;
mod hostile;
#[path = "../../examples/server/keys.rs"]
mod keys;
mod limits;
#[path = "../../examples/server/listen.rs"]
mod listen;
mod logs;
mod malformed;
mod odd;
#[path = "../../examples/server/portal.rs"]
mod portal;
mod probe;
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
