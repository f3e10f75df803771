//! The CLIs, run as users run them: as processes, in a
//! pipe, in a terminal and in real shells.

mod calls;
mod commands;
mod conformance;
mod describe;
mod downloads;
mod effects;
mod foreign;
mod guide;
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
mod tls;
mod usage;
mod verbose;
