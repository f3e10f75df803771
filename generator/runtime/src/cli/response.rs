//! The response of an operation.

use crate::returns::Returns as _;
use crate::{Descriptor, Download, Error, ErrorKind, Json, MessageShape, Misfit, Reply, ReturnKind, returns};

use super::{print::Output, stream::Scanner};

/// A response that is not a failure.
#[derive(Debug)]
pub(super) enum Received {
    /// A result that is printed as a whole.
    Output(Output),
    /// A file, or text that is still arriving, with the scanner of its JSON.
    File(Box<Download>, Option<Scanner>),
}

/// Reads a response that is not a failure.
///
/// # Errors
/// If it doesn't have the shape that the documents say.
pub(super) fn read(operation: &Descriptor, reply: Reply) -> Result<Received, Error> {
    let (error, shape) = (reply.errors(), reply.call.api.message);
    let received = match operation.returns {
        kind if reply.rest.is_some() && !kind.is_streamed() => return stream(kind, reply).map_err(error),
        ReturnKind::Bytes => {
            let file = returns::Bytes::read(reply).map_err(error)?;
            return Ok(Received::File(Box::new(file), None));
        }
        ReturnKind::Message => {
            returns::Message::<Json>::read(reply).map(|json| match text_of(shape, &json) {
                Some(text) => Output::Message(json, text),
                None => Output::Json(json),
            })
        }
        ReturnKind::Json => returns::Json::<Json>::read(reply).map(Output::Json),
        ReturnKind::Envelope => returns::Envelope::<Json>::read(reply).map(Output::Json),
        ReturnKind::Described => returns::Described::read(reply).map(Output::Json),
        ReturnKind::Text => returns::Text::read(reply).map(Output::Text),
        ReturnKind::Redirect(_) => returns::Redirect::read(reply).map(Output::Text),
    };
    received.map(Received::Output).map_err(error)
}

/// The text of a message.
fn text_of(shape: Option<MessageShape>, message: &Json) -> Option<String> {
    let value = message.to_value().ok()?;
    Some(value.get(shape?.text)?.as_str()?.to_owned()).filter(|text| !text.is_empty())
}

/// A response that is too large to be read first. Only its beginning shows
/// whether it is JSON.
fn stream(kind: ReturnKind, reply: Reply) -> Result<Received, ErrorKind> {
    let envelope = reply.call.api.envelope.filter(|_| kind == ReturnKind::Envelope);
    let first = reply.start.trim_ascii_start().first().copied().unwrap_or_default();
    let scanner = match kind {
        ReturnKind::Text => None,
        _ if envelope.is_some() && first == b'{' => Some(Scanner::new(envelope)),
        _ if envelope.is_none() && b"{[\"-0123456789".contains(&first) => Some(Scanner::new(None)),
        _ => return Err(reply.undecoded(Misfit::new("expected JSON"))),
    };
    Ok(Received::File(Box::new(Download::new(reply)), scanner))
}
