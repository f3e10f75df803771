//! Every operation of both APIs, sent by the generated clients over real HTTP
//! on loopback to a server that knows nothing of the generated code: what has
//! to arrive is read from the export of the spec's model.

// Clippy takes the helpers of tests for library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod answer;
mod broken;
mod cases;
mod credentials;
mod descriptors;
mod every_operation;
mod layers;
mod peer;
mod request;
mod sample;
mod secrets;
mod server;
mod spec;
mod transports;
