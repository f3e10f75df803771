//! A transport that writes a cassette.

use std::{
    fmt,
    fs::File,
    io::{self, Write as _},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    Redaction, about,
    exchange::{Exchange, Failure, RecordedRequest, RecordedResponse},
    placeholders::Numbering,
    redactor::Secrets,
    request,
    tee::Tee,
};
use crate::{
    Body, BoxError, Transport,
    transport::{NotSent, TimedOut},
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
    /// Records what `transport` carries, in a new file that only its owner can
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

    /// Hides more than it does anyway, keeps some of that, or changes exchanges
    /// before they are written.
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
        let (request, reading) = request::read(request, &self.cassette.secrets)?;
        match self.transport.call(request).await {
            Ok(response) => Ok(Tee::start(response, reading, self.cassette.clone())),
            Err(error) => {
                let request = request::lock(&reading).recorded();
                self.cassette.write(request, RecordedResponse::Failed(kind(&error)))?;
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

impl<T> fmt::Debug for Recorder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("max_body", &self.cassette.max_body).finish_non_exhaustive()
    }
}

/// A new file in the place of whatever has its name.
fn created(path: &Path) -> io::Result<File> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Only its owner can read a temporary file.
    let file = tempfile::Builder::new().prefix(".").tempfile_in(folder.unwrap_or(Path::new(".")))?;
    Ok(file.persist(path)?)
}

/// A file that is being written.
#[derive(Clone)]
pub(super) struct Cassette {
    file: Arc<Mutex<File>>,
    secrets: Secrets,
    pub(super) max_body: usize,
}

impl Cassette {
    /// Appends an exchange, in one piece.
    pub(super) fn write(&self, request: RecordedRequest, response: RecordedResponse) -> io::Result<()> {
        let mut exchange = Exchange { request, response };
        self.secrets.redaction.apply(&mut exchange);
        let line = serde_json::to_string(&exchange)? + "\n";
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes())
    }
}
