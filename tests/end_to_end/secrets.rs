//! A canary in every secret of every operation, credential and type: it arrives
//! where it has to, and shows nowhere.

use std::collections::BTreeSet;
use std::error::Error as _;
use std::io;
use std::sync::{Arc, Mutex};

use account_portal_api::AccountPortal;
use api_runtime::{Client, Error, Reqwest, Secret};
use backup_server_api::BackupServer;
use http::StatusCode;
use serde_json::Value;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::FmtSpan;

use crate::answer::{Size, success};
use crate::cases::{Case, TestApi, What};
use crate::credentials::{self, Fields, Login};
use crate::request::Sent;
use crate::sample::{CANARY, Choice, Fill, OPAQUE, Sample, canary};
use crate::server::{Answer, Content, Server};
use crate::spec::{self, Spec, list, text};

fn hides_all(shown: &str) {
    assert!(!shown.contains(CANARY), "{shown}");
    assert!(!shown.contains(OPAQUE), "{shown}");
}

/// Everything that an error shows, its causes included.
fn shown(error: &Error) -> String {
    let mut shown = format!("{error}\n{error:?}\n{error:#?}");
    if let Some(failure) = error.failure() {
        shown.push_str(&format!("\n{failure}\n{failure:?}\n{}", failure.message()));
    }
    let mut source = error.source();
    while let Some(cause) = source {
        shown.push_str(&format!("\n{cause}\n{cause:?}"));
        source = cause.source();
    }
    shown
}

/// What is traced by all threads: no test may show a secret.
#[derive(Clone, Default)]
struct Trace(Arc<Mutex<Vec<u8>>>);

impl io::Write for Trace {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Trace {
    fn start() -> Self {
        let trace = Self::default();
        let writer = trace.clone();
        let all =
            tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE).with_span_events(FmtSpan::FULL);
        all.with_ansi(false).with_writer(move || writer.clone()).init();
        trace
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

/// One operation, and how its client is logged in.
struct Probe<'a, A> {
    server: &'a Server,
    client: &'a Client<A, Reqwest>,
    spec: &'a Spec,
    case: &'a Case<A>,
    fields: Fields,
}

impl<A: TestApi + Login> Probe<'_, A> {
    fn operation(&self) -> &Value {
        self.spec.operation(self.case.descriptor.name)
    }

    fn sample(&self) -> Sample {
        Sample::new(self.case.descriptor, Choice::All, Fill::Canaries)
    }

    async fn send(&self) -> Result<crate::cases::Got, Error> {
        let block = self.operation()["auth"]["block"].as_str();
        let name = if block == Some("user") { "user" } else { "admin" };
        let client = A::log_in(self.client, name, self.fields);
        hides_all(&format!("{client:?}{client:#?}"));
        (self.case.send)(client, self.sample()).await
    }

    /// The secrets arrive, and what comes back is there but does not show.
    async fn succeeds(&self) -> What {
        let (spec, operation) = (self.spec, self.operation());
        let (answer, expected) = success(spec, operation, Size::Stated, Fill::Canaries);
        self.server.answer(answer);
        let got = self.send().await.unwrap_or_else(|error| panic!("{error}"));
        let (choice, fill, credential) = (Choice::All, Fill::Canaries, Some(self.fields));
        let sent = Sent { spec, operation, path: spec::path(operation), choice, fill, credential };
        sent.check(&self.server.request()).await;
        hides_all(&(self.case.debug)(self.sample()));
        hides_all(&got.debug);
        assert_eq!(got.what, expected);
        expected
    }

    /// The server repeats all that it got, in a failure or instead of an output.
    /// Whether it was seen that a secret was taken out.
    async fn fails(&self, status: u16, content: Content) -> bool {
        let mut answer = Answer::new(200, "").content(content.clone());
        answer.status = StatusCode::from_u16(status).unwrap();
        self.server.answer(answer);
        let result = self.send().await;
        let form = self.server.request().body;
        let has_secret = String::from_utf8_lossy(&form).contains(CANARY);
        let Err(error) = result else { return !has_secret };
        hides_all(&shown(&error));
        !has_secret || error.failure().is_some_and(|failure| failure.message().contains("[secret]"))
    }
}

async fn every_operation<A: TestApi + Login>(fields: Fields) {
    let server = Server::start().await;
    let client = Client::anonymous(server.url()).unwrap();
    let spec = spec::of(A::DESCRIPTOR.name);
    let mut outputs = String::new();
    for case in A::cases() {
        let probe = Probe { server: &server, client: &client, spec, case: &case, fields };
        if let What::Value(value) = probe.succeeds().await {
            outputs.push_str(&value.to_string());
        }
        let mut taken_out = false;
        for status in [200, 500] {
            taken_out |= probe.fails(status, Content::EchoJson).await;
            taken_out |= probe.fails(status, Content::EchoText).await;
        }
        assert!(taken_out, "{} repeats its secrets", case.descriptor.name);
    }
    for field in secret_fields(spec) {
        let canary = serde_json::json!(canary(field)).to_string();
        assert!(outputs.contains(&canary), "no output has the secret field {field}");
    }
}

/// Names of the secret fields of all types.
fn secret_fields(spec: &Spec) -> BTreeSet<&str> {
    let fields = spec.types().iter().flat_map(|ty| list(&ty["fields"]));
    fields.filter(|field| field["secret"] == true).map(|field| text(&field["name"])).collect()
}

#[tokio::test]
async fn no_secret_shows_in_debug_errors_or_traces() {
    let trace = Trace::start();
    every_operation::<BackupServer>(Fields::All).await;
    every_operation::<AccountPortal>(Fields::All).await;
    every_operation::<AccountPortal>(Fields::Bearer).await;
    let trace = trace.text();
    for name in names::<BackupServer>().chain(names::<AccountPortal>()) {
        assert!(trace.contains(&format!("operation=\"{name}\"")), "{name} is traced");
    }
    assert!(trace.contains("hyper"), "the crates below are traced");
    let line = trace.lines().find(|line| line.contains(CANARY) || line.contains(OPAQUE));
    assert_eq!(line, None);
}

fn names<A: TestApi>() -> impl Iterator<Item = &'static str> {
    A::cases().into_iter().map(|case| case.descriptor.name)
}

#[test]
fn no_secret_shows_in_debug_of_what_a_client_is_made_of() {
    let builder = Client::<BackupServer, _>::builder("http://localhost").credential(credentials::admin());
    let builder = builder.header("x-key", CANARY);
    let token = Client::<AccountPortal, _>::builder("http://localhost").credential(credentials::token());
    hides_all(&format!("{builder:?}{builder:#?}{token:?}"));
    let (client, bearer) = (builder.build().unwrap(), credentials::token().in_bearer_header());
    hides_all(&format!("{client:?}{bearer:?}"));
    hides_all(&format!("{:?}{:?}", credentials::admin(), credentials::user()));
    hides_all(&format!("{:?}", Secret::from(CANARY)));
    let request = client.prepare(backup_server_api::AdminListUsers::new()).unwrap();
    hides_all(&format!("{request:?}"));
}
