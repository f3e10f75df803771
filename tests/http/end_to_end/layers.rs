//! The example of tower layers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_runtime::{Body, BoxError, Retry, transport::NotSent};
use backup_server_api::{AdminAuth, AdminListUsers, Client};
use http::{Request, Response};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tower::service_fn;

use self::stack::{Layers, Limits, layers};

#[path = "../../examples/layers/spans.rs"]
mod spans;
#[path = "../../examples/layers/stack.rs"]
mod stack;

const PLENTY: Limits = Limits { at_once: 100, each_second: 10_000 };

fn client(url: &str, auth: AdminAuth, transport: Layers) -> Client<Layers> {
    Client::with_transport(url, transport).credential(auth).build().unwrap()
}

/// Sends listings at the same time to a service that takes `work` for each;
/// returns the most that it had at once, and the time that all of them took.
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
    let client = client("http://in.process", AdminAuth::password("admin", "p"), layers(service, limits));
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
    let Some(log) = tests::log_alone("end_to_end::layers::each_request_has_a_span_in_that_of_its_call")
    else {
        return;
    };
    let sent = Arc::new(AtomicUsize::new(0));
    let service = service_fn(move |_: Request<Body>| {
        std::future::ready(match sent.fetch_add(1, Ordering::SeqCst) {
            0 => Err(BoxError::from(NotSent("refused".into()))),
            _ => Ok(Response::new(Body::from(r#"["canary"]"#.to_owned()))),
        })
    });
    let transport = layers(service, PLENTY);
    let client = client("http://in.process", AdminAuth::password("admin", "canary"), transport);
    let call = client.call(AdminListUsers::new()).header("X-Key", "canary");
    call.retry(Retry::tries(2).first_pause(Duration::from_millis(1))).send().await.unwrap();
    let log = log.text();
    let call = r#"call{operation="AdminListUsers" path=/api/v1/admin/list-users}"#;
    for request in ["tries=1", "tries=2 status=200"] {
        let request = format!(r#"{call}:request{{operation="AdminListUsers" {request}}}"#);
        assert!(log.contains(&request), "{log}");
    }
    assert!(log.contains("sending again after a pause tries=1"), "{log}");
    assert!(!log.contains("canary"), "{log}");
}
