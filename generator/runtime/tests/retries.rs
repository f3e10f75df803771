//! Calls that are sent again.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use api_runtime::{
    Body, BoxError, ClientBuilder, ErrorKind, Retry, Transport, Upload,
    transport::{CallInfo, NotSent, TimedOut},
};
use serde_json::json;
use tokio::time::Instant;

use crate::{
    alone::log_alone,
    by_hand::{Client, Garden, GardenPhoto, GardenWater, GardenerAuth, GardenerAuthType},
    operations::{Described, Look, LookLong},
};

const SECOND: Duration = Duration::from_secs(1);

pub type Answer = Result<http::Response<Body>, BoxError>;

type Answers = VecDeque<fn() -> Answer>;

/// A transport with prepared responses; all later requests get the last one.
#[derive(Clone, Default)]
pub struct Script {
    answers: Arc<Mutex<Answers>>,
    /// When each request was sent, and the number of its try.
    sent: Arc<Mutex<Vec<(Instant, u32)>>>,
}

impl Transport for Script {
    async fn call(&self, request: http::Request<Body>) -> Answer {
        let info = request.extensions().get::<CallInfo>().unwrap();
        self.sent.lock().unwrap().push((Instant::now(), info.tries));
        let mut answers = self.answers.lock().unwrap();
        let next = answers.pop_front().unwrap();
        if answers.is_empty() {
            answers.push_back(next);
        }
        next()
    }
}

impl Script {
    pub fn of(answers: &[fn() -> Answer]) -> Self {
        let answers = answers.iter().copied().collect();
        Self { answers: Arc::new(Mutex::new(answers)), ..Self::default() }
    }

    fn builder(&self, retry: Retry) -> ClientBuilder<Garden, Self> {
        Client::with_transport("http://garden", self.clone()).retry(retry)
    }

    fn client(&self, retry: Retry) -> Client<Self> {
        self.builder(retry).build().unwrap()
    }

    /// The tries that were sent.
    fn tries(&self) -> Vec<u32> {
        self.sent.lock().unwrap().iter().map(|(_, tries)| *tries).collect()
    }

    /// The pauses between them, in milliseconds.
    fn pauses(&self) -> Vec<u128> {
        let sent = self.sent.lock().unwrap();
        sent.windows(2).map(|pair| (pair[1].0 - pair[0].0).as_millis()).collect()
    }
}

pub fn answer(status: u16, body: &'static str) -> Answer {
    Ok(http::Response::builder().status(status).body(body.into())?)
}

/// A refusal that says when to come back.
fn asks(retry_after: impl AsRef<str>) -> Answer {
    let response = http::Response::builder().status(503).header("retry-after", retry_after.as_ref());
    Ok(response.body(Body::empty())?)
}

