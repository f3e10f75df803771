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
    about,
    exchange::{Content, Exchange, Failure, Head, Keeps, Kept, Message, RecordedResponse, Text},
    file::{continued, created},
    placeholders::{Kind, Placeholders},
    request::Reading,
    rules::{Fate, Map, Rules, Value, Words},
};
use crate::client::Transport;
use crate::codec::Api;
use crate::core::error::{NotSent, TimedOut};
use crate::core::{Body, BoxError, body::Piece, debug::shows};

/// Default of [`Recorder::max_body`], in bytes.
const MAX_BODY: usize = 1024 * 1024;

/// Headers of responses that say nothing about an exchange, or nothing that stays true.
const NOISE: [&str; 4] = ["connection", "content-length", "date", "transfer-encoding"];

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
        Ok(Self::writing(file, Placeholders::default(), transport))
    }

    /// Records the calls of `transport` at the end of a cassette of the API `A`; a file that
    /// doesn't exist is created, and only its owner can read it.
    ///
    /// Placeholders continue to count. Whether a value was recorded before is not known,
    /// because the file doesn't have it: in each run it gets a new placeholder. Only one
    /// program may record to a file at a time.
    ///
    /// # Errors
    /// If there is anything but a cassette of the API: another file, a link, a device, a pipe.
    pub fn append<A: Api>(path: impl AsRef<Path>, transport: T) -> io::Result<Self> {
        let path = path.as_ref();
        let (file, text) = continued(path, A::DESCRIPTOR.name).map_err(|error| about(path, &error))?;
        Ok(Self::writing(file, Placeholders::after(&text), transport))
    }

    fn writing(file: File, placeholders: Placeholders, transport: T) -> Self {
        let tape = Arc::new(Mutex::new(Tape { file, placeholders, words: None }));
        Self { transport, cassette: Cassette { tape, kept: Arc::new(Kept::new()), max_body: MAX_BODY } }
    }

    /// Keeps the values of parameters, fields and headers with this name, unless they are secrets.
    #[must_use]
    pub fn keep(mut self, name: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.cassette.kept).names.push(name.into());
        self
    }

    /// Keeps everything but credentials and what the API's description marks as a secret: for
    /// servers without real data. A secret of 4 or more characters is also replaced where a
    /// text repeats it, in the encodings that [`Failure::message`](crate::Failure::message)
    /// recognizes.
    #[must_use]
    pub fn keep_values(mut self) -> Self {
        Arc::make_mut(&mut self.cassette.kept).keeps = Keeps::Values;
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
        let reading = Reading::new(&request)?;
        match self.transport.call(request).await {
            Ok(response) => Ok(Tee::start(response, reading, self.cassette.clone())),
            Err(error) => {
                self.cassette.write(&reading, &Outcome::Failed(kind(&error)))?;
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

/// A cassette that is being written.
#[derive(Clone)]
struct Cassette {
    tape: Arc<Mutex<Tape>>,
    kept: Arc<Kept>,
    max_body: usize,
}

struct Tape {
    file: File,
    placeholders: Placeholders,
    /// `None` before the first exchange.
    words: Option<Words>,
}

/// The outcome of a request.
enum Outcome {
    Failed(Failure),
    /// The body is `None` if it is left out; whether it broke off comes with it.
    Message(StatusCode, HeaderMap, Option<(Vec<u8>, bool)>),
}

impl Cassette {
    /// Appends an exchange, in one piece.
    fn write(&self, reading: &Reading, outcome: &Outcome) -> io::Result<()> {
        let Tape { file, placeholders, words } =
            &mut *self.tape.lock().unwrap_or_else(PoisonError::into_inner);
        let (api, mut text) = (reading.info.api, String::new());
        if words.is_none() {
            let mut head = Head { cassette: (*self.kept).clone() };
            api.name.clone_into(&mut head.cassette.api);
            text = serde_json::to_string(&head)? + "\n";
        }
        let words = words.get_or_insert_with(|| Words::of(api));
        if words.api.name != api.name {
            return Err(io::Error::other("a cassette has the calls of one API"));
        }
        for secret in &reading.secrets {
            placeholders.of_secret("header", Kind::Text, secret.expose());
        }
        let rules = Rules { words, operation: reading.info.operation, kept: &self.kept };
        let mut map = |value: Value<'_>, text: &str| match value.fate {
            Fate::Cleaned if value.kind == Kind::Text => placeholders.clean(text),
            Fate::Kept | Fate::Cleaned => text.to_owned(),
            Fate::Hidden => placeholders.of(value.name, value.kind, text),
            Fate::Secret => placeholders.of_secret(value.name, value.kind, text),
        };
        let mut exchange = exchange(&rules, reading, outcome, &mut map);
        if *self.kept != Kept::new() {
            // All of its secrets are known by now.
            exchange = self::exchange(&rules, reading, outcome, &mut map);
        }
        file.write_all((text + &serde_json::to_string(&exchange)? + "\n").as_bytes())
    }
}

fn exchange(rules: &Rules<'_>, reading: &Reading, outcome: &Outcome, map: &mut Map<'_>) -> Exchange {
    let request = rules.request(&reading.request(), map);
    let (status, headers, body) = match outcome {
        Outcome::Failed(failure) => {
            return Exchange { request, response: RecordedResponse::Failed(*failure) };
        }
        Outcome::Message(status, headers, body) => (status.as_u16(), headers, body),
    };
    let headers = headers.iter().filter(|(name, _)| !NOISE.contains(&name.as_str()));
    let headers = headers.map(|(name, value)| {
        let text = String::from_utf8_lossy(value.as_bytes()).into_owned();
        rules.header(name.as_str(), Text::Whole(text), map)
    });
    let headers = headers.collect();
    let body = match body {
        None => Content::LeftOut,
        Some((bytes, false)) => rules.body(status, bytes, map),
        Some((bytes, true)) => Content::Broken(rules.bytes(bytes, rules.operation.secret_result, map)),
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
        let written = match &piece {
            Poll::Ready(None) => self.end(|bytes| Some((bytes, false))),
            Poll::Ready(Some(Err(_))) => self.end(|bytes| Some((bytes, true))),
            Poll::Ready(Some(Ok(_))) | Poll::Pending => Ok(()),
        };
        match written {
            Ok(()) => piece,
            Err(error) => Poll::Ready(Some(Err(error.into()))),
        }
    }

    /// Writes the exchange, once.
    fn end(&mut self, content: impl FnOnce(Vec<u8>) -> Option<(Vec<u8>, bool)>) -> io::Result<()> {
        let Some((reading, status, headers)) = self.exchange.take() else { return Ok(()) };
        let body = self.copy.take().and_then(content);
        self.cassette.write(&reading, &Outcome::Message(status, headers, body))
    }
}

impl Drop for Tee {
    /// The rest of the body was not wanted. Nobody reads that of a redirect.
    fn drop(&mut self) {
        let is_redirect = matches!(&self.exchange, Some((_, status, _)) if status.is_redirection());
        let is_whole = is_redirect || self.stated == Some(self.received);
        if let Err(error) = self.end(|bytes| is_whole.then_some((bytes, false))) {
            tracing::error!(%error, "the cassette can't be written");
        }
    }
}
