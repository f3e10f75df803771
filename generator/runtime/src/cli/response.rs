//! The response of an operation: reads, prints and saves it.

use std::path::PathBuf;

use serde_json::json;

use super::{
    options::{Mebibytes, Options},
    output,
    print::{self, Output, Style},
    problem::Problem,
    request::Prepared,
    save::Target,
    screen::{Screen, lines},
};
use crate::{
    Descriptor, Download, Error, Json, MessageShape, Reply, ReturnKind, returns, returns::Returns as _,
};

/// The largest text that is held in memory before it is passed on, in bytes.
const HELD: usize = 1024 * 1024;

/// A response that is not a failure.
#[derive(Debug)]
pub(super) enum Received {
    /// A result that is printed as a whole.
    Output(Output),
    /// A file, or text that is still arriving.
    File(Box<Download>),
}

impl Received {
    /// The JSON of a result; null if it has another form.
    pub(super) fn json(self) -> serde_json::Value {
        match self {
            Self::Output(Output::Json(json) | Output::Message(json, _)) => {
                json.to_value().unwrap_or_default()
            }
            Self::Output(Output::Text(_)) | Self::File(_) => serde_json::Value::Null,
        }
    }
}

/// Returns whether a text is passed on while it arrives, and so of any size: no person reads it.
pub(super) fn can_stream(prepared: &Prepared, target: &Target) -> bool {
    let is_plain = prepared.options.style() == Style::Usual && !target.screen().is_terminal();
    is_plain && prepared.command.operation.returns == ReturnKind::Text
}

/// The limit of what is held in memory, unless it is the usual one.
pub(super) fn limit(options: &Options, streams: bool) -> Option<usize> {
    if streams { Some(HELD) } else { options.get("max-body").map(|Mebibytes(bytes)| bytes) }
}

/// Reads a response that is not a failure.
///
/// # Errors
/// If it doesn't have the shape that the documents say.
pub(super) fn read(operation: &Descriptor, reply: Reply) -> Result<Received, Error> {
    let (error, shape) = (reply.errors(), reply.call.api.message);
    let received = match operation.returns {
        ReturnKind::Text if reply.rest.is_some() => {
            return Ok(Received::File(Box::new(Download::new(reply))));
        }
        ReturnKind::Bytes => {
            return returns::Bytes::read(reply).map(|file| Received::File(Box::new(file))).map_err(error);
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

/// Prints a response, or saves it in `target`.
pub(super) async fn show(prepared: &Prepared, received: Received, target: Target) -> Result<(), Problem> {
    let Prepared { command, options, .. } = prepared;
    let saved = match received {
        Received::Output(output) => {
            let text = print::printed(&output, options.style(), target.screen());
            let text = text.map_err(|_| {
                Problem::Local("the table is too large: print it without `--table`".to_owned())
            })?;
            target.write(&text, command.name)?
        }
        Received::File(download) => target.save(*download, command.name).await?,
    };
    report(saved, options)
}

/// Prints where a result was saved.
fn report(saved: Option<PathBuf>, options: &Options) -> Result<(), Problem> {
    let Some(path) = saved else { return Ok(()) };
    let path = path.display().to_string();
    output::text(&match options.style() {
        Style::Json => format!("{}\n", json!({ "saved": path })),
        Style::Usual | Style::Table if Screen::of_stdout().is_terminal() => {
            format!("saved {}\n", lines(&path))
        }
        Style::Usual | Style::Table => format!("{path}\n"),
    })
}
