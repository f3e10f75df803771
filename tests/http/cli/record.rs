//! Calls as a cassette, which a test or `learn` reads.

use std::os::unix::fs::PermissionsExt;

use api_runtime::Client;
use api_runtime::cassette::Replayer;
use backup_server_api::{AdminAuth, AdminListUsers, BackupServer};

use crate::cli::hear::answering;
use crate::cli::program::Run;

const LIST: [&str; 4] = ["users", "list", "--record", "list.jsonl"];

#[test]
fn a_call_is_recorded_without_its_secrets() {
    let peer = answering(r#"["alice"]"#);
    let mut run = Run::call(LIST, &peer.url);
    assert_eq!(run.run().exits(0).stdout(), "[\"alice\"]\n");
    let path = run.home.path().join("list.jsonl");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let cassette = std::fs::read_to_string(&path).unwrap();
    assert!(cassette.contains("AdminListUsers") && cassette.lines().count() == 1, "{cassette}");
    assert!(!cassette.contains("hunter2"), "{cassette}");

    let replayer = Replayer::open(&path).unwrap();
    let client = Client::<BackupServer, _>::with_transport("http://replay.invalid", replayer);
    let client = client.credential(AdminAuth::password("admin", "any")).build().unwrap();
    assert_eq!(peer.runtime.block_on(client.send(AdminListUsers::new())).unwrap(), ["alice"]);

    run.run().says(2, ["--record: list.jsonl exists; use `--force`"]);
    assert_eq!(peer.heard().len(), 1);
    run.arg("--force").end().exits(0);
}
