//! Credentials from a function.

use std::{
    error::Error as _,
    future::ready,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use api_runtime::{
    Body, ClientBuilder, Encode, Error, ErrorKind, Operation, Output, Retry, Transport, Upload,
    transport::TimedOut,
};
use tokio::{task::JoinSet, time::sleep};

use crate::{
    by_hand::{Client, Garden, GardenList, GardenPhoto, GardenWater, GardenerAuth, GardenerAuthType},
    operations::{Described, Hire, HireChecked, Look, Optional, Search},
    retries::{Answer, answer},
};

const SECOND: Duration = Duration::from_secs(1);

/// A server with a gate and the function that its client asks.
#[derive(Clone)]
struct Gate {
    /// The number of calls; the password is `key-` and this number.
    asked: Arc<AtomicUsize>,
    /// The smallest number that the gate accepts.
    accepts: Arc<AtomicUsize>,
    refused: fn() -> Answer,
    /// The forms that were sent.
    sent: Arc<Mutex<Vec<String>>>,
}

impl Transport for Gate {
    async fn call(&self, request: http::Request<Body>) -> Answer {
        let form = request.body().as_bytes().cloned().unwrap_or_default();
        let form = String::from_utf8(form.into()).unwrap();
        self.sent.lock().unwrap().push(form.clone());
        // Many calls are under way at the same time.
        sleep(SECOND).await;
        let header = request.headers().get("x-garden-password").map_or("", |key| key.to_str().unwrap());
        let key = [&form, header].iter().find_map(|text| text.split("key-").nth(1));
        let number = key.map(|key| key[..1].parse::<usize>().unwrap());
        if number.is_none_or(|number| number >= self.accepts.load(Ordering::SeqCst)) {
            answer(200, r#"{"status":"ok","data":[]}"#)
        } else {
            (self.refused)()
        }
    }
}

impl Gate {
    fn new() -> Self {
        let refused = || answer(401, "who are you?");
        Self { asked: Arc::default(), accepts: Arc::default(), refused, sent: Arc::default() }
    }

    fn builder(&self) -> ClientBuilder<Garden, Self> {
        let asked = self.asked.clone();
        Client::with_transport("http://garden", self.clone()).credential_from(move || {
            let asked = asked.clone();
            async move {
                sleep(SECOND).await;
                let number = asked.fetch_add(1, Ordering::SeqCst) + 1;
                Ok::<_, Error>(GardenerAuth::password("ann", format!("key-{number}")))
            }
        })
    }

    fn client(&self) -> Client<Self> {
        self.builder().build().unwrap()
    }

    /// A client that has been asked once, whose credential is no longer accepted.
    async fn expired(&self) -> Client<Self> {
        let client = self.client();
        client.send(GardenList::new()).await.unwrap();
        self.accepts.store(2, Ordering::SeqCst);
        self.sent.lock().unwrap().clear();
        client
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    fn sent(&self) -> Vec<String> {
        self.sent.lock().unwrap().clone()
    }
}

fn form(number: u8) -> String {
    format!("Name=ann&AuthType=Password&Password=key-{number}")
}

/// Sends as many calls at the same time.
async fn together<O>(client: &Client<Gate>, count: usize, operation: fn() -> O) -> Vec<Result<(), Error>>
where
    O: Operation<Api = Garden> + Encode,
    Output<O>: Send,
{
    let mut calls = JoinSet::new();
    for _ in 0..count {
        let client = client.clone();
        calls.spawn(async move { client.send(operation()).await.map(drop) });
    }
    calls.join_all().await
}

#[tokio::test(start_paused = true)]
async fn many_calls_ask_once() {
    let gate = Gate::new();
    let client = gate.client();
    assert_eq!(gate.asked(), 0);
    assert!(together(&client, 20, GardenList::new).await.iter().all(Result::is_ok));
    assert!(together(&client, 20, GardenList::new).await.iter().all(Result::is_ok));
    assert_eq!(gate.asked(), 1);
    assert_eq!(gate.sent(), vec![form(1); 40]);
}

#[tokio::test(start_paused = true)]
async fn only_what_takes_a_credential_asks() {
    let gate = Gate::new();
    let client = gate.client();
    client.send(Described).await.unwrap();
    assert_eq!((gate.asked(), gate.sent()), (0, vec![String::new()]));
    client.send(Optional).await.unwrap();
    assert_eq!((gate.asked(), gate.sent().len()), (1, 2));
    assert_eq!(gate.sent()[1], form(1));
}

#[tokio::test(start_paused = true)]
async fn a_refused_call_is_sent_again_with_a_new_credential() {
    let refusals: [fn() -> Answer; 4] = [
        || answer(401, "who are you?"),
        || answer(200, r#"{"Status":401,"Message":"the session has ended"}"#),
        || answer(200, r#"{"status":"error","code":401,"data":"the session has ended"}"#),
        || answer(500, r#"{"Status":401,"Message":"the session has ended"}"#),
    ];
    for refused in refusals {
        let gate = Gate { refused, ..Gate::new() };
        let client = gate.expired().await;
        client.send(GardenList::new()).await.unwrap();
        assert_eq!((gate.asked(), gate.sent()), (2, vec![form(1), form(2)]));
        // From now on, the new one is sent.
        let response = client.call(GardenList::new()).send_full().await.unwrap();
        assert_eq!(response.http_status(), 200);
        assert_eq!((gate.asked(), gate.sent().len()), (2, 3));
    }
}

/// Of 100 calls that an account may not make, none starts another session.
#[tokio::test(start_paused = true)]
async fn another_failure_asks_for_nothing() {
    for refused in [|| answer(400, "no"), || answer(403, "not for you")] {
        let gate = Gate { refused, ..Gate::new() };
        let client = gate.expired().await;
        for _ in 0..100 {
            client.send(GardenList::new()).await.unwrap_err();
        }
        assert_eq!((gate.asked(), gate.sent().len()), (1, 100));
    }
}

/// The server may have done it before it refused.
#[tokio::test(start_paused = true)]
async fn a_refused_call_that_is_not_repeatable_is_sent_once() {
    let gate = Gate::new();
    let client = gate.expired().await;
    let error = client.send(Hire).await.unwrap_err();
    assert_eq!((error.tries(), gate.asked(), gate.sent()), (1, 1, vec![form(1)]));
    client.send(Hire).await.unwrap();
    assert_eq!((gate.asked(), gate.sent()), (2, vec![form(1), form(2)]), "the next call has another");
    // The operation's block says that this server checks the credential first.
    let gate = Gate::new();
    gate.expired().await.send(HireChecked).await.unwrap();
    assert_eq!((gate.asked(), gate.sent()), (2, vec![form(1), form(2)]));
}

#[tokio::test(start_paused = true)]
async fn the_block_says_which_statuses_refuse_a_credential() {
    let gate = Gate { refused: || answer(419, "expired"), ..Gate::new() };
    let client = gate.expired().await;
    client.send(GardenList::new()).await.unwrap_err();
    assert_eq!((gate.asked(), gate.sent().len()), (1, 1), "not of this one");
    client.send(HireChecked).await.unwrap();
    assert_eq!((gate.asked(), gate.sent().len()), (2, 3));
}

#[tokio::test(start_paused = true)]
async fn parameters_are_sent_again_after_the_credential() {
    let gate = Gate::new();
    let client = gate.expired().await;
    client.send(Search("red rose".to_owned())).await.unwrap();
    assert_eq!(gate.sent(), [1, 2].map(|number| form(number) + "&For=red+rose"));
}

#[tokio::test(start_paused = true)]
async fn many_refused_calls_ask_once_more() {
    let gate = Gate::new();
    let client = gate.expired().await;
    assert!(together(&client, 20, GardenList::new).await.iter().all(Result::is_ok));
    assert_eq!((gate.asked(), gate.sent().len()), (2, 40));
}

#[tokio::test(start_paused = true)]
async fn a_credential_that_never_worked_is_kept_for_a_while() {
    let gate = Gate::new();
    gate.accepts.store(3, Ordering::SeqCst);
    let client = gate.client();
    for _ in 0..100 {
        let error = client.send(GardenList::new()).await.unwrap_err();
        assert_eq!((error.tries(), error.failure().unwrap().http_status().as_u16()), (1, 401));
    }
    assert_eq!((gate.asked(), gate.sent()), (1, vec![form(1); 100]));
    // It may have expired since.
    sleep(600 * SECOND).await;
    client.send(GardenList::new()).await.unwrap_err();
    assert_eq!((gate.asked(), gate.sent().len()), (2, 102));
    // As soon as one works, the next refusal is that of an old one.
    gate.accepts.store(2, Ordering::SeqCst);
    client.send(GardenList::new()).await.unwrap();
    gate.accepts.store(3, Ordering::SeqCst);
    client.send(GardenList::new()).await.unwrap();
    assert_eq!(gate.asked(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_file_and_a_one_time_code_are_not_sent_again() {
    let gate = Gate::new();
    let client = gate.expired().await;
    let photo = || GardenPhoto::new("a", Upload::bytes("a.png", "x"));
    client.send(photo()).await.unwrap_err();
    assert_eq!((gate.asked(), gate.sent().len()), (1, 1));
    client.send(photo()).await.unwrap();
    assert_eq!((gate.asked(), gate.sent().len()), (2, 2), "the next call has a new credential");
    let gate = Gate::new();
    let client = gate.expired().await;
    client.send(GardenWater::new("a", serde_json::json!(1), "0123", None)).await.unwrap_err();
    assert_eq!((gate.asked(), gate.sent().len()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_code_that_was_sent_asks_again() {
    let gate = Gate::new();
    let (asked, counted) = (gate.asked.clone(), gate.asked.clone());
    let client = Client::with_transport("http://garden", gate.clone()).credential_from(move || {
        let code = format!("key-{}", asked.fetch_add(1, Ordering::SeqCst) + 1);
        ready(Ok::<_, Error>(GardenerAuth::new("ann", GardenerAuthType::Code).with_code(code)))
    });
    let client = client.build().unwrap();
    for _ in 0..3 {
        client.send(GardenList::new()).await.unwrap();
    }
    let codes: Vec<_> = gate.sent().iter().map(|form| form.rsplit('=').next().unwrap().to_owned()).collect();
    assert_eq!(
        (codes, counted.load(Ordering::SeqCst)),
        (["key-1", "key-2", "key-3"].map(String::from).into(), 3)
    );
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_that_of_all_waiting_calls() {
    let gate = Gate::new();
    let asked = gate.asked.clone();
    let client = Client::with_transport("http://garden", gate.clone()).credential_from(move || {
        let number = asked.fetch_add(1, Ordering::SeqCst) + 1;
        async move {
            sleep(SECOND).await;
            let cause = std::io::Error::other("the safe is locked");
            if number == 1 { Err(cause) } else { Ok(GardenerAuth::password("ann", "key-2")) }
        }
    });
    let client = client.build().unwrap();
    for result in together(&client, 20, GardenList::new).await {
        let error = fails!(result, ErrorKind::Credential(_));
        assert_eq!((error.operation(), error.tries()), (Some("GardenList"), 0));
        assert!(error.to_string().contains("no credential could be obtained"), "{error}");
        let cause = error.source().unwrap().downcast_ref::<std::io::Error>().unwrap();
        assert_eq!(cause.to_string(), "the safe is locked");
    }
    assert_eq!((gate.asked(), gate.sent().len()), (1, 0));
    client.send(GardenList::new()).await.unwrap();
    assert_eq!((gate.asked(), gate.sent().len()), (2, 1));
}

#[tokio::test(start_paused = true)]
async fn asking_counts_for_the_timeout_of_a_call() {
    let gate = Gate::new();
    let client = gate.client();
    let error = client.call(GardenList::new()).timeout(SECOND / 2).send().await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Credential(cause) if cause.is::<TimedOut>()), "{error:?}");
    assert_eq!(gate.sent().len(), 0);
    client.call(GardenList::new()).timeout(3 * SECOND).send().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn tries_are_counted_with_both_credentials() {
    #[derive(Clone)]
    struct Flaky(Gate, Arc<AtomicUsize>);

    impl Transport for Flaky {
        async fn call(&self, request: http::Request<Body>) -> Answer {
            match self.1.fetch_add(1, Ordering::SeqCst) {
                0 | 2 => self.0.call(request).await,
                _ => answer(503, "overloaded"),
            }
        }
    }

    let gate = Gate::new();
    let flaky = Flaky(gate.clone(), Arc::default());
    let client = gate.builder().transport(flaky).retry(Retry::tries(5)).build().unwrap();
    client.send(Look).await.unwrap();
    gate.accepts.store(9, Ordering::SeqCst);
    // 503, refused, then 503 until there were five.
    let error = client.send(Look).await.unwrap_err();
    assert_eq!((error.tries(), gate.asked()), (5, 2));
    assert_eq!(error.failure().unwrap().http_status(), 503);
}

#[tokio::test(start_paused = true)]
async fn a_request_is_prepared_with_the_last_credential() {
    let gate = Gate::new();
    let client = gate.client();
    fails!(client.prepare(GardenList::new()), ErrorKind::MissingCredential { .. });
    fails!(client.prepare(Optional), ErrorKind::MissingCredential { .. });
    client.prepare(Described).unwrap();
    client.send(GardenList::new()).await.unwrap();
    let (request, _) = client.prepare(GardenList::new()).unwrap();
    assert_eq!(request.body().as_bytes().unwrap(), &form(1));
    assert_eq!(gate.asked(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_credential_replaces_the_function_and_the_other_way_round() {
    let gate = Gate::new();
    let other = gate.client().with_credential(GardenerAuth::password("ann", "key-7"));
    other.send(GardenList::new()).await.unwrap();
    let builder = gate.builder().credential(GardenerAuth::password("ann", "key-8"));
    builder.build().unwrap().send(GardenList::new()).await.unwrap();
    assert_eq!((gate.asked(), gate.sent()), (0, vec![form(7), form(8)]));
}

#[tokio::test(start_paused = true)]
async fn a_client_shows_no_credential_that_it_asked_for() {
    let gate = Gate::new();
    let (builder, client) = (gate.builder(), gate.client());
    client.send(GardenList::new()).await.unwrap();
    let shown = format!("{builder:?} {client:?}");
    assert!(shown.contains("gardener") && !shown.contains("key-1"), "{shown}");
    gate.accepts.store(9, Ordering::SeqCst);
    let repeats = || answer(401, "not key-1, key-2 or key-3");
    let client = Gate { refused: repeats, ..gate }.client();
    for _ in 0..2 {
        let error = client.send(GardenList::new()).await.unwrap_err();
        assert!(error.to_string().contains("[secret]"), "{error}");
    }
}

#[cfg(feature = "blocking")]
#[test]
fn a_blocking_client_asks_too() {
    let gate = Gate::new();
    let client = api_runtime::blocking::Client::build(gate.builder()).unwrap();
    client.send(GardenList::new()).unwrap();
    gate.accepts.store(2, Ordering::SeqCst);
    client.call(GardenList::new()).send().unwrap();
    assert_eq!((gate.asked(), gate.sent()), (2, vec![form(1), form(1), form(2)]));
}
