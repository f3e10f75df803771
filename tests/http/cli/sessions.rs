//! `login` and `logout`: a password is typed once.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use axum::Router;
use axum::routing::post;
use backup_server_api::BackupServer;
use http::StatusCode;

use crate::cli::hear::{Peer, answering};
use crate::cli::program::Run;

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

    /// The folder of the profiles and the sessions.
    fn folder(&self) -> PathBuf {
        self.run.home.path().join(".config/backup-server")
    }

    fn key(&self) -> PathBuf {
        let server = self.url.replace(':', "%3A").replace('/', "%2F");
        self.folder().join(format!("session-of+fice%2F@{server}.session-key"))
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
    let user = User::with_session(&peer.url);
    user.runs(&["login"]).exits(0);
    user.runs(&["logout"]).says(1, ["403"]);
    assert!(!user.key().exists());
    user.runs(&["login"]).exits(0);
    drop(peer);
    user.runs(&["logout"]).exits(1);
    assert!(user.key().exists());
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
    let ended = user.runs(&["login"]).says(1, ["the result has no field `SessionKey`: no session was saved"]);
    assert!(!ended.printed().contains("canary"), "{ended:?}");
}

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Whatever was there under its name.
#[test]
fn a_session_is_a_new_file_of_its_owner() {
    let peer = issuing(StatusCode::OK);
    let user = User::with_session(&peer.url);
    fs::write(user.key(), "old").unwrap();
    set_mode(&user.key(), 0o644);
    user.runs(&["login"]).exits(0);
    assert_eq!((mode(&user.key()), fs::read_to_string(user.key()).unwrap().as_str()), (0o600, "canary"));
    fs::remove_file(user.key()).unwrap();
    let target = user.run.home.write("target", "untouched");
    symlink(&target, user.key()).unwrap();
    user.runs(&["users", "list"]).says(2, ["is a link"]);
    user.runs(&["login"]).exits(0);
    assert_eq!(fs::read_to_string(target).unwrap(), "untouched");
    assert_eq!((mode(&user.key()), user.key().is_symlink()), (0o600, false));
}

/// Neither is one read there.
#[test]
fn a_session_is_not_kept_where_others_create_files() {
    let peer = issuing(StatusCode::OK);
    for open in [0o1777, 0o777, 0o770] {
        let user = User::with_session(&peer.url);
        set_mode(&user.folder(), open);
        user.runs(&["login"]).says(2, ["other users can change", "chmod go-w"]);
        assert!(peer.heard().is_empty() && !user.key().exists());
    }
    // The profile is elsewhere, behind a link: the session's folder counts too.
    let user = User::with_session(&peer.url);
    user.runs(&["login"]).exits(0);
    peer.heard();
    set_mode(&user.key(), 0o620);
    user.runs(&["users", "list"]).says(2, ["other users can change", "session-key"]);
    assert!(peer.heard().is_empty());
}

#[test]
fn a_blank_key_is_no_session() {
    for blank in [r#"{"SessionKey":""}"#, r#"{"SessionKey":" \t\n"}"#] {
        let peer = answering(blank);
        let user = User::with_session(&peer.url);
        fs::write(user.key(), "old").unwrap();
        user.runs(&["login"]).says(1, ["`SessionKey`", "empty or blank: no session was saved"]);
        assert_eq!(fs::read_to_string(user.key()).unwrap(), "old");
    }
}

/// Even if the profile names no server.
#[test]
fn a_session_is_for_the_server_that_issued_it() {
    let (peer, other) = (issuing(StatusCode::OK), answering("[]"));
    let mut user = User::with_session(&peer.url);
    user.runs(&["login"]).exits(0);
    user.url = other.url.clone();
    user.runs(&["users", "list"]).exits(0);
    assert!(other.heard()[0].body.ends_with(b"AuthType=Password&Password=hunter2"));
    user.runs(&["logout"]).says(1, ["there is no session"]);
    assert!(other.heard().is_empty());
}

/// The scheme in a profile is that of its password.
#[test]
fn a_session_has_its_own_scheme() {
    let peer = issuing(StatusCode::OK);
    let user = User::new(
        &peer.url,
        "auth-type = 'Password'\npassword-command = 'echo hunter2'\nstart-session = 'sign-in session-start'\n",
    );
    for arguments in [&["login"][..], &["users", "list"]] {
        user.runs(arguments).exits(0);
    }
    assert!(peer.heard()[1].body.ends_with(b"AuthType=SessionKey&SessionKey=canary"));
}
