//! The Rust crate of an API.

pub mod api;
pub mod auth;
pub mod manifest;
pub mod operations;
pub mod server;
pub mod types;
