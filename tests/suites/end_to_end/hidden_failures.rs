//! Failures that come with HTTP 200.

use account_portal_api::AccountPortal;
use api_runtime::ReturnKind;
use backup_server_api::BackupServer;
use serde_json::{Value, json};

use crate::cases::{Case, TestApi};
use crate::credentials::Login;
use crate::peer::{MINIMAL, Peer};
use crate::server::Answer;

/// For each kind of output that is taken, whether this answer is a failure.
async fn fails<A: TestApi + Login>(peer: &Peer<A>, takes: fn(ReturnKind) -> bool, body: &Value) -> Vec<bool> {
    peer.server.answer(Answer::new(200, body.to_string()));
    let mut all = Vec::new();
    for case in Case::<A>::one_of_each_kind() {
        if !takes(case.descriptor.returns) {
            continue;
        }
        let result = peer.send(&case, MINIMAL).await;
        let error = result.as_ref().err();
        let failure = error.and_then(api_runtime::Error::failure);
        if let Some(failure) = failure {
            assert_eq!(error.and_then(api_runtime::Error::operation), Some(case.descriptor.name));
            assert_eq!(failure.http_status(), 200);
            assert_eq!(failure.body(), &body.to_string());
            let status = body["Status"].as_i64().or(body["code"].as_i64());
            assert_eq!(failure.status(), status);
            let text = body["Message"].as_str().or(body["data"].as_str()).unwrap_or_default();
            assert_eq!(failure.message(), text);
        }
        all.push(failure.is_some());
    }
    assert!(!all.is_empty());
    all
}

fn is_message(kind: ReturnKind) -> bool {
    kind == ReturnKind::Message
}

fn is_other(kind: ReturnKind) -> bool {
    !matches!(kind, ReturnKind::Message | ReturnKind::Envelope | ReturnKind::Redirect(_))
}

fn is_envelope(kind: ReturnKind) -> bool {
    kind == ReturnKind::Envelope
}

#[tokio::test]
async fn a_message_can_be_a_failure() {
    let peer = Peer::<BackupServer>::start().await;
    // A status, and whether it is one of failure: in a message, and in any
    // other output, where it may be that of a job.
    for (status, in_message, in_other) in [
        (-1, false, false),
        (0, false, false),
        (200, false, false),
        (201, false, false),
        (399, false, false),
        (400, true, true),
        (403, true, true),
        (404, true, true),
        (500, true, true),
        (599, true, true),
        (600, true, false),
        (5000, true, false),
        (6001, true, false),
        (7001, true, false),
        (7007, true, false),
    ] {
        let body = json!({ "Status": status, "Message": "it did not work" });
        assert_eq!(fails(&peer, is_message, &body).await, [in_message], "{status}");
        assert_eq!(fails(&peer, is_other, &body).await, [in_other; 5], "{status}");
    }
    assert_eq!(fails(&peer, is_message, &json!({ "Status": 400 })).await, [true]);
}

#[tokio::test]
async fn other_output_without_a_status_and_a_text_is_not_a_failure() {
    let peer = Peer::<BackupServer>::start().await;
    for body in [
        json!({ "Status": 404 }),
        json!({ "Status": 404, "Message": "" }),
        json!({ "Status": 404, "Message": { "en": "text" } }),
        json!({ "Status": "404", "Message": "text" }),
        json!([{ "Status": 404, "Message": "in a list" }]),
    ] {
        assert_eq!(fails(&peer, is_other, &body).await, [false; 5], "{body}");
    }
}

#[tokio::test]
async fn an_envelope_can_be_a_failure() {
    let peer = Peer::<AccountPortal>::start().await;
    for code in [200, 404, 1] {
        let body = json!({ "status": "error", "code": code, "data": "it did not work" });
        assert_eq!(fails(&peer, is_envelope, &body).await, [true], "{body}");
    }
    let body = json!({ "status": "ok", "code": 200, "data": null });
    assert_eq!(fails(&peer, is_envelope, &body).await, [false]);
    let body = json!({ "status": "error", "code": 404, "data": "it did not work" });
    assert!(fails(&peer, is_other, &body).await.into_iter().all(|failed| failed), "a file, too");
}
