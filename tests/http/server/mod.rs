//! Every operation of both APIs, from the generated client to a generated
//! server over HTTP on loopback, and everything a server must refuse.

mod conformance;
mod connections;
mod examples;
#[cfg(target_os = "linux")]
mod flood;
mod framing;
mod hostile;
mod limits;
mod logs;
mod malformed;
mod odd;
#[cfg(target_os = "linux")]
mod process;
mod refusals;
mod round_trip;
mod settings;
mod validation;
