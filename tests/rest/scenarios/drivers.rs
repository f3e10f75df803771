//! The drivers of scenarios.

use std::collections::BTreeMap;
use std::sync::Arc;

use api_runtime::blocking;
use api_runtime::cassette::{Recorder, Replayer};
use axum::body::{Body, to_bytes};
use http::{HeaderMap, Request, Response};
use serde_json::Value;
use shelf_api::mock::Mock;
use tower::ServiceExt as _;

use super::bench::Bench;
use super::operations::{Ended, LISTS, OPERATIONS, Operation};
use super::scenario::{Answer, Credential, Exchange, Headers, Scenario, body, same, same_body, set};
use super::{AnyTransport, KEY, REQWEST, builder, client, command};
use crate::server::{Asked, Server};

type Played = Result<(), String>;

/// Plays a scenario; returns what isn't as it says.
pub async fn play(driver: &str, scenario: Arc<Scenario>) -> Played {
    if driver == "server" {
        return server(&scenario).await;
    }
    let name = scenario.call.as_deref().unwrap_or_default();
    let table = if scenario.items.is_some() { &LISTS } else { &OPERATIONS };
    let operation = table.get(name).ok_or_else(|| format!("there is no {name}"))?;
    match driver {
        "client" => client_sends(&scenario, operation).await,
        "blocking" => blocking_client_sends(&scenario, operation).await,
        "mock" => mock_answers(&scenario, operation).await,
        "cassette" => cassette_replays(&scenario, operation).await,
        _ => command_runs(scenario.clone(), operation).await,
    }
}

async fn client_sends(scenario: &Scenario, operation: &Operation) -> Played {
    shows_no_secret("Debug", &(operation.debug)(scenario))?;
    let server = answering(scenario).await;
    let ended = (operation.send)(&client(server.url(), scenario), scenario).await;
    ends(scenario, ended)?;
    asked(scenario, &server)
}

async fn blocking_client_sends(scenario: &Arc<Scenario>, operation: &'static Operation) -> Played {
    let (server, scenario) = (answering(scenario).await, scenario.clone());
    let play = move || {
        let client =
            blocking::Client::build(builder(server.url(), scenario.credential, REQWEST.clone())).unwrap();
        ends(&scenario, tokio::runtime::Handle::current().block_on((operation.block)(&client, &scenario)))?;
        asked(&scenario, &server)
    };
    tokio::task::spawn_blocking(play).await.map_err(|error| error.to_string())?
}

async fn mock_answers(scenario: &Arc<Scenario>, operation: &Operation) -> Played {
    let mock = Mock::new();
    (operation.expect)(&mock, scenario);
    let transport = AnyTransport::new(mock.transport());
    let client = builder("http://mock.invalid", scenario.credential, transport).build().unwrap();
    let ended = ends(scenario, (operation.send)(&client, scenario).await);
    let checked = mock.check().map_err(|unmet| unmet.to_string());
    std::mem::forget(mock);
    ended.and(checked)
}

async fn cassette_replays(scenario: &Scenario, operation: &Operation) -> Played {
    let (server, folder) = (answering(scenario).await, tempfile::tempdir().unwrap());
    let path = folder.path().join("shelf.jsonl");
    let recorder = Recorder::create(&path, REQWEST.clone()).unwrap();
    let client = builder(server.url(), scenario.credential, AnyTransport::new(recorder)).build().unwrap();
    ends(scenario, (operation.send)(&client, scenario).await)?;
    shows_no_secret("the recording", &std::fs::read_to_string(&path).unwrap())?;
    let replayer = Replayer::open(&path).unwrap();
    let transport = AnyTransport::new(replayer.clone());
    let client = builder("http://replay.invalid/elsewhere", scenario.credential, transport).build().unwrap();
    ends(scenario, (operation.send)(&client, scenario).await).map_err(|why| format!("replayed: {why}"))?;
    same("the rest of the recording", &Value::Array(vec![]), &replayer.unused().into())
}

async fn command_runs(scenario: Arc<Scenario>, operation: &'static Operation) -> Played {
    let server = answering(&scenario).await;
    let play = move || {
        let (is_done, printed, errors) = command::run(&scenario, operation, server.url());
        shows_no_secret("standard error", &errors)?;
        match &scenario.error {
            None if !is_done => return Err(errors),
            Some(error) if is_done || !errors.contains(without_end(error)) => {
                return Err(format!("it prints {errors:?}, expected {error:?}"));
            }
            _ => {}
        }
        asked(&scenario, &server)?;
        let answers = scenario.exchanges();
        match (&scenario.items, answers.last()) {
            (Some(items), _) if is_done => same_body("the output", Some(&items.clone().into()), &printed),
            // Only headers are a result, too.
            (None, Some(last)) if is_done && last.answer.body.is_none() && !printed.is_empty() => {
                let has = |value: &String| last.answer.headers.values().flatten().any(|given| given == value);
                let headers: BTreeMap<String, String> = serde_json::from_str(&printed).unwrap_or_default();
                let is_own = !headers.is_empty() && headers.values().all(has);
                if is_own { Ok(()) } else { Err(format!("it prints {printed:?}")) }
            }
            (None, Some(last)) if is_done => {
                same_body("the output", last.answer.body.as_ref(), printed.trim_end())
            }
            _ => Ok(()),
        }
    };
    tokio::task::spawn_blocking(play).await.map_err(|error| error.to_string())?
}

