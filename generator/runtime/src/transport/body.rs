//! The body of a request or of an answer.

use std::{
    fmt,
    future::poll_fn,
    mem,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use futures_core::Stream;
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::{BodyExt, combinators::UnsyncBoxBody};

use crate::BoxError;

/// The next piece of a body, `None` at the end.
pub(crate) type Piece = Option<Result<Bytes, BoxError>>;

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
    /// An empty body.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// Wraps any other body.
    #[must_use]
    pub fn new<B>(body: B) -> Self
    where
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self(Inner::Boxed(body.map_err(Into::into).boxed_unsync()))
    }

    /// A body that arrives piece by piece.
    #[must_use]
    pub fn stream<S, B, E>(stream: S) -> Self
    where
        S: Stream<Item = Result<B, E>> + Send + 'static,
        B: Into<Bytes>,
        E: Into<BoxError>,
    {
        let mut stream = Box::pin(stream);
        Self::polled(None, move |context| {
            let item = stream.as_mut().poll_next(context);
            item.map(|item| item.map(|item| item.map(Into::into).map_err(Into::into)))
        })
    }

    /// A body whose pieces a function returns, and its size if that is known.
    pub(crate) fn polled<F>(size: Option<u64>, poll: F) -> Self
    where
        F: FnMut(&mut Context<'_>) -> Poll<Piece> + Send + Unpin + 'static,
    {
        Self::new(Polled { poll, left: size })
    }

    /// The bytes, if they are in memory.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&Bytes> {
        match &self.0 {
            Inner::Full(bytes) => Some(bytes),
            Inner::Boxed(_) => None,
        }
    }

    /// The size in bytes, if it is known.
    pub(crate) fn size(&self) -> Option<u64> {
        self.size_hint().exact()
    }

    /// The same bytes, with the size that the sender states.
    pub(crate) fn with_size(mut self, size: u64) -> Self {
        let mut left = size;
        Self::polled(Some(size), move |context| {
            let piece = ready!(self.poll_piece(context));
            let length = piece.as_ref().map_or(0, |piece| piece.as_ref().map_or(0, Bytes::len));
            Poll::Ready(match (&piece, left.checked_sub(length as u64)) {
                (None, Some(1..)) => Some(Err("the upload ended before its stated size".into())),
                (_, None) => Some(Err("the upload exceeds its stated size".into())),
                (_, Some(rest)) => {
                    left = rest;
                    piece
                }
            })
        })
    }

    /// The next piece.
    pub(crate) async fn piece(&mut self) -> Piece {
        poll_fn(|context| self.poll_piece(context)).await
    }

    pub(crate) fn poll_piece(&mut self, context: &mut Context<'_>) -> Poll<Piece> {
        poll_data(self, context)
    }
}

/// The next piece of any body; its trailers are skipped.
pub(super) fn poll_data<B>(body: &mut B, context: &mut Context<'_>) -> Poll<Piece>
where
    B: http_body::Body<Data = Bytes> + Unpin,
    B::Error: Into<BoxError>,
{
    loop {
        match ready!(Pin::new(&mut *body).poll_frame(context)) {
            None => return Poll::Ready(None),
            Some(Err(error)) => return Poll::Ready(Some(Err(error.into()))),
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    return Poll::Ready(Some(Ok(data)));
                }
            }
        }
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
    /// Never shows the content.
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

/// A function as a body.
struct Polled<F> {
    poll: F,
    left: Option<u64>,
}

impl<F: FnMut(&mut Context<'_>) -> Poll<Piece> + Unpin> http_body::Body for Polled<F> {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let piece = ready!((self.poll)(context));
        if let (Some(Ok(data)), Some(left)) = (&piece, &mut self.left) {
            *left = left.saturating_sub(data.len() as u64);
        }
        Poll::Ready(piece.map(|piece| piece.map(Frame::data)))
    }

    fn size_hint(&self) -> SizeHint {
        self.left.map_or_else(SizeHint::new, SizeHint::with_exact)
    }
}
