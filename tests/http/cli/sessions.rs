//! `login` and `logout`: a password is typed once.

use std::os::unix::fs::PermissionsExt;

use axum::Router;
use axum::routing::post;
use backup_server_api::BackupServer;
use http::StatusCode;

use crate::cli::hear::{Peer, answering};
use crate::cli::program::Run;

const KEY: &str = ".config/backup-server/session-of+fice%2F.session-key";

/// A server that issues a session key, and revokes it with this status.
fn issuing(revoked: StatusCode) -> Peer<BackupServer> {
    let router = Router::new()
        .route("/api/v1/admin/account/session-start", post(|| async { r#"{"SessionKey":"canary"}"# }))
        .route("/api/v1/admin/account/session-revoke", post(move || async move { revoked }));
    Peer::serving(router.fallback(|| async { "[]" }))
}

/// A profile with a session and the commands that a test runs with it.
struct User {
    run: Run,
    url: String,
}

impl User {
    fn new(url: &str, keys: &str) -> Self {
        let text = format!("default = 'of fice/'\n[profile.'of fice/']\nusername = 'admin'\n{keys}");
        Self { run: Run::of::<BackupServer>([""]).profiles("backup-server", &text), url: url.to_owned() }
    }

    fn with_session(url: &str) -> Self {
        let keys = "password-command = 'echo hunter2'\nstart-session = 'sign-in session-start'\n\
                    end-session = 'AdminAccountSessionRevoke'\n";
        Self::new(url, keys)
    }

    fn runs(&self, arguments: &[&str]) -> crate::cli::program::Ended {
        let run = Run::of::<BackupServer>(arguments).args(["--url", &self.url]);
        run.env("HOME", self.run.home.path()).end()
    }

    fn key(&self) -> std::path::PathBuf {
        self.run.home.path().join(KEY)
    }
}

#[test]
fn a_session_is_used_until_it_ends() {
    let peer = issuing(StatusCode::OK);
    let user = User::with_session(&peer.url);
    let sent = |arguments: &[&str]| {
        let ended = user.runs(arguments).exits(0);
        assert!(!ended.printed().contains("canary") && !ended.printed().contains("hunter2"), "{ended:?}");
        String::from_utf8(peer.heard().remove(0).body.to_vec()).unwrap()
    };
    let (password, session) = ("AuthType=Password&Password=hunter2", "AuthType=SessionKey&SessionKey=canary");
    assert!(sent(&["users", "list"]).ends_with(password));
    assert!(sent(&["login"]).ends_with(password));
    assert_eq!(user.key().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert!(sent(&["users", "list"]).ends_with(session));
    user.runs(&["logout", "--dry-run"]).exits(0);
    // Another session needs the password again.
    assert!(sent(&["login"]).ends_with(password));
    assert!(sent(&["logout"]).ends_with(session));
    assert!(!user.key().exists());
    assert!(sent(&["users", "list"]).ends_with(password));
    user.runs(&["logout"]).says(1, ["there is no session"]);
}

/// A key that may still be valid is not forgotten.
#[test]
fn a_session_that_the_server_refuses_is_over() {
    let peer = issuing(StatusCode::FORBIDDEN);
    let mut user = User::with_session(&peer.url);
    user.runs(&["login"]).exits(0);
    user.url = "http://127.0.0.1:1".to_owned();
    user.runs(&["logout"]).exits(1);
    assert!(user.key().exists());
    user.url = peer.url.clone();
    user.runs(&["logout"]).says(1, ["403"]);
    assert!(!user.key().exists());
}

#[test]
fn a_profile_says_how_to_log_in() {
    let peer = answering(r#"{"Key":"canary","Password":"canary"}"#);
    let user = User::new(&peer.url, "");
    user.runs(&["login"]).says(2, ["write start-session = \"GROUP COMMAND\" into ", "profiles.toml"]);
    let user = User::new(&peer.url, "start-session = 'log on'\n");
    user.runs(&["login"]).says(2, ["there is no command `log on`"]);
    assert!(peer.heard().is_empty());
    let user = User::with_session(&peer.url);
    let ended = user.runs(&["login"]).says(1, ["the result has no field `SessionKey`: nothing is kept"]);
    assert!(!ended.printed().contains("canary"), "{ended:?}");
}