fn fine() -> Answer {
    answer(200, r#"{"Status":200,"Text":"fine"}"#)
}

fn overloaded() -> Answer {
    answer(503, "overloaded")
}

fn overloaded_in_a_message() -> Answer {
    answer(200, r#"{"Status":503,"Message":"overloaded"}"#)
}

pub fn not_sent() -> Answer {
    Err(NotSent("refused".into()).into())
}

pub fn broken() -> Answer {
    Err("broken".into())
}

fn late() -> Answer {
    Err(TimedOut.into())
}

/// A body that ends before its stated size.
fn cut_off() -> Answer {
    Ok(http::Response::new(Upload::bytes("", "{").size(9).into_body()))
}

#[tokio::test(start_paused = true)]
async fn by_default_a_call_is_sent_once() {
    let script = Script::of(&[not_sent]);
    let client = Client::with_transport("http://garden", script.clone()).build().unwrap();
    let error = client.send(Look).await.unwrap_err();
    assert_eq!((script.tries(), error.tries()), (vec![1], 1));
    assert!(!error.to_string().contains("times"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn what_may_pass_is_sent_again_if_the_operation_is_repeatable() {
    for failing in [not_sent, broken, late, cut_off, overloaded, overloaded_in_a_message] {
        let script = Script::of(&[failing, failing, fine]);
        script.client(Retry::tries(3)).send(Look).await.unwrap();
        assert_eq!(script.tries(), [1, 2, 3]);
    }
    let passing: [fn() -> Answer; 5] =
        [|| answer(408, ""), || answer(429, ""), || answer(502, ""), || answer(503, ""), || answer(504, "")];
    for failing in passing {
        let script = Script::of(&[failing, fine]);
        script.client(Retry::tries(2)).send(LookLong).await.unwrap();
        assert_eq!(script.tries(), [1, 2]);
    }
}

#[tokio::test(start_paused = true)]
async fn what_does_not_pass_is_sent_once() {
    let failing: [fn() -> Answer; 6] = [
        || answer(400, ""),
        || answer(401, ""),
        || answer(500, "the same each time"),
        || answer(200, r#"{"Status":500,"Message":"no"}"#),
        || answer(302, ""),
        || answer(200, "<html>"),
    ];
    for failing in failing {
        let script = Script::of(&[failing]);
        let error = script.client(Retry::tries(3)).send(Look).await.unwrap_err();
        assert_eq!(script.tries(), [1], "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn other_operations_are_only_sent_again_if_nothing_was_sent() {
    let script = Script::of(&[not_sent, || answer(200, "{}")]);
    script.client(Retry::tries(3)).send(Described).await.unwrap();
    assert_eq!(script.tries(), [1, 2]);
    for failing in [broken, late, cut_off, overloaded, overloaded_in_a_message] {
        let script = Script::of(&[failing]);
        script.client(Retry::tries(3)).send(Described).await.unwrap_err();
        assert_eq!(script.tries(), [1]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_one_time_code_and_a_stream_are_sent_once() {
    let script = Script::of(&[not_sent]);
    let auth = || GardenerAuth::new("ann", GardenerAuthType::Code).with_code("123456");
    let client = script.builder(Retry::tries(3)).credential(auth()).build().unwrap();
    client.send(Look).await.unwrap_err();
    assert_eq!(script.tries(), [1], "a code of the credential");
    // It was not sent, so the next call has it.
    fails!(client.send(Look).await, ErrorKind::Connect(_));
    let client = client.with_credential(GardenerAuth::password("ann", "p"));
    client.send(GardenWater::new("a", json!(1), "123456", None)).await.unwrap_err();
    assert_eq!(script.tries(), [1, 1, 1], "a code of the operation");
    client.send(GardenPhoto::new("a", Upload::bytes("a.png", "x"))).await.unwrap_err();
    assert_eq!(script.tries(), [1, 1, 1, 1], "a multipart form");
    client.send(Look).await.unwrap_err();
    assert_eq!(script.tries()[4..], [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn pauses_double_up_to_the_longest() {
    let script = Script::of(&[overloaded]);
    let retry = Retry::tries(6).first_pause(SECOND).longest_pause(4 * SECOND);
    script.client(retry).send(Look).await.unwrap_err();
    let pauses = script.pauses();
    assert_eq!(pauses.len(), 5);
    for (pause, longest) in pauses.iter().zip([1000, 2000, 4000, 4000, 4000]) {
        assert!((longest / 2..=longest + 1).contains(pause), "{pauses:?}");
    }
    let again = Script::of(&[overloaded]);
    again.client(retry).send(Look).await.unwrap_err();
    assert_ne!(again.pauses(), pauses, "they are random");
}

#[tokio::test(start_paused = true)]
async fn the_server_can_ask_for_a_pause() {
    let in_20_seconds = || asks(httpdate::fmt_http_date(SystemTime::now() + 20 * SECOND));
    let asked: [(fn() -> Answer, _); 5] = [
        (|| asks("7"), 7250..=7501),
        (in_20_seconds, 15_000..=20_501),
        // The past, and what is neither: the usual pause.
        (|| asks("Sun, 06 Nov 1994 08:49:37 GMT"), 250..=501),
        (|| asks("soon"), 250..=501),
        (|| asks("-1"), 250..=501),
    ];
    for (asked, expected) in asked {
        let script = Script::of(&[asked, fine]);
        script.client(Retry::tries(2)).send(Look).await.unwrap();
        assert!(expected.contains(&script.pauses()[0]), "{expected:?}: {:?}", script.pauses());
    }
}

#[tokio::test(start_paused = true)]
async fn a_pause_that_is_too_long_is_not_waited_for() {
    let start = Instant::now();
    for (retry, tries) in [(Retry::tries(2), 1), (Retry::tries(2).longest_pause(Duration::from_secs(40)), 2)]
    {
        let script = Script::of(&[|| asks("31")]);
        let error = script.client(retry).send(Look).await.unwrap_err();
        assert_eq!((error.failure().unwrap().http_status().as_u16(), error.tries()), (503, tries));
    }
    assert_eq!(start.elapsed().as_secs(), 31);
}

#[tokio::test(start_paused = true)]
async fn the_timeout_is_that_of_all_tries() {
    let script = Script::of(&[overloaded]);
    let retry = Retry::tries(u32::MAX).first_pause(SECOND).longest_pause(2 * SECOND);
    let client = script.builder(retry).timeout(Duration::from_secs(20)).build().unwrap();
    let start = Instant::now();
    let error = client.send(Look).await.unwrap_err();
    // The last error, as soon as there is no time for another try.
    assert_eq!(error.failure().unwrap().http_status(), 503);
    assert!((18..=20).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
    assert!((10..=20).contains(&error.tries()), "{error}");
    // A call has its own.
    let error = client.call(Look).timeout(SECOND / 4).send().await.unwrap_err();
    assert_eq!(error.tries(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_has_its_own_setting() {
    let script = Script::of(&[overloaded]);
    let client = script.client(Retry::tries(3));
    assert_eq!(client.call(Look).retry(Retry::never()).send().await.unwrap_err().tries(), 1);
    assert_eq!(client.call(Look).retry(Retry::tries(2)).send_full().await.err().unwrap().tries(), 2);
    let error = client.send(Look).await.unwrap_err();
    assert_eq!(error.tries(), 3);
    let error = Script::of(&[overloaded, || answer(200, "<html>")]).client(Retry::tries(2)).send(Look).await;
    assert_eq!(fails!(error, ErrorKind::Decode(_)).tries(), 2);
    let error = client.send(Look).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Look: failed 3 times: the server refused (HTTP 503 Service Unavailable): overloaded"
    );
}

#[tokio::test(start_paused = true)]
async fn the_span_of_a_call_says_how_often_it_was_sent() {
    let Some(log) = log_alone("retries::the_span_of_a_call_says_how_often_it_was_sent") else { return };
    let script = Script::of(&[overloaded, overloaded, fine]);
    script.client(Retry::tries(3)).send(Look).await.unwrap();
    let first = log.text();
    assert!(first.contains("call{operation=\"Look\" path=/open tries=3}"), "{first}");
    script.client(Retry::tries(3)).send(Look).await.unwrap();
    let text = log.text();
    let second = text.strip_prefix(&first).unwrap();
    assert!(second.contains("status=200") && !second.contains("tries"), "it was sent once: {second}");
}

#[cfg(feature = "blocking")]
#[test]
fn a_blocking_client_sends_again_too() {
    let script = Script::of(&[overloaded, not_sent, fine]);
    let retry = Retry::tries(2).first_pause(Duration::from_millis(2));
    let client = api_runtime::blocking::Client::build(script.builder(retry)).unwrap();
    assert_eq!(client.call(Look).retry(Retry::never()).send().unwrap_err().tries(), 1);
    client.send(Look).unwrap();
    assert_eq!(script.tries(), [1, 1, 2]);
}
