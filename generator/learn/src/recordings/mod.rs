//! Reads recorded HTTP traffic (HTTP Archive 1.2, cassettes) and keeps its shapes: paths,
//! names, kinds of values, and how often each was seen. Values are counted and
//! forgotten. Names that are not known words may be values, so they are hidden: only
//! [`RecordedNames::revealed`] and [`RecordedNames::hidden`] show them.
//!
//! Memory is bounded, whatever the size of the files.

mod archive;
mod cassette;
mod endpoint;
mod entry;
mod evidence;
mod multipart;
mod names;
mod parameter;
mod shape;
mod templates;

pub use self::archive::Broken;
pub use self::endpoint::{Encoding, Endpoint, Endpoints, Exchanges, Parameters, Responses, has_query};
pub use self::evidence::Evidence;
pub(crate) use self::names::filled;
pub use self::names::{HIDDEN, RecordedNames, Vocabulary, could_be_word};
pub use self::parameter::Samples;
pub(crate) use self::shape::Room;
pub use self::shape::{ValueShape, Values};
