//! The Rust crate of an API.

mod aliases;
mod api;
pub mod auth;
pub mod cli;
mod features;
pub mod manifest;
pub mod operations;
pub mod package;
mod pages;
pub mod root;
pub mod server;
pub mod types;
