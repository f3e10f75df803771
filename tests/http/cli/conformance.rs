//! `conformance` finds what a server lets through.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use api_runtime::{Api, Auth, Descriptor, Effect};
use axum::Router;
use axum::routing::{any, post};
use backup_server_api::BackupServer;
use http::StatusCode;
use serde_json::{Value, json};

use crate::cli::hear::{Heard, Peer, answering};
use crate::cli::program::{Ended, Run};

fn run(url: &str, arguments: &[&str]) -> Ended {
    Run::of::<BackupServer>(["conformance"]).args(arguments).args(["--url", url]).end()
}

#[test]
fn a_server_that_refuses_passes() {
    let peer = Peer::<BackupServer>::serving(Router::new().fallback(|| async { StatusCode::UNAUTHORIZED }));
    let passed = run(&peer.url, &[]).exits(0);
    assert!(passed.stdout().starts_with("All 108 calls were refused, as required.\n"), "{}", passed.stdout());
    assert_eq!(json(&run(&peer.url, &["--json"]).exits(0))["findings"], json!([]));
}

fn json(ended: &Ended) -> Value {
    serde_json::from_str(ended.stdout()).unwrap_or_else(|_| panic!("{}", ended.printed()))
}

/// Only what reads and demands a credential, and paths that no server has; without a credential
/// and without parameters.
#[test]
fn what_is_sent_can_do_no_harm() {
    let peer = Peer::<BackupServer>::serving(Router::new().fallback(|| async { StatusCode::UNAUTHORIZED }));
    run(&peer.url, &[]).exits(0);
    let heard = peer.heard();
    assert!(heard.len() > 100, "{}", heard.len());
    let operations = BackupServer::DESCRIPTOR.operations;
    for Heard { method, path, headers, body, .. } in heard {
        assert!(method == "POST" && body.is_empty(), "{method} {path}");
        assert!(headers.keys().all(|name| name != "authorization" && !name.starts_with("x-")), "{headers:?}");
        let found: Vec<_> = operations.iter().filter(|it| it.path == Some(&path)).collect();
        let is_safe = |it: &&&Descriptor| matches!(it.auth, Auth::Required(_)) && it.effect == Effect::Reads;
        let is_known = !found.is_empty() && found.iter().all(is_safe);
        assert!(is_known || path.contains("no-such-path-"), "{path}");
    }
}

/// A server that has two operations, and refuses all in one folder alike.
fn partial() -> Router {
    let refused = || async { StatusCode::UNAUTHORIZED };
    Router::new()
        .route("/api/v1/admin/list-users", post(refused))
        .route("/api/v1/admin/account/properties", any(|| async { StatusCode::METHOD_NOT_ALLOWED }))
        .route("/api/v1/admin/policies/{any}", post(refused))
        .fallback(|| async { StatusCode::NOT_FOUND })
}

