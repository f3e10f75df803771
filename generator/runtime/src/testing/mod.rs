//! Tests of programs and of servers.

#[cfg(feature = "cassette")]
pub mod cassette;
#[cfg(any(feature = "cli", feature = "mock"))]
pub mod conformance;
#[cfg(feature = "mock")]
pub mod mock;
#[cfg(feature = "mock")]
mod sent;
