//! A server on loopback that sends the responses a test has prepared, and records
//! its requests. The tests of generated clients use it, too.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode};
use tokio::net::TcpListener;

/// A request that the server received.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    pub path: String,
    #[allow(dead_code, reason = "the tests of generated crates use it")]
    pub query: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Asked {
    /// The request with its whole body.
    pub async fn of(request: Request) -> Result<Self, axum::Error> {
        let (head, body) = request.into_parts();
        Ok(Self {
            body: to_bytes(body, usize::MAX).await?,
            method: head.method.to_string(),
            path: head.uri.path().to_owned(),
            query: head.uri.query().unwrap_or_default().to_owned(),
            headers: head.headers,
        })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

#[derive(Clone, Default)]
pub struct Server {
    url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    answers: Arc<Mutex<VecDeque<Answer>>>,
}

type Answer = Box<dyn FnOnce(&Asked) -> Response + Send>;

impl Server {
    /// A router that is not served on any socket.
    pub fn in_process() -> (Self, Router) {
        let server = Self::default();
        (server.clone(), Router::new().fallback(answer).with_state(server))
    }

    pub async fn start() -> Self {
        let (url, listener) = silent().await;
        let server = Self { url, ..Self::default() };
        let router = Router::new().fallback(answer).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Prepares the response to the next request; the default is status 200 and
    /// an empty body.
    pub fn answer(&self, answer: impl IntoResponse) -> &Self {
        let answer = answer.into_response();
        self.answer_with(|_| answer)
    }

    pub fn answer_with(&self, answer: impl FnOnce(&Asked) -> Response + Send + 'static) -> &Self {
        self.answers.lock().unwrap().push_back(Box::new(answer));
        self
    }

    pub fn ok(&self, body: impl IntoResponse) -> &Self {
        self.answer(body)
    }

    pub fn status(&self, status: u16, body: impl Into<Body>) -> &Self {
        self.answer((StatusCode::from_u16(status).unwrap(), body.into()))
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// The only request since the last call of this function.
    pub fn only(&self) -> Asked {
        let mut asked = std::mem::take(&mut *self.asked.lock().unwrap());
        assert_eq!(asked.len(), 1, "requests that arrived");
        asked.remove(0)
    }

    pub fn last(&self) -> Asked {
        self.asked().pop().unwrap()
    }
}

async fn answer(State(server): State<Server>, request: Request) -> Response {
    let Ok(asked) = Asked::of(request).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let next = server.answers.lock().unwrap().pop_front();
    let answer = next.map(|answer| answer(&asked)).unwrap_or_default();
    server.asked.lock().unwrap().push(asked);
    answer
}

/// A server that takes connections and never responds.
pub async fn silent() -> (String, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    (format!("http://{}", listener.local_addr().unwrap()), listener)
}
