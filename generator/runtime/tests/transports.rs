//! Transports other than the default one.

use std::{
    cell::Cell,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use api_runtime::{
    Body, BoxError, ErrorKind, Tower, Transport, Upload,
    transport::{CallInfo, NotSent, ReadTimeout, TimedOut, Timeout, Until, try_clone},
};
use futures_util::stream;
use tower::service_fn;
use tower_service::Service;

use crate::{
    by_hand::{Client, GardenList, GardenPhoto, GardenWater, GardenerAuth},
    downloads::{BRIEF, soon, stalling},
    operations::{Bytes, Described, Numbers},
    server::{self, Server},
};

#[tokio::test]
async fn a_router_in_the_same_process_can_be_called() {
    let (server, router) = Server::in_process();
    let client = Client::with_transport("http://garden", Tower::new(router))
        .credential(GardenerAuth::password("ann", "p"))
        .build()
        .unwrap();
    server.ok(r#"{"status":"ok","data":[{}]}"#);
    assert_eq!(client.clone().send(GardenList::new()).await.unwrap().len(), 1);
    assert_eq!(server.last().text(), "Name=ann&AuthType=Password&Password=p");
    server.answer(vec![b'x'; 100]);
    assert_eq!(client.send(Bytes).await.unwrap().bytes().await.unwrap().len(), 100);
}

#[tokio::test]
async fn the_default_transport_is_a_service() {
    let server = Server::start().await;
    let service = Tower::new(api_runtime::Reqwest::new().unwrap());
    let client = Client::with_transport(server.url(), service).build().unwrap();
    server.ok("[1]").answer(stalling()).answer(stalling());
    assert_eq!(client.send(Numbers).await.unwrap().len(), 1);
    for call in [client.call(Numbers).read_timeout(BRIEF), client.call(Numbers).timeout(BRIEF)] {
        fails!(soon(call.send()).await, ErrorKind::TimedOut);
    }
}

#[tokio::test]
async fn the_future_of_a_call_is_small() {
    let client = Client::anonymous("http://garden").unwrap();
    // It is moved wherever a call is made, and is part of the futures of programs.
    let size = size_of_val(&client.send(GardenList::new()));
    assert!(size <= 1024, "{size}");
}

/// reqwest's own time limits need a runtime, which need not be there before the call is awaited.
#[test]
fn a_call_of_the_default_transport_begins_when_it_is_awaited() {
    let reqwest = reqwest::Client::builder().timeout(BRIEF).read_timeout(BRIEF);
    let transport = api_runtime::Reqwest::with(reqwest).unwrap();
    let call = transport.call(http::Request::get("http://127.0.0.1:1/").body(Body::empty()).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let error = runtime.block_on(call).err().unwrap();
    assert!(error.is::<NotSent>(), "{error}");
}

fn empty() -> stream::Empty<Result<&'static str, BoxError>> {
    stream::empty()
}

#[test]
fn a_body_in_memory_can_be_sent_again() {
    let body = Body::from("form".to_owned());
    assert_eq!(body.try_clone().unwrap().as_bytes(), body.as_bytes());
    assert!(Body::stream(empty()).try_clone().is_none());
}

/// A service that must be ready before it is called, once for each call.
#[derive(Clone, Default)]
struct Strict {
    // Not `Sync`, as many stacks of middleware are not.
    ready: Cell<bool>,
    calls: Arc<AtomicUsize>,
    timeouts: Arc<Mutex<Vec<Option<Timeout>>>>,
    read_timeouts: Arc<Mutex<Vec<Option<ReadTimeout>>>>,
}

impl Service<http::Request<Body>> for Strict {
    type Response = http::Response<Body>;
    type Error = BoxError;
    type Future = std::future::Ready<Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.ready.set(true);
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        assert!(self.ready.get(), "called before it was ready");
        self.timeouts.lock().unwrap().push(request.extensions().get().copied());
        self.read_timeouts.lock().unwrap().push(request.extensions().get().copied());
        std::future::ready(match self.calls.fetch_add(1, Ordering::SeqCst) {
            0 | 1 => Ok(http::Response::new(Body::from("[]".to_owned()))),
            2 => Err(TimedOut.into()),
            3 => Err("broken".into()),
            _ => Err(NotSent("refused".into()).into()),
        })
    }
}

#[tokio::test]
async fn a_service_is_called_when_it_is_ready_and_once() {
    let service = Strict::default();
    let client = Client::builder("http://garden").timeout(Duration::from_secs(3));
    let client = client.transport(Tower::new(service.clone())).build().unwrap();
    client.send(Numbers).await.unwrap();
    client.send(Bytes).await.unwrap();
    fails!(client.send(Numbers).await, ErrorKind::TimedOut);
    let error = client.send(Described).await.unwrap_err();
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "broken");
    assert_eq!(service.calls.load(Ordering::SeqCst), 4);
    let error = fails!(client.send(Described).await, ErrorKind::Connect(_));
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "refused");
    let timeouts = service.timeouts.lock().unwrap();
    let until: Vec<_> = timeouts.iter().map(|timeout| timeout.unwrap().until).collect();
    assert_eq!(until, [Until::End, Until::Head, Until::End, Until::End, Until::End]);
    let read_timeouts = service.read_timeouts.lock().unwrap();
    assert_eq!(*read_timeouts, [Some(ReadTimeout(Duration::from_secs(60))); 5], "of every operation");
    assert_eq!(format!("{:?}", Tower::new(())), "Tower { .. }");
}

