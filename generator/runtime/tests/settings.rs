//! The settings of a client.

use std::{
    io::{Read, Write},
    time::Duration,
};

use api_runtime::{Body as Sent, BoxError, Error, ErrorKind, Transport, transport::TimedOut};
use axum::body::Body;
use futures_util::stream;

use crate::{
    by_hand::{Client, GardenList, GardenerAuth},
    downloads::soon,
    operations::{Bytes, Described, Numbers},
    server::{self, Server},
};

#[tokio::test]
async fn headers_and_agent_are_sent() {
    let server = Server::start().await;
    let client = Client::anonymous(&format!("{}/behind/a%20path", server.url())).unwrap();
    client.send(Described).await.unwrap();
    assert_eq!(server.last().path, "/behind/a%20path/open");
    assert_eq!(server.last().header("user-agent"), Some("garden-api/7.8.9"));
    let client = Client::builder(&format!("{}/behind/a/path/", server.url()))
        .user_agent("tester")
        .header("X-Trace", "7")
        .header("Content-Type", "text/plain")
        .build()
        .unwrap();
    client.send(Described).await.unwrap();
    let asked = server.last();
    assert_eq!(asked.path, "/behind/a/path/open");
    assert_eq!(asked.header("user-agent"), Some("tester"));
    assert_eq!(asked.header("x-trace"), Some("7"));
    assert_eq!(asked.header("content-type"), Some("application/x-www-form-urlencoded"));
}

#[test]
fn an_invalid_base_url_is_rejected_and_not_shown() {
    for url in [
        "",
        "localhost",
        "ftp://localhost",
        "http://canary:canary@localhost",
        "http://localhost?canary",
        "http://localhost#canary",
        "http://local host",
        "/path",
        "http://canary:99999",
        "http://canary:0/path",
        "http://[::1]:65536",
    ] {
        let error = fails!(Client::anonymous(url), ErrorKind::BaseUrl(_));
        assert_eq!(error.operation(), None);
        assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
    }
}

#[test]
fn a_text_that_is_not_a_url_has_its_reason() {
    for (url, reason) in [
        ("https://localhost\n", "it contains white space or a control character"),
        ("https://b\u{fc}cher.example", "its host is not ASCII: write it in its `xn--` form"),
        ("https://", "it is not a URL"),
    ] {
        let error = Client::anonymous(url).unwrap_err().to_string();
        assert!(error.starts_with(&format!("the base URL is invalid: {reason}; use")), "{error}");
    }
}

#[test]
fn a_base_url_may_have_any_possible_port() {
    for url in
        ["http://h", "http://h:", "http://h:1/path", "https://h:65535", "http://[::1]", "http://[::1]:80"]
    {
        assert!(Client::anonymous(url).is_ok(), "{url}");
    }
}

#[test]
fn an_invalid_header_is_rejected() {
    for (name, value) in [("a b", "c"), ("a", "b\r\nc"), ("", "c")] {
        fails!(Client::builder("http://localhost").header(name, value).build(), ErrorKind::Header { .. });
    }
}

#[tokio::test]
async fn a_response_that_is_too_large_is_rejected() {
    let server = Server::start().await;
    let client = Client::builder(server.url()).max_body(5).build().unwrap();
    server.ok("[1,2]");
    assert_eq!(client.send(Numbers).await.unwrap().len(), 2);
    server.ok("[1,2,3]");
    fails!(client.send(Numbers).await, ErrorKind::TooLarge { limit: 5 });
    server.ok("[1,2,3]");
    fails!(client.send(Bytes).await.unwrap().bytes().await, ErrorKind::TooLarge { limit: 5 });
    // Without its size; and what is read in chunks has no limit.
    let streamed = || Body::from_stream(stream::iter(["[1,", "2,3]"].map(Ok::<_, std::io::Error>)));
    server.answer(streamed()).answer(streamed());
    fails!(client.send(Numbers).await, ErrorKind::TooLarge { limit: 5 });
    let mut download = client.send(Bytes).await.unwrap();
    let mut size = 0;
    while let Some(chunk) = download.chunk().await.unwrap() {
        size += chunk.len();
    }
    assert_eq!(size, 7);
    // A failure is reported, however long it is.
    server.status(500, "x".repeat(100_000));
    let error = client.send(Numbers).await.unwrap_err();
    assert_eq!(error.failure().unwrap().http_status(), 500);
}

