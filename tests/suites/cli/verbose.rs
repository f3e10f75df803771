//! What `--verbose` prints.

use axum::Router;
use backup_server_api::BackupServer;

use crate::hear::Peer;
use crate::program::Run;

/// A server that answers with a text of the request in every header.
fn echoing() -> Peer<BackupServer> {
    Peer::serving(Router::new().fallback(|body: String| async move {
        let said = ["server", "set-cookie", "x-echo", "www-authenticate"].map(|name| (name, body.clone()));
        (http::StatusCode::IM_A_TEAPOT, axum::response::AppendHeaders(said), "no")
    }))
}

#[test]
fn heads_are_printed_without_secrets() {
    let peer = echoing();
    let run = Run::of::<BackupServer>(["jobs", "admin-list-users", "--url", &peer.url, "-v"]);
    let run = run.env("BACKUP_SERVER_USERNAME", "admin").env("BACKUP_SERVER_PASSWORD", "hunter2");
    let ended = run.arg("--header").arg("X-Key: hunter3").end().exits(1);
    assert_eq!(ended.stdout(), "");
    let request = format!("> POST {}/api/v1/admin/list-users\n", peer.url);
    for line in [
        &*request,
        "\n> x-key: [hidden]\n",
        "\n> content-type: application/x-www-form-urlencoded\n",
        "\n< HTTP/1.1 418 I'm a teapot\n",
        "\n< server: Username=admin&AuthType=Password&Password=[secret]\n",
        "\n< set-cookie: [hidden]\n",
        "\n< x-echo: [hidden]\n",
    ] {
        assert!(ended.stderr.contains(line), "{line}: {}", ended.stderr);
    }
    assert!(!ended.stderr.contains("hunter"), "{}", ended.stderr);
}

#[test]
fn a_credential_in_headers_is_hidden() {
    let peer = echoing();
    let mut run =
        Run::of::<BackupServer>(["server-config", "admin-meta-resource-new", "--upload", "-", "-v"]);
    run = run.arg("--url").arg(&peer.url).stdin("content");
    let run = run.env("BACKUP_SERVER_USERNAME", "admin").env("BACKUP_SERVER_PASSWORD", "hunter2");
    let ended = run.end().exits(1);
    assert!(ended.stderr.contains("\n> x-service-admin-password: [hidden]\n"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("hunter"), "{}", ended.stderr);
}