#[tokio::test]
async fn a_timeout_is_that_of_everything_that_a_service_does() {
    // Its layers try again for ever.
    let trying = Tower::new(service_fn(|_: http::Request<Body>| {
        std::future::pending::<Result<http::Response<Body>, BoxError>>()
    }));
    let client = Client::with_transport("http://garden", trying).timeout(BRIEF).build().unwrap();
    for late in [soon(client.send(Numbers)).await.err(), soon(client.send(Bytes)).await.err()] {
        let error = late.unwrap();
        assert!(matches!(error.kind(), ErrorKind::TimedOut), "{error}");
    }
    let (server, router) = Server::in_process();
    let client =
        Client::with_transport("http://garden", Tower::new(router)).timeout(BRIEF).read_timeout(None);
    let client = client.build().unwrap();
    server.answer(stalling()).answer(stalling());
    fails!(soon(client.send(Numbers)).await, ErrorKind::TimedOut);
}

/// A transport that resends requests that timed out, and records the time that each had left.
#[derive(Clone)]
struct Twice<T>(T, Arc<Mutex<Vec<Duration>>>);

impl<T: Transport> Transport for Twice<T> {
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let again = try_clone(&request).unwrap();
        let left = |request: &http::Request<Body>| request.extensions().get::<Timeout>().unwrap().left();
        self.1.lock().unwrap().push(left(&request));
        let _ = self.0.call(request).await;
        self.1.lock().unwrap().push(left(&again));
        self.0.call(again).await
    }
}

#[tokio::test]
async fn a_request_that_is_sent_again_has_the_time_that_is_left() {
    let (url, _silent) = server::silent().await;
    let transport = Twice(api_runtime::Reqwest::new().unwrap(), Arc::default());
    let client = Client::with_transport(&url, transport.clone()).timeout(BRIEF).build().unwrap();
    fails!(soon(client.send(Numbers)).await, ErrorKind::TimedOut);
    let left = transport.1.lock().unwrap();
    assert!(left[0] <= BRIEF && left[1..] == [Duration::ZERO], "{left:?}");
}

#[test]
fn a_request_is_copied_unless_it_can_be_sent_only_once() {
    let client = Client::new("http://garden", GardenerAuth::password("ann", "p")).unwrap();
    let call = client.call(GardenList::new()).header("X-Trace", "7f3a").timeout(BRIEF);
    let (request, _) = call.prepare().unwrap();
    let copy = try_clone(&request).unwrap();
    assert_eq!((copy.method(), copy.uri()), (request.method(), request.uri()));
    assert_eq!((copy.headers(), copy.version()), (request.headers(), request.version()));
    assert_eq!(copy.body().as_bytes(), request.body().as_bytes());
    assert!(copy.body().as_bytes().is_some_and(|body| !body.is_empty()));
    assert_eq!(copy.extensions().get::<Timeout>(), request.extensions().get::<Timeout>());
    assert_eq!(copy.extensions().get::<CallInfo>().unwrap().operation.name, "GardenList");

    let water = GardenWater::new("rose", serde_json::json!({}), "012345", None);
    assert!(try_clone(&client.prepare(water).unwrap().0).is_none(), "a one-time code");
    let photo = GardenPhoto::new("rose", Upload::stream("a", empty()));
    assert!(try_clone(&client.prepare(photo).unwrap().0).is_none(), "a stream");
}

#[test]
fn the_default_transport_shows_none_of_its_settings() {
    let mut headers = http::HeaderMap::new();
    headers.insert("x-key", http::HeaderValue::from_static("canary"));
    let proxy = reqwest::Proxy::all("http://user:canary@localhost").unwrap();
    let builder = reqwest::Client::builder().default_headers(headers).proxy(proxy);
    let transport = api_runtime::Reqwest::with(builder).unwrap();
    assert!(!format!("{transport:?}").contains("canary"), "{transport:?}");
}
