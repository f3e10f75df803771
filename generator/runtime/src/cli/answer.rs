//! What an operation answered.

use crate::returns::Returns as _;
use crate::{Descriptor, Download, Error, Json, Reply, ReturnKind, returns};

/// What an operation answered.
#[derive(Debug)]
pub(super) enum Answer {
    /// The message type of the API.
    Message(Json),
    /// JSON; of an envelope, what is in it.
    Json(Json),
    /// Text.
    Text(String),
    /// A file.
    File(Box<Download>),
    /// The target of a redirect.
    Target(String),
}

/// Reads a response that is not a failure.
///
/// # Errors
/// If it doesn't have the shape that the documents say.
pub(super) fn read(operation: &Descriptor, reply: Reply) -> Result<Answer, Error> {
    let error = reply.errors();
    let answer = match operation.returns {
        ReturnKind::Message => returns::Message::<Json>::read(reply).map(Answer::Message),
        ReturnKind::Json => returns::Json::<Json>::read(reply).map(Answer::Json),
        ReturnKind::Envelope => returns::Envelope::<Json>::read(reply).map(Answer::Json),
        ReturnKind::Described => returns::Described::read(reply).map(Answer::Json),
        ReturnKind::Text => returns::Text::read(reply).map(Answer::Text),
        ReturnKind::Bytes => returns::Bytes::read(reply).map(|file| Answer::File(Box::new(file))),
        ReturnKind::Redirect(_) => returns::Redirect::read(reply).map(Answer::Target),
    };
    answer.map_err(error)
}
