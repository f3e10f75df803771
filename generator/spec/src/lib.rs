//! API specs: YAML files to a checked model.
//!
//! ```text
//! load     YAML text  -> Source  what the files say, each value with its place
//! resolve  Source     -> Api     what that means: names looked up, defaults applied, every rule checked
//! facts    &Api       -> Fact    what is known of each thing, in one sentence and as a value
//! ```
//!
//! All errors of a spec are found at once. Nothing here knows an API by name.
//!
//! To add a key to the spec language: a field in [`load::source`], one in
//! [`model`], the step between them in `resolve`, its row in [`facts::Key`], and
//! its sentence in [`facts`], which every output prints.

// A broken invariant must end the run: what follows from it would be written.
#![allow(clippy::expect_used)]

pub mod crate_name;
pub mod diagnostics;
pub mod facts;
pub mod gaps;
mod keys_together;
pub mod keywords;
mod limits;
pub mod load;
pub mod model;
pub mod naming;
pub mod node;
pub mod parallel;
pub mod program;
mod resolve;
#[cfg(feature = "schema")]
pub mod schema;
pub mod secret_names;
mod spec;
pub mod synonyms;
pub mod text;

pub use keys_together::keys_together;
pub use resolve::resolve;
pub use spec::Spec;
