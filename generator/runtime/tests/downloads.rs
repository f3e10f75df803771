//! Bodies that are streamed.

use std::{convert::Infallible, task::Context, time::Duration};

use api_runtime::{Download, Error, ErrorKind, Tower};
use axum::{body::Body, response::Response};
use bytes::Bytes as Data;
use futures_util::{StreamExt as _, stream};
use tokio::{join, sync::mpsc, time};
use tower::service_fn;

use crate::{
    by_hand::Client,
    operations::{Bytes, Numbers, Zip},
    server::Server,
};

fn pieces(pieces: &[&'static str]) -> Response {
    Response::new(Body::from_stream(stream::iter(pieces.to_vec()).map(Ok::<_, Infallible>)))
}

async fn collect(mut download: Download) -> Result<Vec<u8>, Error> {
    let mut all = Vec::new();
    while let Some(chunk) = download.chunk().await? {
        all.extend_from_slice(&chunk);
    }
    Ok(all)
}

#[tokio::test]
async fn a_download_says_what_is_known_of_it() {
    let (server, client) = Server::anonymous().await;
    server.answer((
        [("content-type", "application/zip"), ("content-disposition", "attachment; filename=\"../a.zip\"")],
        vec![b'x'; 300_000],
    ));
    let download = client.send(Zip).await.unwrap();
    assert_eq!(download.size(), Some(300_000));
    assert_eq!(download.content_type(), Some("application/zip"));
    assert_eq!(download.file_name(), Some("a.zip"));
    assert!(format!("{download:?}").contains("300000"));
    assert_eq!(download.bytes().await.unwrap(), vec![b'x'; 300_000]);

    server.answer(pieces(&["a", "b"]));
    let download = client.send(Bytes).await.unwrap();
    assert_eq!((download.size(), download.file_name()), (None, None));
    assert_eq!(collect(download).await.unwrap(), b"ab");
}

#[tokio::test]
async fn what_was_not_asked_for_is_not_taken_for_a_file() {
    let (server, client) = Server::anonymous().await;
    let packed = || ([("content-encoding", "gzip")], "packed");
    server.answer(packed()).answer(packed());
    let error = client.send(Zip).await.unwrap_err();
    assert!(error.to_string().contains("encoded as gzip"), "{error}");
    assert_eq!(server.asked()[0].header("accept-encoding"), Some("identity"));
    let download = client.call(Zip).header("Accept-Encoding", "gzip").send().await.unwrap();
    assert_eq!(download.bytes().await.unwrap(), "packed");
}

#[tokio::test]
async fn a_failure_is_not_taken_for_a_file() {
    let (server, client) = Server::anonymous().await;
    server.answer(pieces(&[" ", "\n{\"Status\":", "500,", "\"Message\":\"no\"}"]));
    let error = client.send(Bytes).await.unwrap_err();
    assert_eq!(error.failure().unwrap().message(), "no");

    for file in ["{\"Status\":200,\"Message\":\"a file\"}", "{", "  ", "[]", "\u{feff}{}"] {
        server.answer(pieces(&[file]));
        let received = collect(client.send(Bytes).await.unwrap()).await.unwrap();
        assert_eq!(received, file.as_bytes());
    }
    let long = format!("{{\"Status\":500,\"Message\":\"{}\"}}", "x".repeat(100_000));
    server.answer(long.clone());
    assert_eq!(collect(client.send(Bytes).await.unwrap()).await.unwrap(), long.as_bytes());
    let halves: Vec<&'static str> = vec![long.clone().leak(); 3];
    server.answer(pieces(&halves));
    assert_eq!(collect(client.send(Bytes).await.unwrap()).await.unwrap().len(), 3 * long.len());
}

#[tokio::test]
async fn a_download_that_ends_too_early_is_an_error() {
    let mut download = short().await;
    assert_eq!(download.size(), Some(10));
    assert_eq!(download.chunk().await.unwrap().unwrap(), "abc");
    let error = download.chunk().await.unwrap_err();
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.to_string(), "received 3 of 10 bytes");
    assert_eq!(error.operation(), Some("Bytes"));
    assert!(download.chunk().await.unwrap().is_none());
}

