//! Reads recorded HTTP traffic (HTTP Archive 1.2) and keeps its shapes: paths,
//! names, kinds of values, and how often each was seen. Values are counted and
//! forgotten. Names that are not known words may be values, so they are hidden:
//! only [`Evidence::revealed`] and [`Evidence::hidden`] show them.
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
mod names;
mod shape;
mod url;
mod value;

pub use endpoint::{Answers, Endpoint, Endpoints, Failed, Part};
pub use evidence::Evidence;
pub use exchange::{Encoding, Parameters};
pub use json::{Broken, Why};
pub use names::{HIDDEN, Vocabulary, could_be_word, words};
pub use shape::{Shape, Values};
pub use value::Written;
