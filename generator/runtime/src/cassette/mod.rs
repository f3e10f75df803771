//! Records what a client exchanges with a server, and replays the
//! recording.
//!
//! A cassette is a file with one exchange a line, as JSON. A [`Recorder`] wraps
//! a transport and writes it; a [`Replayer`] is a transport that replays
//! it, and fails if a request was not recorded.
//!
//! Secrets don't reach the file. In their place is the name of their field with a
//! number, `Password-1`, the same one for equal secrets; a number is replaced by a
//! number. Hidden is
//!
//! - every result, field, parameter and credential that the API's description
//!   marks as a secret;
//! - whatever has a name that looks secret (`S3SecretKey`, `otp`, `tokens`), with
//!   everything in it except booleans and `null`: in JSON, in JSON in its strings,
//!   in parameters of URLs, in forms, in headers such as `Set-Cookie`, and as
//!   `password=…` in any text. Names that only are about a secret, such as
//!   `PasswordMinLength` and `TokenCount`, are shown, and so are public keys;
//! - users and passwords in URLs, JSON Web Tokens, and private keys in PEM;
//! - a secret of 4 or more characters wherever a server repeats it, in the encodings
//!   that [`Failure::message`](crate::Failure::message) recognizes.
//!
//! A [`Redaction`] hides more, or keeps some of it. Whatever else a server sends is
//! recorded, and no list of names is complete: **read a cassette before you commit
//! it**.

// recorder      a transport that writes a cassette, and copies bodies on their way to the caller
// replayer      a transport that reads one
// request       a request -> what is recorded of it
// redactor      what is recorded of an exchange, without its secrets
// walker        the secrets in a text of any kind
// patterns      what secrets look like in texts that aren't JSON
// names         which names are those of secrets
// redaction     what a program also hides or keeps
// placeholders  what replaces secrets
// exchange      one line of a cassette

mod exchange;

mod names;
mod patterns;
mod placeholders;
mod recorder;
mod redaction;
mod redactor;
mod replayer;
mod request;
mod walker;

use std::{io, path::Path};

pub use self::{exchange::Exchange, recorder::Recorder, redaction::Redaction, replayer::Replayer};
pub use crate::error::NotRecorded;

/// An error about a cassette, which names its file.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
