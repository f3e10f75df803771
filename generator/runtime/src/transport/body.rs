//! The body of a request or of an answer.

use std::{
    fmt, mem,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use futures_core::Stream;
use http_body::{Frame, SizeHint};
use http_body_util::{BodyExt, combinators::UnsyncBoxBody};

use crate::BoxError;

/// A body: bytes in memory, or a stream of them.
#[derive(Default)]
pub struct Body(Inner);

enum Inner {
    Full(Bytes),
    Boxed(UnsyncBoxBody<Bytes, BoxError>),
}

impl Default for Inner {
    fn default() -> Self {
        Self::Full(Bytes::new())
    }
}

impl Body {
    /// A body without bytes.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// A body of any other kind.
    #[must_use]
    pub fn new<B>(body: B) -> Self
    where
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self(Inner::Boxed(body.map_err(Into::into).boxed_unsync()))
    }

    /// A body that comes piece by piece.
    #[must_use]
    pub fn stream<S, B, E>(stream: S) -> Self
    where
        S: Stream<Item = Result<B, E>> + Send + 'static,
        B: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self::new(Streamed(Box::pin(stream)))
    }

    /// The bytes, if they are in memory.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&Bytes> {
        match &self.0 {
            Inner::Full(bytes) => Some(bytes),
            Inner::Boxed(_) => None,
        }
    }

    /// The same bytes, with a size that the sender states.
    pub(crate) fn with_size(self, left: u64) -> Self {
        Self::new(Sized { body: self, left })
    }
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Self(Inner::Full(bytes))
    }
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        Bytes::from(text).into()
    }
}

impl fmt::Debug for Body {
    /// Never the content.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Inner::Full(bytes) => write!(f, "Body({} bytes)", bytes.len()),
            Inner::Boxed(_) => f.write_str("Body(stream)"),
        }
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match &mut self.0 {
            Inner::Full(bytes) if bytes.is_empty() => Poll::Ready(None),
            Inner::Full(bytes) => Poll::Ready(Some(Ok(Frame::data(mem::take(bytes))))),
            Inner::Boxed(body) => Pin::new(body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Inner::Full(bytes) => bytes.is_empty(),
            Inner::Boxed(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Inner::Full(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Inner::Boxed(body) => body.size_hint(),
        }
    }
}

/// A stream as a body.
struct Streamed<S>(Pin<Box<S>>);

impl<S, B, E> http_body::Body for Streamed<S>
where
    S: Stream<Item = Result<B, E>>,
    B: Into<Bytes>,
    E: Into<BoxError>,
{
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let item = self.0.as_mut().poll_next(context);
        item.map(|item| item.map(|item| item.map(|data| Frame::data(data.into())).map_err(Into::into)))
    }
}

/// A body that must have as many bytes as was said.
struct Sized {
    body: Body,
    left: u64,
}

impl http_body::Body for Sized {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let frame = match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Ready(Some(Ok(frame))) => frame,
            Poll::Ready(None) if self.left > 0 => {
                return Poll::Ready(Some(Err("the upload ended before its stated size".into())));
            }
            other => return other,
        };
        let length = frame.data_ref().map_or(0, Bytes::len) as u64;
        match self.left.checked_sub(length) {
            Some(left) => self.left = left,
            None => return Poll::Ready(Some(Err("the upload exceeds its stated size".into()))),
        }
        Poll::Ready(Some(Ok(frame)))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0 && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
