//! The CLI asks before a call, or refuses it, depending on its effect on the server.

use backup_server_api::BackupServer;
use serde_json::Value;

use crate::cli::hear::answering;
use crate::cli::program::Run;

const LIST: [&str; 2] = ["users", "list"];
const ADD: [&str; 6] = ["users", "add", "--target-user", "alice", "--target-password-fd", "0"];
const DELETE: [&str; 4] = ["users", "delete", "--target-user", "alice"];

/// Neither a pipe nor an output format counts as a confirmation.
#[test]
fn what_destroys_needs_yes_where_nobody_can_be_asked() {
    let peer = answering("{}");
    let delete = || Run::call(DELETE, &peer.url);
    let refused = delete().end().says(2, ["admin-delete-user can't be undone", "pass --yes"]);
    assert_eq!(refused.stdout(), "");
    let refused = delete().arg("--json").stdin("alice\n").end().exits(2);
    let error: Value = serde_json::from_str(&refused.stderr).unwrap();
    assert_eq!(error["error"]["kind"], "usage");
    // Nothing that a profile names is run for it.
    let profile = "default = 'a'\n[profile.a]\npassword-command = 'touch ran'\n";
    let mut run = Run::of::<BackupServer>(DELETE).args(["--url", &peer.url, "--username", "a"]);
    run = run.profiles("backup-server", profile);
    run.run().exits(2);
    assert!(!run.home.path().join("ran").exists());
    assert!(peer.heard().is_empty());

    delete().arg("--yes").end().exits(0);
    // For scripts that don't know the effect.
    Run::call(LIST, &peer.url).arg("--yes").end().exits(0);
    assert_eq!(peer.heard().len(), 2);
}

#[test]
fn a_dry_run_says_the_effect_and_does_not_ask() {
    for (arguments, effect) in [(&LIST[..], "reads"), (&ADD, "changes"), (&DELETE, "destroys")] {
        let run = Run::of::<BackupServer>(arguments).args(["--dry-run", "--url", "https://a.example"]);
        let ended = run.args(["--username", "admin", "--password"]).end().exits(0);
        assert!(ended.stdout().starts_with(&format!("# Effect: {effect}\n")), "{}", ended.stdout());
    }
}

/// By an option or by a profile.
#[test]
fn what_is_read_only_changes_nothing() {
    let peer = answering("{}");
    let profile = "default = 'a'\n[profile.a]\nread-only = true\n[profile.b]\nread-only = false\n";
    let by_profile = |run: Run| run.profiles("backup-server", profile);
    let by_option = |run: Run| run.arg("--read-only");
    for read_only in [&by_profile as &dyn Fn(Run) -> Run, &by_option] {
        read_only(Run::call(LIST, &peer.url)).end().exits(0);
        assert_eq!(peer.heard().len(), 1);
        for dry in [&[][..], &["--dry-run"]] {
            let refused = read_only(Run::call(ADD, &peer.url)).args(dry).stdin("x").end();
            refused.says(2, ["AdminAddUser: the effect of the operation is `changes`", "`--read-only`"]);
            read_only(Run::call(DELETE, &peer.url)).arg("--yes").args(dry).end().says(2, ["`destroys`"]);
        }
        assert!(peer.heard().is_empty());
    }
    by_profile(Run::call(ADD, &peer.url)).args(["--profile", "b"]).stdin("Correct horse 1").end().exits(0);
}

const GET: [&str; 4] = ["users", "admin-get-user-profile", "--target-user", "alice"];

/// Servers may take either for that of `AdminDeleteUser`.
const DELETES: [&str; 2] = ["/api/v1/admin/delete-user", "/api//v1/admin/Delete%2Duser/"];

#[test]
fn a_path_does_not_lift_read_only() {
    let peer = answering("{}");
    let get = || Run::call(GET, &peer.url);
    for path in DELETES {
        let profile = format!(
            "default = 'a'\n[profile.a]\nread-only = true\npaths = {{ AdminGetUserProfile = '{path}' }}\n"
        );
        let by_option = || get().args(["--read-only", "--request-path", path]);
        for more in ["--yes", "--dry-run", "--trust-path"] {
            let refused = by_option().arg(more).end();
            refused.says(2, ["AdminGetUserProfile: the path is that of AdminDeleteUser", "`destroys`"]);
        }
        get().profiles("backup-server", &profile).arg("--yes").end().says(2, ["AdminDeleteUser"]);
    }
    let profile = "default = 'a'\n[profile.a]\nread-only = true\npaths = { AdminGetUserProfile = '/mine' }\n";
    let by_profile = || get().profiles("backup-server", profile);
    let later = || by_profile().args(["--request-path", "/other"]);
    later().end().says(2, ["AdminGetUserProfile: the API doesn't have the path", "`--trust-path`"]);
    later().arg("--dry-run").end().exits(2);
    assert!(peer.heard().is_empty());
    by_profile().end().exits(0);
    later().arg("--trust-path").end().exits(0);
    let paths: Vec<String> = peer.heard().into_iter().map(|it| it.path).collect();
    assert_eq!(paths, ["/mine", "/other"]);
}

#[test]
fn a_path_of_what_destroys_needs_yes() {
    let peer = answering("{}");
    for path in DELETES {
        let get = || Run::call(GET, &peer.url).args(["--request-path", path]);
        get().end().says(2, ["admin-get-user-profile can't be undone", "pass --yes"]);
        assert!(get().arg("--dry-run").end().exits(0).stdout().starts_with("# Effect: destroys\n"));
    }
    assert!(peer.heard().is_empty());
}
