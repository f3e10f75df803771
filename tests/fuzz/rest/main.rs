//! Any bytes as a request to a REST server, and as the response that its client gets: what no
//! handler gets is refused, what a handler gets can be sent by the client, and an error of the
//! client keeps the response.
#![no_main]

mod message;
mod server;

use std::sync::LazyLock;

use api_runtime::server::axum::{self, Router, body::Body};
use http::{HeaderValue, Method, Request, StatusCode};
use libfuzzer_sys::fuzz_target;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use message::Message;
use server::{House, KEY, KEY_HEADER, REACHED};

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime"));

static ROUTERS: LazyLock<[Router; 3]> = LazyLock::new(|| {
    [
        places_api::server::complete(House).into_router().expect("a router"),
        results_api::server::complete(House).into_router().expect("a router"),
        types_api::server::complete(House).into_router().expect("a router"),
    ]
});

/// Sends a request. Whatever isn't refused has reached a handler.
async fn exchange(router: &Router, request: Request<Body>) -> StatusCode {
    let is_bare = [Method::HEAD, Method::OPTIONS].contains(request.method());
    let has_key = request.headers().get(KEY_HEADER).is_some_and(|key| key == KEY);
    let response = router.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
    let (head, body) = response.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.expect("the whole response");
    let text = String::from_utf8_lossy(&body);
    assert!(!text.contains(KEY), "a secret in {text}");
    match head.status {
        REACHED => assert!(has_key || server::is_open(), "no credential"),
        status if is_bare => assert!(!status.is_server_error(), "{status}"),
        status => {
            assert!(status.is_client_error(), "{status} {text}");
            // A refusal has the type that the operation declares for failures, or is a text.
            let content_type =
                head.headers.get("content-type").map(HeaderValue::as_bytes).unwrap_or_default();
            match content_type {
                b"application/json" => {
                    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}")
                }
                other => assert!(other.starts_with(b"text/plain"), "{other:?}"),
            }
            assert!(!text.is_empty(), "no reason for {status}");
        }
    }
    head.status
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let router = &ROUTERS[usize::from(*first) % ROUTERS.len()];
    let (request, response) = message::halves(bytes);
    let Some(mut request) = Message::of(request).request() else { return };
    if !request.headers().contains_key(KEY_HEADER) {
        request.headers_mut().insert(KEY_HEADER, HeaderValue::from_static(KEY));
    }
    server::begin(router.clone(), response);
    RUNTIME.block_on(exchange(router, request));
});
