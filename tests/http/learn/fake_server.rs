//! A simulated server that refuses every request that it wouldn't understand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use generator_spec::model::{Api, Operation, Presence, RequestEncoding};
use http::header::{CONTENT_TYPE, LOCATION};
use serde_json::Value;

use crate::learn::play::{self, Reply};
use crate::learn::server::{Change, Simulated};
use crate::support::fake_server::serve;
use tests::random::Random;

/// The responses by operation: JSON, or another text.
pub type Answers = BTreeMap<String, Vec<Value>>;

struct FakeServer {
    api: Api,
    simulated: Simulated,
    random: Random,
    answers: Answers,
    /// Why requests were refused.
    refused: Vec<String>,
}

#[derive(Clone)]
pub struct Served(Arc<Mutex<FakeServer>>);

impl Served {
    /// Starts a simulated server; returns its address.
    pub async fn start(api: Api, simulated: Simulated) -> (Self, String) {
        let fake = FakeServer {
            api,
            simulated,
            random: Random::new(1),
            answers: Answers::new(),
            refused: Vec::new(),
        };
        let served = Self(Arc::new(Mutex::new(fake)));
        let router = Router::new().fallback(handle).with_state(served.clone());
        (served, serve(router).await)
    }

    pub fn heard(&self) -> (Answers, Vec<String>) {
        let fake = self.0.lock().unwrap();
        (fake.answers.clone(), fake.refused.clone())
    }
}

async fn handle(State(served): State<Served>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let is_multipart =
        head.headers.get(CONTENT_TYPE).is_some_and(|it| it.as_bytes().starts_with(b"multipart/"));
    let form = match head.uri.query() {
        Some(query) => query.to_owned(),
        None if is_multipart => names_of_parts(&String::from_utf8_lossy(&body)),
        None => String::from_utf8_lossy(&body).into_owned(),
    };
    let encoding = match (head.uri.query(), is_multipart) {
        (Some(_), _) => RequestEncoding::Query,
        (None, true) => RequestEncoding::Multipart,
        (None, false) => RequestEncoding::Form,
    };
    let mut fake = served.0.lock().unwrap();
    let answer = fake.answer(head.method.as_str(), head.uri.path(), (encoding, &form));
    let (status, content_type, text, target) = answer.unwrap_or_else(|reason| {
        let line = format!("{} {}: {reason}", head.method, head.uri.path());
        fake.refused.push(line.clone());
        (400, "text/plain".to_owned(), line, String::new())
    });
    let mut response = Response::builder().status(status).header(CONTENT_TYPE, content_type);
    if !target.is_empty() {
        response = response.header(LOCATION, target);
    }
    response.body(Body::from(text)).unwrap()
}

impl FakeServer {
    fn answer(
        &mut self,
        method: &str,
        path: &str,
        (encoding, form): (RequestEncoding, &str),
    ) -> Result<Reply, String> {
        let Self { api, simulated, random, answers, .. } = self;
        if let Some(new) = simulated.new.iter().find(|it| it.path == path && method == "POST") {
            let reply = play::reply(&new.returns.sample(random, 0));
            note(answers, &new.path, &reply);
            return Ok(reply);
        }
        let real = simulated
            .operations
            .iter()
            .find(|it| it.path == path && it.method == method)
            .ok_or("no such path")?;
        if real.method == "POST" && encoding != real.encoding {
            return Err(format!("{encoding:?}, not {:?}", real.encoding));
        }
        let operation = api.operation(&real.name).unwrap();
        let names: BTreeSet<String> =
            form_urlencoded::parse(form.as_bytes()).map(|(name, _)| name.into_owned()).collect();
        understood(simulated, operation, &names)?;
        let reply = play::success(api, simulated, real, operation, 0, random);
        note(answers, &real.name, &reply);
        Ok(reply)
    }
}

/// The names in a multipart form, without those of files, as a form.
fn names_of_parts(body: &str) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    let lines = body.lines().filter(|line| line.to_lowercase().starts_with("content-disposition:"));
    for line in lines.filter(|line| !line.contains("filename")) {
        let name = line.split("; name=\"").nth(1).and_then(|rest| rest.split('"').next());
        form.append_pair(name.unwrap(), "");
    }
    form.finish()
}

/// Only known names, and all that are required.
fn understood(simulated: &Simulated, operation: &Operation, names: &BTreeSet<String>) -> Result<(), String> {
    let real = simulated.real(&operation.name);
    let mut left: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    for name in ["Username", "AuthType", "Password"] {
        left.remove(name);
    }
    for parameter in operation.parameters.iter().filter(|it| it.wire != generator_spec::model::Wire::File) {
        let change = real.changes.get(&parameter.name);
        let name = match change {
            Some(Change::Dropped) => continue,
            Some(Change::Renamed(to)) => to,
            _ => &parameter.name,
        };
        let is_required =
            parameter.presence == Presence::Required && !matches!(change, Some(Change::Optional));
        if !left.remove(name.as_str()) && is_required {
            return Err(format!("{name} is missing"));
        }
    }
    for added in &real.added {
        if !left.remove(added.name) && !added.optional {
            return Err(format!("{} is missing", added.name));
        }
    }
    if left.is_empty() { Ok(()) } else { Err(format!("unknown: {left:?}")) }
}

fn note(answers: &mut Answers, name: &str, (_, _, text, target): &Reply) {
    let text = if target.is_empty() { text } else { target };
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.clone()));
    answers.entry(name.to_owned()).or_default().push(value);
}
