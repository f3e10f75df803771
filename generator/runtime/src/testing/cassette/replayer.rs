//! A transport that replays a cassette.

use std::{
    collections::{HashMap, VecDeque},
    fs, io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
};

use bytes::Bytes;

use super::{
    about,
    file::{Failure, Kind, Line, Message, RecordedRequest, RecordedResponse, Text, lines},
    mask::Mask,
    nearest::{Asked, nearest},
    request::Reading,
    secrets::Secrets,
    types::Words,
};
use crate::client::Transport;
use crate::core::error::{NotSent, TimedOut, not_recorded::NotRecorded};
use crate::core::{Body, BoxError, debug::shows};

/// A transport that replays a cassette, each exchange once.
///
/// A request gets the response of the first exchange that has not been used, with the same operation and
/// the same values. Secrets are not compared: any credential will do. Any other request fails with
/// [`ErrorKind::NotRecorded`](crate::ErrorKind::NotRecorded).
#[derive(Clone)]
pub struct Replayer {
    recording: Arc<Recording>,
}

struct Recording {
    exchanges: Vec<Recorded>,
    state: Mutex<State>,
}

/// An exchange and the number of its line.
struct Recorded {
    api: String,
    line: usize,
    request: RecordedRequest,
    response: RecordedResponse,
}

#[derive(Default)]
struct State {
    /// `None` before the first request, which brings the API's description.
    index: Option<Index>,
    /// The exchanges that have been used.
    used: Vec<bool>,
    secrets: Secrets,
}

/// The recorded requests, by their values.
struct Index {
    words: Words,
    asked: Vec<Option<Asked>>,
    /// The exchanges that have not been used.
    unused: HashMap<Asked, VecDeque<usize>>,
}

impl Replayer {
    /// Reads a cassette.
    ///
    /// # Errors
    /// If the file can't be read, or a line is not one of a cassette.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let exchanges = fs::read_to_string(path).and_then(|text| exchanges(&text));
        let exchanges = exchanges.map_err(|error| about(path, &error))?;
        let state = State { used: vec![false; exchanges.len()], ..State::default() };
        Ok(Self { recording: Arc::new(Recording { exchanges, state: Mutex::new(state) }) })
    }

    /// Returns the operations of exchanges that no request has asked for yet.
    pub fn unused(&self) -> Vec<&str> {
        let state = self.recording.state.lock().unwrap_or_else(PoisonError::into_inner);
        let all = self.recording.exchanges.iter().zip(&state.used).filter(|(_, used)| !**used);
        all.map(|(recorded, _)| recorded.request.operation.as_str()).collect()
    }
}

fn exchanges(text: &str) -> io::Result<Vec<Recorded>> {
    const WHY: &str = "it is a recording, which has no values to replay: record a cassette";
    let (mut exchanges, mut of) = (Vec::new(), String::new());
    for (line, content) in lines(text)? {
        match content {
            Line::Head(Kind::Recording, _) => return Err(io::Error::new(io::ErrorKind::InvalidData, WHY)),
            Line::Head(Kind::Cassette, api) => of = api,
            Line::Exchange(it) => {
                let api = of.clone();
                exchanges.push(Recorded { api, line, request: it.request, response: it.response });
            }
        }
    }
    Ok(exchanges)
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
        let State { index, used, secrets } = &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let index = index.get_or_insert_with(|| Index::of(Words::of(reading.info.api), &self.exchanges));
        reading.secrets().for_each(|secret| drop(secrets.sent(secret)));
        let operation = reading.info.operation;
        let mut mask = Mask::new(&index.words, operation, Kind::Cassette, secrets, &reading.url);
        let asked = Asked::of(&index.words, operation, &mask.request(&reading.request()));
        // Of a call that was sent again, the last response counts: this client may not send it again.
        let is_again =
            |number: &usize| self.exchanges.get(*number).is_some_and(|it| it.request.tries.is_some());
        let left = index.unused.entry(asked.clone()).or_default();
        let again = left.iter().skip(1).take_while(|number| is_again(number)).count();
        for tried in left.drain(..again.min(left.len())) {
            used.get_mut(tried).into_iter().for_each(|used| *used = true);
        }
        let found = left.pop_front();
        let Some((number, recorded)) = found.and_then(|number| Some((number, self.exchanges.get(number)?)))
        else {
            let all = self.exchanges.iter().zip(&index.asked).zip(&*used);
            let all =
                all.filter_map(|((recorded, asked), used)| Some((recorded.line, asked.as_ref()?, *used)));
            return Err(NotSent(NotRecorded(nearest(&asked, all)).into()).into());
        };
        used.get_mut(number).into_iter().for_each(|used| *used = true);
        match &recorded.response {
            RecordedResponse::Message(message) => response(operation.name, message),
            RecordedResponse::Failed(Failure::TimedOut) => Err(TimedOut.into()),
            RecordedResponse::Failed(Failure::NotSent) => Err(NotSent("as recorded".into()).into()),
            RecordedResponse::Failed(Failure::Broken) => Err(broken()),
        }
    }
}

impl Index {
    fn of(words: Words, exchanges: &[Recorded]) -> Self {
        let (mut secrets, url) = (Secrets::default(), http::Uri::default());
        let mut asked = |Recorded { api, request, .. }: &Recorded| {
            let mut all = words.api.operations.iter().filter(|_| words.api.name == api);
            let operation = all.find(|it| it.name == request.operation)?;
            // In version 2, secrets had other placeholders.
            let request = Mask::new(&words, operation, Kind::Cassette, &mut secrets, &url).request(request);
            Some(Asked::of(&words, operation, &request))
        };
        let asked: Vec<_> = exchanges.iter().map(&mut asked).collect();
        let mut unused = HashMap::<_, VecDeque<_>>::new();
        for (number, asked) in asked.iter().enumerate() {
            asked.iter().for_each(|asked| unused.entry(asked.clone()).or_default().push_back(number));
        }
        Self { words, asked, unused }
    }
}

fn response(operation: &str, message: &Message) -> Result<http::Response<Body>, BoxError> {
    let Some((bytes, breaks)) = message.body.bytes() else {
        return Err(
            format!("{operation}: the cassette lacks the body, which was too large or not read").into()
        );
    };
    let mut response = http::Response::builder().status(message.status);
    for (name, text) in &message.headers {
        if let Text::Whole(text) = text {
            response = response.header(name, text);
        }
    }
    Ok(response.body(if breaks { breaking(bytes) } else { bytes.into() })?)
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
