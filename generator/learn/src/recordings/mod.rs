//! Reads recorded HTTP traffic (HTTP Archive 1.2, cassettes) and keeps its shapes: paths,
//! names, kinds of values, and how often each was seen. Values are counted and
//! forgotten. Names that are not known words may be values, so they are hidden: only
//! [`RecordedNames::revealed`] and [`RecordedNames::hidden`] show them.
//!
//! A recording is in memory while it is read. What is kept of it is bounded, whatever its size.

mod archive;
mod cassette;
mod entry;
mod evidence;
mod exchanges;
mod multipart;
mod names;
mod parameter;
mod shape;
mod templates;

pub use self::archive::Broken;
pub(crate) use self::entry::{FORM, JSON, MULTIPART, NO_BODY, UNKNOWN};
pub use self::evidence::Evidence;
pub use self::exchanges::{Endpoint, Endpoints, Parameters, Requests, Responses, has_query};
pub(crate) use self::names::filled;
pub use self::names::{HIDDEN, RecordedNames, Values, could_be_word};
pub use self::parameter::Samples;
pub(crate) use self::shape::Room;
pub use self::shape::ValueShape;
pub use crate::vocabulary::Vocabulary;
