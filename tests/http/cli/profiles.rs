//! Profiles: which there are, what they say, and that only the one in use matters.

use backup_server_api::BackupServer;

use crate::cli::hear::{Peer, answering};
use crate::cli::program::Run;

const LIST: [&str; 2] = ["users", "admin-list-users"];

const PROFILES: &str = "default = 'office'\n\
    [profile.office]\nurl = 'https://office.example.com'\nusername = 'admin'\ntimeout = 30\n\
    password-command = 'echo hunter2'\nsession-key-file = '/run/key'\ncacert = 'ca.pem'\n\
    paths = { AdminListUsers = '/list' }\n\
    [profile.odd]\nurl = 'https://u:hunter2@odd.example.com'\n\
    [profile.bad]\nulr = 'hunter2'\n";

fn profile(arguments: &[&str]) -> Run {
    Run::of::<BackupServer>(["profile"].iter().chain(arguments)).profiles("backup-server", PROFILES)
}

#[test]
fn profiles_are_listed() {
    assert_eq!(profile(&["list"]).end().exits(0).stdout(), "bad\nodd\noffice (default)\n");
    let json = profile(&["list", "--json"]).end().exits(0);
    let json: serde_json::Value = serde_json::from_str(json.stdout()).unwrap();
    assert_eq!(json[2], serde_json::json!({ "name": "office", "default": true }));
    Run::of::<BackupServer>(["profile", "list"]).end().says(1, ["profiles.toml"]);
}

#[test]
fn a_profile_is_shown_without_secrets() {
    let shown = "url: https://office.example.com\nusername: admin\npassword-command: [hidden]\n\
        session-key-file: /run/key\ntimeout: 30\ncacert: ca.pem\npaths:\n  AdminListUsers: /list\n";
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for arguments in [&["show"][..], &["show", "office"], &["show", "--profile", "office"]] {
        assert_eq!(lines(profile(arguments).end().exits(0).stdout()), lines(shown));
    }
    let json = profile(&["show", "--json"]).end().exits(0);
    assert!(serde_json::from_str::<serde_json::Value>(json.stdout()).unwrap()["paths"].is_object());
    for arguments in [&["show", "odd"][..], &["show", "odd", "--json"]] {
        let ended = profile(arguments).end().exits(0);
        assert!(!ended.printed().contains("hunter2") && ended.stdout().contains("[hidden]"), "{ended:?}");
    }
    let ended = profile(&["show", "bad"]).end().says(2, ["profiles.toml:13: unknown key `ulr`"]);
    assert!(!ended.stderr.contains("hunter2"), "{ended:?}");
}

/// A profile has the URL, the user and where the password is.
#[test]
fn a_profile_says_where_to_go() {
    let peer = Peer::<BackupServer>::fake();
    let profiles = format!(
        "default = 'office'\n\n[profile.office]\nurl = '{}'\nusername = 'admin'\npassword-command = 'echo x'\n\
         [profile.office.paths]\nAdminListUsers = '/list'\n[profile.none]\nurl = 'http://127.0.0.1:1'\n",
        peer.url
    );
    let run = || Run::of::<BackupServer>(LIST).profiles("backup-server", &profiles);
    run().end().exits(1);
    let heard = peer.heard();
    assert_eq!(heard[0].path, "/list");
    assert_eq!(heard[0].body, "Username=admin&AuthType=Password&Password=x");
    run().args(["--profile", "none", "--password-fd", "0"]).stdin("x").end().exits(2);
    run().env("BACKUP_SERVER_PROFILE", "none").args(["--password-fd", "0"]).stdin("x").end().exits(2);
    assert!(peer.heard().is_empty());
}

#[test]
fn an_error_in_another_profile_breaks_nothing() {
    let peer = answering("[]");
    for default in ["", "default = 'good'\n"] {
        let text = format!("{default}[profile.bad]\nulr = 1\n[profile.good]\ntimeout = 30\n");
        Run::call(LIST, &peer.url).profiles("backup-server", &text).end().exits(0);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_others_can_change_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let mut run = profile(&["list"]);
    let path = run.home.path().join(".config/backup-server/profiles.toml");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o646)).unwrap();
    run.run().says(2, ["chmod go-w"]);
}

/// Each key that the error lists is explained in the help, too.
#[test]
fn every_key_is_in_the_help() {
    let help = Run::of::<BackupServer>(["profile", "--help"]).end().exits(0);
    let ended = profile(&["show", "bad"]).end();
    let keys = ended.stderr.split_once("use one of ").unwrap().1.trim();
    let words: Vec<&str> = help.stdout().split(|c: char| c.is_whitespace() || c == ':' || c == ',').collect();
    for key in keys.split(", ") {
        assert!(words.contains(&key.trim_matches('`')), "{key}: {}", help.stdout());
    }
    assert!(keys.contains("`paths`") && keys.contains("`l-key-file`"), "{keys}");
}
