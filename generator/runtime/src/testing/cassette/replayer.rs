//! A transport that replays a cassette.

use std::{
    fs, io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
};

use bytes::Bytes;

use super::{
    about,
    exchange::{Content, Failure, Kept, Line, Message, RecordedRequest, RecordedResponse, lines},
    index::{Index, Recorded},
    request::Reading,
    rules::{Fate, Map, Rules, Value},
};
use crate::client::Transport;
use crate::core::error::{NotSent, TimedOut, not_recorded::NotRecorded};
use crate::core::{Body, BoxError, debug::shows};
use crate::testing::sent::Sent;

/// A transport that replays a cassette, each exchange once.
///
/// A request gets the response of the first exchange with the same operation and names that
/// has not been used. Values that are kept have to be the same. A placeholder takes whatever
/// the program sends, the same one the same value within a run, and responses have that
/// value in its place. Secrets are not compared: any credential will do. Any other request
/// fails with [`ErrorKind::NotRecorded`](crate::ErrorKind::NotRecorded).
#[derive(Clone)]
pub struct Replayer {
    recording: Arc<Recording>,
}

struct Recording {
    /// The values that each run keeps.
    runs: Vec<Kept>,
    exchanges: Vec<Recorded>,
    state: Mutex<State>,
}

struct State {
    /// `None` before the first request, which brings the API's description.
    index: Option<Index>,
    /// The exchanges that have been used.
    used: Vec<bool>,
}

impl Replayer {
    /// Reads a cassette.
    ///
    /// # Errors
    /// If the file can't be read, or a line is not one of a cassette.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let lines = fs::read_to_string(path).and_then(|text| lines(&text));
        let (mut runs, mut exchanges) = (Vec::new(), Vec::new());
        for (line, content) in lines.map_err(|error| about(path, &error))? {
            match content {
                Line::Head(kept) => runs.push(kept),
                Line::Exchange(exchange) => {
                    exchanges.push(Recorded { run: runs.len().saturating_sub(1), line, exchange });
                }
            }
        }
        let state = Mutex::new(State { index: None, used: vec![false; exchanges.len()] });
        Ok(Self { recording: Arc::new(Recording { runs, exchanges, state }) })
    }

    /// Returns the operations of exchanges that no request has asked for yet.
    pub fn unused(&self) -> Vec<&str> {
        let state = self.recording.state.lock().unwrap_or_else(PoisonError::into_inner);
        let all = self.recording.exchanges.iter().zip(&state.used).filter(|(_, used)| !**used);
        all.map(|(recorded, _)| recorded.exchange.request.operation.as_str()).collect()
    }
}

impl Transport for Replayer {
    async fn call(&self, mut request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let reading = Reading::new(&request)?;
        while let Some(piece) = request.body_mut().piece().await {
            piece?;
        }
        self.recording.respond(&reading)
    }
}

impl Recording {
    fn respond(&self, reading: &Reading) -> Result<http::Response<Body>, BoxError> {
        let Self { runs, exchanges, state } = self;
        let State { index, used } = &mut *state.lock().unwrap_or_else(PoisonError::into_inner);
        let index = index.get_or_insert_with(|| Index::of(reading.info.api, runs, exchanges));
        let request = reading.request();
        let Some(number) = index.find(exchanges, &request) else {
            return Err(NotSent(self.not_recorded(index, used, reading, &request).into()).into());
        };
        used.get_mut(number).into_iter().for_each(|used| *used = true);
        let recorded = exchanges.get(number).ok_or_else(broken)?;
        match &recorded.exchange.response {
            RecordedResponse::Message(message) => {
                let (rules, mut given) = index.rules(runs, recorded).ok_or_else(broken)?;
                response(&rules, message, &mut |value, text| given.value(value, text))
            }
            RecordedResponse::Failed(Failure::TimedOut) => Err(TimedOut.into()),
            RecordedResponse::Failed(Failure::NotSent) => Err(NotSent("as recorded".into()).into()),
            RecordedResponse::Failed(Failure::Broken) => Err(broken()),
        }
    }

    /// Says what was asked, and which recording is nearest.
    fn not_recorded(
        &self,
        index: &mut Index,
        used: &[bool],
        reading: &Reading,
        asked: &RecordedRequest,
    ) -> NotRecorded {
        let kept = Kept::new();
        let rules = Rules { words: &index.words, operation: reading.info.operation, kept: &kept };
        let mut shown = |value: Value<'_>, text: &str| match value.fate {
            Fate::Secret => value.name.to_owned(),
            Fate::Kept | Fate::Cleaned | Fate::Hidden => text.to_owned(),
        };
        let asked = rules.request(asked, &mut shown);
        let (mut same, mut nearest) = (0, None);
        for (recorded, used) in self.exchanges.iter().zip(used) {
            let request = &recorded.exchange.request;
            let Some((rules, given)) = index.rules(&self.runs, recorded) else { continue };
            if request.operation != asked.operation {
                continue;
            }
            let expected = rules.request(request, &mut |value, text| given.shown(value, text));
            let differences = asked.differences(&expected);
            match differences.len() {
                0 => same += usize::from(*used),
                count if nearest.as_ref().is_none_or(|(least, _, _)| count < *least) => {
                    nearest = Some((count, recorded.line, differences));
                }
                _ => {}
            }
        }
        NotRecorded(match (same, nearest) {
            (0, None) => {
                let sent = asked.parameters();
                format!("not recorded: the cassette has no call of this operation; sent with {sent}")
            }
            (0, Some((_, line, differences))) => {
                format!("not recorded like this; nearest is line {line}: {}", differences.join("; "))
            }
            (1, _) => "recorded once, and replayed already".to_owned(),
            (times, _) => format!("recorded {times} times, and replayed as often"),
        })
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
        let of = |it: &Self| -> Vec<_> {
            it.file.0.iter().map(|file| (file.media_type.clone(), file.bytes)).collect()
        };
        if of(recorded) != of(self) {
            differences.push("the file: another type or size".to_owned());
        }
        differences
    }
}

fn response(
    rules: &Rules<'_>,
    message: &Message,
    map: &mut Map<'_>,
) -> Result<http::Response<Body>, BoxError> {
    let body = match &message.body {
        Content::Json(json) => rules.body(message.status, json.get().as_bytes(), map).bytes(),
        body => body.bytes(),
    };
    let Some((bytes, breaks)) = body else {
        let name = rules.operation.name;
        return Err(format!("{name}: the cassette lacks the body, which was too large or not read").into());
    };
    let body = if breaks { breaking(bytes) } else { bytes.into() };
    let mut response = http::Response::builder().status(message.status);
    for (name, text) in &message.headers {
        let (name, text) = rules.header(name, text.clone(), map);
        response = response.header(name, text.text());
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
