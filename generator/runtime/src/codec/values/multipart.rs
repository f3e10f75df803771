//! `multipart/form-data`.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    mem,
    task::{Poll, ready},
};

use crate::codec::upload::Upload;
use crate::core::Body;

/// A multipart form.
pub(crate) struct Multipart {
    boundary: String,
    /// The text after the last piece.
    text: String,
    pieces: Vec<Body>,
}

impl Multipart {
    pub(crate) fn new() -> Self {
        Self { boundary: boundary(), text: String::new(), pieces: Vec::new() }
    }

    pub(crate) fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={}", self.boundary)
    }

    pub(crate) fn add_text(&mut self, name: &str, text: &str) {
        self.begin(name);
        self.text.extend(["\"\r\n\r\n", text, "\r\n"]);
    }

    pub(crate) fn add_json(&mut self, name: &str, json: &str) {
        self.begin(name);
        self.text.extend(["\"\r\nContent-Type: application/json\r\n\r\n", json, "\r\n"]);
    }

    pub(crate) fn add_file(&mut self, name: &str, upload: &mut Upload) {
        self.begin(name);
        self.text.push_str("\"; filename=\"");
        push_quoted(&mut self.text, upload.file_name());
        self.text.push_str("\"\r\nContent-Type: ");
        let content_type = upload.media_type().unwrap_or("application/octet-stream");
        // A line break would start another header.
        self.text.extend(content_type.chars().filter(|character| !character.is_control()));
        self.text.push_str("\r\n\r\n");
        self.pieces.extend([mem::take(&mut self.text).into(), upload.take_body()]);
        self.text.push_str("\r\n");
    }

    /// Begins a part, up to the end of its name.
    fn begin(&mut self, name: &str) {
        self.text.extend(["--", &self.boundary, "\r\nContent-Disposition: form-data; name=\""]);
        push_quoted(&mut self.text, name);
    }

    /// The body. Its size is known if the sizes of all files are.
    pub(crate) fn into_body(self) -> Body {
        let Self { boundary, mut text, mut pieces } = self;
        text.extend(["--", &boundary, "--\r\n"]);
        pieces.push(text.into());
        let size = pieces.iter().map(Body::size).sum();
        pieces.reverse();
        Body::polled(size, move |context| {
            while let Some(piece) = pieces.last_mut() {
                match ready!(piece.poll_piece(context)) {
                    None => drop(pieces.pop()),
                    piece => return Poll::Ready(piece),
                }
            }
            Poll::Ready(None)
        })
    }
}

/// Random, so that no value or file can contain it.
fn boundary() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

/// A name between quotes, escaped as browsers escape it.
fn push_quoted(out: &mut String, name: &str) {
    for character in name.chars() {
        match character {
            '"' => out.push_str("%22"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            other => out.push(other),
        }
    }
}
