//! Failures that come with HTTP 200.

use account_portal_api::AccountPortal;
use api_runtime::ReturnKind;
use backup_server_api::BackupServer;
use serde_json::{Value, json};

use crate::cases::{Case, TestApi};
use crate::credentials::Login;
use crate::failures::Peer;
use crate::server::Answer;

/// Whether every operation of these kinds takes this answer for a failure.
async fn fails<A: TestApi + Login>(takes: fn(ReturnKind) -> bool, body: &Value) -> Vec<bool> {
    let peer = Peer::start().await;
    peer.server.answer(Answer::new(200, body.to_string()));
    let mut all = Vec::new();
    for case in Case::<A>::one_of_each_kind() {
        if !takes(case.descriptor.returns) {
            continue;
        }
        let result = peer.send(&case).await;
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

fn message(status: i64) -> Value {
    json!({ "Status": status, "Message": "it did not work" })
}

#[tokio::test]
async fn a_message_with_a_status_of_400_or_more_is_a_failure() {
    for status in [400, 404, 500, 599, 600, 7001] {
        assert_eq!(fails::<BackupServer>(is_message, &message(status)).await, [true], "{status}");
    }
    assert_eq!(fails::<BackupServer>(is_message, &json!({ "Status": 400 })).await, [true]);
}

#[tokio::test]
async fn a_message_with_a_smaller_status_is_none() {
    for status in [0, 200, 201, 399, -1] {
        assert_eq!(fails::<BackupServer>(is_message, &message(status)).await, [false], "{status}");
    }
}

#[tokio::test]
async fn any_other_output_with_a_status_of_failure_and_a_text_is_a_failure() {
    for status in [400, 403, 500, 599] {
        let failed = fails::<BackupServer>(is_other, &message(status)).await;
        assert_eq!(failed, [true; 5], "{status}");
    }
}

#[tokio::test]
async fn a_job_with_its_own_status_is_no_failure() {
    for status in [0, 200, 399, 600, 5000, 6001, 7001, 7007] {
        let failed = fails::<BackupServer>(is_other, &message(status)).await;
        assert_eq!(failed, [false; 5], "{status}");
    }
}

#[tokio::test]
async fn a_status_of_failure_without_a_text_is_no_failure() {
    for body in [
        json!({ "Status": 404 }),
        json!({ "Status": 404, "Message": "" }),
        json!({ "Status": 404, "Message": { "en": "text" } }),
        json!({ "Status": "404", "Message": "text" }),
        json!([{ "Status": 404, "Message": "in a list" }]),
    ] {
        assert_eq!(fails::<BackupServer>(is_other, &body).await, [false; 5], "{body}");
    }
}

#[tokio::test]
async fn an_envelope_with_the_status_error_is_a_failure() {
    for code in [200, 404, 1] {
        let body = json!({ "status": "error", "code": code, "data": "it did not work" });
        assert_eq!(fails::<AccountPortal>(is_envelope, &body).await, [true], "{body}");
    }
    let body = json!({ "status": "ok", "code": 200, "data": null });
    assert_eq!(fails::<AccountPortal>(is_envelope, &body).await, [false]);
}

#[tokio::test]
async fn a_file_of_the_portal_that_is_an_error_envelope_is_a_failure() {
    let body = json!({ "status": "error", "code": 404, "data": "it did not work" });
    assert!(fails::<AccountPortal>(is_other, &body).await.into_iter().all(|failed| failed));
}