#[test]
fn what_a_server_lacks_is_listed_with_the_remedy() {
    let peer = Peer::<BackupServer>::serving(partial());
    let report = json(&run(&peer.url, &["--json"]).exits(0));
    let names = |key: &str| {
        let all = report[key].as_array().unwrap().iter();
        all.map(|it| it["operation"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (lacks, unclear) = (names("not_served"), names("indistinct"));
    assert!(lacks.contains(&"AdminAccountProperties".to_owned()) && lacks.len() > 90, "{lacks:?}");
    assert!(!lacks.contains(&"AdminListUsers".to_owned()) && !unclear.contains(&"AdminListUsers".to_owned()));
    assert!(!unclear.is_empty() && unclear.iter().all(|it| it.starts_with("AdminPolicies")), "{unclear:?}");
    let text = run(&peer.url, &[]).exits(0);
    for part in [
        "not served (HTTP 404 or 405):\n",
        "  AdminListUsersFull /api/v1/admin/list-users-full (inferred)\n",
        "`--request-path`",
        "in an overlay",
        "can't be told from paths that don't exist:\n  AdminPolicies",
        "with a credential to find out",
    ] {
        assert!(text.stdout().contains(part), "{part}: {}", text.stdout());
    }
}

/// The profile's paths are those of the server.
#[test]
fn a_path_of_the_profile_is_tested() {
    let peer = Peer::<BackupServer>::serving(partial());
    let profile = "default = 'a'\n[profile.a]\npaths = { AdminListUsersFull = '/api/v1/admin/list-users' }\n";
    let run = Run::of::<BackupServer>(["conformance", "--url", &peer.url]).profiles("backup-server", profile);
    assert!(!run.end().exits(0).stdout().contains("AdminListUsersFull"));
}

/// It accepts connections, and says nothing.
#[test]
fn a_silent_server_is_left_alone() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = calls.clone();
    thread::spawn(move || {
        let mut open = Vec::new();
        while let Ok((stream, _)) = listener.accept() {
            counted.fetch_add(1, Ordering::Relaxed);
            open.push(stream);
        }
    });
    let ended = run(&url, &["--timeout", "0.1"]);
    ended.says(1, ["stopped: no response to three calls in a row: ", "no response in time"]);
    assert_eq!(calls.load(Ordering::Relaxed), 3);
    assert!(run(&url, &["--help"]).exits(0).stdout().contains("Time limit of each call [default: 5]"));
}

#[test]
fn a_server_that_lets_callers_in_does_not() {
    let peer = answering("{}");
    run(&peer.url, &[]).says(1, ["AdminListUsers, without a credential: the gates didn't stop it"]);
    let report = json(&run(&peer.url, &["--json"]).exits(1));
    assert_eq!(report["findings"][0]["sent"], "without a credential");
    // Nothing at all is at these paths.
    let nothing = Peer::<BackupServer>::serving(Router::new().fallback(|| async { StatusCode::NOT_FOUND }));
    run(&nothing.url, &[]).says(1, ["No call reached an operation.", "not served"]);
}

/// The calls read and need no parameters, and have the credential; the file has no value.
#[test]
fn what_is_returned_is_recorded() {
    let peer = answering(r#"{"Name": "canary", "S3Password": "canary"}"#);
    let mut run = Run::call(["conformance", "--record", "night.jsonl"], &peer.url);
    let said = run.run().exits(0);
    assert!(said.stdout().contains(" calls recorded in night.jsonl, without values\n"), "{}", said.stdout());
    assert!(said.stdout().contains("not called: they need parameters"), "{}", said.stdout());
    let heard = peer.heard();
    assert!(heard.len() > 40, "{}", heard.len());
    let operations = BackupServer::DESCRIPTOR.operations;
    for Heard { path, body, .. } in &heard {
        let found = operations.iter().find(|it| it.path == Some(path)).unwrap_or_else(|| panic!("{path}"));
        assert!(found.effect == Effect::Reads, "{path}");
        let has_credential = String::from_utf8_lossy(body).contains("Password=hunter2");
        assert!(has_credential || !matches!(found.auth, Auth::Required(_)), "{path}");
    }
    let path = run.home.path().join("night.jsonl");
    let recording = std::fs::read_to_string(&path).unwrap();
    assert!(recording.starts_with(r#"{"recording":"#), "{recording}");
    assert_eq!(recording.lines().count(), heard.len() + 1);
    assert!(!recording.contains("canary") && !recording.contains("hunter2"), "{recording}");
    // The next night is another run; a cassette is something else.
    let said = json(&run.arg("--json").run().exits(0));
    assert_eq!(said["recorded"], heard.len());
    let mut other = Run::call(["conformance", "--record", "night.jsonl"], &peer.url);
    other.home.write("night.jsonl", "{\"cassette\":{\"version\":3,\"api\":\"backup-server\"}}\n");
    other.run().says(2, ["--record: night.jsonl: ", "is a cassette, not a recording: record to another one"]);
}

#[test]
fn a_recording_needs_a_credential_and_a_server() {
    let peer = answering("{}");
    run(&peer.url, &["--record", "night.jsonl"]).says(2, ["the credential is missing"]);
    let nothing = Run::call(["conformance", "--record", "night.jsonl"], "http://127.0.0.1:9").end();
    nothing.says(1, ["stopped: no response to three calls in a row: "]);
}
