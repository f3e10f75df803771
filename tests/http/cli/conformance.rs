//! `conformance` finds what a server lets through.

use axum::Router;
use backup_server_api::BackupServer;
use http::StatusCode;
use serde_json::Value;

use crate::cli::hear::{Peer, answering};
use crate::cli::program::{Ended, Run};

fn run(url: &str, arguments: &[&str]) -> Ended {
    Run::of::<BackupServer>(["conformance"]).args(arguments).args(["--url", url]).end()
}

#[test]
fn a_server_that_refuses_passes() {
    let peer = Peer::<BackupServer>::serving(Router::new().fallback(|| async { StatusCode::UNAUTHORIZED }));
    let passed = run(&peer.url, &[]).exits(0);
    assert!(passed.stdout().starts_with("0 of "), "{}", passed.stdout());
    assert_eq!(run(&peer.url, &["--json"]).exits(0).stdout().trim(), "[]");
    // Only what reads is called, and without a credential.
    let heard = peer.heard();
    assert!(heard.len() > 200, "{}", heard.len());
    assert!(heard.iter().all(|it| it.body.is_empty() && !it.path.contains("delete")));
}

#[test]
fn a_server_that_lets_callers_in_does_not() {
    let peer = answering("{}");
    run(&peer.url, &[]).says(1, ["AdminListUsers, without a credential: the gates didn't stop it"]);
    let found: Value = serde_json::from_str(run(&peer.url, &["--json"]).exits(1).stdout()).unwrap();
    assert_eq!(found[0]["sent"], "without a credential");
    // Nothing at all is at these paths.
    let nothing = Peer::<BackupServer>::serving(Router::new().fallback(|| async { StatusCode::NOT_FOUND }));
    run(&nothing.url, &[]).says(1, ["0 of 0 calls"]);
}
