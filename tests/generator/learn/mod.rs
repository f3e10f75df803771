//! Learning from recorded traffic: archives as programs and attackers write them,
//! and what is learned from them. Whole servers are in `tests/http/learn`.

mod archive;
mod cassettes;
mod drift;
mod encodings;
mod learning;
mod limits;
mod reading;
mod rest;
mod secrets;
mod settled;
mod types;
