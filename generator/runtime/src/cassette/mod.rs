//! Records what a client exchanges with a server, and answers from the
//! recording.
//!
//! A cassette is a file with one exchange a line, as JSON. A [`Recorder`] wraps
//! a transport and writes it; a [`Replayer`] is a transport that answers from
//! it, and fails if a request was not recorded.
//!
//! Secrets don't reach the file. In their place is the name of their field, for
//! every field of a credential, parameter or type that the API's description
//! marks, for JSON fields whose name ends like one (`…Password`, `…Token`), for
//! headers such as `Authorization` and `Set-Cookie`, for parameters of URLs in
//! headers, and wherever the server repeats a secret of the request that has 4
//! or more characters, in the encodings that [`Failure::message`](crate::Failure::message)
//! recognises. Whatever else a server sends is recorded: read a cassette before
//! you commit it.

// recorder  a transport that writes a cassette
// replayer  a transport that reads one
// tape      a response body on its way to the caller, copied
// asked     request -> what is recorded of it
// hide      secrets -> names of fields
// exchange  one line of a cassette

mod asked;
mod exchange;
mod hide;
mod hide_json;
mod recorder;
mod replayer;
mod tape;

use std::{io, path::Path};

pub use self::{recorder::Recorder, replayer::Replayer};
pub use crate::error::NotRecorded;

/// An error about a cassette, which names its file.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
