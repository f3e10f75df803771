//! The logs of a server: the operation, the request's id and the status, never the caller's values.

use api_runtime::server::Refusal;
use backup_server_api::BackupServer;

use crate::support::fake_server::{FakeServer, PASSWORD, Served};
use crate::support::wire::{Credential, Post};

#[tokio::test]
async fn nothing_that_was_sent_is_logged() {
    let Some(log) = tests::log_alone("server::logs::nothing_that_was_sent_is_logged") else { return };
    let router = BackupServer::builder(FakeServer::default()).into_router().unwrap();
    for operation in backup_server_api::OPERATIONS.iter().take(40) {
        let post = Post::new::<BackupServer>(operation, Credential::Right);
        let names = operation.parameters.iter().filter(|it| !it.file);
        let canary = names.fold(post.clone(), |post, it| post.replace(it.name, "canary{"));
        for post in [post, canary.clone(), canary.replace("Password", "canary")] {
            post.send(&router).await;
        }
    }
    let text = log.text();
    let own: Vec<&str> = text.lines().filter(|line| line.contains("api_runtime::server")).collect();
    let text = own.join("\n");
    assert!(text.contains("operation=\"AdminAdd") && text.contains("status=401"), "{text}");
    // Names of operations hold `Password`: the end of the password comes with its quote, plain or encoded.
    for secret in ["canary", PASSWORD, "\"word", "%22word", "ädmin"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

/// A refusal that looks like success becomes a failure.
#[test]
fn a_refusal_is_a_failure() {
    assert_eq!(Refusal::new(http::StatusCode::OK, "fine").status(), 500);
}
