//! The client for programs without an async runtime.

use std::io::{self, Read};

use api_runtime::{ErrorKind, Tower, blocking, transport::Timeout};

use crate::{
    by_hand::{self, Garden},
    downloads::{BRIEF, soon, stalling},
    operations::{Bytes, Numbers, Zip},
    server::Server,
};

type Client = blocking::Client<Garden>;

#[tokio::test(flavor = "multi_thread")]
async fn a_blocking_client_works_inside_an_async_program() {
    let server = Server::start().await;
    let client = Client::anonymous(server.url()).unwrap();
    // More often than tokio lets one task go on without a pause.
    for _ in 0..300 {
        server.ok("[1,2]");
        assert_eq!(client.send(Numbers).unwrap().len(), 2);
    }
    drop(client);
}

#[tokio::test]
async fn a_blocking_client_works_on_any_thread_and_reads_downloads() {
    let server = Server::start().await;
    server.ok("[1,2]").answer(vec![b'x'; 200_000]).status(404, "gone");
    let client = Client::anonymous(server.url()).unwrap();
    let calls = move || {
        assert_eq!(client.clone().send(Numbers).unwrap().len(), 2);
        let mut download = client.send(Bytes).unwrap();
        let error = client.send(Zip).unwrap_err();
        assert_eq!(error.failure().unwrap().message(), "gone");
        assert!(format!("{client:?}").contains("garden"));
        // The download goes on without the client.
        drop(client);
        let mut file = Vec::new();
        assert_eq!(download.read_to_end(&mut file).unwrap(), 200_000);
        assert_eq!(download.read(&mut [0; 8]).unwrap(), 0);
    };
    tokio::task::spawn_blocking(calls).await.unwrap();
}

#[tokio::test]
async fn a_call_of_a_blocking_client_has_options_and_a_full_response() {
    let server = Server::start().await;
    server.ok("[1, 2]").ok("[1, 2]");
    let client = Client::anonymous(server.url()).unwrap();
    let calls = move || {
        let call = client.call(Numbers).header("X-Trace", "canary").path("/moved");
        assert!(format!("{call:?}").contains("x-trace") && !format!("{call:?}").contains("canary"));
        let response = call.send_full().unwrap();
        assert_eq!((response.value.len(), response.text()), (2, Some("[1, 2]")));
        fails!(client.call(Numbers).max_body(5).send(), ErrorKind::TooLarge { limit: 5 });
        fails!(client.call(Numbers).header("a b", "").send(), ErrorKind::Header { .. });
        let (request, pending) = client.call(Numbers).timeout(BRIEF).prepare().unwrap();
        assert!(request.extensions().get::<Timeout>().is_some());
        assert_eq!(pending.read(http::Response::new("[1]".into())).unwrap().len(), 1);
        let (request, _) = client.prepare(Numbers).unwrap();
        assert!(request.extensions().get::<Timeout>().is_none());
    };
    tokio::task::spawn_blocking(calls).await.unwrap();
    let asked = server.asked();
    assert_eq!((asked[0].path.as_str(), asked[0].header("x-trace")), ("/moved", Some("canary")));
    assert_eq!((asked[1].path.as_str(), asked[1].header("x-trace")), ("/open", None));
    assert_eq!(asked.len(), 2);
}

#[tokio::test]
async fn a_blocking_client_works_over_any_transport() {
    let (server, router) = Server::in_process();
    server.ok("[1]");
    let builder = by_hand::Client::with_transport("http://garden", Tower::new(router));
    let client = blocking::Client::build(builder).unwrap();
    let silent = client.clone();
    tokio::task::spawn_blocking(move || assert_eq!(client.send(Numbers).unwrap().len(), 1)).await.unwrap();
    server.answer(stalling());
    let late = move || silent.call(Numbers).read_timeout(BRIEF).send().unwrap_err();
    let error = soon(tokio::task::spawn_blocking(late)).await.unwrap();
    assert!(matches!(error.kind(), ErrorKind::TimedOut), "{error}");
}

#[tokio::test]
async fn a_download_of_an_async_client_is_not_read_by_blocking() {
    let server = Server::start().await;
    let client = by_hand::Client::anonymous(server.url()).unwrap();
    let mut download = client.send(Bytes).await.unwrap();
    let error = download.read(&mut [0; 8]).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::Unsupported);
}

#[tokio::test]
async fn a_blocking_client_gives_up_a_response_that_pauses_too_long() {
    let server = Server::start().await;
    server.answer(stalling()).answer(stalling());
    let builder = by_hand::Client::builder(server.url()).read_timeout(BRIEF);
    let client = Client::build(builder).unwrap();
    let calls = move || {
        fails!(client.send(Numbers), ErrorKind::TimedOut);
        // On a busy machine, its first piece is late already.
        let download = client.send(Bytes).map_err(io::Error::from);
        let error = download.and_then(|mut it| it.read_to_end(&mut Vec::new())).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(error.to_string().contains("no response in time"), "{error}");
    };
    soon(tokio::task::spawn_blocking(calls)).await.unwrap();
}
