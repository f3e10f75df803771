//! `&Api` -> files: one pure function per target.
//!
//! An emitter cannot fail and knows no API: it prints what the model says. To
//! add one, write a module with `fn emit(&Api) -> Vec<File>`, or of `&[Api]` for
//! what all APIs share, and add its line to `targets`. A target with a file per
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
pub(crate) mod crates;
pub(crate) mod docs;
pub(crate) mod openapi;
mod part;
pub mod shown;
pub(crate) mod surface;

pub use self::common::file::File;
pub use self::part::Part;
