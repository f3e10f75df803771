//! A response body on its way to the caller, copied.

use std::{
    io,
    task::{Context, Poll},
};

use http::StatusCode;

use super::{
    asked::{self, Shared},
    exchange::{Answered, Content, Message},
    recorder::Cassette,
};
use crate::{Body, transport::Piece};

/// Copies a body, and writes the exchange when it has ended.
pub(super) struct Tape {
    body: Body,
    /// `None` if it is larger than what is recorded.
    copy: Option<Vec<u8>>,
    limit: usize,
    received: u64,
    stated: Option<u64>,
    /// `None` as soon as it is written.
    exchange: Option<Open>,
}

/// An exchange whose body is missing.
struct Open {
    cassette: Cassette,
    reading: Shared,
    status: StatusCode,
    headers: http::HeaderMap,
}

impl Tape {
    pub(super) fn start(
        response: http::Response<Body>,
        reading: Shared,
        cassette: Cassette,
        limit: usize,
    ) -> http::Response<Body> {
        let (head, body) = response.into_parts();
        let exchange = Open { cassette, reading, status: head.status, headers: head.headers.clone() };
        let stated = body.size();
        let copy = Some(Vec::new());
        let mut tape = Self { body, copy, limit, received: 0, stated, exchange: Some(exchange) };
        let body = Body::polled(stated, move |context| tape.poll(context));
        http::Response::from_parts(head, body)
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Piece> {
        let piece = self.body.poll_piece(context);
        if let Poll::Ready(Some(Ok(bytes))) = &piece {
            self.received += bytes.len() as u64;
            let fits = |copy: &Vec<u8>| copy.len() + bytes.len() <= self.limit;
            self.copy = self.copy.take().filter(fits);
            self.copy.iter_mut().for_each(|copy| copy.extend_from_slice(bytes));
        }
        let written = match &piece {
            Poll::Ready(None) => self.end(Content::of),
            Poll::Ready(Some(Err(_))) => self.end(|bytes| Content::broken(&bytes)),
            Poll::Ready(Some(Ok(_))) | Poll::Pending => Ok(()),
        };
        match written {
            Ok(()) => piece,
            Err(error) => Poll::Ready(Some(Err(error.into()))),
        }
    }

    /// Writes the exchange, once.
    fn end(&mut self, content: impl FnOnce(Vec<u8>) -> Content) -> io::Result<()> {
        let Some(Open { cassette, reading, status, headers }) = self.exchange.take() else { return Ok(()) };
        let message = {
            let mut reading = asked::lock(&reading);
            // Knows the secrets only when the request has been read, and those of
            // the headers only after they were hidden once.
            reading.asked();
            let hider = reading.hider();
            hider.headers(&headers);
            let body = self.copy.take().map(|copy| content(hider.body(status, &copy)));
            let headers = hider.headers(&headers);
            Message { status: status.as_u16(), headers, body: body.unwrap_or(Content::LeftOut) }
        };
        cassette.write(&reading, Answered::Message(message))
    }
}

impl Drop for Tape {
    /// The rest of the body was not wanted. Nobody reads that of a redirect.
    fn drop(&mut self) {
        let is_redirect = self.exchange.as_ref().is_some_and(|exchange| exchange.status.is_redirection());
        let is_whole = is_redirect || self.stated == Some(self.received);
        if let Err(error) = self.end(|bytes| if is_whole { Content::of(bytes) } else { Content::LeftOut }) {
            tracing::error!(%error, "the cassette can't be written");
        }
    }
}