#[tokio::test]
async fn a_call_times_out() {
    let (url, _listener) = server::silent().await;
    let client = Client::builder(&url).timeout(Duration::from_millis(50)).build().unwrap();
    fails!(client.send(Described).await, ErrorKind::TimedOut);
    let error = fails!(client.send(Bytes).await, ErrorKind::TimedOut);
    assert!(error.to_string().starts_with("Bytes: no response in time"));
    assert!(TimedOut.to_string().contains("time"));
}

/// A server that announces its responses without end, until the client leaves.
fn flooding_server() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        // Long ones: hyper reads many at once, and a dev build takes seconds for as many bytes of short ones.
        let interim = format!("HTTP/1.1 100 Continue\r\nx: {}\r\n\r\n", "x".repeat(4000)).repeat(10);
        for mut stream in listener.incoming().map_while(Result::ok) {
            // A client takes nothing before its request.
            let mut first = [0];
            let _ = stream.read(&mut first);
            while stream.write_all(interim.as_bytes()).is_ok() {}
        }
    });
    url
}

/// A transport as others write it: its requests have extensions.
#[derive(Clone)]
struct Through<T>(T);

impl<T: Transport> Transport for Through<T> {
    async fn call(&self, request: http::Request<Sent>) -> Result<http::Response<Sent>, BoxError> {
        self.0.call(request).await
    }
}

#[tokio::test]
async fn interim_responses_without_end_are_no_response() {
    let brief = Duration::from_millis(20);
    let builder = || Client::builder(&flooding_server()).read_timeout(None);
    for builder in [builder().timeout(brief), builder().read_timeout(brief)] {
        fails!(soon(builder.build().unwrap().send(Described)).await, ErrorKind::TimedOut);
    }
    let transport = Through(api_runtime::Reqwest::new().unwrap());
    let client = Client::with_transport(&flooding_server(), transport).read_timeout(brief).build().unwrap();
    fails!(soon(client.send(Described)).await, ErrorKind::TimedOut);
}

#[tokio::test]
async fn a_connection_that_fails_has_a_source_without_the_url() {
    // The port is taken, but nobody listens.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("http://{}", socket.local_addr().unwrap());
    let client = Client::new(&url, GardenerAuth::password("ann", "canary")).unwrap();
    let error = fails!(client.send(GardenList::new()).await, ErrorKind::Connect(_));
    assert!(error.to_string().contains("nothing was sent"), "{error}");
    let source = std::error::Error::source(&error).unwrap();
    assert!(!format!("{error} {source} {error:?}").contains("127.0.0.1/"), "{error:?}");
    assert!(!format!("{error} {source} {error:?}").contains("canary"), "{error:?}");
}

#[tokio::test]
async fn reqwest_can_be_configured_but_never_follows_redirects() {
    let server = Server::start().await;
    let settings = reqwest::Client::builder().redirect(reqwest::redirect::Policy::limited(9));
    let transport = api_runtime::Reqwest::with(settings).unwrap();
    let client = Client::with_transport(server.url(), transport).build().unwrap();
    server.answer((http::StatusCode::FOUND, [("location", "/elsewhere")]));
    fails!(client.send(Described).await, ErrorKind::Redirected { .. });
    server.only();
}

/// So `?` works in a program whose errors are `Error` or `Box<dyn Error>`.
#[test]
fn a_transport_fails_with_the_error_of_calls() {
    fn made() -> Result<api_runtime::Reqwest, Error> {
        api_runtime::Reqwest::new()
    }
    fn boxed() -> Result<impl Transport, Box<dyn std::error::Error>> {
        Ok(api_runtime::Reqwest::new()?)
    }
    assert!(made().is_ok() && boxed().is_ok());
    let odd = reqwest::Client::builder().user_agent("a\nb");
    let error = api_runtime::Reqwest::with(odd).err().map(|error| error.to_string());
    assert!(error.is_some_and(|it| it.starts_with("could not connect, so nothing was sent")));
}
