//! The body of a request or a response.

use std::{
    fmt,
    future::poll_fn,
    mem,
    pin::Pin,
    sync::{Mutex, PoisonError},
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use futures_core::Stream;
use http_body::{Body as _, Frame, SizeHint};

use super::error::BoxError;

/// The next piece of a body, `None` at the end.
pub(crate) type Piece = Option<Result<Bytes, BoxError>>;

type PollPiece = Box<dyn FnMut(&mut Context<'_>) -> Poll<Piece> + Send>;

/// A body: bytes in memory, or a stream of them.
#[derive(Default)]
pub struct Body(Inner);

enum Inner {
    Full(Bytes),
    Polled {
        /// Never locked: it makes a body `Sync`, as reqwest requires.
        poll: Mutex<PollPiece>,
        /// The number of bytes that are still to come, if known.
        left: Option<u64>,
    },
}

impl Default for Inner {
    fn default() -> Self {
        Self::Full(Bytes::new())
    }
}

impl Body {
    /// Creates an empty body.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// Wraps any other body. Its trailers are skipped.
    #[must_use]
    pub fn new<B>(body: B) -> Self
    where
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        if body.is_end_stream() {
            return Self::empty();
        }
        let mut body = Box::pin(body);
        Self::polled(body.size_hint().exact(), move |context| poll_data(&mut body, context))
    }

    /// Creates a body that arrives piece by piece.
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

    /// A body whose pieces a function returns. It fails if `size` turns out to be wrong.
    pub(crate) fn polled<F>(size: Option<u64>, poll: F) -> Self
    where
        F: FnMut(&mut Context<'_>) -> Poll<Piece> + Send + 'static,
    {
        Self(Inner::Polled { poll: Mutex::new(Box::new(poll)), left: size })
    }

    /// Returns the bytes, if they are in memory.
    pub fn as_bytes(&self) -> Option<&Bytes> {
        match &self.0 {
            Inner::Full(bytes) => Some(bytes),
            Inner::Polled { .. } => None,
        }
    }

    /// Returns a copy that shares the bytes, if they are in memory: a stream can only
    /// be sent once.
    pub fn try_clone(&self) -> Option<Self> {
        self.as_bytes().cloned().map(Self::from)
    }

    /// The size in bytes, if it is known.
    pub(crate) fn size(&self) -> Option<u64> {
        self.size_hint().exact()
    }

    /// Adds the size that the sender states.
    pub(crate) fn with_size(mut self, size: u64) -> Self {
        Self::polled(Some(size), move |context| self.poll_piece(context))
    }

    /// Calls a function with the length of each piece that is read.
    pub(crate) fn watched(mut self, mut on_piece: impl FnMut(u64) + Send + 'static) -> Self {
        Self::polled(self.size(), move |context| {
            let piece = self.poll_piece(context);
            if let Poll::Ready(Some(Ok(bytes))) = &piece {
                on_piece(bytes.len() as u64);
            }
            piece
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
pub(crate) fn poll_data<B>(body: &mut B, context: &mut Context<'_>) -> Poll<Piece>
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

/// Conversions from other types that become [`Bytes`] without being copied.
macro_rules! from {
    ($($type:ty)*) => {$(
        impl From<$type> for Body {
            fn from(content: $type) -> Self {
                Bytes::from(content).into()
            }
        }
    )*};
}
from! { String Vec<u8> &'static str }

impl fmt::Debug for Body {
    /// Never shows the content.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Inner::Full(bytes) => write!(f, "Body({} bytes)", bytes.len()),
            Inner::Polled { left: Some(left), .. } => write!(f, "Body(stream, {left} bytes)"),
            Inner::Polled { left: None, .. } => f.write_str("Body(stream)"),
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
            Inner::Polled { poll, left } => {
                let poll = poll.get_mut().unwrap_or_else(PoisonError::into_inner);
                let piece = ready!(poll(context));
                Poll::Ready(sized(piece, left).map(|piece| piece.map(Frame::data)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Inner::Full(bytes) => bytes.is_empty(),
            Inner::Polled { .. } => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Inner::Full(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Inner::Polled { left, .. } => left.map_or_else(SizeHint::new, SizeHint::with_exact),
        }
    }
}

/// Counts a piece, and fails if the stated size turns out to be wrong.
fn sized(piece: Piece, left: &mut Option<u64>) -> Piece {
    let Some(left) = left else { return piece };
    let length = piece.as_ref().map_or(0, |piece| piece.as_ref().map_or(0, Bytes::len));
    match (&piece, left.checked_sub(length as u64)) {
        (None, Some(1..)) => Some(Err("the body ended before its stated size".into())),
        (_, None) => Some(Err("the body exceeds its stated size".into())),
        (_, Some(rest)) => {
            *left = rest;
            piece
        }
    }
}
