//! The Rust crate of an API.

pub mod api;
pub mod auth;
pub mod cli;
mod features;
pub mod manifest;
pub mod operations;
pub mod package;
pub mod server;
pub mod types;
