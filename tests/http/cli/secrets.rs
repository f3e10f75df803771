//! A canary in every secret of every operation: it arrives, and is found neither
//! in what the program prints, nor in its command line, nor in a file.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use account_portal_api::AccountPortal;
use api_runtime::{Api, Auth, Descriptor};
use axum::Router;
use backup_server_api::BackupServer;

use crate::cli::commands::{self, Secrets, call, variable};
use crate::cli::hear::{Peer, with_peers};
use crate::cli::program::{Program, Run};
use crate::end_to_end::echo;
use crate::support::sample::{CANARY, Choice, canary};

/// Secrets of all credentials that can be sent together.
const FIELDS: [&str; 3] = ["password", "totp", "token"];

fn with_canaries<A: Program>(run: Run) -> Run {
    let run = run.env(variable::<A>("username"), "admin");
    FIELDS.iter().fold(run, |run, name| run.env(variable::<A>(name), field(name)))
}

/// The canary of a field. A token is sent in a header too, without blanks.
fn field(name: &str) -> String {
    canary(name).replace([' ', 'ä'], "")
}

fn sends_and_hides<A: Program>(peer: &Peer<A>, operation: &'static Descriptor) -> bool {
    let name = operation.name;
    let values = commands::values::<A>(operation, Choice::All, Secrets::Canaries);
    let mut run = with_canaries::<A>(call::<A>(operation, &values, &peer.url)).arg("--verbose");
    for dry in [false, true] {
        if dry {
            run = run.arg("--dry-run");
        }
        let ended = run.run();
        assert!(!ended.printed().contains(CANARY), "{name}: {}", ended.printed());
        assert_eq!(ended.status.code(), Some(if dry { 0 } else { 1 }), "{name}: {}", ended.printed());
    }
    // What the test itself wrote.
    std::fs::remove_dir_all(run.home.path().join("input")).ok();
    assert_eq!(with_canary(run.home.path()), Vec::<String>::new(), "{name}");
    let mut heard = peer.heard();
    assert_eq!(heard.len(), 1, "{name}");
    let heard = heard.remove(0);
    if cfg!(target_os = "linux") {
        assert_eq!(heard.command_lines.len(), 1, "{name}: {:?}", heard.command_lines);
    }
    assert!(!heard.command_lines.concat().contains(CANARY), "{name}: {:?}", heard.command_lines);
    let arrived = format!("{:?}{}", heard.headers, String::from_utf8_lossy(&heard.body)).contains(CANARY);
    let secret =
        operation.parameters.iter().any(|it| it.secret) || matches!(operation.auth, Auth::Required(_));
    assert!(arrived || !secret, "{name}");
    arrived
}

/// The files below a folder that contain a canary.
fn with_canary(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(with_canary(&path));
        } else if String::from_utf8_lossy(&std::fs::read(&path).unwrap()).contains(CANARY) {
            found.push(path.display().to_string());
        }
    }
    found
}

fn every_operation<A: Program>() {
    let arrived = AtomicUsize::new(0);
    let peer = || Peer::<A>::serving(Router::new().fallback(echo::failing));
    let called = with_peers(peer, <A as Api>::DESCRIPTOR.operations.to_vec(), |peer, operation| {
        arrived.fetch_add(usize::from(sends_and_hides(peer, operation)), Ordering::Relaxed);
    });
    assert!(arrived.into_inner() * 4 > called * 3, "most have secrets");
}

#[test]
fn secrets_of_server_operations_arrive_and_show_nowhere() {
    every_operation::<BackupServer>();
}

#[test]
fn secrets_of_portal_operations_arrive_and_show_nowhere() {
    every_operation::<AccountPortal>();
}

