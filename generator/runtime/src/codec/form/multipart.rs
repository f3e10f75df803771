//! `multipart/form-data`.

#[cfg(feature = "cassette")]
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};
use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    mem,
    task::{Poll, ready},
};

use super::text::Syntax;
use crate::codec::upload::Upload;
use crate::core::Body;
#[cfg(feature = "cassette")]
use crate::core::Secret;

/// A multipart form.
pub(crate) struct Multipart {
    boundary: String,
    parts: Vec<(&'static str, Part)>,
}

enum Part {
    Text(String, Syntax),
    File(Upload),
}

impl Multipart {
    pub(crate) fn new() -> Self {
        Self { boundary: boundary(), parts: Vec::new() }
    }

    pub(crate) fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={}", self.boundary)
    }

    pub(super) fn text(&mut self, name: &'static str, text: &str, syntax: Syntax) {
        self.parts.push((name, Part::Text(text.to_owned(), syntax)));
    }

    pub(super) fn file(&mut self, name: &'static str, upload: Upload) {
        self.parts.push((name, Part::File(upload)));
    }

    pub(super) fn prepend(&mut self, fields: impl Iterator<Item = (&'static str, String)>) {
        self.parts.splice(..0, fields.map(|(name, text)| (name, Part::Text(text, Syntax::Text))));
    }

    /// The body. Its size is known if the sizes of all files are.
    pub(crate) fn into_body(self) -> Body {
        let (mut text, mut pieces) = (String::new(), Vec::new());
        for (name, part) in self.parts {
            text.extend(["--", &self.boundary, "\r\nContent-Disposition: form-data; name=\""]);
            push_quoted(&mut text, name);
            match part {
                Part::Text(part, Syntax::Text) => text.extend(["\"\r\n\r\n", &part]),
                Part::Text(part, Syntax::Json) => {
                    text.extend(["\"\r\nContent-Type: application/json\r\n\r\n", &part]);
                }
                Part::File(upload) => {
                    let (file_name, content_type, body) = upload.into_parts();
                    text.push_str("\"; filename=\"");
                    push_quoted(&mut text, &file_name);
                    text.push_str("\"\r\nContent-Type: ");
                    // A line break would start another header.
                    text.extend(content_type.chars().filter(|character| !character.is_control()));
                    text.push_str("\r\n\r\n");
                    pieces.extend([mem::take(&mut text).into(), body]);
                }
            }
            text.push_str("\r\n");
        }
        text.extend(["--", &self.boundary, "--\r\n"]);
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

/// The parts of a multipart form for transports that see only its stream: an extension of the
/// request.
#[cfg(feature = "cassette")]
#[derive(Clone, Default)]
pub(crate) struct MultipartCopy {
    pub(crate) texts: Vec<(&'static str, Secret)>,
    pub(crate) files: Vec<FileCopy>,
}

/// A file without its content.
#[cfg(feature = "cassette")]
#[derive(Clone)]
pub(crate) struct FileCopy {
    pub(crate) name: String,
    pub(crate) media_type: String,
    /// The number of bytes that were sent.
    pub(crate) sent: Arc<AtomicU64>,
}

#[cfg(feature = "cassette")]
impl MultipartCopy {
    /// Returns a file that is the whole body, after its copy is an extension.
    pub(crate) fn of_body(upload: Upload, usual: &str, extensions: &mut http::Extensions) -> Upload {
        let media_type = upload.media_type().unwrap_or(usual).to_owned();
        let (name, given) = (upload.file_name().to_owned(), upload.media_type().map(str::to_owned));
        let sent = Arc::<AtomicU64>::default();
        let file = FileCopy { name: name.clone(), media_type, sent: sent.clone() };
        extensions.insert(Self { texts: Vec::new(), files: vec![file] });
        let body = upload.into_body().watched(move |length| {
            sent.fetch_add(length, Relaxed);
        });
        let upload = Upload::body(name, body);
        match given {
            Some(content_type) => upload.content_type(content_type),
            None => upload,
        }
    }
}

#[cfg(feature = "cassette")]
impl Multipart {
    /// Returns this form, after its copy is an extension.
    pub(crate) fn copied_into(self, extensions: &mut http::Extensions) -> Self {
        let mut copy = MultipartCopy::default();
        let parts = self.parts.into_iter().map(|(name, part)| match part {
            Part::Text(text, syntax) => {
                copy.texts.push((name, text.as_str().into()));
                (name, Part::Text(text, syntax))
            }
            Part::File(upload) => {
                let (file_name, media_type, body) = upload.into_parts();
                let sent = Arc::<AtomicU64>::default();
                copy.files.push(FileCopy {
                    name: file_name.clone(),
                    media_type: media_type.clone(),
                    sent: sent.clone(),
                });
                let body = body.watched(move |length| {
                    sent.fetch_add(length, Relaxed);
                });
                (name, Part::File(Upload::body(file_name, body).content_type(media_type)))
            }
        });
        let form = Self { boundary: self.boundary, parts: parts.collect() };
        extensions.insert(copy);
        form
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
