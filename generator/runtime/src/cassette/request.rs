//! A request -> what is recorded of it.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    task::{Context, Poll, Waker},
};

use bytes::Bytes;
use futures_core::Stream;
use http::header::CONTENT_TYPE;

use super::{
    exchange::{File, RecordedRequest},
    redactor::{Redactor, Secrets},
};
use crate::{Body, BoxError, Encoding, FormReader, transport::CallInfo};

/// A request on its way to the server. What is recorded of it is complete when
/// its body has been sent.
pub(super) struct Reading {
    recorded: RecordedRequest,
    redactor: Redactor,
    parts: Option<Parts>,
}

/// Shared by the body of the request and the body of the response.
pub(super) type Shared = Arc<Mutex<Reading>>;

pub(super) fn lock(reading: &Shared) -> MutexGuard<'_, Reading> {
    reading.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a request while it is sent. A multipart form stays a stream.
///
/// # Errors
/// If it is not the request of a client of a generated crate.
pub(super) fn read(
    request: http::Request<Body>,
    secrets: &Secrets,
) -> Result<(http::Request<Body>, Shared), BoxError> {
    let Some(info) = request.extensions().get::<CallInfo>().copied() else {
        return Err("only requests of a generated crate's client can be recorded".into());
    };
    let redactor = Redactor::new(info, secrets);
    let recorded = RecordedRequest {
        operation: info.operation.name.to_owned(),
        path: request.uri().path().to_owned(),
        headers: redactor.credential(request.headers()),
        ..RecordedRequest::default()
    };
    let mut reading = Reading { recorded, redactor, parts: None };
    let query = request.uri().query().unwrap_or_default().as_bytes();
    let form = match info.operation.encoding {
        Encoding::Query => Some(query),
        Encoding::Form | Encoding::Multipart => request.body().as_bytes().map(|bytes| &**bytes),
    };
    if let Some(form) = form {
        for (name, text) in FormReader::new(form).pairs() {
            reading.add(name, text);
        }
        return Ok((request, Arc::new(Mutex::new(reading))));
    }
    let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    reading.parts = Some(Parts::new(&multer::parse_boundary(content_type.unwrap_or_default())?));
    let reading = Arc::new(Mutex::new(reading));
    let copy = reading.clone();
    Ok((request.map(|body| copied(body, copy)), reading))
}

/// The body, which is parsed piece by piece as it is sent.
fn copied(mut body: Body, reading: Shared) -> Body {
    Body::polled(body.size(), move |context| {
        let piece = body.poll_piece(context);
        if let Poll::Ready(piece) = &piece {
            let sent = piece.as_ref().and_then(|piece| piece.as_ref().ok());
            lock(&reading).feed(sent.cloned());
        }
        piece
    })
}

impl Reading {
    fn add(&mut self, name: &str, text: &str) {
        let text = self.redactor.field(name, text);
        self.recorded.form.push((name.to_owned(), text));
    }

    /// Parses a piece of a multipart form; `None` is its end.
    fn feed(&mut self, piece: Option<Bytes>) {
        let Some((texts, file)) = self.parts.as_mut().and_then(|parts| parts.feed(piece)) else { return };
        self.parts = None;
        texts.iter().for_each(|(name, text)| self.add(name, text));
        self.recorded.file = file;
    }

    /// What is recorded, as far as the request was sent.
    pub(super) fn recorded(&mut self) -> RecordedRequest {
        self.feed(None);
        self.redactor.complete(self.recorded.clone())
    }

    pub(super) fn redactor(&self) -> &Redactor {
        &self.redactor
    }
}

/// The texts and the file of a multipart form.
type Form = (Vec<(String, String)>, Option<File>);

/// A parser of a multipart form that is fed from outside.
struct Parts {
    /// `None` after the last piece.
    pieces: Option<Sender<Bytes>>,
    form: Pin<Box<dyn Future<Output = Form> + Send>>,
}

impl Parts {
    fn new(boundary: &str) -> Self {
        let (pieces, fed) = channel();
        let parts = multer::Multipart::new(Feed(fed), boundary);
        Self { pieces: Some(pieces), form: Box::pin(form(parts)) }
    }

    /// The form, when it has ended.
    fn feed(&mut self, piece: Option<Bytes>) -> Option<Form> {
        match (piece, &self.pieces) {
            // Nobody reads what follows the form.
            (Some(piece), Some(pieces)) => drop(pieces.send(piece)),
            _ => self.pieces = None,
        }
        // Polled again with each piece: nothing else wakes it.
        match self.form.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(form) => Some(form),
            Poll::Pending => None,
        }
    }
}

/// Reads as many parts as there are: what breaks off ends the form.
async fn form(mut parts: multer::Multipart<'static>) -> Form {
    let mut form = Form::default();
    while let Ok(Some(mut part)) = parts.next_field().await {
        let name = part.name().unwrap_or_default().to_owned();
        let media_type = part.content_type().map(ToString::to_string).unwrap_or_default();
        let Some(file) = part.file_name().map(str::to_owned) else {
            form.0.push((name, part.text().await.unwrap_or_default()));
            continue;
        };
        let mut bytes = 0;
        while let Ok(Some(piece)) = part.chunk().await {
            bytes += piece.len() as u64;
        }
        form.1 = Some(File { name: file, media_type, bytes });
    }
    form
}

struct Feed(Receiver<Bytes>);

impl Stream for Feed {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.0.try_recv() {
            Ok(piece) => Poll::Ready(Some(Ok(piece))),
            Err(TryRecvError::Empty) => Poll::Pending,
            Err(TryRecvError::Disconnected) => Poll::Ready(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cassette::{Redaction, placeholders::Numbering};
    use crate::{ApiDescriptor, Descriptor, Parameter};

    #[test]
    fn the_parameters_of_a_query_are_recorded() {
        static API: ApiDescriptor = ApiDescriptor::EMPTY;
        static FIND: Descriptor = Descriptor::new("LampFind").method("GET").query().parameters(&[
            Parameter::required("Room", "string"),
            Parameter::required("Pin", "string").secret(),
        ]);
        let request = http::Request::get("http://lamps.invalid/find?Room=a+b&Pin=canary");
        let info = CallInfo { api: &API, operation: &FIND, has_one_time_code: false };
        let request = request.extension(info).body(Body::empty()).unwrap();
        let secrets = Secrets::new(Numbering::Numbered, Redaction::new()).unwrap();
        let (_, reading) = read(request, &secrets).unwrap();
        let recorded = lock(&reading).recorded();
        assert_eq!(recorded.path, "/find");
        let form = [("Room", "a b"), ("Pin", "Pin-1")];
        assert_eq!(recorded.form, form.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
}
