//! Every operation of both APIs, sent by the generated clients over real HTTP
//! on loopback to a server that knows nothing of the generated code: what has
//! to arrive is read from the export of the spec's model.

// Clippy takes the helpers of tests for library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod aliases;
mod answer;
mod cases;
mod credentials;
mod every_operation;
mod failures;
mod hidden_failures;
mod layers;
mod misfits;
mod peer;
mod request;
mod sample;
mod secrets;
mod server;
mod settings;
mod spec;
mod transports;
mod versions;
