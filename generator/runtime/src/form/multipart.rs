//! `multipart/form-data`.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    mem,
    task::{Poll, ready},
};

use crate::{Body, Upload};

/// A multipart form.
pub(crate) struct Multipart {
    boundary: String,
    /// The text since the last file.
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

    /// Appends a text part.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.head(name);
        self.text.push_str("\r\n\r\n");
        self.text.push_str(text);
        self.text.push_str("\r\n");
    }

    /// Appends the file.
    pub(super) fn file(&mut self, name: &str, upload: Upload) {
        self.head(name);
        let (file_name, content_type, body) = upload.into_parts();
        self.text.push_str("; filename=\"");
        push_quoted(&mut self.text, &file_name);
        self.text.push_str("\"\r\nContent-Type: ");
        // A line break would start another header.
        self.text.extend(content_type.chars().filter(|character| !character.is_control()));
        self.text.push_str("\r\n\r\n");
        self.pieces.push(mem::take(&mut self.text).into());
        self.pieces.push(body);
        self.text.push_str("\r\n");
    }

    fn head(&mut self, name: &str) {
        self.text.push_str("--");
        self.text.push_str(&self.boundary);
        self.text.push_str("\r\nContent-Disposition: form-data; name=\"");
        push_quoted(&mut self.text, name);
        self.text.push('"');
    }

    /// The body. Its size is known if the sizes of all files are.
    pub(crate) fn into_body(mut self) -> Body {
        self.text.push_str("--");
        self.text.push_str(&self.boundary);
        self.text.push_str("--\r\n");
        self.pieces.push(self.text.into());
        let size = self.pieces.iter().map(Body::size).sum();
        self.pieces.reverse();
        Body::polled(size, move |context| {
            while let Some(piece) = self.pieces.last_mut() {
                match ready!(piece.poll_piece(context)) {
                    None => drop(self.pieces.pop()),
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
