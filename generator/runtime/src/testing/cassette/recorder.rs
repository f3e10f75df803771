//! A transport that writes a cassette.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Write as _},
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use http::{HeaderMap, StatusCode};

use super::{
    about,
    file::{self, Content, Exchange, Failure, Kind, Message, RecordedResponse},
    mask::Mask,
    request::Reading,
    secrets::Secrets,
    types::Words,
};
use crate::client::Transport;
use crate::codec::Api;
use crate::core::error::{NotSent, TimedOut};
use crate::core::{Body, BoxError, body::Piece, debug::shows};

/// Default of [`Recorder::max_body`], in bytes.
const MAX_BODY: usize = 1024 * 1024;

/// A transport that wraps another one, and writes all calls to a cassette, or to a recording
/// ([`without_values`](Self::without_values)).
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
        let file = file::created(path).map_err(|error| about(path, &error.kind().into()))?;
        Ok(Self::writing(file, None, Secrets::default(), transport))
    }

    /// Records the calls of `transport` at the end of a file of the API `A`; one that doesn't exist is
    /// created, and only its owner can read it. Only one program may record to a file at a time.
    ///
    /// # Errors
    /// If there is anything else: another file, a link, a device, a pipe.
    pub fn append<A: Api>(path: impl AsRef<Path>, transport: T) -> io::Result<Self> {
        let path = path.as_ref();
        let (file, text) = file::continued(path).map_err(|error| about(path, &error))?;
        let found = file::kind(&text, A::DESCRIPTOR.name).map_err(|error| about(path, &error))?;
        Ok(Self::writing(file, found, Secrets::after(&text), transport))
    }

    fn writing(file: File, found: Option<Kind>, secrets: Secrets, transport: T) -> Self {
        let tape = Tape { file, found, secrets, words: None, suspects: BTreeSet::new() };
        let tape = Arc::new(Mutex::new(tape));
        Self { transport, cassette: Cassette { tape, kind: Kind::Cassette, max_body: MAX_BODY } }
    }

    /// Makes a recording: evidence for `learn`, with the kinds of values and without any value. It can't
    /// be replayed.
    #[must_use]
    pub fn without_values(mut self) -> Self {
        self.cassette.kind = Kind::Recording;
        self
    }

    /// Checks that the file can be continued with this.
    ///
    /// # Errors
    /// If it is a recording and should be a cassette, or the reverse.
    #[cfg(feature = "cli")]
    pub(crate) fn checked(self) -> io::Result<Self> {
        self.cassette.check().map(|()| self)
    }

    /// Returns the places of texts that look like secrets in fields that the API's description doesn't
    /// have, such as `LampGet: config.password`. It is a guess: read what you publish.
    pub fn suspects(&self) -> Vec<String> {
        self.cassette.tape().suspects.iter().cloned().collect()
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
        let reading = Reading::new(&request)?;
        self.cassette.check().map_err(|error| NotSent(error.into()))?;
        match self.transport.call(request).await {
            Ok(response) => Ok(Tee::start(response, reading, self.cassette.clone())),
            Err(error) => {
                // It says more than that the file can't be written.
                let written = self.cassette.write(&reading, &Err(kind(&error)));
                written.unwrap_or_else(unwritten);
                Err(error)
            }
        }
    }
}

fn unwritten(error: io::Error) {
    tracing::error!(%error, "the cassette can't be written");
}

fn kind(error: &BoxError) -> Failure {
    match () {
        () if error.is::<TimedOut>() => Failure::TimedOut,
        () if error.is::<NotSent>() => Failure::NotSent,
        () => Failure::Broken,
    }
}

shows!([T] Recorder<T>, |it| Recorder { max_body: it.cassette.max_body });

/// A file that is being written.
#[derive(Clone)]
struct Cassette {
    tape: Arc<Mutex<Tape>>,
    kind: Kind,
    max_body: usize,
}

struct Tape {
    file: File,
    /// Its kind, if it is continued.
    found: Option<Kind>,
    secrets: Secrets,
    /// `None` before the first exchange.
    words: Option<Words>,
    suspects: BTreeSet<String>,
}

/// The outcome of a request. The body is `None` if it is left out; whether it broke off comes with it.
type Outcome = Result<(StatusCode, HeaderMap, Option<(Vec<u8>, bool)>), Failure>;

impl Cassette {
    fn tape(&self) -> MutexGuard<'_, Tape> {
        self.tape.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A file is one or the other.
    fn check(&self) -> io::Result<()> {
        match self.tape().found.filter(|found| *found != self.kind) {
            None => Ok(()),
            Some(found) => {
                let (found, kind) = (found.name(), self.kind.name());
                Err(io::Error::other(format!("the file is a {found}, not a {kind}: record to another one")))
            }
        }
    }

    /// Appends an exchange, in one piece.
    fn write(&self, reading: &Reading, outcome: &Outcome) -> io::Result<()> {
        let Tape { file, secrets, words, suspects, .. } = &mut *self.tape();
        let (api, mut text) = (reading.info.api, String::new());
        if words.is_none() {
            text = file::head(self.kind, api.name)?;
        }
        let words = words.get_or_insert_with(|| Words::of(api));
        if words.api.name != api.name {
            return Err(io::Error::other("a cassette has the calls of one API"));
        }
        reading.secrets().for_each(|secret| drop(secrets.sent(secret)));
        let mut mask = Mask::new(words, reading.info.operation, self.kind, secrets, &reading.url);
        exchange(&mut mask, reading, outcome);
        // All of its secrets are known by now.
        let exchange = exchange(&mut mask, reading, outcome);
        for place in mask.suspects {
            if suspects.insert(place.clone()) {
                tracing::warn!(place, "may be a secret that nothing marks");
            }
        }
        file.write_all((text + &serde_json::to_string(&exchange)? + "\n").as_bytes())
    }
}

fn exchange(mask: &mut Mask<'_>, reading: &Reading, outcome: &Outcome) -> Exchange {
    let request = mask.request(&reading.request());
    let (status, headers, body) = match outcome {
        Err(failure) => return Exchange { request, response: RecordedResponse::Failed(*failure) },
        Ok((status, headers, body)) => (status.as_u16(), headers, body),
    };
    let headers = mask.headers(headers);
    let body = match body {
        None => Content::LeftOut,
        Some((bytes, false)) => mask.body(status, bytes),
        Some((bytes, true)) => Content::Broken(mask.bytes(status, bytes)),
    };
    Exchange { request, response: RecordedResponse::Message(Message { status, headers, body }) }
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
        match &piece {
            Poll::Ready(None) => {
                if let Err(error) = self.end(Some(false)) {
                    return Poll::Ready(Some(Err(error.into())));
                }
            }
            Poll::Ready(Some(Err(_))) => self.end(Some(true)).unwrap_or_else(unwritten),
            Poll::Ready(Some(Ok(_))) | Poll::Pending => {}
        }
        piece
    }

    /// Writes the exchange, once: the body, if it is known whether it broke off.
    fn end(&mut self, breaks: Option<bool>) -> io::Result<()> {
        let Some((reading, status, headers)) = self.exchange.take() else { return Ok(()) };
        self.cassette.write(&reading, &Ok((status, headers, self.copy.take().zip(breaks))))
    }
}

impl Drop for Tee {
    /// The rest of the body was not wanted. Nobody reads that of a redirect.
    fn drop(&mut self) {
        let is_redirect = matches!(&self.exchange, Some((_, status, _)) if status.is_redirection());
        let is_whole = is_redirect || self.stated == Some(self.received);
        self.end(is_whole.then_some(false)).unwrap_or_else(unwritten);
    }
}
