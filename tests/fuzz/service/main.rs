//! Any bytes as a request to either service: no panic, and a response that is valid
//! or has the API's error shape.
#![no_main]

mod input;
mod server;

use std::sync::{LazyLock, atomic::Ordering};

use account_portal_api::AccountPortal;
use api_runtime::server::axum::{Router, body::Body};
use api_runtime::server::{Builder, HttpStatus, axum};
use api_runtime::{Api, ApiDescriptor, Version};
use backup_server_api::BackupServer;
use http::{Method, Request, Response, StatusCode};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use input::{CANARY, Input};
use server::{HANDLED, Server};

/// A server and its settings.
struct Target {
    api: &'static ApiDescriptor,
    router: Router,
    /// HTTP is always 200, and the server is old and has low limits.
    is_odd: bool,
}

impl Target {
    fn new(api: &'static ApiDescriptor, make: fn(Server) -> Builder<Server>, number: u8) -> Self {
        let (is_open, is_odd) = (number & 1 == 0, number & 2 != 0);
        let mut builder = make(Server { is_open });
        if is_odd {
            let builder_of_old = builder.http_status(HttpStatus::AlwaysOk).max_form(512).max_upload(512);
            builder = builder_of_old.server_version(Version::new(20, 0, 0));
        }
        Self { api, router: builder.into_router().expect("a router"), is_odd }
    }
}

static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    let numbers = 0..4;
    let backup = numbers
        .clone()
        .map(|number| Target::new(BackupServer::DESCRIPTOR, backup_server_api::server::complete, number));
    let portal = numbers
        .map(|number| Target::new(AccountPortal::DESCRIPTOR, account_portal_api::server::complete, number));
    backup.chain(portal).collect()
});

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime"));

/// Statuses that an invalid request may get.
const REFUSALS: [u16; 11] = [400, 401, 403, 404, 405, 406, 408, 409, 413, 414, 415];

/// Returns whether it has the API's error shape, with that status.
fn is_refusal(target: &Target, http_status: StatusCode, json: &Value) -> bool {
    let message = target.api.message.and_then(|shape| {
        json[shape.text].as_str()?;
        Some((json[shape.status?].as_u64()?, target.is_odd))
    });
    let envelope = target.api.envelope.and_then(|shape| {
        json[shape.data].as_str()?;
        if json[shape.status] == shape.error { Some((json[shape.code].as_u64()?, false)) } else { None }
    });
    let Some((status, is_hidden)) = message.or(envelope) else { return false };
    let shown = if is_hidden { 200 } else { status };
    REFUSALS.iter().any(|known| u64::from(*known) == status) && u64::from(http_status.as_u16()) == shown
}

fn check(target: &Target, is_handled: bool, status: StatusCode, body: &[u8]) {
    let text = String::from_utf8_lossy(body);
    assert!(!text.contains(CANARY), "the answer contains a secret: {text}");
    if is_handled && (status.is_success() || status.is_redirection()) {
        return;
    }
    let json = serde_json::from_slice(body).unwrap_or_default();
    assert!(is_refusal(target, status, &json), "neither valid nor a refusal: {status} {text}");
}

async fn exchange(router: &Router, request: Request<Body>) -> (StatusCode, Vec<u8>) {
    let response: Response<Body> =
        router.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
    assert!(response.headers().contains_key("x-request-id"), "no id");
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.expect("the whole answer");
    (status, body.into())
}

fuzz_target!(|bytes: &[u8]| {
    let mut input = Input::new(bytes);
    let target = &TARGETS[usize::from(input.byte()) % TARGETS.len()];
    let Some(request) = input.request(target.api) else { return };
    // Neither has a response with a body.
    if [Method::HEAD, Method::OPTIONS].contains(request.method()) {
        let (status, _) = RUNTIME.block_on(exchange(&target.router, request));
        assert!(!status.is_server_error() || status == StatusCode::NOT_IMPLEMENTED, "{status}");
        return;
    }
    let before = HANDLED.load(Ordering::Relaxed);
    let (status, body) = RUNTIME.block_on(exchange(&target.router, request));
    let is_handled = HANDLED.load(Ordering::Relaxed) > before;
    check(target, is_handled, status, &body);
});
