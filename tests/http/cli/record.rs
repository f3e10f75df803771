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
    assert!(cassette.contains("AdminListUsers") && cassette.lines().count() == 2, "{cassette}");
    assert!(cassette.contains("alice") && !cassette.contains("hunter2"), "{cassette}");

    let replayer = Replayer::open(&path).unwrap();
    let client = Client::<BackupServer, _>::with_transport("http://replay.invalid", replayer);
    let client = client.credential(AdminAuth::password("admin", "any")).build().unwrap();
    assert_eq!(peer.runtime.block_on(client.send(AdminListUsers::new())).unwrap(), ["alice"]);
}

/// A session is recorded call by call: each is a run.
#[test]
fn a_second_call_is_recorded_in_the_same_file() {
    let peer = answering(r#"["alice"]"#);
    let mut run = Run::call(LIST, &peer.url);
    run.run().exits(0);
    run.run().exits(0);
    let path = run.home.path().join("list.jsonl");
    let cassette = std::fs::read_to_string(&path).unwrap();
    assert_eq!(cassette.lines().count(), 4, "{cassette}");
    let replayer = Replayer::open(&path).unwrap();
    let client = Client::<BackupServer, _>::with_transport("http://replay.invalid", replayer);
    let client = client.credential(AdminAuth::password("admin", "any")).build().unwrap();
    let list = || peer.runtime.block_on(client.send(AdminListUsers::new()));
    assert_eq!([list().unwrap(), list().unwrap()], [["alice"]; 2]);
    assert!(list().is_err());
}

#[test]
fn what_is_not_a_cassette_of_this_api_is_refused_before_the_call() {
    let peer = answering(r#"["alice"]"#);
    let mut run = Run::call(LIST, &peer.url);
    let path = run.home.path().join("list.jsonl");
    let whole = r#"{"cassette":{"version":3,"api":"backup-server"}}"#;
    let recording = whole.replace("cassette", "recording") + "\n";
    let other = whole.replace("backup-server", "account-portal") + "\n";
    for (text, why) in [
        ("notes\n", "line 1 is not an exchange"),
        (&*other, "it is one of account-portal"),
        (whole, "its last line is cut off"),
        (r#"{"request":{"operation":"AdminListUsers","path":"/"}}"#, "the format of another version"),
        (&recording, "is a recording, not a cassette: record to another one"),
    ] {
        std::fs::write(&path, text).unwrap();
        run.run().says(2, ["--record: list.jsonl: ", why]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    std::fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("/dev/null", &path).unwrap();
    run.run().says(2, ["--record: list.jsonl: not a file that can be continued"]);
    std::fs::remove_file(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    run.run().says(2, ["--record: list.jsonl: not a file that can be continued"]);
    assert!(peer.heard().is_empty());
}

/// A cassette has names and values that the documents don't, and a recording has neither.
#[test]
fn a_recorded_call_teaches_what_the_documents_do_not_show() {
    let peer = answering(r#"{"Name": "canary", "Size": 5, "S3Password": "canary-2"}"#);
    for (option, facts) in
        [("--record", &["AdminGetUserProfile:", "Name: string", "Size: i"][..]), ("--record-shape", &[])]
    {
        let mut run = Run::call(["users", "get-profile", "--target-user", "canary"], &peer.url);
        run = run.args(["--read-only", option, "profile.jsonl"]);
        run.run().exits(0);
        let text = std::fs::read_to_string(run.home.path().join("profile.jsonl")).unwrap();
        assert_eq!(text.contains("canary"), option == "--record", "{text}");
        let yaml = learned(&run.home.path().join("profile.jsonl"));
        assert!(facts.iter().all(|fact| yaml.contains(fact)), "{yaml}");
        assert!(!yaml.contains("encoding") && !yaml.contains("canary"), "{yaml}");
    }
    let mut run = Run::call(["users", "get-profile", "--target-user", "a", "--record", "a"], &peer.url);
    run.run()
        .says(0, ["warning: a may have a secret in AdminGetUserProfile: S3Password; if it is one, mark it"]);
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
    let mut learned = learn(api, &spec.sources[position], &evidence);
    learned.draft.name = "office".to_owned();
    learned.draft.source = "A call.".to_owned();
    let (_, taken) = fit(&mut learned.draft, Path::new("../spec"), &[]).unwrap();
    assert!(taken.is_empty(), "{taken:?}");
    learned.draft.yaml()
}
