//! A server on loopback that sends the responses a test has prepared, and records
//! its requests.

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

use crate::by_hand::{Client, GardenerAuth};

/// A request that the server received.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    pub path: String,
    pub query: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Asked {
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
    answers: Arc<Mutex<VecDeque<Response>>>,
}

impl Server {
    /// A router that is not served on any socket.
    pub fn in_process() -> (Self, Router) {
        let server = Self::default();
        (server.clone(), Router::new().fallback(answer).with_state(server))
    }

    pub async fn start() -> Self {
        let (mut server, _) = Self::in_process();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        server.url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(answer).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    /// A server and a client without a credential.
    pub async fn anonymous() -> (Self, Client) {
        let server = Self::start().await;
        let client = Client::anonymous(server.url()).unwrap();
        (server, client)
    }

    /// A server and the client of a gardener.
    pub async fn gardener() -> (Self, Client) {
        let server = Self::start().await;
        let client = Client::new(server.url(), GardenerAuth::password("ann", "p")).unwrap();
        (server, client)
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Prepares the response to the next request; the default is status 200 and
    /// an empty body.
    pub fn answer(&self, answer: impl IntoResponse) -> &Self {
        self.answers.lock().unwrap().push_back(answer.into_response());
        self
    }

    pub fn ok(&self, body: &'static str) -> &Self {
        self.answer(body)
    }

    pub fn status(&self, status: u16, body: impl Into<Body>) -> &Self {
        self.answer((StatusCode::from_u16(status).unwrap(), body.into()))
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    pub fn last(&self) -> Asked {
        self.asked().pop().unwrap()
    }
}

async fn answer(State(server): State<Server>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    server.asked.lock().unwrap().push(Asked {
        method: head.method.to_string(),
        path: head.uri.path().to_owned(),
        query: head.uri.query().unwrap_or_default().to_owned(),
        headers: head.headers,
        body,
    });
    let next = server.answers.lock().unwrap().pop_front();
    next.unwrap_or_default()
}
