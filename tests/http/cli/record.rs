//! Calls as a cassette, which a test or `learn` reads.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use api_runtime::Client;
use api_runtime::cassette::Replayer;
use backup_server_api::{AdminAddFirstAdminUser, AdminAddUser, AdminAuth, AdminListUsers, BackupServer};
use generator_learn::recordings::Evidence;
use generator_learn::{fit, learn, vocabulary};
use generator_spec::Spec;

use crate::backup::{self, Backup};
use crate::cli::hear::{Peer, answering};
use crate::cli::program::Run;
use crate::support::wire::local;

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

#[test]
fn a_recorded_call_teaches_what_the_documents_do_not_show() {
    let peer = answering(r#"{"Name": "canary", "Size": 5, "Password": "canary-2"}"#);
    let mut run = Run::call(["users", "get-profile", "--target-user", "canary"], &peer.url).args([
        "--read-only",
        "--record",
        "profile.jsonl",
    ]);
    run.run().exits(0);
    let yaml = learned(&run.home.path().join("profile.jsonl"));
    for fact in ["AdminGetUserProfile:", "Name: string", "Size: i", "Password: string"] {
        assert!(yaml.contains(fact), "{fact}\n{yaml}");
    }
    assert!(!yaml.contains("encoding") && !yaml.contains("canary"), "{yaml}");
}

/// The commands of the guide.
#[test]
fn the_guides_commands_learn_from_the_example_server() {
    let router = backup::builder(Backup::default()).into_router().unwrap();
    let peer = Peer::<BackupServer>::serving(router.clone());
    let root = local(router, AdminAuth::password("root", "pass"));
    peer.runtime.block_on(root.send(AdminAddFirstAdminUser::new("root", "pass"))).unwrap();
    peer.runtime.block_on(root.send(AdminAddUser::new("alice", "word"))).unwrap();
    let lines = crate::guides::commands::lines();
    let line = lines.iter().find(|line| line.contains("--record")).expect("the guide records a call");
    let mut run = Run::of::<BackupServer>(line.split_whitespace().skip(1)).args(["--url", &peer.url]);
    run = run.env("BACKUP_SERVER_USERNAME", "root").env("BACKUP_SERVER_PASSWORD", "pass");
    run.run().exits(0);
    let yaml = learned(&run.home.path().join("profile.jsonl"));
    for fact in ["AdminGetUserProfile:", "Username: string", "OrganizationID: string"] {
        assert!(yaml.contains(fact), "{fact}\n{yaml}");
    }
    assert!(!yaml.contains("alice"), "{yaml}");
}

/// The overlay that `learn` writes.
fn learned(cassette: &Path) -> String {
    let cassette = std::fs::read(cassette).unwrap();
    let spec = Spec::open(Path::new("../spec")).unwrap();
    let mut evidence = Evidence::new(vocabulary(&spec), BTreeSet::new());
    evidence.add(&mut &*cassette).unwrap();
    let position = spec.apis.iter().position(|api| api.name == "backup-server").unwrap();
    let api = &spec.apis[position];
    let mut learned = learn(api, &spec.sources[position], api, &evidence);
    learned.draft.name = "office".to_owned();
    learned.draft.source = "A call.".to_owned();
    let (_, taken) = fit(&mut learned.draft, Path::new("../spec"), &[]).unwrap();
    assert!(taken.is_empty(), "{taken:?}");
    learned.draft.yaml()
}
