//! A transport that writes a cassette.

use std::{
    fmt,
    fs::File,
    io::{self, Write as _},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    about,
    asked::{self, Shared},
    exchange::{Answered, Exchange, Failure},
    tape::Tape,
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
    max_body: usize,
}

impl<T: Transport> Recorder<T> {
    /// Records what `transport` carries, in a new file. An existing file is
    /// replaced.
    ///
    /// # Errors
    /// If the file can't be created.
    pub fn create(path: impl AsRef<Path>, transport: T) -> io::Result<Self> {
        let path = path.as_ref();
        let file = File::create(path).map_err(|error| about(path, &error))?;
        let cassette = Cassette(Arc::new(Mutex::new(file)));
        Ok(Self { transport, cassette, max_body: MAX_BODY })
    }

    /// Limits how many bytes of a response are recorded. The default is 1 MiB. A
    /// larger body is left out: its request then can't be replayed.
    #[must_use]
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }
}

impl<T: Transport> Transport for Recorder<T> {
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let (request, reading) = asked::read(request)?;
        match self.transport.call(request).await {
            Ok(response) => Ok(Tape::start(response, reading, self.cassette.clone(), self.max_body)),
            Err(error) => {
                self.cassette.write(&reading, Answered::Failed(kind(&error)))?;
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
        f.debug_struct("Recorder").field("max_body", &self.max_body).finish_non_exhaustive()
    }
}

/// A file that is being written.
#[derive(Clone)]
pub(super) struct Cassette(Arc<Mutex<File>>);

impl Cassette {
    /// Appends an exchange, in one piece.
    pub(super) fn write(&self, reading: &Shared, response: Answered) -> io::Result<()> {
        let request = asked::lock(reading).asked();
        let mut line = serde_json::to_string(&Exchange { request, response })?;
        line.push('\n');
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes())
    }
}
