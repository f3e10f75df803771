//! Records what a client exchanges with a server, and replays the
//! recording.
//!
//! A cassette is a file with one exchange a line, as JSON. A [`Recorder`] wraps
//! a transport and writes it; a [`Replayer`] is a transport that replays
//! it, and fails if a request was not recorded.
//!
//! A cassette keeps what the API's description has: operations, paths, names, listed values
//! and constants; besides those statuses, booleans, `null`, usual names of headers, and the
//! shape of JSON. Any other text or number is a placeholder, such as `TargetUser-1`; a number
//! is a number, and a date a date; so are the values of headers that a result has. Names that the description doesn't have are `field-1`. Of
//! texts, bytes and other headers it has the length. Equal values have equal placeholders
//! within a run of a recorder, so that a program that compares them works on the recording too.
//!
//! [`Recorder::keep`] keeps the values of one name, and [`Recorder::keep_values`] all but
//! secrets. Each run begins with a line that says which of these it was.
//!
//! A [`Replayer`] binds placeholders: in a request, a placeholder takes what the program
//! sends, and responses have that in its place.

// recorder      a transport that writes a cassette, and copies bodies on their way to the caller
// replayer      a transport that reads one
// index         which exchange is that of a request; what placeholders stand for
// request       a request -> what can be recorded of it
// rules         which of its values are kept
// headers       which headers and media types
// placeholders  what replaces the others
// exchange      the lines of a cassette
// file          its file, new or continued

mod exchange;
mod file;
mod headers;
mod index;
mod placeholders;
mod recorder;
mod replayer;
mod request;
mod rules;

use std::{io, path::Path};

pub use self::{recorder::Recorder, replayer::Replayer};
pub use crate::core::error::not_recorded::NotRecorded;

/// An error about a cassette, which names its file.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