/// A download that says it has ten bytes and has three.
pub async fn short() -> Download {
    let short = service_fn(async |_: http::Request<api_runtime::Body>| {
        let body = api_runtime::Body::from("abc".to_owned());
        http::Response::builder().header("content-length", 10).body(body)
    });
    let client = Client::with_transport("http://localhost", Tower::new(short)).build().unwrap();
    client.send(Bytes).await.unwrap()
}

/// A limit for what never comes.
pub const BRIEF: Duration = Duration::from_millis(20);

/// A timeout for something that happens, generous for a busy machine. Only [`pass`] reaches it.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Advances the clock without waiting.
async fn pass(duration: Duration) {
    time::pause();
    time::advance(duration).await;
    time::resume();
}

/// The pieces that the test sends, without an end.
pub fn fed() -> (mpsc::UnboundedSender<&'static str>, Response) {
    let (feed, mut pieces) = mpsc::unbounded_channel();
    let keeps_open = feed.clone();
    let next = move |context: &mut Context<'_>| {
        let _ = &keeps_open;
        pieces.poll_recv(context).map(|piece| piece.map(Ok::<_, Infallible>))
    };
    (feed, Response::new(Body::from_stream(stream::poll_fn(next))))
}

/// One piece, and then nothing more, without an end.
pub fn stalling() -> Response {
    let (feed, response) = fed();
    feed.send("x").unwrap();
    response
}

#[tokio::test]
async fn a_response_that_pauses_too_long_is_given_up() {
    let server = Server::start().await;
    let client = Client::builder(server.url()).read_timeout(PATIENCE).build().unwrap();
    let (feed, answer) = fed();
    server.answer(answer);
    feed.send("x").unwrap();
    let mut download = client.send(Bytes).await.unwrap();
    assert_eq!(download.chunk().await.unwrap().unwrap(), "x");
    for _ in 0..3 {
        let late = async {
            pass(PATIENCE / 2).await;
            feed.send("x").unwrap();
        };
        // All of them together take longer: only a pause counts.
        let (piece, ()) = join!(download.chunk(), late);
        assert_eq!(piece.unwrap().unwrap(), "x");
    }
    let (end, ()) = join!(download.chunk(), pass(PATIENCE));
    fails!(end, ErrorKind::TimedOut);
    assert!(download.chunk().await.unwrap().is_none(), "the error is reported once");

    let mut refusal = stalling();
    *refusal.status_mut() = http::StatusCode::BAD_GATEWAY;
    server.answer(stalling()).answer(refusal);
    let numbers = || soon(client.call(Numbers).read_timeout(BRIEF).send());
    fails!(numbers().await, ErrorKind::TimedOut);
    let error = numbers().await.unwrap_err();
    assert_eq!(error.failure().unwrap().http_status(), 502, "a refusal counts without its text");
}

#[tokio::test]
async fn a_response_may_pause_for_as_long_as_a_duration_can_be() {
    let (server, router) = Server::in_process();
    let builder = Client::with_transport("http://localhost", Tower::new(router));
    let client = builder.read_timeout(Duration::MAX).build().unwrap();
    server.answer(stalling());
    let mut download = client.send(Bytes).await.unwrap();
    assert_eq!(download.chunk().await.unwrap().unwrap(), "x");
    let server = Server::start().await;
    let builder = Client::builder(server.url()).read_timeout(Duration::MAX);
    let client = builder.timeout(Duration::MAX).build().unwrap();
    server.ok("[1]").answer(stalling());
    assert_eq!(client.send(Numbers).await.unwrap().len(), 1);
    let mut download = client.send(Bytes).await.unwrap();
    assert_eq!(download.chunk().await.unwrap().unwrap(), "x");
}

#[test]
fn a_service_that_pauses_too_long_is_given_up_in_a_runtime_without_timers() {
    let service = service_fn(async |_: http::Request<api_runtime::Body>| {
        let never = stream::pending::<Result<Data, Infallible>>();
        Ok::<_, Infallible>(http::Response::new(api_runtime::Body::stream(never)))
    });
    let builder = Client::with_transport("http://localhost", Tower::new(service));
    let client = builder.read_timeout(BRIEF).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    fails!(runtime.block_on(client.send(Numbers)), ErrorKind::TimedOut);
}

/// Waits for a call and fails if it hangs.
pub async fn soon<T>(call: impl Future<Output = T>) -> T {
    time::timeout(Duration::from_secs(600), call).await.unwrap()
}
