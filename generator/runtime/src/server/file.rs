//! The file that a handler returns.

use bytes::Bytes;
use futures_core::Stream;

use crate::codec::Download;
use crate::core::{Body, BoxError};

/// Bytes, with an optional name and content type.
#[derive(Debug, Default)]
pub struct File {
    pub(super) name: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) body: Body,
}

impl File {
    /// Bytes in memory.
    #[must_use]
    pub fn bytes(content: impl Into<Bytes>) -> Self {
        Self { body: Body::from(content.into()), ..Self::default() }
    }

    /// Bytes that come piece by piece.
    #[must_use]
    pub fn stream<S, B, E>(content: S) -> Self
    where
        S: Stream<Item = Result<B, E>> + Send + 'static,
        B: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self { body: Body::stream(content), ..Self::default() }
    }

    /// Sets the name that the caller sees.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the content type. Default: the operation's.
    #[must_use]
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }

    /// Sets how many bytes a stream has. The response breaks off if it has more or
    /// fewer.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        self.body = self.body.with_size(bytes);
        self
    }
}

/// For servers that forward calls.
impl From<Download> for File {
    fn from(download: Download) -> Self {
        let name = download.file_name().map(str::to_owned);
        let content_type = download.content_type().map(str::to_owned);
        if let Some(bytes) = download.as_given() {
            return Self { name, content_type, ..Self::bytes(bytes.clone()) };
        }
        let size = download.size();
        let file = Self { name, content_type, ..Self::stream(download) };
        match size {
            Some(size) => file.size(size),
            None => file,
        }
    }
}

/// For results by status, whose variants have what a client gets.
impl From<File> for Download {
    fn from(file: File) -> Self {
        Self::given(file.name, file.content_type, file.body)
    }
}
