//! Files that are sent to a server.

mod reader;

#[cfg(feature = "cassette")]
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};
use std::{
    fs::File,
    io::{self, Read as _},
    mem,
    path::Path,
};

use bytes::Bytes;
use futures_core::Stream;

use crate::core::{Body, BoxError, Error, ErrorKind};

/// A file to send. It is streamed, and can be sent only once.
///
/// The request states its size if that is known. For a stream or a reader, set
/// it with [`Upload::size`] if the server requires it.
#[derive(Debug, Default)]
pub struct Upload {
    file_name: String,
    content_type: Option<String>,
    body: Body,
    /// The number of bytes that were sent.
    #[cfg(feature = "cassette")]
    pub(crate) sent: Arc<AtomicU64>,
}

impl Upload {
    /// Creates a file on this machine, under the name that it has there. It is opened
    /// now, and read while it is sent.
    ///
    /// # Errors
    /// If it can't be opened, or is a folder.
    pub fn file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let opened = open(path).map_err(|error| ErrorKind::File { path: path.to_owned(), error });
        let (file, size) = opened?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(match size {
            // What is written to it from now on is not sent.
            Some(size) => Self::reader(name, file.take(size)).size(size),
            None => Self::reader(name, file),
        })
    }

    /// Creates a file in memory.
    #[must_use]
    pub fn bytes(file_name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self::body(file_name, Body::from(content.into()))
    }

    /// Creates a file that arrives piece by piece.
    #[must_use]
    pub fn stream<S, B, E>(file_name: impl Into<String>, content: S) -> Self
    where
        S: Stream<Item = Result<B, E>> + Send + 'static,
        B: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self::body(file_name, Body::stream(content))
    }

    /// Creates a file that is read while it is sent: on one of tokio's threads for what
    /// blocks, or on the sending thread where there is no tokio.
    #[must_use]
    pub fn reader(file_name: impl Into<String>, content: impl io::Read + Send + 'static) -> Self {
        Self::body(file_name, reader::body(content))
    }

    pub(crate) fn body(file_name: impl Into<String>, body: Body) -> Self {
        Self { file_name: file_name.into(), body, ..Self::default() }
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

    /// Calls a function with the number of bytes that the connection has taken
    /// and the size, if it is known by now: after each piece.
    #[must_use]
    pub fn on_progress(mut self, mut progress: impl FnMut(u64, Option<u64>) + Send + 'static) -> Self {
        let (mut sent, size) = (0, self.body.size());
        self.body = self.body.watched(move |length| {
            sent += length;
            progress(sent, size);
        });
        self
    }

    /// The size in bytes, if it is known.
    #[cfg(feature = "cli")]
    pub(crate) fn stated_size(&self) -> Option<u64> {
        self.body.size()
    }

    /// Returns the file name.
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Returns the content type, if the sender states one.
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

    /// Returns the content, if it is in memory: always, in the expectations of a mock.
    pub fn as_bytes(&self) -> Option<&Bytes> {
        self.body.as_bytes()
    }

    /// The same file, in memory.
    #[cfg(feature = "mock")]
    pub(crate) async fn buffered(mut self) -> Result<Self, BoxError> {
        let mut buffer = crate::core::buffer::Buffer::default();
        while let Some(piece) = self.chunk().await? {
            buffer.push(piece);
        }
        self.body = buffer.into_bytes().into();
        Ok(self)
    }

    /// Returns the content.
    #[must_use]
    pub fn into_body(self) -> Body {
        self.body
    }

    /// Takes the content to send it.
    pub(crate) fn take_body(&mut self) -> Body {
        let body = mem::take(&mut self.body);
        #[cfg(feature = "cassette")]
        let body = {
            let sent = self.sent.clone();
            body.watched(move |length| {
                sent.fetch_add(length, Relaxed);
            })
        };
        body
    }
}

/// Opens a file to read it; also its size in bytes, which a pipe doesn't have.
fn open(path: &Path) -> io::Result<(File, Option<u64>)> {
    let file = File::open(path)?;
    let found = file.metadata()?;
    if found.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok((file, found.is_file().then_some(found.len())))
}
