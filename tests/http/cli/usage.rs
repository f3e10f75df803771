//! Exit statuses, standard error, profiles and pipes.

use std::io::Write as _;
use std::time::{Duration, Instant};

use backup_server_api::BackupServer;
use serde_json::Value;
use tests::server::Server;

use crate::cli::hear::{Peer, answering};
use crate::cli::program::{Ended, Program, Run};

const LIST: [&str; 2] = ["users", "admin-list-users"];

/// An address without a server.
const NOBODY: &str = "http://127.0.0.1:1";

fn list(url: &str) -> Run {
    Run::call(LIST, url)
}

/// The object on standard error.
fn error(ended: &Ended) -> Value {
    let json: Value = serde_json::from_str(&ended.stderr).unwrap_or_else(|_| panic!("{}", ended.stderr));
    json["error"].clone()
}

#[test]
fn a_refusal_has_its_status_and_message() {
    let peer = Peer::<BackupServer>::fake();
    let ended = list(&peer.url).end().says(1, ["error: ", "401", "wrong credentials"]);
    assert_eq!(ended.stdout(), "");
    let error = error(&list(&peer.url).arg("--json").end().exits(1));
    assert_eq!(error["operation"], "AdminListUsers");
    assert_eq!(error["http_status"], 401);
    assert_eq!(error["message"], "wrong credentials");
}

#[test]
fn a_path_that_is_inferred_and_not_there_is_named_with_what_to_do() {
    let peer = Peer::<BackupServer>::serving(axum::Router::new());
    let path = "/api/v1/admin/list-users-full";
    let list = || Run::call(["users", "admin-list-users-full"], &peer.url);
    let advice = format!(
        "(HTTP 404 Not Found); the path {path} is inferred, not documented: if the server has another, pass it \
         with `--request-path`, or set it in `paths` of your profile"
    );
    let ended = list().end().says(1, [&advice]);
    assert!(!ended.stderr.contains("ClientBuilder"), "{}", ended.stderr);
    let refused = error(&list().arg("--json").end().exits(1));
    assert_eq!((&refused["inferred_path"], &refused["http_status"]), (&path.into(), &404.into()));
    let elsewhere = list().args(["--request-path", "/elsewhere"]);
    assert!(!elsewhere.end().exits(1).stderr.contains("inferred"));
}

#[test]
fn a_server_that_is_not_there_is_a_failure() {
    list(NOBODY).end().says(1, ["could not connect", "\n  Connection refused"]);
    let error = error(&list(NOBODY).arg("--json").end().exits(1));
    assert_eq!(error["kind"], "failed");
    assert!(error["message"].as_str().unwrap().contains("could not connect"));
}

#[test]
fn wrong_usage_exits_with_two() {
    for arguments in [
        &["no-such-group"][..],
        &["jobs", "no-such-operation"],
        &["users", "admin-list-users", "--no-such-option"],
        &["users", "admin-list-users", "--url", "backup"],
        &["users", "admin-list-users", "--profile", "none"],
    ] {
        let ended = Run::of::<BackupServer>(arguments).end().exits(2);
        assert_eq!(ended.stdout(), "", "{arguments:?}");
        assert!(!ended.stderr.is_empty(), "{arguments:?}");
        let json = Run::of::<BackupServer>(arguments).arg("--json").end().exits(2);
        let message = error(&json)["message"].as_str().unwrap().to_owned();
        assert_eq!(message, message.trim_end().trim_start_matches("error: "));
    }
}

/// Although the client, not the arguments, rejects them.
#[test]
fn a_call_that_the_program_refuses_is_wrong_usage() {
    for (operation, arguments) in [
        (["users", "add"], &["--target-user", "a", "--target-password-fd", "0", "--read-only"][..]),
        (["users", "list"], &["--server-version", "1.0.0", "--request-path", "no path"]),
        (["users", "list"], &["--bearer"]),
    ] {
        let run = Run::call(operation, NOBODY).args(arguments).arg("--json").stdin("new");
        let ended = run.end().exits(2);
        assert_eq!(error(&ended)["kind"], "usage", "{}", ended.stderr);
    }
}

#[test]
fn a_timeout_is_a_number_of_seconds_above_zero() {
    for text in ["0", "1ss", "nan", "-1", "soon"] {
        let run = list(NOBODY).arg(format!("--timeout={text}"));
        run.end().says(2, ["--timeout", "expected a number of seconds, such as"]);
    }
    for text in ["600.5", "600s"] {
        list(NOBODY).arg(format!("--timeout={text}")).end().says(1, ["could not connect"]);
    }
}

