//! A hand-written server: it records every request and sends prepared responses.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use tokio::net::TcpListener;

/// Responds to each request with the next response, and to all later ones with the last.
pub struct Server {
    url: String,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    /// The last one that was sent, and those to come.
    answers: VecDeque<Answer>,
    requests: Vec<Recorded>,
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub method: Method,
    pub target: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// A response of the server.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    pub body: Content,
}

/// The body of a response.
#[derive(Clone, Debug)]
pub enum Content {
    /// With its size.
    Whole(Bytes),
    /// In pieces, without its size.
    Pieces(Vec<Bytes>),
    /// A failure of the shapes of both APIs that repeats the request.
    EchoJson,
    /// Plain text that repeats the request.
    EchoText,
}

impl Answer {
    pub fn new(status: u16, body: impl Into<Bytes>) -> Self {
        let status = StatusCode::from_u16(status).unwrap();
        Self { status, headers: Vec::new(), body: Content::Whole(body.into()) }
    }

    pub fn content(mut self, body: Content) -> Self {
        self.body = body;
        self
    }

    pub fn header(mut self, name: HeaderName, value: &str) -> Self {
        self.headers.push((name, HeaderValue::try_from(value).unwrap()));
        self
    }
}

impl Server {
    pub async fn start() -> Self {
        let (mut server, router) = Self::in_process();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        server.url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        server
    }

    /// The same server without a socket and its router.
    pub fn in_process() -> (Self, Router) {
        let shared =
            Arc::new(Mutex::new(Shared { answers: [Answer::new(200, "")].into(), requests: Vec::new() }));
        let router = Router::new().fallback(handle).with_state(shared.clone());
        (Self { url: "http://in.process".to_owned(), shared }, router)
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn answer(&self, answer: Answer) {
        self.shared.lock().unwrap().answers.push_back(answer);
    }

    /// The requests since the last call of this function.
    pub fn requests(&self) -> Vec<Recorded> {
        std::mem::take(&mut self.shared.lock().unwrap().requests)
    }

    /// The only request since the last call of this function.
    pub fn request(&self) -> Recorded {
        let mut requests = self.requests();
        assert_eq!(requests.len(), 1, "requests that arrived");
        requests.remove(0)
    }
}

async fn handle(State(shared): State<Arc<Mutex<Shared>>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let recorded =
        Recorded { method: head.method, target: head.uri.to_string(), headers: head.headers, body };
    let answer = {
        let mut shared = shared.lock().unwrap();
        shared.requests.push(recorded.clone());
        if shared.answers.len() > 1 {
            shared.answers.pop_front();
        }
        shared.answers[0].clone()
    };
    let body = match answer.body {
        Content::Whole(bytes) => Body::from(bytes),
        Content::Pieces(pieces) => Body::from_stream(stream::iter(pieces.into_iter().map(io::Result::Ok))),
        Content::EchoJson => Body::from(echo_json(&recorded)),
        Content::EchoText => Body::from(echo(&recorded)),
    };
    let mut response = Response::new(body);
    *response.status_mut() = answer.status;
    response.headers_mut().extend(answer.headers);
    response
}

/// The whole request, unchanged and decoded.
fn echo(request: &Recorded) -> String {
    let mut said = String::from_utf8_lossy(&request.body).into_owned();
    for (_, value) in form_urlencoded::parse(&request.body) {
        said.push_str(" | ");
        said.push_str(&value);
    }
    for value in request.headers.values() {
        said.push_str(" | ");
        said.push_str(&String::from_utf8_lossy(value.as_bytes()));
    }
    said
}

fn echo_json(request: &Recorded) -> String {
    let said = echo(request);
    serde_json::json!({ "Status": 403, "Message": said, "status": "error", "code": 403, "data": said })
        .to_string()
}
