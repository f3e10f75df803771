//! Files on their way to the server.

use std::{
    fmt,
    future::poll_fn,
    io,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use futures_core::Stream;
use http_body::Body as _;

use crate::{Body, BoxError};

/// How much of a reader is read at a time, in bytes.
const CHUNK: usize = 64 * 1024;

/// A file to send. It is streamed, and can be sent once.
///
/// If its size is known, the request says how long it is; a server that wants
/// to know needs [`Upload::size`] for a stream or a reader.
#[derive(Default)]
pub struct Upload {
    file_name: String,
    content_type: Option<String>,
    body: Body,
}

impl Upload {
    /// A file whose content is in memory.
    #[must_use]
    pub fn bytes(file_name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self::body(file_name, Body::from(content.into()))
    }

    /// A file whose content comes piece by piece.
    #[must_use]
    pub fn stream<S, B, E>(file_name: impl Into<String>, content: S) -> Self
    where
        S: Stream<Item = Result<B, E>> + Send + 'static,
        B: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self::body(file_name, Body::stream(content))
    }

    /// A file that is read while it is sent. Reading blocks the thread that
    /// sends: in an async program that is fine for a local file, and
    /// [`Upload::stream`] is better for all else.
    #[must_use]
    pub fn reader(file_name: impl Into<String>, content: impl io::Read + Send + Unpin + 'static) -> Self {
        Self::stream(file_name, Chunks(content))
    }

    fn body(file_name: impl Into<String>, body: Body) -> Self {
        Self { file_name: file_name.into(), content_type: None, body }
    }

    /// Sets the content type; otherwise it is `application/octet-stream`.
    #[must_use]
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }

    /// Says how many bytes a stream or a reader has. If it turns out to have
    /// more or fewer, the call fails.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        self.body = self.body.with_size(bytes);
        self
    }

    /// The name of the file.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// The content type, as the sender says it.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.content_type.as_deref()
    }

    /// The next piece of the content, `None` at the end: how a server reads
    /// what it is sent.
    ///
    /// # Errors
    /// If the rest does not come.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, BoxError> {
        while let Some(frame) = poll_fn(|context| Pin::new(&mut self.body).poll_frame(context)).await {
            if let Ok(data) = frame?.into_data() {
                return Ok(Some(data));
            }
        }
        Ok(None)
    }

    /// The content.
    #[must_use]
    pub fn into_body(self) -> Body {
        self.body
    }

    /// File name, content type and content.
    pub(crate) fn into_parts(self) -> (String, String, Body) {
        let content_type = self.content_type;
        let content_type = content_type.unwrap_or_else(|| "application/octet-stream".to_owned());
        (self.file_name, content_type, self.body)
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upload")
            .field("file_name", &self.file_name)
            .field("content_type", &self.content_type)
            .field("size", &self.body.size_hint().exact())
            .finish()
    }
}

/// What a reader gives, chunk by chunk.
struct Chunks<R>(R);

impl<R: io::Read + Unpin> Stream for Chunks<R> {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut chunk = vec![0; CHUNK];
        let read = loop {
            match self.0.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        Poll::Ready(match read {
            Ok(0) => None,
            Ok(length) => {
                chunk.truncate(length);
                Some(Ok(chunk.into()))
            }
            Err(error) => Some(Err(error)),
        })
    }
}