/// The form that arrives when the password comes from this source.
fn password_of(prepare: impl FnOnce(Run) -> Run) -> String {
    let peer = Peer::<BackupServer>::fake();
    let run =
        Run::of::<BackupServer>(["users", "admin-list-users", "--username", "admin", "--url", &peer.url]);
    let ended = prepare(run).end();
    let heard = peer.heard();
    assert!(heard.iter().all(|heard| !heard.command_lines.concat().contains(CANARY)));
    assert!(!ended.printed().contains(CANARY), "{}", ended.printed());
    let form = heard.first().map(|heard| heard.body.clone()).unwrap_or_else(|| panic!("{}", ended.printed()));
    let mut fields = form_urlencoded::parse(&form);
    fields.find(|(name, _)| name == "Password").expect("a password").1.into_owned()
}

#[test]
fn a_secret_has_many_sources() {
    let secret = canary("password");
    let line = format!("{secret}\n");
    let of_file = |run: Run| {
        let path = run.home.write("secret", &line);
        commands::make_private(&path);
        run.arg("--password-file").arg(path)
    };
    assert_eq!(password_of(of_file), secret);
    assert_eq!(password_of(|run| run.args(["--password-file", "-"]).stdin(line.as_bytes())), secret);
    assert_eq!(password_of(|run| run.args(["--password-fd", "0"]).stdin(line.as_bytes())), secret);
    assert_eq!(password_of(|run| run.env("BACKUP_SERVER_PASSWORD", &secret)), secret);
    for command in ["'cat \"$HOME/secret\"'", "['sh', '-c', 'cat $HOME/secret']"] {
        let text = format!("default = 'a'\n[profile.a]\npassword-command = {command}\n");
        let of_command = |run: Run| {
            run.home.write("secret", &line);
            run.profiles("backup-server", &text)
        };
        assert_eq!(password_of(of_command), secret);
    }
}

/// Every shell can pass a file descriptor.
#[test]
fn a_secret_comes_through_a_descriptor() {
    let peer = Peer::<BackupServer>::fake();
    let script = format!(
        "exec {} users admin-list-users --username admin --url {} --password-fd 3 3< <(cat secret)",
        BackupServer::PROGRAM,
        peer.url
    );
    let mut run = Run::any("bash", ["-c", &script]);
    run.home.write("secret", canary("password"));
    let ended = run.run();
    assert!(!ended.printed().contains(CANARY), "{}", ended.printed());
    let body = peer.heard().remove(0).body;
    assert!(form_urlencoded::parse(&body).any(|(_, value)| value == canary("password")));
}

#[test]
fn the_first_source_counts() {
    let run = |run: Run| {
        run.env("BACKUP_SERVER_PASSWORD", "variable")
            .profiles("backup-server", "default = 'a'\n[profile.a]\npassword-command = 'echo profile'\n")
    };
    assert_eq!(password_of(run), "variable");
    assert_eq!(password_of(|it| run(it).args(["--password-fd", "0"]).stdin("descriptor")), "descriptor");
}

/// A value after the option of a secret is refused, and not repeated.
#[test]
fn a_secret_is_not_an_argument() {
    for secret in [&["--password", "hunter2"][..], &["--password=hunter2"], &["--totp", "hunter2", "--json"]]
    {
        let run = Run::of::<BackupServer>(["users", "admin-list-users"].iter().chain(secret));
        let ended = run.end().says(2, ["secrets can't be given on the command line"]);
        assert!(!ended.printed().contains("hunter2"), "{}", ended.printed());
    }
}

#[test]
fn a_source_that_fails_is_named_and_nothing_is_sent() {
    let peer = Peer::<BackupServer>::fake();
    let run =
        || Run::of::<BackupServer>(["users", "admin-list-users", "--username", "a", "--url", &peer.url]);
    run().args(["--password-file", "none"]).end().says(2, ["`password` from the file none"]);
    let profile = "default = 'a'\n[profile.a]\npassword-command = 'echo CaNaRy; exit 7'\n";
    let ended = run().profiles("backup-server", profile).end().says(2, ["exit status: 7"]);
    assert!(!ended.printed().contains(CANARY), "{}", ended.printed());
    run().arg("--password").end().says(2, ["BACKUP_SERVER_PASSWORD"]);
    run().end().says(2, ["the credential is missing", "\n  SessionKey: --username, --session-key\n"]);
    assert!(peer.heard().is_empty());
}
