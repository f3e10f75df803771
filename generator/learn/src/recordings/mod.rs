//! Reads recorded HTTP traffic (HTTP Archive 1.2, cassettes). Its values are kept in memory, to be compared with
//! the types that the spec has in their places: [`Values`] returns counts of them, and nothing else does more.
//! Names that are not known words may be values, so they are hidden: only [`Vocabulary::revealed`] and
//! [`Vocabulary::hidden`] show them.
//!
//! A recording is in memory while it is read. What is kept of it is bounded, whatever its size.

mod archive;
mod cassette;
mod entry;
mod evidence;
mod exchange;
mod multipart;
mod names;
mod samples;
mod templates;
mod values;

pub use self::archive::Broken;
pub(crate) use self::entry::{FORM, JSON, MULTIPART, NO_BODY, UNKNOWN};
pub use self::evidence::Evidence;
pub use self::exchange::{Endpoint, Exchange, Exchanges, has_query, places};
pub(crate) use self::names::filled;
pub use self::names::{HIDDEN, could_be_word};
pub(crate) use self::samples::scalar;
pub use self::samples::{Parameters, Samples};
pub use self::values::Values;
pub(crate) use self::values::{KINDS, kind};
pub use crate::vocabulary::Vocabulary;
