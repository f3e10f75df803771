//! The response of an operation: reads, prints and saves it.

use std::path::PathBuf;

use serde_json::json;

use super::{
    options::Mebibytes,
    output,
    print::{self, Output, Style},
    problem::Problem,
    request::Prepared,
    save::Target,
    screen::{Screen, lines},
    sources::Sources,
    stream::Scanner,
};
use crate::codec::json::Tape;
use crate::codec::returns::{self, Returns as _};
use crate::codec::{Download, JsonReader, Reply};
use crate::core::{Descriptor, Error, ErrorKind, Json, MessageShape, Misfit, ReturnKind};

/// The number of bytes of a streamed result that are buffered.
const STREAM_BUFFER: usize = 1024 * 1024;

/// A response that is not a failure.
#[derive(Debug)]
pub(super) enum Received {
    /// A result that is printed as a whole.
    Output(Output),
    /// A file, or text that is still arriving, with the scanner of its JSON.
    File(Box<Download>, Option<Scanner>),
}

impl Received {
    /// Returns the JSON of a result; null for any other result.
    pub(super) fn json(self) -> serde_json::Value {
        match self {
            Self::Output(Output::Json(json) | Output::Message(json, _)) => {
                json.to_value().unwrap_or_default()
            }
            Self::Output(Output::Text(_)) | Self::File(..) => serde_json::Value::Null,
        }
    }
}

/// Returns whether a result is passed on while it arrives, and can have any size: if it is neither laid
/// out for people nor converted.
pub(super) fn can_stream(prepared: &Prepared<'_>, target: &Target) -> bool {
    let style = prepared.sources.style();
    let is_laid_out = style == Style::Table || target.screen().is_terminal();
    !is_laid_out
        && match prepared.command.operation.returns {
            ReturnKind::Json | ReturnKind::Described | ReturnKind::Envelope => true,
            ReturnKind::Text => style != Style::Json,
            ReturnKind::Message | ReturnKind::Bytes | ReturnKind::Redirect(_) | ReturnKind::Nothing => false,
        }
}

/// The number of bytes to buffer, if it isn't the default.
pub(super) fn limit(sources: &Sources<'_>, streams: bool) -> Option<usize> {
    if streams { Some(STREAM_BUFFER) } else { sources.get("max-body").map(|Mebibytes(bytes)| bytes) }
}

/// Reads a response that is not a failure.
///
/// # Errors
/// If it doesn't have the shape that the documents say.
pub(super) fn read(reply: Reply) -> Result<Received, Error> {
    let (error, shape, headers) = (reply.errors(), reply.call.api.message, headers(&reply));
    let received = match reply.kind() {
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
        ReturnKind::Nothing => returns::Nothing::read(reply)
            .map(|()| headers.map_or_else(|| Output::Text(String::new()), Output::Json)),
    };
    received.map(Received::Output).map_err(error)
}

/// The headers of a result as JSON, if it has any.
fn headers(reply: &Reply) -> Option<Json> {
    let mut all = serde_json::Map::new();
    for known in reply.call.descriptor.headers.iter().copied().flatten() {
        let values = reply.head.headers.get_all(known.wire_name()).iter();
        let texts: Vec<_> = values.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
        if !texts.is_empty() {
            all.insert(known.wire_name().to_owned(), texts.join(", ").into());
        }
    }
    if all.is_empty() { None } else { serde_json::Value::from(all).to_string().parse().ok() }
}

/// The text of a message.
fn text_of(shape: Option<MessageShape>, message: &Json) -> Option<String> {
    let value = message.to_value().ok()?;
    Some(value.get(shape?.text)?.as_str()?.to_owned()).filter(|text| !text.is_empty())
}

/// A response that is too large to be buffered. Whether it is JSON is decided by its first character.
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

/// Prints a response, or saves it in `target`.
pub(super) async fn show(prepared: &Prepared<'_>, received: Received, target: Target) -> Result<(), Problem> {
    let Prepared { command, sources, .. } = prepared;
    let saved = match received {
        Received::Output(output) => {
            let list = match &output {
                Output::Json(json) if sources.style() == Style::Table => list(json, command.operation),
                Output::Json(_) | Output::Message(..) | Output::Text(_) => None,
            };
            let output = list.map_or(output, Output::Json);
            let text = print::printed(&output, sources.style(), target.screen());
            let text = text.map_err(|_| {
                Problem::Local("the table is too large: print it without `--table`".to_owned())
            })?;
            target.write(&text, command.name)?
        }
        Received::File(download, scanner) => target.save(*download, scanner, command.name).await?,
    };
    report(saved, sources)
}

/// The list in a page, if the result is one.
fn list(page: &Json, operation: &Descriptor) -> Option<Json> {
    let tape = Tape::of(page.as_str()).ok()?;
    let mut names = operation.pages?.items.iter();
    let list = names.try_fold(JsonReader::new(page.as_str(), &tape), |json, name| json.field(name))?;
    list.as_str().parse().ok()
}

/// Prints where a result was saved.
pub(super) fn report(saved: Option<PathBuf>, sources: &Sources<'_>) -> Result<(), Problem> {
    let Some(path) = saved else { return Ok(()) };
    let path = path.display().to_string();
    output::text(&match sources.style() {
        Style::Json => format!("{}\n", json!({ "saved": path })),
        Style::Usual | Style::Table if Screen::of_stdout().is_terminal() => {
            format!("saved {}\n", lines(&path))
        }
        Style::Usual | Style::Table => format!("{path}\n"),
    })
}
