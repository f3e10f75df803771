//! A transport that replays a cassette.

use std::{
    fs, io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
};

use bytes::Bytes;

use super::{
    Redaction, about,
    exchange::{Exchange, Failure, Message, RecordedRequest, RecordedResponse},
    placeholders::Numbering,
    redactor::{Redactor, Secrets},
    request::Reading,
};
use crate::{
    Body, BoxError, Transport,
    debug::shows,
    error::NotRecorded,
    sent::Sent,
    transport::{NotSent, TimedOut},
};

/// A transport that replays a cassette, each exchange once.
///
/// A request gets the response of the first exchange with the same operation,
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
    /// The exchanges that have been used.
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

    /// Sets the redaction that the recorder had.
    #[must_use]
    pub fn redact(mut self, redaction: Redaction) -> Self {
        self.redaction = redaction;
        self
    }

    /// Returns the operations of exchanges that no request has asked for yet.
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
    async fn call(&self, mut request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let secrets = Secrets::new(Numbering::Bare, self.redaction.clone())?;
        let reading = Reading::new(&request, &secrets)?;
        while let Some(piece) = request.body_mut().piece().await {
            piece?;
        }
        let request = reading.recorded();
        let mut asked = Exchange { request, response: RecordedResponse::Failed(Failure::NotSent) };
        self.redaction.apply(&mut asked);
        let asked = reading.redactor.again(&asked.request);
        match &self.recording.find(&asked, &reading.redactor).map_err(|why| NotSent(why.into()))?.response {
            RecordedResponse::Message(message) => response(&asked, message),
            RecordedResponse::Failed(Failure::TimedOut) => Err(TimedOut.into()),
            RecordedResponse::Failed(Failure::NotSent) => Err(NotSent("as recorded".into()).into()),
            RecordedResponse::Failed(Failure::Broken) => Err(broken()),
        }
    }
}

impl Recording {
    /// Uses up the exchange that matches a request.
    ///
    /// # Errors
    /// Says what was asked, and which recording is nearest.
    fn find(&self, asked: &RecordedRequest, redactor: &Redactor) -> Result<&Exchange, NotRecorded> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut same, mut nearest) = (0, None);
        for ((line, exchange), used) in (1..).zip(&self.exchanges).zip(used.iter_mut()) {
            if exchange.request.operation != asked.operation {
                continue;
            }
            let differences = asked.differences(&redactor.again(&exchange.request));
            match differences.len() {
                0 if !*used => {
                    *used = true;
                    return Ok(exchange);
                }
                0 => same += 1,
                count if nearest.as_ref().is_none_or(|(least, _, _)| count < *least) => {
                    nearest = Some((count, line, differences));
                }
                _ => {}
            }
        }
        Err(NotRecorded(match (same, nearest) {
            (0, None) => {
                let sent = asked.parameters();
                format!("not recorded: the cassette has no call of this operation; sent with {sent}")
            }
            (0, Some((_, line, differences))) => {
                format!("not recorded like this; nearest is line {line}: {}", differences.join("; "))
            }
            (1, _) => "recorded once, and replayed already".to_owned(),
            (times, _) => format!("recorded {times} times, and replayed as often"),
        }))
    }
}

impl RecordedRequest {
    /// The credential and the parameters.
    fn parameters(&self) -> Sent {
        Sent::harmless(self.headers.iter().chain(&self.form).cloned())
    }

    /// Returns the differences from a recorded request, apart from secrets.
    fn differences(&self, recorded: &Self) -> Vec<String> {
        let mut differences = self.parameters().differences(&recorded.parameters());
        if recorded.file != self.file {
            differences.push("the file: another name, type or size".to_owned());
        }
        differences
    }
}

fn response(asked: &RecordedRequest, message: &Message) -> Result<http::Response<Body>, BoxError> {
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

shows!(Replayer, |it| Replayer { exchanges: it.recording.exchanges.len() });
