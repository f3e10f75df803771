//! Bodies. One that is JSON is read as a stream, whatever its size.

use std::io::Read;

use base64::engine::general_purpose::STANDARD;
use base64::read::DecoderReader;

use crate::recordings::json::{Json, Result};
use crate::recordings::shape::{Keep, Shape};
use crate::recordings::value;

/// As much of a body is looked at before it is known what it is.
const START: usize = 4096;
/// JSON is read in pieces of so many bytes.
const PIECE: usize = 16 * 1024;

/// A body in a text of the recording.
#[derive(Debug, Default)]
pub enum Body {
    /// No body was recorded.
    #[default]
    Absent,
    /// A body of zero bytes.
    Empty,
    /// A JSON object or list.
    Json(Shape),
    /// The same in base64.
    JsonInBase64(Shape),
    /// Anything else: the whole of it, if it is short.
    Other(Option<String>),
}

impl Body {
    /// Reads a text.
    pub fn read(json: &mut Json<'_>, keep: &mut Keep<'_>) -> Result<Self> {
        let mut reader = json.stream()?;
        let mut start = Vec::new();
        // A text that breaks off is reported at its end.
        let _ = reader.by_ref().take(START as u64).read_to_end(&mut start);
        let is_short = start.len() < START;
        let mut source = start.as_slice().chain(&mut reader);
        let body = match start.trim_ascii_start() {
            [] if is_short => Self::Empty,
            [b'{' | b'[', ..] => value::read(&mut source, PIECE, keep).map_or(Self::Other(None), Self::Json),
            text if holds_json(text) => {
                let mut decoded = DecoderReader::new(&mut source, &STANDARD);
                value::read(&mut decoded, PIECE, keep).map_or(Self::Other(None), Self::JsonInBase64)
            }
            _ => Self::Other(is_short.then(|| String::from_utf8_lossy(&start).into_owned())),
        };
        reader.pieces(|_| {})?;
        Ok(body)
    }

    /// The shape, if it is JSON; `is_base64` if the recording says that the text is in base64.
    pub fn shape(self, is_base64: bool, is_json: bool, keep: &mut Keep<'_>) -> Option<Shape> {
        match self {
            Self::Json(shape) if !is_base64 => Some(shape),
            Self::JsonInBase64(shape) if is_base64 => Some(shape),
            // A single value has no bracket that shows it.
            Self::Other(Some(text)) if is_json && !is_base64 => {
                value::read(&mut text.as_bytes(), START, keep)
            }
            Self::Other(Some(text)) if is_json => {
                let mut decoded = DecoderReader::new(text.as_bytes(), &STANDARD);
                value::read(&mut decoded, START, keep)
            }
            _ => None,
        }
    }
}

/// Whether a text may be base64 of an object or a list.
fn holds_json(text: &[u8]) -> bool {
    let mut first = [0];
    let start = text.get(..4).unwrap_or_default();
    DecoderReader::new(start, &STANDARD).read_exact(&mut first).is_ok()
        && matches!(&first, b"{" | b"[" | b" " | b"\n")
}
