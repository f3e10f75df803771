//! The logs of a server: the operation, the request's id and the status, never the caller's values.

use account_portal_api::{AccountPortal, TokenListActions};
use api_runtime::Operation;
use api_runtime::server::{Call, Refusal};
use backup_server_api::server::Gatekeeper;
use backup_server_api::{AdminAuth, AdminMetaResourceNew, BackupServer};
use tracing_subscriber::util::SubscriberInitExt;

use crate::support::fake_server::{FakeServer, Served};
use crate::support::wire::{Credential, Post};

#[tokio::test]
async fn nothing_that_was_sent_is_logged() {
    if tests::passes_alone("server::logs::nothing_that_was_sent_is_logged") {
        return;
    }
    let log = tests::Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing_subscriber::filter::LevelFilter::TRACE);
    // For all threads.
    subscriber.with_ansi(false).with_writer(move || writer.clone()).finish().init();
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
    for secret in ["canary", crate::support::fake_server::PASSWORD, "\"word", "%22word", "ädmin"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

/// Refuses with what `Debug` of the headers shows.
struct Shows;

impl Gatekeeper for Shows {
    type Admin = ();
    type User = ();

    async fn admin(&self, _: AdminAuth, call: &Call) -> Result<(), Refusal> {
        Err(Refusal::unauthorized(format!("{:?}", call.headers())))
    }
}

impl account_portal_api::server::Gatekeeper for Shows {
    type Token = ();

    async fn token(&self, _: account_portal_api::TokenAuth, call: &Call) -> Result<(), Refusal> {
        Err(Refusal::unauthorized(format!("{:?}", call.headers())))
    }
}

#[tokio::test]
async fn debug_of_the_headers_does_not_show_a_credential() {
    let portal = account_portal_api::server::builder(Shows).into_router().unwrap();
    let operation = TokenListActions::DESCRIPTOR;
    let post = Post::new::<AccountPortal>(operation, Credential::None);
    let answer = post.header("authorization", "Bearer canary12").send(&portal).await;
    let (status, bearer) = answer.refusal::<AccountPortal>();
    assert_eq!(status, 401);
    assert!(bearer.contains("\"authorization\": Sensitive"), "{bearer}");
    let backup = backup_server_api::server::builder(Shows).into_router().unwrap();
    let post = Post::new::<BackupServer>(AdminMetaResourceNew::DESCRIPTOR, Credential::Right);
    let (status, block) = post.send(&backup).await.refusal::<BackupServer>();
    assert_eq!(status, 401);
    assert!(
        block.contains("password\": Sensitive") && !block.contains(crate::support::fake_server::PASSWORD),
        "{block}"
    );
}

/// A refusal that looks like success becomes a failure.
#[test]
fn a_refusal_is_a_failure() {
    assert_eq!(Refusal::new(http::StatusCode::OK, "fine").status(), 500);
}