/// An error as the program prints it: without its operation, and what follows `…`.
fn without_end(error: &str) -> &str {
    let text = error.split_once(": ").map_or(error, |(_, text)| text);
    text.trim_end_matches('…')
}

async fn server(scenario: &Arc<Scenario>) -> Played {
    let router = Bench::router(scenario);
    for exchange in scenario.exchanges() {
        let request = request(scenario, &exchange);
        let response = router.clone().oneshot(request).await.unwrap();
        let is_bare = exchange.send.starts_with("HEAD ");
        responds(&exchange.answer, response, is_bare)
            .await
            .map_err(|why| format!("{}: {why}", exchange.send))?;
    }
    Ok(())
}

fn request(scenario: &Scenario, exchange: &Exchange) -> Request<Body> {
    let (method, target) = exchange.send.split_once(' ').unwrap();
    let mut request = Request::builder().method(method).uri(target);
    let headers = exchange.headers();
    if scenario.credential == Credential::Key && !headers.contains_key("x-key") {
        request = request.header("x-key", KEY);
    }
    request = set(headers).fold(request, |request, (name, value)| request.header(name, value));
    request.body(body(exchange.body.as_ref()).into()).unwrap()
}

async fn responds(expected: &Answer, response: Response<Body>, is_bare: bool) -> Played {
    let (head, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let text = String::from_utf8_lossy(&body);
    if head.status.as_u16() != expected.status() {
        return Err(format!("the status is {}, expected {}: {text}", head.status, expected.status()));
    }
    if head.status.as_u16() >= 400 {
        shows_no_secret("the response", &text)?;
    }
    have(&expected.headers(), &head.headers)?;
    if is_bare { Ok(()) } else { same_body("the body", expected.body.as_ref(), &text) }
}

/// A server that sends the responses of a scenario.
async fn answering(scenario: &Scenario) -> Server {
    let server = Server::start().await;
    for Exchange { mut answer, .. } in scenario.exchanges() {
        let own = |text: &str| text.replace("$URL", server.url());
        let body = own(&body(answer.body.as_ref()));
        answer.headers.values_mut().flatten().for_each(|value| *value = own(value));
        server.answer(answer.response(Body::from(body)));
    }
    server
}

/// Compares the requests that a server got.
fn asked(scenario: &Scenario, server: &Server) -> Played {
    let (expected, asked) = (scenario.exchanges(), server.asked());
    let lines: Vec<String> = asked.iter().map(line).collect();
    let sent: Vec<&str> = expected.iter().map(|exchange| exchange.send.as_str()).collect();
    if sent != lines {
        return Err(format!("it sends {lines:#?}, expected {sent:#?}"));
    }
    for (exchange, asked) in expected.iter().zip(&asked) {
        have(&exchange.headers(), &asked.headers)?;
        same_body("the body that is sent", exchange.body.as_ref(), &String::from_utf8_lossy(&asked.body))?;
    }
    Ok(())
}

fn line(Asked { method, path, query, .. }: &Asked) -> String {
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{method} {path}{mark}{query}")
}

/// Compares some headers.
fn have(expected: &Headers, found: &HeaderMap) -> Played {
    expected.iter().try_for_each(|(name, value)| {
        let found = found.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
        same(&format!("the header {name}"), &value.as_deref().into(), &found.as_deref().into())
    })
}

/// Compares what comes of a call.
fn ends(scenario: &Scenario, (value, error): Ended) -> Played {
    let text = error.as_ref().map(ToString::to_string);
    let debug = format!("{text:?} {error:?}");
    shows_no_secret("the error", &debug)?;
    same(&format!("the error ({debug})"), &scenario.error.as_deref().into(), &text.into())?;
    let expected = scenario.items.clone().map(Value::Array).or_else(|| scenario.output.clone());
    expected.map_or(Ok(()), |expected| same("the output", &expected, &value))
}

fn shows_no_secret(what: &str, text: &str) -> Played {
    if text.contains("canary") { Err(format!("{what} shows a secret: {text}")) } else { Ok(()) }
}
