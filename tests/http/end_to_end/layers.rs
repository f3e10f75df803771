//! The example of tower layers.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_runtime::{Body, BoxError, ErrorKind, Operation, Reqwest, Upload};
use backup_server_api::{
    AdminAccountValidateTotp, AdminAuth, AdminListUsers, AdminMetaResourceNew, AdminMetaVersion, Client,
};
use http::{Request, Response};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tower::service_fn;
use tracing_subscriber::filter::LevelFilter;

use self::repeat::Repeat;
use self::stack::{Layers, Limits, layers};
use crate::end_to_end::server::{Answer, Server};

#[path = "../../examples/layers/repeat.rs"]
mod repeat;
#[path = "../../examples/layers/spans.rs"]
mod spans;
#[path = "../../examples/layers/stack.rs"]
mod stack;

const PLENTY: Limits = Limits { at_once: 100, each_second: 10_000 };

fn twice() -> Repeat {
    let operations =
        [AdminListUsers::DESCRIPTOR, AdminAccountValidateTotp::DESCRIPTOR, AdminMetaResourceNew::DESCRIPTOR];
    Repeat::only(&operations, 2, Duration::from_millis(1))
}

fn client(url: &str, auth: AdminAuth, transport: Layers) -> Client<Layers> {
    Client::with_transport(url, transport).credential(auth).build().unwrap()
}

fn overloaded() -> Answer {
    Answer::new(503, "overloaded")
}

#[tokio::test]
async fn a_listed_operation_is_repeated_as_it_was() {
    let server = Server::start().await;
    let transport = layers(Reqwest::new().unwrap(), twice(), PLENTY);
    let client = client(server.url(), AdminAuth::password("admin", "p &"), transport);
    server.answer(overloaded());
    let call = client.call(AdminListUsers::new()).header("X-Trace", "7f3a");
    assert_eq!(call.send().await.unwrap_err().failure().unwrap().http_status(), 503);
    let requests = server.requests();
    assert_eq!(requests.len(), 3, "once, and twice more");
    for request in &requests {
        assert_eq!(request.body, "Username=admin&AuthType=Password&Password=p+%26");
        assert_eq!(request.headers["x-trace"], "7f3a");
        assert_eq!((&request.method, &request.target), (&requests[0].method, &requests[0].target));
    }
    server.answer(Answer::new(200, r#"["alice"]"#));
    assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["alice"]);
    server.request();
    server.answer(Answer::new(403, "no"));
    assert!(client.send(AdminListUsers::new()).await.is_err());
    server.request();
}

#[tokio::test]
async fn what_must_not_be_repeated_is_sent_once() {
    let server = Server::start().await;
    server.answer(overloaded());
    let transport = || layers(Reqwest::new().unwrap(), twice(), PLENTY);
    let password = client(server.url(), AdminAuth::password("admin", "p"), transport());
    assert!(password.send(AdminMetaVersion::new()).await.is_err());
    server.request();
    // Listed, but with a one-time code as a parameter or in the credential, or streamed.
    assert!(password.send(AdminAccountValidateTotp::new("123456")).await.is_err());
    server.request();
    let code = client(server.url(), AdminAuth::password_totp("admin", "p", "123456"), transport());
    assert!(code.send(AdminListUsers::new()).await.is_err());
    server.request();
    let upload = Upload::reader("logo.png", io::Cursor::new("the content"));
    assert!(password.send(AdminMetaResourceNew::new(upload)).await.is_err());
    server.request();
}

#[tokio::test]
async fn a_timeout_is_that_of_all_repetitions() {
    let server = Server::start().await;
    server.answer(overloaded());
    let for_ever = Repeat::only(&[AdminListUsers::DESCRIPTOR], u32::MAX, Duration::from_millis(1));
    let transport = layers(Reqwest::new().unwrap(), for_ever, PLENTY);
    let client = client(server.url(), AdminAuth::password("admin", "p"), transport);
    let call = client.call(AdminListUsers::new()).timeout(Duration::from_millis(500)).send();
    let error = tokio::time::timeout(Duration::from_secs(600), call).await.unwrap().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TimedOut), "{error}");
}

/// Sends listings at the same time to a service that takes `work` for each;
/// returns how many it had at once, and how long all took.
async fn at_the_same_time(count: usize, work: Duration, limits: Limits) -> (usize, Duration) {
    let now = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let counted = most.clone();
    let service = service_fn(move |_: Request<Body>| {
        let (now, most) = (now.clone(), counted.clone());
        async move {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            sleep(work).await;
            now.fetch_sub(1, Ordering::SeqCst);
            Ok::<_, BoxError>(Response::new(Body::from("[]".to_owned())))
        }
    });
    let client =
        client("http://in.process", AdminAuth::password("admin", "p"), layers(service, twice(), limits));
    let (start, mut calls) = (Instant::now(), JoinSet::new());
    for _ in 0..count {
        let client = client.clone();
        calls.spawn(async move { client.send(AdminListUsers::new()).await.unwrap() });
    }
    assert_eq!(calls.join_all().await.len(), count);
    (most.load(Ordering::SeqCst), start.elapsed())
}

// The time of these tests is not the clock's: it passes when all tasks sleep.

#[tokio::test(start_paused = true)]
async fn no_more_requests_than_allowed_run_at_once() {
    let limits = Limits { at_once: 4, ..PLENTY };
    let (most, time) = at_the_same_time(20, Duration::from_secs(10), limits).await;
    assert_eq!((most, time.as_secs()), (4, 50));
}

#[tokio::test(start_paused = true)]
async fn no_more_requests_than_allowed_begin_in_a_second() {
    let limits = Limits { each_second: 5, ..PLENTY };
    let (_, time) = at_the_same_time(20, Duration::ZERO, limits).await;
    assert_eq!(time.as_secs(), 3);
}

#[tokio::test]
async fn each_request_has_a_span_in_that_of_its_call() {
    if tests::passes_alone("end_to_end::layers::each_request_has_a_span_in_that_of_its_call") {
        return;
    }
    let log = tests::Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_max_level(LevelFilter::DEBUG).with_ansi(false);
    subscriber.with_writer(move || writer.clone()).init();
    let mut answers = [503, 200].into_iter();
    let service = service_fn(move |_: Request<Body>| {
        let status = answers.next().unwrap();
        let response = Response::builder().status(status).body(Body::from(r#"["canary"]"#.to_owned()));
        std::future::ready(response.map_err(BoxError::from))
    });
    let transport = layers(service, twice(), PLENTY);
    let client = client("http://in.process", AdminAuth::password("admin", "canary"), transport);
    client.call(AdminListUsers::new()).header("X-Key", "canary").send().await.unwrap();
    let log = log.text();
    let call = r#"call{operation="AdminListUsers" path=/api/v1/admin/list-users}"#;
    for (repetition, status) in [(0, 503), (1, 200)] {
        let request =
            format!(r#"request{{operation="AdminListUsers" repetition={repetition} status={status}}}"#);
        assert!(log.contains(&format!("{call}:{request}")), "{log}");
    }
    assert!(!log.contains("canary"), "{log}");
}
