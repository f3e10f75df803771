//! Requests at the fake server, before our own code parses them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use api_runtime::{Client, Descriptor};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest as _, Multipart, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use backup_server_api::BackupServer;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use tests::sample::sample;
use tokio::runtime::Runtime;

use crate::cli::program::Program;
use crate::support::any_transport::{self, AnyTransport};
use crate::support::fake_server::{self, FakeServer};
use crate::support::wire::{Meaning, fields, meaning};

/// A request.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    pub method: String,
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Bytes,
    /// The command lines of all processes at that time that name the server.
    pub command_lines: Vec<String>,
}

/// A request, taken apart.
#[derive(Debug, PartialEq)]
pub struct Sent {
    pub line: String,
    pub headers: BTreeMap<String, String>,
    pub fields: Vec<(String, Meaning)>,
    pub file: Option<(String, Bytes)>,
}

/// Servers and processes at a time.
const WORKERS: usize = 4;

/// Items of a list that are a sample of it: each starts a process or two.
const SAMPLE: usize = 40;

/// Calls `each` with a sample of the items and a server that nothing else uses meanwhile; returns
/// how many it was.
pub fn with_peers<P, I: Sync>(
    peer: impl Fn() -> P + Sync,
    items: Vec<I>,
    each: impl Fn(&P, &I) + Sync,
) -> usize {
    let items = sample("operations by the CLI", items, SAMPLE);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                let peer = peer();
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    each(&peer, item);
                }
            });
        }
    });
    items.len()
}

/// Calls `each` with a sample of the items, some at a time.
pub fn with_items<I: Sync>(items: Vec<I>, each: impl Fn(&I) + Sync) {
    with_peers(|| (), items, |(), item| each(item));
}

/// A server on a free port and a list of what it heard.
pub struct Peer<A> {
    pub runtime: Runtime,
    pub url: String,
    pub client: Client<A, AnyTransport>,
    heard: Arc<Mutex<Vec<Heard>>>,
}

impl<A: Program> Peer<A> {
    /// The fake server of the API.
    pub fn fake() -> Self {
        Self::serving(A::builder(FakeServer::default()).into_router().unwrap())
    }

    /// Any router.
    pub fn serving(router: Router) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.unwrap();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let router = router.layer(from_fn_with_state(heard.clone(), record));
        let url = runtime.block_on(fake_server::serve(router));
        let client = any_transport::client(&url);
        Self { runtime, url, client, heard }
    }

    /// The requests since the last time.
    pub fn heard(&self) -> Vec<Heard> {
        std::mem::take(&mut self.heard.lock().unwrap())
    }

    /// The only request since the last time.
    #[track_caller]
    pub fn only(&self, operation: &Descriptor) -> Sent {
        let mut heard = self.heard();
        assert_eq!(heard.len(), 1, "{}: one request", operation.name);
        self.runtime.block_on(heard.remove(0).read(operation))
    }
}

/// A server that responds to everything with this text.
pub fn answering(text: &'static str) -> Peer<BackupServer> {
    Peer::serving(axum::Router::new().fallback(move || async move { text }))
}

async fn record(State(heard): State<Arc<Mutex<Vec<Heard>>>>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let text = |value: &http::HeaderValue| String::from_utf8(value.as_bytes().to_vec()).unwrap();
    let headers = head.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    let host = head.headers.get("host").map(&text).unwrap_or_default();
    let one = Heard {
        method: head.method.to_string(),
        path: head.uri.to_string(),
        headers,
        body: body.clone(),
        command_lines: command_lines(&host),
    };
    heard.lock().unwrap().push(one);
    next.run(Request::from_parts(head, Body::from(body))).await
}

/// `/proc/PID/cmdline` of every process with this text in it.
fn command_lines(text: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|it| it.contains(text))
        .collect()
}

impl Heard {
    /// Takes it apart with parsers that aren't ours.
    pub async fn read(self, operation: &Descriptor) -> Sent {
        let mut headers = self.headers;
        let content_type = headers.remove(CONTENT_TYPE.as_str()).unwrap_or_default();
        let (fields, file) = match content_type.split(';').next() {
            Some("multipart/form-data") => parts(operation, &content_type, self.body).await,
            _ => (fields(operation, &self.body), None),
        };
        if file.is_none() {
            headers.insert(CONTENT_TYPE.to_string(), content_type);
        }
        Sent { line: format!("{} {}", self.method, self.path), headers, fields, file }
    }
}

impl Sent {
    /// Removes the headers that only our own client sends.
    pub fn without_client(mut self) -> Self {
        self.headers.retain(|name, _| *name == "authorization" || name.starts_with("x-"));
        self
    }
}

type Parts = (Vec<(String, Meaning)>, Option<(String, Bytes)>);

async fn parts(operation: &Descriptor, content_type: &str, body: Bytes) -> Parts {
    let request = http::Request::builder().header(CONTENT_TYPE, content_type).body(Body::from(body)).unwrap();
    let mut parts = Multipart::from_request(request, &()).await.unwrap();
    let (mut fields, mut file) = (Vec::new(), None);
    while let Some(part) = parts.next_field().await.unwrap() {
        let name = part.name().unwrap().to_owned();
        match part.file_name().map(str::to_owned) {
            Some(file_name) => file = Some((file_name, part.bytes().await.unwrap())),
            None => {
                let value = part.text().await.unwrap();
                fields.push((name.clone(), meaning(operation, &name, value)));
            }
        }
    }
    (fields, file)
}
