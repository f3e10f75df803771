//! Learning from recorded traffic: archives as programs and enemies write them,
//! and what is learned of them. Whole servers are in `worlds`.

mod archive;
mod cassettes;
mod dialects;
mod learning;
mod limits;
mod reading;
mod secrets;
mod types;
