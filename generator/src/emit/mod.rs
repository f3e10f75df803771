//! `&Api` -> files: one pure function per target.
//!
//! An emitter cannot fail and knows no API: it prints what the model says. To
//! add one, write a module with `fn emit(&Api) -> Vec<File>` and add its line
//! to [`TARGETS`].

mod api;
mod auth;
mod doc;
mod manifest;
mod mentions;
mod operations;
mod rust;
mod server;
mod spelling;
mod surface;
mod types;

use crate::model::Api;

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path below the output folder, with `/`.
    pub path: String,
    /// The text.
    pub text: String,
}

/// What can be written, by the names that `--only` takes.
pub const TARGETS: &[Target] = &[
    Target { name: "manifest", about: "Cargo.toml of the crate", emit: manifest::emit },
    Target { name: "api", about: "the crate's root and its client", emit: api::emit },
    Target { name: "auth", about: "credentials", emit: auth::emit },
    Target { name: "types", about: "types", emit: types::emit },
    Target { name: "operations", about: "one struct per operation", emit: operations::emit },
    Target { name: "server", about: "a trait per group, and who may call what", emit: server::emit },
    Target { name: "surface", about: "one fact a line, for reviewers", emit: surface::emit },
];

/// One kind of output.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What it writes.
    pub about: &'static str,
    /// Writes it.
    pub emit: fn(&Api) -> Vec<File>,
}