/// A connection that is flooded keeps its thread busy: one poll can take seconds.
#[test]
fn a_timeout_ends_a_call_that_is_flooded() {
    let interim = b"HTTP/1.1 100 Continue\r\n\r\n".repeat(2000);
    let server = Server::start(move |_, stream| while stream.write_all(&interim).is_ok() {});
    let start = Instant::now();
    list(&server.url).args(["--timeout", "1"]).end().says(1, ["no response in time"]);
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
}

#[test]
fn a_variable_that_is_not_text_is_an_error() {
    use std::os::unix::ffi::OsStrExt;
    for name in ["URL", "PROFILE", "USERNAME", "PASSWORD"] {
        let (name, value) = (format!("BACKUP_SERVER_{name}"), std::ffi::OsStr::from_bytes(b"\xff"));
        let run = Run::of::<BackupServer>(LIST).env("BACKUP_SERVER_URL", NOBODY);
        let run = run.env("BACKUP_SERVER_USERNAME", "admin").env("BACKUP_SERVER_PASSWORD", "hunter2");
        run.env(&name, value).end().says(2, [&name, "not UTF-8 text"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_not_a_panic() {
    for (arguments, code) in [
        ("--help > /dev/full", 1),
        ("find user > /dev/full", 1),
        ("users admin-list-users --url backup 2> /dev/full", 2),
        ("users admin-list-users --url backup --json 2> /dev/full", 2),
    ] {
        let script = format!("{} {arguments}", BackupServer::PROGRAM);
        Run::any("bash", ["-c", &script]).end().exits(code);
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let help = format!("{} --help | true; exit ${{PIPESTATUS[0]}}", BackupServer::PROGRAM);
    let ended = Run::any("bash", ["-c", &help]).end().exits(0);
    assert_eq!(ended.stderr, "");
    let large: &'static str = Box::leak(format!("[{}1]", "1,".repeat(500_000)).into_boxed_str());
    let peer = answering(large);
    let script = format!(
        "{} jobs admin-get-jobs-all --url {} | head -c 10; exit ${{PIPESTATUS[0]}}",
        BackupServer::PROGRAM,
        peer.url
    );
    let run = Run::any("bash", ["-c", &script]);
    let ended = run.env("BACKUP_SERVER_USERNAME", "a").env("BACKUP_SERVER_PASSWORD", "b").end().exits(0);
    assert_eq!((ended.stdout(), ended.stderr.as_str()), ("[1,1,1,1,1", ""));
}

/// In its group by its short name, and anywhere by the name that the documents give it.
#[test]
fn a_command_has_three_names() {
    let curl = |words: &[&str]| {
        let run = Run::of::<BackupServer>(words);
        let run = run.args(["--url", "http://a.example", "--username", "admin", "--dry-run"]);
        run.env("BACKUP_SERVER_PASSWORD", "canary").end().exits(0).stdout().to_owned()
    };
    let first = curl(&["users", "list"]);
    assert!(first.contains("http://a.example/api/v1/admin/list-users"), "{first}");
    for words in [&["users", "admin-list-users"][..], &["admin-list-users"], &["AdminListUsers"]] {
        assert_eq!(curl(words), first, "{words:?}");
    }
    let help = Run::of::<BackupServer>(["users", "list", "--help"]).end().exits(0);
    assert!(help.stdout().contains("Full name, without a group: admin-list-users"), "{}", help.stdout());
}

/// As `find` finds them, wherever they are.
#[test]
fn commands_are_suggested_across_groups() {
    for (typed, first) in [
        (&["jobs", "list-users"][..], "users list"),
        (&["list-users"], "users list"),
        (&["users", "list-users"], "users list"),
        (&["snapshot"], "backups delete-snapshot"),
        (&["version"], "system version"),
    ] {
        let suggested = format!("; did you mean\n  backup-server {first}\n");
        Run::of::<BackupServer>(typed).end().says(2, [&suggested]);
    }
    Run::of::<BackupServer>(["snapshot"]).end().says(2, ["more: backup-server find snapshot"]);
    Run::of::<BackupServer>(["jbos"]).end().says(2, ["'jobs'"]);
    for words in [&["add", "user"][..], &["add user"], &["add-user"]] {
        let ended = Run::of::<BackupServer>(["find"].iter().chain(words)).end().exits(0);
        assert!(ended.stdout().starts_with("users add "), "the best first: {}", ended.stdout());
    }
    let found =
        |question: &str| Run::of::<BackupServer>(["find", question]).end().exits(0).stdout().to_owned();
    for (question, words) in
        [("How do I reset my password?", "reset password"), ("how can a user log in", "user log in")]
    {
        assert_eq!(found(question), found(words));
    }
}

#[test]
fn a_stray_word_is_not_a_value() {
    let ended = Run::of::<BackupServer>(LIST).arg("stray").end();
    let ended = ended.says(2, ["error: an operation takes no positional values"]);
    assert!(!ended.stderr.contains("stray"), "it may be a secret: {}", ended.stderr);
}

#[test]
fn a_header_that_would_be_ignored_is_refused() {
    const FORM: &str = "application/x-www-form-urlencoded;charset=utf-8";
    let peer = answering("[]");
    for headers in [&["Accept: a/b", "Accept: a/c"][..], &["content-length: 7"], &["X-A: 1", "X-A: 2"]] {
        for dry in [&[][..], &["--dry-run"]] {
            let run = headers.iter().fold(list(&peer.url), |run, header| run.args(["--header", header]));
            let name = headers[0].split_once(':').unwrap().0;
            run.args(dry).end().says(2, [&format!("--header: `{name}` ")]);
        }
    }
    list(&peer.url).args(["--header", "Content-Type: a/b"]).end().says(2, ["content type"]);
    assert!(peer.heard().is_empty());
    let sent = || list(&peer.url).args(["--header", "X-A: 1", "--header", &format!("Content-Type: {FORM}")]);
    sent().end().exits(0);
    let heard = peer.heard();
    assert_eq!(["x-a", "content-type"].map(|name| heard[0].headers[name].as_str()), ["1", FORM]);
    let dry = sent().arg("--dry-run").end().exits(0);
    assert!(dry.stdout().contains(&format!("--header 'content-type: {FORM}'")), "{}", dry.stdout());
}

#[test]
fn two_credentials_in_the_environment_are_an_error() {
    let peer = answering("[]");
    let both = || list(&peer.url).env("BACKUP_SERVER_SESSION_KEY", "key");
    both().end().says(2, ["`BACKUP_SERVER_PASSWORD` and `BACKUP_SERVER_SESSION_KEY`", "--auth-type"]);
    assert!(peer.heard().is_empty());
    both().args(["--auth-type", "SessionKey"]).end().exits(0);
    assert_eq!(peer.heard()[0].body, "Username=admin&AuthType=SessionKey&SessionKey=key");
    both().args(["--session-key-fd", "0"]).stdin("other").end().exits(0);
    assert_eq!(peer.heard()[0].body, "Username=admin&AuthType=SessionKey&SessionKey=other");
    // They go together.
    list(&peer.url).env("BACKUP_SERVER_TOTP", "1").end().exits(0);
    // Neither the environment nor the profile comes first.
    let profile = "default = 'a'\n[profile.a]\npassword-command = 'echo x'\n";
    let run = Run::of::<BackupServer>(LIST).args(["--url", &peer.url]).env("BACKUP_SERVER_USERNAME", "admin");
    let run = run.env("BACKUP_SERVER_SESSION_KEY", "key").profiles("backup-server", profile);
    run.end().says(2, ["`password` of the profile and `BACKUP_SERVER_SESSION_KEY`"]);
}

#[test]
fn an_upload_is_a_file_or_standard_input() {
    let peer = answering("{}");
    let upload = |file| Run::call(["system", "admin-meta-resource-new", "--upload", file], &peer.url);
    for (given, name) in
        [("-", "stdin"), ("@-", "stdin"), ("@a.png", "a.png"), ("a.png", "a.png"), ("@@b", "@b")]
    {
        let run = upload(given).stdin("content");
        run.home.write("a.png", "content");
        run.home.write("@b", "content");
        run.end().exits(0);
        let body = String::from_utf8(peer.heard().remove(0).body.to_vec()).unwrap();
        assert!(body.contains(&format!("filename=\"{name}\"")) && body.contains("\r\ncontent\r\n"), "{body}");
    }
    upload("-").args(["--password-file", "-"]).stdin("x").end().says(2, ["standard input is already used"]);
    for (file, why) in [("none.png", "No such file"), (".", "is a folder")] {
        upload(file)
            .env("BACKUP_SERVER_USERNAME", "")
            .end()
            .says(2, ["--upload: ", why, "--username: missing"]);
    }
    assert!(peer.heard().is_empty());
}
