//! A transport that writes a cassette.

use std::{
    fs::File,
    io::{self, Write as _},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use http::{HeaderMap, StatusCode};

use super::{
    Redaction, about,
    exchange::{Content, Exchange, Failure, Message, RecordedRequest, RecordedResponse},
    placeholders::Numbering,
    redactor::Secrets,
    request::Reading,
};
use crate::{
    Body, BoxError, Transport,
    debug::shows,
    transport::{NotSent, Piece, TimedOut},
};

/// Default of [`Recorder::max_body`], in bytes.
const MAX_BODY: usize = 1024 * 1024;

/// A transport that wraps another one, and writes all calls to a cassette.
///
/// An exchange is written when the response has been read to its end. Bodies
/// stay streams; of an uploaded file only name, type and size are recorded.
///
/// ```no_run
/// use api_runtime::cassette::{Recorder, Replayer};
/// # use api_runtime::{Api, BoxError, Client, Transport};
///
/// # fn clients<A: Api>(transport: impl Transport) -> Result<(), BoxError> {
/// let recorder = Recorder::create("tests/users.jsonl", transport)?;
/// # let client: Client<A, _> =
/// Client::with_transport("https://api.example.com", recorder).build()?;
/// // Later, without the server:
/// let replayer = Replayer::open("tests/users.jsonl")?;
/// # let client: Client<A, _> =
/// Client::with_transport("http://replay.invalid", replayer).build()?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Recorder<T> {
    transport: T,
    cassette: Cassette,
}

impl<T: Transport> Recorder<T> {
    /// Records the calls of `transport` in a new file that only its owner can
    /// read. An existing file is replaced, and so is a link.
    ///
    /// # Errors
    /// If the file can't be created.
    pub fn create(path: impl AsRef<Path>, transport: T) -> io::Result<Self> {
        let path = path.as_ref();
        let file = created(path).map_err(|error| about(path, &error.kind().into()))?;
        let secrets = Secrets::new(Numbering::Numbered, Redaction::new())?;
        let file = Arc::new(Mutex::new(file));
        Ok(Self { transport, cassette: Cassette { file, secrets, max_body: MAX_BODY } })
    }

    /// Sets rules: to hide more than the defaults do, to keep some of it, or to
    /// change exchanges before they are written.
    #[must_use]
    pub fn redact(mut self, redaction: Redaction) -> Self {
        self.cassette.secrets.redaction = redaction;
        self
    }

    /// Limits how many bytes of a response are recorded. The default is 1 MiB. A
    /// larger body is left out: its request then can't be replayed.
    #[must_use]
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.cassette.max_body = bytes;
        self
    }
}

impl<T: Transport> Transport for Recorder<T> {
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let reading = Reading::new(&request, &self.cassette.secrets)?;
        match self.transport.call(request).await {
            Ok(response) => Ok(Tee::start(response, reading, self.cassette.clone())),
            Err(error) => {
                self.cassette.write(reading.recorded(), RecordedResponse::Failed(kind(&error)))?;
                Err(error)
            }
        }
    }
}

fn kind(error: &BoxError) -> Failure {
    match () {
        () if error.is::<TimedOut>() => Failure::TimedOut,
        () if error.is::<NotSent>() => Failure::NotSent,
        () => Failure::Broken,
    }
}

shows!([T] Recorder<T>, |it| Recorder { max_body: it.cassette.max_body });

/// A new file in the place of whatever has its name.
fn created(path: &Path) -> io::Result<File> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Only its owner can read a temporary file.
    let file = tempfile::Builder::new().prefix(".").tempfile_in(folder.unwrap_or(Path::new(".")))?;
    Ok(file.persist(path)?)
}

/// A file that is being written.
#[derive(Clone)]
struct Cassette {
    file: Arc<Mutex<File>>,
    secrets: Secrets,
    max_body: usize,
}

impl Cassette {
    /// Appends an exchange, in one piece.
    fn write(&self, request: RecordedRequest, response: RecordedResponse) -> io::Result<()> {
        let mut exchange = Exchange { request, response };
        self.secrets.redaction.apply(&mut exchange);
        let line = serde_json::to_string(&exchange)? + "\n";
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes())
    }
}

/// Copies a body and writes the exchange when it has ended.
struct Tee {
    body: Body,
    /// `None` if it is larger than what is recorded.
    copy: Option<Vec<u8>>,
    received: u64,
    stated: Option<u64>,
    cassette: Cassette,
    /// The exchange without its body; `None` as soon as it is written.
    exchange: Option<(Reading, StatusCode, HeaderMap)>,
}

impl Tee {
    fn start(response: http::Response<Body>, reading: Reading, cassette: Cassette) -> http::Response<Body> {
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
        let redactor = &reading.redactor;
        // The secrets of the headers are known only after they were hidden once.
        redactor.headers(&headers);
        let body = self.copy.take().map(|copy| content(redactor.body(status, &copy)));
        let headers = redactor.headers(&headers);
        let message = Message { status: status.as_u16(), headers, body: body.unwrap_or(Content::LeftOut) };
        self.cassette.write(reading.recorded(), RecordedResponse::Message(message))
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
