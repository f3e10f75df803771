//! Parts that several suites share: cases of every operation, and a server of each API.

pub mod any_transport;
pub mod cases;
pub mod credentials;
pub mod fake_server;
pub mod sample;
pub mod spec;
pub mod upload;
pub mod wire;
