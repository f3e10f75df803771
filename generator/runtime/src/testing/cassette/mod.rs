//! Records what a client exchanges with a server, and replays the
//! recording.
//!
//! The file has one exchange a line, as JSON. A [`Recorder`] wraps a transport and writes it; a
//! [`Replayer`] is a transport that replays it, and fails if a request was not recorded.
//!
//! **A cassette is for replaying.** It keeps all values, except what the API's description marks as a
//! secret at that place (a parameter of an operation, a field of a type), credentials, and headers beyond
//! a short list. `secret` takes the place of a secret that the program sends, and `secret-1` that of one
//! that the server returns: a program that sends it later sends that. So record against a server whose
//! data may be in your repository.
//!
//! **A recording is evidence** of what a server does ([`Recorder::without_values`]): names of fields that
//! the description has, kinds of values, lengths of lists, and no value. It can't be replayed.
//!
//! The first line of a run says which of these it is.

// recorder  a transport that writes a file, and copies bodies on their way to the caller
// replayer  a transport that reads a cassette
// nearest   what requests are compared by, and the one that differs least
// request   a request -> what can be recorded of it
// mask      which of its values are kept, and those of a response
// headers   which headers and media types
// types     what the API's description says of a value in JSON
// secrets   what takes the place of secrets
// suspect   what may be a secret that nothing marks
// file      the file: its lines, new or continued

mod file;
mod headers;
mod mask;
mod nearest;
mod recorder;
mod replayer;
mod request;
mod secrets;
mod suspect;
mod types;

use std::{io, path::Path};

pub use self::{recorder::Recorder, replayer::Replayer};
pub use crate::core::error::not_recorded::NotRecorded;

/// An error about a cassette, which names its file.
pub(crate) fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
