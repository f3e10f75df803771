//! Response bodies that are streamed to the caller.

mod file_name;
#[cfg(feature = "reqwest")]
mod save;

use std::{
    future::poll_fn,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

#[cfg(feature = "blocking")]
use bytes::Buf;
use bytes::Bytes;
use futures_core::Stream;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, HeaderName};

use self::file_name::file_name;
use super::reply::Reply;
use crate::core::{Body, Error, ErrorKind, buffer::Buffer, debug::shows};

/// A response body that is still arriving. Save it as a file, read it piece by
/// piece with [`Download::chunk`] or as a `Stream`, or all at once with
/// [`Download::bytes`]. From a blocking client it implements `std::io::Read`.
pub struct Download {
    operation: &'static str,
    only_reads: bool,
    size: Option<u64>,
    content_type: Option<String>,
    file_name: Option<String>,
    limit: usize,
    /// The number of bytes that have arrived.
    received: u64,
    start: Bytes,
    rest: Option<Body>,
    #[cfg(feature = "blocking")]
    pub(crate) driver: Option<crate::core::driver::Driver>,
}

impl Download {
    pub(crate) fn new(reply: Reply) -> Self {
        Self {
            operation: reply.call.descriptor.name,
            only_reads: reply.call.only_reads,
            size: reply.size,
            content_type: text(&reply.head.headers, &CONTENT_TYPE).map(str::to_owned),
            file_name: text(&reply.head.headers, &CONTENT_DISPOSITION).and_then(file_name),
            limit: reply.call.limit,
            received: reply.start.len() as u64,
            start: reply.start,
            rest: reply.rest,
            #[cfg(feature = "blocking")]
            driver: reply.head.extensions.get().cloned(),
        }
    }

    /// A body that a server sends: what its handler returns.
    #[cfg(feature = "server")]
    pub(crate) fn given(file_name: Option<String>, content_type: Option<String>, body: Body) -> Self {
        Self {
            operation: "",
            only_reads: false,
            size: body.size(),
            content_type,
            file_name,
            limit: usize::MAX,
            received: 0,
            start: Bytes::new(),
            rest: Some(body),
            #[cfg(feature = "blocking")]
            driver: None,
        }
    }

    /// The content, unless it is in pieces or read in part.
    #[cfg(feature = "server")]
    pub(crate) fn as_given(&self) -> Option<&Bytes> {
        self.rest.as_ref().filter(|_| self.start.is_empty() && self.received == 0)?.as_bytes()
    }

    /// Returns the size in bytes, if the server states it.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Returns the content type, if the server states it.
    pub fn content_type(&self) -> Option<&str> {
        self.content_type.as_deref()
    }

    /// Returns the file name, if the server states one. It never contains a folder, a
    /// control character or a mark that overrides text direction.
    pub fn file_name(&self) -> Option<&str> {
        self.file_name.as_deref()
    }

    /// Calls a function with the number of bytes that have arrived and the size,
    /// if the server states it: now, and after each piece.
    #[must_use]
    pub fn on_progress(mut self, mut progress: impl FnMut(u64, Option<u64>) + Send + 'static) -> Self {
        let (mut received, size) = (self.received, self.size);
        progress(received, size);
        self.rest = self.rest.map(|rest| {
            rest.watched(move |length| {
                received += length;
                progress(received, size);
            })
        });
        self
    }

    /// Returns the next piece, `None` at the end.
    ///
    /// # Errors
    /// If the connection breaks, pauses for too long, or ends before the stated
    /// size.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, Error> {
        poll_fn(|context| self.poll_chunk(context)).await.transpose()
    }

    /// Returns everything that is left.
    ///
    /// # Errors
    /// See [`Download::chunk`]; also if there is more than the client's
    /// `max_body`.
    pub async fn bytes(mut self) -> Result<Bytes, Error> {
        let mut buffer = Buffer::default();
        while let Some(chunk) = self.chunk().await? {
            buffer.push(chunk);
            if buffer.as_slice().len() > self.limit {
                return Err(self.error(ErrorKind::TooLarge { limit: self.limit }));
            }
        }
        Ok(buffer.into_bytes())
    }

    fn poll_chunk(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Error>>> {
        if !self.start.is_empty() {
            return Poll::Ready(Some(Ok(std::mem::take(&mut self.start))));
        }
        let Some(rest) = &mut self.rest else {
            return Poll::Ready(self.missing().map(Err));
        };
        Poll::Ready(match ready!(rest.poll_piece(context)) {
            Some(Ok(data)) => {
                self.received += data.len() as u64;
                Some(Ok(data))
            }
            Some(Err(error)) => {
                (self.rest, self.size) = (None, None);
                Some(Err(self.error(ErrorKind::transport(error))))
            }
            None => {
                self.rest = None;
                self.missing().map(Err)
            }
        })
    }

    /// The error of a body that ended too early; returned only once.
    fn missing(&mut self) -> Option<Error> {
        let size = self.size.filter(|size| self.received < *size)?;
        self.size = None;
        let text = format!("received {} of {size} bytes", self.received);
        let cause = io::Error::new(io::ErrorKind::UnexpectedEof, text);
        Some(self.error(ErrorKind::Transport(cause.into())))
    }

    fn error(&self, kind: ErrorKind) -> Error {
        Error::new(self.operation, kind).reading(self.only_reads)
    }
}

impl Stream for Download {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_chunk(context)
    }
}

/// Blocks until the next piece is there. Works only for downloads of a blocking
/// client: nothing else drives the connection while this waits.
#[cfg(feature = "blocking")]
impl io::Read for Download {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(driver) = self.driver.clone() else {
            return Err(not_blocking());
        };
        while self.start.is_empty() {
            match driver.wait(self.chunk()).map_err(io::Error::from)? {
                // Put back, to be copied as far as the buffer goes.
                Some(chunk) => self.start = chunk,
                None => return Ok(0),
            }
        }
        let length = (&*self.start).read(buffer)?;
        self.start.advance(length);
        Ok(length)
    }
}

shows!(Download, |it| Download {
    operation: it.operation,
    size: it.size,
    content_type: it.content_type,
    file_name: it.file_name
});

#[cfg(feature = "blocking")]
fn not_blocking() -> io::Error {
    let text = "a download of an async client cannot block: use its async methods";
    io::Error::new(io::ErrorKind::Unsupported, text)
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
