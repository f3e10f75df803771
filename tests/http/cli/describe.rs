//! The commands as scripts read them.

use account_portal_api::AccountPortal;
use api_runtime::Api as _;
use backup_server_api::BackupServer;
use serde_json::{Value, json};

use crate::cli::hear::with_items;
use crate::cli::program::{Program, Run};

fn described<A: Program>(arguments: &[&str]) -> Value {
    let ended = Run::of::<A>(["describe", "--json"].iter().chain(arguments)).end().exits(0);
    serde_json::from_str(ended.stdout()).unwrap()
}

#[test]
fn a_command_is_described() {
    let add = described::<BackupServer>(&["users", "add"]);
    for words in [&["admin-add-user"][..], &["AdminAddUser"], &["users admin-add-user"]] {
        assert_eq!(described::<BackupServer>(words), add);
    }
    assert_eq!(add["operation"], "AdminAddUser");
    assert_eq!(
        add["gates"][1],
        json!({ "code": "AR", "meaning": "The server must have the Auth Role enabled." })
    );
    assert_eq!(add["example"], "backup-server users add --target-user TEXT --target-password-file FILE");
    let parameters = add["parameters"].as_array().unwrap();
    assert_eq!(parameters[0]["required"], true);
    assert_eq!(parameters[1]["variable"], "BACKUP_SERVER_TARGET_PASSWORD");
    assert_eq!(parameters[2]["since"], "18.3.9");
    let credential = &add["credentials"][0];
    assert_eq!(credential["required"], true);
    assert_eq!(
        credential["schemes"][4],
        json!({ "value": "SessionKey", "takes": ["username", "session-key"] })
    );
    assert_eq!(credential["parameters"][1]["values"][4], "SessionKey");

    let text = Run::of::<BackupServer>(["describe", "users", "add"]).end().exits(0);
    for line in ["users add ", "--target-password ", "--auth-type ", "example "] {
        assert!(text.stdout().lines().any(|it| it.starts_with(line)), "{line}: {}", text.stdout());
    }
}

#[test]
fn an_unknown_command_is_suggested() {
    let describe = |words: &[&str]| Run::of::<BackupServer>(["describe"].iter().chain(words)).end();
    describe(&["jobs", "list-users"]).says(2, ["did you mean\n  backup-server users list\n"]);
    describe(&["no", "such", "thing"]).says(2, ["there is no command `no such thing`"]);
}

#[test]
fn all_commands_are_listed() {
    let all = described::<BackupServer>(&[]);
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), BackupServer::DESCRIPTOR.operations.len());
    let found = Run::of::<BackupServer>(["find", "--json", "--effect", "destroys"]).end().exits(0);
    let found: Vec<Value> = serde_json::from_str(found.stdout()).unwrap();
    let mut destroys = all.iter().filter(|it| it["effect"] == "destroys");
    assert!(
        !found.is_empty() && found.iter().all(|it| destroys.next() == Some(it)) && destroys.next().is_none()
    );
    Run::of::<BackupServer>(["find", "--effect", "harms"]).end().says(2, ["reads, changes, destroys"]);
}

/// It takes what is required, in its form.
fn examples_are_valid<A: Program>() {
    let all = described::<A>(&[]);
    with_items(all.as_array().unwrap().clone(), |it| {
        let described = described::<A>(&[it["operation"].as_str().unwrap()]);
        let example = described["example"].as_str().unwrap();
        let line = example.split_once(' ').unwrap().1;
        let script = format!("exec {} {line} --dry-run", A::PROGRAM);
        let mut run = Run::any("bash", ["-c", &script]);
        run.home.write("FILE", "Correct horse 1");
        for field in ["USERNAME", "PASSWORD", "TOKEN"] {
            run = run.env(format!("{}_{field}", A::PREFIX), "x");
        }
        run.run().exits(0);
    });
}

#[test]
fn examples_of_the_server_are_valid() {
    examples_are_valid::<BackupServer>();
}

#[test]
fn examples_of_the_portal_are_valid() {
    examples_are_valid::<AccountPortal>();
}
