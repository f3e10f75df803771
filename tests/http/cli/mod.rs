//! The CLIs, run as users run them: as processes, in a
//! pipe, in a terminal and in real shells. What needs curl, other shells than
//! `sh` and `bash`, or a terminal is behind the feature `foreign`.

mod calls;
mod commands;
mod conformance;
#[cfg(feature = "foreign")]
mod curl;
mod describe;
mod downloads;
mod effects;
mod hear;
mod profiles;
mod program;
mod readme;
mod record;
mod rest;
mod results;
mod secrets;
mod servers;
mod sessions;
#[cfg(feature = "foreign")]
mod shells;
#[cfg(feature = "foreign")]
mod terminal;
mod tls;
mod usage;
mod verbose;
