//! Every named operation of both APIs arrives as the spec says, and its answer
//! becomes the output that the spec says.

use account_portal_api::AccountPortal;
use api_runtime::{Client, Reqwest};
use backup_server_api::BackupServer;
use serde_json::Value;

use crate::answer::{Size, success};
use crate::cases::{Case, TestApi};
use crate::credentials::{Fields, Login};
use crate::request::Sent;
use crate::sample::{Choice, Fill, Sample};
use crate::server::Server;
use crate::spec::{self, Spec};

/// Who sends, who receives, and who is right.
struct Peer<A> {
    server: Server,
    client: Client<A, Reqwest>,
    spec: &'static Spec,
}

/// One way to send every operation.
#[derive(Clone, Copy)]
struct Way {
    choice: Choice,
    credential: Option<Fields>,
    size: Size,
}

const MINIMAL: Way = Way { choice: Choice::Required, credential: Some(Fields::Password), size: Size::Stated };
const MAXIMAL: Way = Way { choice: Choice::All, credential: Some(Fields::All), size: Size::Unknown };

/// Sends an operation and checks both ways.
async fn round_trip<A: TestApi + Login>(peer: &Peer<A>, case: &Case<A>, way: Way) {
    let Peer { server, client, spec } = peer;
    let name = case.descriptor.name;
    let operation = spec.operation(name);
    let (answer, expected) = success(spec, operation, way.size, Fill::Awkward);
    server.answer(answer);
    let client = match way.credential {
        Some(fields) => A::log_in(client, credential_of(spec, operation), fields),
        None => client.clone(),
    };
    let sample = Sample::new(case.descriptor, way.choice, Fill::Awkward);
    let got = (case.send)(client, sample).await.unwrap_or_else(|error| panic!("{error}"));
    let Way { choice, credential, .. } = way;
    let sent = Sent { spec, operation, path: spec::path(operation), choice, fill: Fill::Awkward, credential };
    sent.check(&server.request()).await;
    assert_eq!(got.what, expected, "{name}");
}

/// The credential that an operation takes.
fn credential_of<'a>(spec: &'a Spec, operation: &'a Value) -> &'a str {
    match operation["auth"]["block"].as_str() {
        Some(block) => spec::text(&spec.block(block)["credential"]),
        None => "admin",
    }
}

/// Sends the operations that are taken; gives how many.
async fn all<A: TestApi + Login>(way: Way, takes: impl Fn(&Value) -> bool) -> usize {
    let server = Server::start().await;
    let client = Client::anonymous(server.url()).unwrap();
    let peer = Peer { server, client, spec: spec::of(A::DESCRIPTOR.name) };
    let mut sent = Vec::new();
    for case in A::cases() {
        if takes(peer.spec.operation(case.descriptor.name)) {
            round_trip(&peer, &case, way).await;
            sent.push(case.descriptor.name);
        }
    }
    let in_spec = peer.spec.operations().filter(|operation| takes(operation));
    assert_eq!(sent, in_spec.map(|operation| spec::text(&operation["name"])).collect::<Vec<_>>());
    sent.len()
}

fn every(_: &Value) -> bool {
    true
}

#[tokio::test]
async fn every_server_operation_with_what_is_required() {
    assert_eq!(all::<BackupServer>(MINIMAL, every).await, 223);
}

#[tokio::test]
async fn every_server_operation_with_every_parameter() {
    assert_eq!(all::<BackupServer>(MAXIMAL, every).await, 223);
}

#[tokio::test]
async fn every_portal_operation_with_what_is_required() {
    assert_eq!(all::<AccountPortal>(MINIMAL, every).await, 50);
}

#[tokio::test]
async fn every_portal_operation_with_every_parameter() {
    assert_eq!(all::<AccountPortal>(MAXIMAL, every).await, 50);
}

#[tokio::test]
async fn every_portal_operation_with_the_bearer_header() {
    let way = Way { credential: Some(Fields::Bearer), ..MINIMAL };
    assert_eq!(all::<AccountPortal>(way, every).await, 50);
}

#[tokio::test]
async fn whatever_needs_no_credential_is_sent_without() {
    let needs_none = |operation: &Value| operation["auth"]["required"] != true;
    let way = Way { credential: None, ..MINIMAL };
    let sent = all::<BackupServer>(way, needs_none).await;
    assert!(sent > 10, "the downloads, at least");
    assert_eq!(all::<AccountPortal>(way, needs_none).await, 0);
}
