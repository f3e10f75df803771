//! Response bodies that are streamed to the caller.

use std::{
    fmt,
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

use crate::{Body, Error, ErrorKind, Reply, buffer::Buffer, text::inert};

/// A response body that is still arriving. Read it with [`Download::chunk`], as
/// a `Stream`, or all at once with [`Download::bytes`]. From a blocking client
/// it implements `std::io::Read`.
pub struct Download {
    operation: &'static str,
    size: Option<u64>,
    content_type: Option<String>,
    file_name: Option<String>,
    limit: usize,
    received: u64,
    start: Bytes,
    rest: Option<Body>,
    #[cfg(feature = "blocking")]
    pub(crate) driver: Option<crate::driver::Driver>,
}

impl Download {
    pub(crate) fn new(reply: Reply) -> Self {
        Self {
            operation: reply.call.operation,
            size: reply.size,
            content_type: text(&reply.head.headers, &CONTENT_TYPE).map(str::to_owned),
            file_name: text(&reply.head.headers, &CONTENT_DISPOSITION).and_then(file_name),
            limit: reply.call.limit,
            received: 0,
            start: reply.start,
            rest: reply.rest,
            #[cfg(feature = "blocking")]
            driver: reply.head.extensions.get().cloned(),
        }
    }

    /// Size in bytes, if the server states it.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Content type, if the server states it.
    #[must_use]
    pub fn content_type(&self) -> Option<&str> {
        self.content_type.as_deref()
    }

    /// File name, if the server states one. It never contains a folder, a
    /// control character or a mark that overrides text direction.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        self.file_name.as_deref()
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
            let start = std::mem::take(&mut self.start);
            self.received += start.len() as u64;
            return Poll::Ready(Some(Ok(start)));
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
        Error::new(self.operation, kind)
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
            let text = "a download of an async client cannot block: read it with `chunk`";
            return Err(io::Error::new(io::ErrorKind::Unsupported, text));
        };
        while self.start.is_empty() {
            match driver.wait(self.chunk()).map_err(io::Error::from)? {
                // Put back, to be copied as far as the buffer goes.
                Some(chunk) => {
                    self.received -= chunk.len() as u64;
                    self.start = chunk;
                }
                None => return Ok(0),
            }
        }
        let length = (&*self.start).read(buffer)?;
        self.start.advance(length);
        self.received += length as u64;
        Ok(length)
    }
}

impl fmt::Debug for Download {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Download")
            .field("operation", &self.operation)
            .field("size", &self.size)
            .field("content_type", &self.content_type)
            .field("file_name", &self.file_name)
            .finish_non_exhaustive()
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// The file name in a `Content-Disposition`, without folders: the server must
/// not decide where a file is written.
fn file_name(disposition: &str) -> Option<String> {
    let extended = parameter(disposition, "filename*").and_then(|value| {
        let encoded = value.get(..7).filter(|charset| charset.eq_ignore_ascii_case("utf-8''"));
        let encoded = value.get(encoded?.len()..)?.to_owned();
        let decoded = percent_encoding::percent_decode_str(&encoded).decode_utf8();
        decoded.ok().map(|name| name.into_owned())
    });
    let name = extended.or_else(|| parameter(disposition, "filename"))?;
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut name: String = name.chars().filter(|character| inert(*character) == *character).collect();
    // `C:name` is a path on Windows.
    while name.as_bytes().get(1) == Some(&b':') && name.is_char_boundary(2) {
        name.drain(..2);
    }
    let usable = !matches!(name.as_str(), "" | "." | "..");
    usable.then_some(name)
}

/// The value of a parameter of a header, without its quotes.
fn parameter(header: &str, wanted: &str) -> Option<String> {
    let mut rest = header;
    loop {
        rest = after_part(rest)?;
        let (name, value) = rest.split_once('=')?;
        // A parameter without a value is skipped.
        let name = name.rsplit(';').next().unwrap_or_default().trim();
        if name.eq_ignore_ascii_case(wanted) {
            return Some(unquoted(value.trim_start()));
        }
        rest = value;
    }
}

/// What follows the next semicolon that is not within quotes.
fn after_part(text: &str) -> Option<&str> {
    let (mut quoted, mut escaped) = (false, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => return text.get(index + 1..),
            _ => {}
        }
    }
    None
}

fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"') else {
        return value.split(';').next().unwrap_or_default().trim_end().to_owned();
    };
    let (mut out, mut characters) = (String::new(), inner.chars());
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => out.extend(characters.next()),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_have_no_folders() {
        for (header, name) in [
            ("attachment; filename=\"a;b \\\"c\\\".zip\"", Some("a;b \"c\".zip")),
            ("attachment; filename=plain.deb ; x=y", Some("plain.deb")),
            ("attachment;x=\"filename=no\";FileName=\"yes\"", Some("yes")),
            ("attachment; filename=\"a\"; filename*=UTF-8''%C3%BC%2Fb.zip", Some("b.zip")),
            ("attachment; filename=\"../../etc/passwd\"", Some("passwd")),
            ("attachment; filename=\"..\\\\..\\\\evil.exe\"", Some("evil.exe")),
            ("attachment; filename=\"C:D:evil.exe\"", Some("evil.exe")),
            ("attachment; filename*=UTF-8''a%E2%80%AEgpj.e%7F%C2%9Bx%E2%81%A6e", Some("agpj.exe")),
            ("attachment; filename=\"..\"", None),
            ("attachment; filename=\"a/\"", None),
            ("attachment; filename", None),
            ("inline", None),
            ("", None),
        ] {
            assert_eq!(file_name(header).as_deref(), name, "{header}");
        }
    }
}
