//! The response of an operation.

use crate::returns::Returns as _;
use crate::{Descriptor, Download, Error, ErrorKind, Json, Misfit, Reply, ReturnKind, returns};

use super::stream::Scanner;

/// The response of an operation.
#[derive(Debug)]
pub(super) enum Answer {
    /// The message type of the API.
    Message(Json),
    /// JSON; of an envelope, what is in it.
    Json(Json),
    /// Text, or the target of a redirect.
    Text(String),
    /// A file, or text that is still arriving, with the scanner of its JSON.
    File(Box<Download>, Option<Scanner>),
}

/// Reads a response that is not a failure.
///
/// # Errors
/// If it doesn't have the shape that the documents say.
pub(super) fn read(operation: &Descriptor, reply: Reply) -> Result<Answer, Error> {
    let error = reply.errors();
    let answer = match operation.returns {
        kind if reply.rest.is_some() && !kind.is_streamed() => stream(kind, reply),
        ReturnKind::Message => returns::Message::<Json>::read(reply).map(Answer::Message),
        ReturnKind::Json => returns::Json::<Json>::read(reply).map(Answer::Json),
        ReturnKind::Envelope => returns::Envelope::<Json>::read(reply).map(Answer::Json),
        ReturnKind::Described => returns::Described::read(reply).map(Answer::Json),
        ReturnKind::Text => returns::Text::read(reply).map(Answer::Text),
        ReturnKind::Bytes => returns::Bytes::read(reply).map(|file| Answer::File(Box::new(file), None)),
        ReturnKind::Redirect(_) => returns::Redirect::read(reply).map(Answer::Text),
    };
    answer.map_err(error)
}

/// A response that is too large to be read first. Only its beginning shows
/// whether it is JSON.
fn stream(kind: ReturnKind, reply: Reply) -> Result<Answer, ErrorKind> {
    let envelope = reply.call.api.envelope.filter(|_| kind == ReturnKind::Envelope);
    let first = reply.start.trim_ascii_start().first().copied().unwrap_or_default();
    let scanner = match kind {
        ReturnKind::Text => None,
        _ if envelope.is_some() && first == b'{' => Some(Scanner::new(envelope)),
        _ if envelope.is_none() && b"{[\"-0123456789".contains(&first) => Some(Scanner::new(None)),
        _ => return Err(reply.undecoded(Misfit::new("expected JSON"))),
    };
    Ok(Answer::File(Box::new(Download::new(reply)), scanner))
}
