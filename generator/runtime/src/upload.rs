//! Files that are sent to a server.

use std::{
    io,
    task::{Context, Poll},
};

use bytes::Bytes;
use futures_core::Stream;

use crate::{Body, BoxError, transport::Piece};

/// How many bytes of a reader are read at a time.
const CHUNK: usize = 64 * 1024;

/// A file to send. It is streamed, and can be sent only once.
///
/// The request states its size if that is known. For a stream or a reader, set
/// it with [`Upload::size`] if the server requires it.
#[derive(Debug, Default)]
pub struct Upload {
    file_name: String,
    content_type: Option<String>,
    body: Body,
}

impl Upload {
    /// A file in memory.
    #[must_use]
    pub fn bytes(file_name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self::body(file_name, Body::from(content.into()))
    }

    /// A file that arrives piece by piece.
    #[must_use]
    pub fn stream<S, B, E>(file_name: impl Into<String>, content: S) -> Self
    where
        S: Stream<Item = Result<B, E>> + Send + 'static,
        B: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self::body(file_name, Body::stream(content))
    }

    /// A file that is read while it is sent. Reading blocks the sending thread:
    /// in an async program that is fine for a local file; use
    /// [`Upload::stream`] for anything else.
    #[must_use]
    pub fn reader(file_name: impl Into<String>, mut content: impl io::Read + Send + 'static) -> Self {
        let read = move |_: &mut Context<'_>| Poll::Ready(read_chunk(&mut content));
        Self::body(file_name, Body::polled(None, read))
    }

    pub(crate) fn body(file_name: impl Into<String>, body: Body) -> Self {
        Self { file_name: file_name.into(), content_type: None, body }
    }

    /// Sets the content type. The default is `application/octet-stream`.
    #[must_use]
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }

    /// States the size of a stream or a reader, in bytes. The call fails if the
    /// size turns out to be different.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        self.body = self.body.with_size(bytes);
        self
    }

    /// The file name.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// The content type, if the sender states one.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.content_type.as_deref()
    }

    /// Returns the next piece of the content, `None` at the end. Servers read
    /// uploads with it.
    ///
    /// # Errors
    /// If the rest does not arrive.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, BoxError> {
        self.body.piece().await.transpose()
    }

    /// The content, if it is in memory: always, in the expectations of a mock.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&Bytes> {
        self.body.as_bytes()
    }

    /// The same file, in memory.
    #[cfg(feature = "mock")]
    pub(crate) async fn buffered(mut self) -> Result<Self, BoxError> {
        let mut buffer = crate::buffer::Buffer::default();
        while let Some(piece) = self.chunk().await? {
            buffer.push(piece);
        }
        self.body = buffer.into_bytes().into();
        Ok(self)
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

/// The next chunk of a reader, `None` at the end.
fn read_chunk(reader: &mut impl io::Read) -> Piece {
    let mut chunk = vec![0; CHUNK];
    let read = loop {
        match reader.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => break other,
        }
    };
    chunk.truncate(*read.as_ref().unwrap_or(&0));
    let chunk = read.map(|_| Bytes::from(chunk)).map_err(Into::into);
    Some(chunk).filter(|chunk| !chunk.as_ref().is_ok_and(Bytes::is_empty))
}
