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
        let ended = run.env("BACKUP_SERVER_USERNAME", "admin").end().exits(0);
        assert!(ended.stdout().starts_with(&format!("# Effect: {effect}\n")), "{}", ended.stdout());
    }
}

/// By an option or by a profile, and then no option lifts it.
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
