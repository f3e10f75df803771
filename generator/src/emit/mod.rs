//! `&Api` -> files: one pure function per target.
//!
//! An emitter cannot fail and knows no API: it prints what the model says. To
//! add one, write a module with `fn emit(&Api) -> Vec<File>`, or of `&[Api]` for
//! what all APIs share, and add its line to [`TARGETS`].

mod api;
mod auth;
pub(crate) mod doc;
mod docs;
mod manifest;
mod mentions;
mod openapi;
mod operations;
mod rust;
mod rust_example;
mod samples;
mod server;
pub mod shown;
mod spelling;
pub(crate) mod surface;
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
    Target { name: "manifest", about: "Cargo.toml of the crate", emit: Emit::Api(manifest::emit) },
    Target { name: "api", about: "the crate's root and its client", emit: Emit::Api(api::emit) },
    Target { name: "auth", about: "credentials", emit: Emit::Api(auth::emit) },
    Target { name: "types", about: "types", emit: Emit::Api(types::emit) },
    Target { name: "operations", about: "one struct per operation", emit: Emit::Api(operations::emit) },
    Target {
        name: "server",
        about: "a trait per group, and who may call what",
        emit: Emit::Api(server::emit),
    },
    Target { name: "docs", about: "pages of the book", emit: Emit::Api(docs::emit) },
    Target { name: "book", about: "the book around the pages", emit: Emit::All("docs", docs::emit_book) },
    Target { name: "surface", about: "one fact a line, for reviewers", emit: Emit::Api(surface::emit) },
    Target { name: "openapi", about: "an OpenAPI 3.1 description", emit: Emit::Api(openapi::emit) },
];

/// One kind of output.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What it writes.
    pub about: &'static str,
    /// Writes it.
    pub emit: Emit,
}

/// What an output is made of.
#[derive(Clone, Copy, Debug)]
pub enum Emit {
    /// One API.
    Api(fn(&Api) -> Vec<File>),
    /// All APIs, below the folder of that name.
    All(&'static str, fn(&[Api]) -> Vec<File>),
}
