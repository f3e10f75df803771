//! Profiles: which there are, what they say, and that only the one in use matters.

use backup_server_api::BackupServer;

use crate::hear::answering;
use crate::program::Run;

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
    let ended = Run::of::<BackupServer>(["profile", "list"]).end().exits(1);
    assert!(ended.stderr.contains("profiles.toml"), "{}", ended.stderr);
}

#[test]
fn a_profile_is_shown_without_secrets() {
    let shown = "url: https://office.example.com\nusername: admin\npassword-command: [hidden]\n\
        session-key-file: /run/key\ntimeout: 30.0\ncacert: ca.pem\npaths:\n  AdminListUsers: /list\n";
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
    let ended = profile(&["show", "bad"]).end().exits(2);
    assert!(ended.stderr.contains("unknown key `ulr`") && !ended.stderr.contains("hunter2"), "{ended:?}");
}

#[test]
fn a_fault_in_another_profile_breaks_nothing() {
    let peer = answering("[]");
    for default in ["", "default = 'good'\n"] {
        let text = format!("{default}[profile.bad]\nulr = 1\n[profile.good]\ntimeout = 30\n");
        let run = Run::of::<BackupServer>(["jobs", "admin-list-users", "--url", &peer.url]);
        let run = run.env("BACKUP_SERVER_USERNAME", "a").env("BACKUP_SERVER_PASSWORD", "b");
        run.profiles("backup-server", &text).end().exits(0);
    }
}

#[test]
fn a_command_may_be_a_program_alone() {
    use std::os::unix::fs::PermissionsExt;
    let peer = answering("[]");
    let mut run =
        Run::of::<BackupServer>(["jobs", "admin-list-users", "--username", "a", "--url", &peer.url]);
    let program = run.home.write("pass word", "#!/bin/sh\necho hunter2\n");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let text = format!("default = 'a'\n[profile.a]\npassword-command = ['{}']\n", program.display());
    run = run.profiles("backup-server", &text);
    run.run().exits(0);
    assert_eq!(peer.heard()[0].body, "Username=a&AuthType=Password&Password=hunter2");
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
