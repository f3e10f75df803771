//! A transport that answers from a cassette.

use std::{
    fmt, fs, io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
};

use bytes::Bytes;

use super::{
    Redaction, about, asked,
    exchange::{Answered, Asked, Exchange, Failure, Message},
    hide::{Hider, Secrets},
    placeholders::Numbering,
};
use crate::{
    Body, BoxError, Transport,
    error::NotRecorded,
    sent::Sent,
    transport::{NotSent, TimedOut},
};

/// A transport that answers from a cassette, each exchange once.
///
/// A request is answered by the first exchange with the same operation,
/// parameters and file name that has not been used. Secrets are not compared:
/// any credential of the same user will do. Any other request fails with
/// [`ErrorKind::NotRecorded`](crate::ErrorKind::NotRecorded).
#[derive(Clone)]
pub struct Replayer {
    recording: Arc<Recording>,
    redaction: Redaction,
}

struct Recording {
    exchanges: Vec<Exchange>,
    /// Which ones have been used.
    used: Mutex<Vec<bool>>,
}

impl Replayer {
    /// Reads a cassette.
    ///
    /// # Errors
    /// If the file can't be read, or a line is not an exchange.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let exchanges = read(path).map_err(|error| about(path, &error))?;
        let used = Mutex::new(vec![false; exchanges.len()]);
        Ok(Self { recording: Arc::new(Recording { exchanges, used }), redaction: Redaction::new() })
    }

    /// What the recorder was given.
    #[must_use]
    pub fn redact(mut self, redaction: Redaction) -> Self {
        self.redaction = redaction;
        self
    }

    /// The operations of exchanges that no request has asked for yet.
    #[must_use]
    pub fn unused(&self) -> Vec<&str> {
        let used = self.recording.used.lock().unwrap_or_else(PoisonError::into_inner);
        let all = self.recording.exchanges.iter().zip(&*used).filter(|(_, used)| !**used);
        all.map(|(exchange, _)| exchange.request.operation.as_str()).collect()
    }
}

fn read(path: &Path) -> io::Result<Vec<Exchange>> {
    let text = fs::read_to_string(path)?;
    let exchange = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            let text = format!("line {number} is not an exchange: {error}");
            io::Error::new(io::ErrorKind::InvalidData, text)
        })
    };
    (1..).zip(text.lines()).map(exchange).collect()
}

impl Transport for Replayer {
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let secrets = Secrets::new(Numbering::Bare, self.redaction.clone());
        let (mut request, reading) = asked::read(request, &secrets)?;
        while let Some(piece) = request.body_mut().piece().await {
            piece?;
        }
        let mut reading = asked::lock(&reading);
        let request = reading.asked();
        let mut asked = Exchange { request, response: Answered::Failed(Failure::NotSent) };
        self.redaction.apply(&mut asked);
        let asked = reading.hider().again(&asked.request);
        match &self.recording.find(&asked, reading.hider())?.response {
            Answered::Message(message) => response(&asked, message),
            Answered::Failed(Failure::TimedOut) => Err(TimedOut.into()),
            Answered::Failed(Failure::NotSent) => Err(NotSent("as recorded".into()).into()),
            Answered::Failed(Failure::Broken) => Err(broken()),
        }
    }
}

impl Recording {
    /// Uses up the exchange that answers a request.
    fn find(&self, asked: &Asked, hider: &Hider) -> Result<&Exchange, BoxError> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = self.exchanges.iter().zip(used.iter_mut());
        match all.find(|(exchange, used)| !**used && exchange.request.answers(asked, hider)) {
            Some((exchange, used)) => {
                *used = true;
                Ok(exchange)
            }
            None => Err(NotSent(not_recorded(asked, &self.exchanges, hider).into()).into()),
        }
    }
}

impl Asked {
    fn answers(&self, asked: &Self, hider: &Hider) -> bool {
        self.operation == asked.operation && self.differences(asked, hider).is_empty()
    }

    /// The credential and the parameters.
    fn sent(&self) -> Sent {
        Sent::harmless(self.headers.iter().chain(&self.form).cloned())
    }

    /// How what was asked differs from what was recorded, apart from secrets.
    fn differences(&self, asked: &Self, hider: &Hider) -> Vec<String> {
        let recorded = hider.again(self);
        let mut differences = asked.sent().differences(&recorded.sent());
        if recorded.file != asked.file {
            differences.push("the file: another name, type or size".to_owned());
        }
        differences
    }
}

/// Says what was asked, and which recording is nearest.
fn not_recorded(asked: &Asked, exchanges: &[Exchange], hider: &Hider) -> NotRecorded {
    let own = (1..).zip(exchanges).filter(|(_, it)| it.request.operation == asked.operation);
    let own: Vec<(u64, Vec<String>)> =
        own.map(|(line, exchange)| (line, exchange.request.differences(asked, hider))).collect();
    let why = match own.iter().min_by_key(|(_, differences)| differences.len()) {
        None => {
            format!("not recorded: the cassette has no call of this operation; sent with {}", asked.sent())
        }
        Some((_, differences)) if differences.is_empty() => {
            match own.iter().filter(|(_, differences)| differences.is_empty()).count() {
                1 => "recorded once, and replayed already".to_owned(),
                times => format!("recorded {times} times, and replayed as often"),
            }
        }
        Some((line, differences)) => {
            format!("not recorded like this; nearest is line {line}: {}", differences.join("; "))
        }
    };
    NotRecorded(why)
}

fn response(asked: &Asked, message: &Message) -> Result<http::Response<Body>, BoxError> {
    let Some((bytes, breaks)) = message.body.bytes()? else {
        let text =
            format!("{}: the cassette lacks the body, which was too large or not read", asked.operation);
        return Err(text.into());
    };
    let body = if breaks { breaking(bytes) } else { bytes.into() };
    let mut response = http::Response::builder().status(message.status);
    for (name, value) in &message.headers {
        response = response.header(name, value);
    }
    Ok(response.body(body)?)
}

/// A body that breaks off.
fn breaking(bytes: Bytes) -> Body {
    let mut bytes = Some(bytes).filter(|bytes| !bytes.is_empty());
    Body::polled(None, move |_| Poll::Ready(Some(bytes.take().map_or_else(|| Err(broken()), Ok))))
}

fn broken() -> BoxError {
    io::Error::new(io::ErrorKind::ConnectionReset, "the connection broke, as recorded").into()
}

impl fmt::Debug for Replayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replayer").field("exchanges", &self.recording.exchanges.len()).finish_non_exhaustive()
    }
}
