//! The output of `--verbose`.

use axum::Router;
use backup_server_api::BackupServer;

use crate::cli::hear::Peer;
use crate::cli::program::Run;

/// A server that responds with a text of the request in every header.
fn echoing() -> Peer<BackupServer> {
    Peer::serving(Router::new().fallback(|body: String| async move {
        let said = ["server", "set-cookie", "x-echo", "www-authenticate"].map(|name| (name, body.clone()));
        (http::StatusCode::IM_A_TEAPOT, axum::response::AppendHeaders(said), "no")
    }))
}

#[test]
fn heads_are_printed_without_secrets() {
    let peer = echoing();
    let run = Run::call(["users", "admin-list-users", "-v", "--header", "X-Key: hunter3"], &peer.url);
    let ended = run.end().says(
        1,
        [
            &format!("> POST {}/api/v1/admin/list-users\n", peer.url),
            "\n> x-key: [hidden]\n",
            "\n> content-type: application/x-www-form-urlencoded\n",
            "\n< HTTP/1.1 418 I'm a teapot\n",
            "\n< server: Username=admin&AuthType=Password&Password=[secret]\n",
            "\n< set-cookie: [hidden]\n",
            "\n< x-echo: [hidden]\n",
        ],
    );
    assert!(!ended.printed().contains("hunter") && ended.stdout().is_empty(), "{}", ended.printed());
    let upload = ["system", "admin-meta-resource-new", "--upload", "-", "-v"];
    let ended = Run::call(upload, &peer.url).stdin("content").end();
    let ended = ended.says(1, ["\n> x-service-admin-password: [hidden]\n"]);
    assert!(!ended.stderr.contains("hunter"), "{}", ended.stderr);
}
