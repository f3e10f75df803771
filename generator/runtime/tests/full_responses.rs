//! Outputs with their responses.

use std::{convert::Infallible, time::Duration};

use api_runtime::ErrorKind;
use axum::{body::Body, response::Response};
use futures_util::stream;

use crate::{
    by_hand::GardenList,
    downloads::soon,
    operations::{Bytes, Described, Numbers, Redirect, Text},
    server::Server,
};

#[tokio::test]
async fn an_output_comes_with_its_response() {
    let (server, client) = Server::gardener().await;
    let body = r#"{"status":"ok", "data":[{"id":"a"}]}"#;
    server.answer((http::StatusCode::CREATED, [("x-request", "7f3a"), ("set-cookie", "canary")], body));
    let response = client.call(GardenList::new()).send_full().await.unwrap();
    assert_eq!(response.value[0].id.as_deref(), Some("a"));
    assert_eq!(response.http_status(), 201);
    assert_eq!(response.headers()["x-request"], "7f3a");
    assert_eq!(response.text(), Some(body), "with its envelope, byte for byte");
    assert_eq!(response.body(), body);

    server.ok("canary");
    let response = client.call(Text).send_full().await.unwrap();
    assert_eq!((response.value.as_str(), response.text()), ("canary", Some("canary")));
    let shown = format!("{response:?}");
    assert!(shown.contains("200") && shown.contains("6 bytes") && !shown.contains("canary"), "{shown}");
}

/// A response whose head is there at once, and its body later.
fn late(text: &'static str, pause: Duration) -> Response {
    // The pause starts when the head is sent: before that, no time is measured.
    let body = async move {
        tokio::time::sleep(pause).await;
        Ok::<_, Infallible>(text)
    };
    Response::new(Body::from_stream(stream::once(body)))
}

#[tokio::test]
async fn the_time_is_that_of_the_response() {
    let (server, client) = Server::anonymous().await;
    let pause = Duration::from_millis(80);
    server.answer(late("[1]", pause));
    let response = soon(client.call(Numbers).send_full()).await.unwrap();
    assert!(response.elapsed() >= pause, "{:?}", response.elapsed());
}

#[tokio::test]
async fn a_download_keeps_its_body_to_itself() {
    let (server, client) = Server::anonymous().await;
    server.answer(([("content-type", "image/png")], vec![b'x'; 200_000]));
    let response = client.call(Bytes).send_full().await.unwrap();
    assert_eq!(response.headers()["content-type"], "image/png");
    assert_eq!(response.text(), Some(""));
    assert_eq!(response.value.bytes().await.unwrap().len(), 200_000);

    server.answer((http::StatusCode::FOUND, [("location", "/there")], "ignored"));
    let response = client.call(Redirect).send_full().await.unwrap();
    assert_eq!((response.value.as_str(), response.http_status().as_u16()), ("/there", 302));
    assert_eq!(response.text(), Some(""));
}

#[tokio::test]
async fn a_failure_has_the_headers_of_its_response() {
    let (server, client) = Server::anonymous().await;
    let headers = [("retry-after", "30"), ("set-cookie", "canary")];
    server.answer((http::StatusCode::TOO_MANY_REQUESTS, headers, "slow down"));
    let error = client.call(Described).send_full().await.unwrap_err();
    let failure = error.failure().unwrap();
    assert_eq!(failure.headers()["retry-after"], "30");
    assert_eq!(failure.message(), "slow down");
    assert!(!format!("{error} {error:?}").contains("canary"), "{error:?}");
    server.ok("no numbers");
    fails!(client.call(Numbers).send_full().await, ErrorKind::Decode(_));
}
