//! A response body on its way to the caller, copied.

use std::{
    io,
    task::{Context, Poll},
};

use http::{HeaderMap, StatusCode};

use super::{
    exchange::{Content, Message, RecordedResponse},
    recorder::Cassette,
    request::{self, Shared},
};
use crate::{Body, transport::Piece};

/// Copies a body, and writes the exchange when it has ended.
pub(super) struct Tee {
    body: Body,
    /// `None` if it is larger than what is recorded.
    copy: Option<Vec<u8>>,
    received: u64,
    stated: Option<u64>,
    cassette: Cassette,
    /// The exchange without its body; `None` as soon as it is written.
    exchange: Option<(Shared, StatusCode, HeaderMap)>,
}

impl Tee {
    pub(super) fn start(
        response: http::Response<Body>,
        reading: Shared,
        cassette: Cassette,
    ) -> http::Response<Body> {
        let (head, body) = response.into_parts();
        let exchange = Some((reading, head.status, head.headers.clone()));
        let stated = body.size();
        let mut tee = Self { body, copy: Some(Vec::new()), received: 0, stated, cassette, exchange };
        http::Response::from_parts(head, Body::polled(stated, move |context| tee.poll(context)))
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Piece> {
        let piece = self.body.poll_piece(context);
        if let Poll::Ready(Some(Ok(bytes))) = &piece {
            self.received += bytes.len() as u64;
            let fits = |copy: &Vec<u8>| copy.len() + bytes.len() <= self.cassette.max_body;
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
        let Some((reading, status, headers)) = self.exchange.take() else { return Ok(()) };
        let mut reading = request::lock(&reading);
        // Knows the secrets only when the request has been read, and those of
        // the headers only after they were hidden once.
        let request = reading.recorded();
        let redactor = reading.redactor();
        redactor.headers(&headers);
        let body = self.copy.take().map(|copy| content(redactor.body(status, &copy)));
        let headers = redactor.headers(&headers);
        let message = Message { status: status.as_u16(), headers, body: body.unwrap_or(Content::LeftOut) };
        self.cassette.write(request, RecordedResponse::Message(message))
    }
}

impl Drop for Tee {
    /// The rest of the body was not wanted. Nobody reads that of a redirect.
    fn drop(&mut self) {
        let is_redirect = matches!(&self.exchange, Some((_, status, _)) if status.is_redirection());
        let is_whole = is_redirect || self.stated == Some(self.received);
        if let Err(error) = self.end(|bytes| if is_whole { Content::of(bytes) } else { Content::LeftOut }) {
            tracing::error!(%error, "the cassette can't be written");
        }
    }
}
