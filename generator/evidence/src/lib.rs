//! Reads recorded HTTP traffic (HTTP Archive 1.2) and keeps its shapes: paths,
//! names, kinds of values, and how often each was seen. Values are counted and
//! forgotten, so nothing that is made of an [`Evidence`] can hold one.
//!
//! Memory is bounded, whatever the size of the files. This is a crate of its
//! own so that dev builds optimise it and nothing else of the generator.

mod body;
mod endpoint;
mod evidence;
mod exchange;
mod har;
mod json;
mod multipart;
mod shape;
mod url;
mod value;

pub use endpoint::{Answers, Endpoint, Endpoints, Failed, Part};
pub use evidence::Evidence;
pub use exchange::{Encoding, Parameters};
pub use json::{Broken, Why};
pub use shape::{Shape, Values};
pub use url::may_be_value;
pub use value::Written;
