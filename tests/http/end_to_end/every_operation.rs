//! Every named operation of both APIs arrives as the spec says, and its response
//! becomes the output that the spec says.

use account_portal_api::AccountPortal;
use backup_server_api::BackupServer;
use serde_json::Value;

use crate::end_to_end::peer::{MAXIMAL, MINIMAL, Peer, Way};
use crate::support::cases::TestApi;
use crate::support::credentials::Fields;
use crate::support::spec::text;

/// Sends the operations that are taken; returns how many.
async fn all<A: TestApi>(way: Way, takes: impl Fn(&Value) -> bool) -> usize {
    let peer = Peer::<A>::start().await;
    let mut sent = Vec::new();
    for case in A::cases() {
        if takes(peer.operation(&case)) {
            peer.round_trip(&case, way).await;
            sent.push(case.descriptor.name);
        }
    }
    let in_spec = peer.spec.operations().filter(|operation| takes(operation));
    assert_eq!(sent, in_spec.map(|operation| text(&operation["name"])).collect::<Vec<_>>());
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
async fn every_portal_operation_with_each_credential() {
    assert_eq!(all::<AccountPortal>(MINIMAL, every).await, 50);
    assert_eq!(all::<AccountPortal>(MAXIMAL, every).await, 50);
    let bearer = Way { credential: Some(Fields::Bearer), ..MINIMAL };
    assert_eq!(all::<AccountPortal>(bearer, every).await, 50);
}

#[tokio::test]
async fn operations_that_need_no_credential_are_sent_without() {
    let needs_none = |operation: &Value| operation["auth"]["required"] != true;
    let way = Way { credential: None, ..MINIMAL };
    let sent = all::<BackupServer>(way, needs_none).await;
    assert!(sent > 10, "the downloads, at least");
    assert_eq!(all::<AccountPortal>(way, needs_none).await, 0);
}
