//! `&Api` -> files: one pure function per target.
//!
//! An emitter cannot fail and knows no API: it prints what the model says. To
//! add one, write a module with `fn emit(&Api) -> Vec<File>`, or of `&[Api]` for
//! what all APIs share, and add its line to [`TARGETS`]. A target with a file per
//! group gives [`Part`]s instead: they are emitted on all cores, and no run holds
//! all files at once.
//!
//! ```text
//! crates    the Rust crate of an API
//! docs      the book
//! openapi   an OpenAPI description
//! surface   one fact a line
//! shown     one operation, as each of these prints it
//! common    what they share: Rust and its doc comments, examples, banners
//! ```

pub(crate) mod common;
mod crates;
mod docs;
mod openapi;
mod part;
pub mod shown;
pub(crate) mod surface;

pub use self::common::file::File;
pub use self::part::Part;

use self::crates::{api, auth, manifest, operations, server, types};
use crate::model::Api;

/// What can be written, by the names that `--only` takes.
pub const TARGETS: &[Target] = &[
    Target { name: "manifest", about: "Cargo.toml of the crate", emit: Emit::Api(manifest::emit) },
    Target { name: "api", about: "the crate's root and its client", emit: Emit::Api(api::emit) },
    Target { name: "auth", about: "credentials", emit: Emit::Api(auth::emit) },
    Target { name: "types", about: "types", emit: Emit::Api(types::emit) },
    Target { name: "operations", about: "one struct per operation", emit: Emit::Parts(operations::parts) },
    Target {
        name: "server",
        about: "a trait per group, and who may call what",
        emit: Emit::Parts(server::parts),
    },
    Target { name: "docs", about: "pages of the book", emit: Emit::Parts(docs::parts) },
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
    /// One API, part by part.
    Parts(for<'a> fn(&'a Api) -> Vec<Part<'a>>),
    /// All APIs, below the folder of that name.
    All(&'static str, fn(&[Api]) -> Vec<File>),
}
