//! The README of each CLI: its commands run as they stand there, one after the other. Only the
//! server is another one, `cargo` and the password manager are replaced, and the operations that
//! the reader has to find are filled in.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use account_portal_api::AccountPortal;
use axum::Router;
use axum::routing::post;
use backup_server_api::BackupServer;

use crate::cli::hear::Peer;
use crate::cli::program::{Program, Run};
use crate::guides::blocks;

/// Prints its arguments in place of installing something.
const CARGO: &str = "#!/bin/sh\necho \"cargo $*\"\n";

/// A password manager.
const PASS: &str = "#!/bin/sh\necho managed\n";

fn executable(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o700)).unwrap();
}

/// Runs the README of an API, and returns the bodies of its calls.
fn run<A: Program>(api: &str, router: Router, session: &str) -> Vec<String> {
    let peer = Peer::<A>::serving(router);
    let folder = Path::new("../generated").join(api);
    let page = fs::read_to_string(folder.join("CLI.md")).expect("the crate has the page");
    assert!(fs::read_to_string(folder.join("README.md")).unwrap().contains("[CLI.md](CLI.md)"));
    let of = |language: &str| {
        let blocks = blocks(&page).into_iter().filter(|block| block.language == language);
        let code = blocks.map(|it| it.code.replace("https://api.example.com", &peer.url));
        code.collect::<Vec<_>>().join("\n")
    };
    let program = api;
    let script = format!("set -e\nexport PATH=\"$HOME/bin:$PATH\"\n{}", of("sh"));
    assert!(script.lines().filter(|line| line.starts_with(program)).count() >= 10, "{script}");
    let profile =
        of("toml").replace("start-session = \"GROUP COMMAND\"\nend-session = \"GROUP COMMAND\"", session);
    let mut run = Run::any("bash", ["-c", &script]).profiles(program, &profile);
    let bin = run.home.path().join("bin");
    fs::create_dir(&bin).unwrap();
    symlink(A::PROGRAM, bin.join(program)).unwrap();
    executable(&bin.join("cargo"), CARGO);
    executable(&bin.join("pass"), PASS);
    for secret in ["password", "token"] {
        let path = run.home.write(&format!("{secret}.txt"), "of a file");
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
    }
    let ended = run.run().exits(0);
    assert_eq!(ended.stderr, "", "{}", ended.printed());
    assert!(ended.stdout().starts_with("cargo install --path . --features cli\n"), "{}", ended.stdout());
    assert!(!ended.printed().contains("failed with status"), "{}", ended.printed());
    peer.heard().into_iter().map(|it| String::from_utf8(it.body.to_vec()).unwrap()).collect()
}

#[test]
fn the_commands_of_the_server_s_readme_work() {
    let session = "start-session = 'sign-in session-start'\nend-session = 'sign-in session-revoke'";
    let router = Router::new()
        .route("/api/v1/admin/account/session-start", post(|| async { r#"{"SessionKey":"issued"}"# }))
        .route("/api/v1/admin/account/session-revoke", post(|| async { "{}" }))
        .fallback(|| async { "[]" });
    let secrets: Vec<String> = run::<BackupServer>("backup-server", router, session)
        .iter()
        .map(|body| body.rsplit_once('=').unwrap().1.to_owned())
        .collect();
    assert_eq!(secrets, ["of+a+file", "managed", "managed", "managed", "issued", "issued", "managed"]);
}

#[test]
fn the_commands_of_the_portal_s_readme_work() {
    let router = Router::new().fallback(|| async { r#"{"status":"ok","data":[]}"# });
    let calls = run::<AccountPortal>("account-portal", router, "");
    assert_eq!(calls.len(), 4, "{calls:?}");
}
