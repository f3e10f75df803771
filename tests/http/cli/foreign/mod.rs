//! Tests that need curl, a terminal, or other shells than `sh` and `bash`.

mod curl;
mod shells;
mod terminal;
