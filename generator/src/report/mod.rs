//! Reports: what a command prints, for people and for programs.

pub mod diff;
