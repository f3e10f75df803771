//! Exit statuses, standard error, profiles and pipes.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use backup_server_api::BackupServer;
use serde_json::Value;

use crate::hear::{Peer, answering};
use crate::program::{Ended, Program, Run};

const LIST: [&str; 2] = ["jobs", "admin-list-users"];

fn list(url: &str) -> Run {
    call(LIST, url)
}

fn call(command: [&str; 2], url: &str) -> Run {
    let run = Run::of::<BackupServer>(command).arg("--url").arg(url);
    run.env("BACKUP_SERVER_USERNAME", "admin").env("BACKUP_SERVER_PASSWORD", "hunter2")
}

/// The object on standard error.
fn error(ended: &Ended) -> Value {
    let json: Value = serde_json::from_str(&ended.stderr).unwrap_or_else(|_| panic!("{}", ended.stderr));
    json["error"].clone()
}

#[test]
fn a_refusal_has_its_status_and_message() {
    let peer = Peer::<BackupServer>::double();
    let ended = list(&peer.url).end().exits(1);
    assert_eq!(ended.stdout(), "");
    assert!(
        ended.stderr.starts_with("error: ")
            && ended.stderr.contains("401")
            && ended.stderr.contains("wrong credentials"),
        "{}",
        ended.stderr
    );
    let error = error(&list(&peer.url).arg("--json").end().exits(1));
    assert_eq!(error["operation"], "AdminListUsers");
    assert_eq!(error["http_status"], 401);
    assert_eq!(error["message"], "wrong credentials");
}

#[test]
fn a_path_that_is_inferred_and_not_there_is_named_with_what_to_do() {
    let peer = Peer::<BackupServer>::serving(axum::Router::new());
    let path = "/api/v1/admin/list-users-full";
    let list = || call(["jobs", "admin-list-users-full"], &peer.url);
    let ended = list().end().exits(1);
    let advice = format!(
        "(HTTP 404 Not Found); the path {path} is inferred, not documented: if the server has another, pass it \
         with `--request-path`, or set it in `paths` of your profile"
    );
    assert!(ended.stderr.contains(&advice), "{}", ended.stderr);
    assert!(!ended.stderr.contains("ClientBuilder"), "{}", ended.stderr);
    let refused = error(&list().arg("--json").end().exits(1));
    assert_eq!((&refused["inferred_path"], &refused["http_status"]), (&path.into(), &404.into()));
    let elsewhere = list().arg("--request-path").arg("/elsewhere");
    assert!(!elsewhere.end().exits(1).stderr.contains("inferred"));
}

#[test]
fn a_server_that_is_not_there_is_a_failure() {
    let ended = list("http://127.0.0.1:1").end().exits(1);
    assert!(
        ended.stderr.contains("could not connect") && ended.stderr.contains("\n  Connection refused"),
        "{}",
        ended.stderr
    );
    let error = error(&list("http://127.0.0.1:1").arg("--json").end().exits(1));
    assert_eq!(error["kind"], "failed");
    assert!(error["message"].as_str().unwrap().contains("could not connect"));
}

#[test]
fn wrong_usage_exits_with_two() {
    for arguments in [
        &["no-such-group"][..],
        &["jobs", "no-such-operation"],
        &["jobs", "admin-list-users", "--no-such-option"],
        &["jobs", "admin-list-users", "--url", "backup"],
        &["jobs", "admin-list-users", "--profile", "none"],
    ] {
        let ended = Run::of::<BackupServer>(arguments).end().exits(2);
        assert_eq!(ended.stdout(), "", "{arguments:?}");
        assert!(!ended.stderr.is_empty(), "{arguments:?}");
        let json = Run::of::<BackupServer>(arguments).arg("--json").end().exits(2);
        assert!(error(&json)["message"].is_string(), "{}", json.stderr);
    }
}

#[test]
fn a_fault_of_the_arguments_is_one_text_in_json() {
    let ended = Run::of::<BackupServer>(["jobs", "no-such-operation", "--json"]).end().exits(2);
    let message = error(&ended)["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("unrecognized subcommand"), "{message}");
    assert_eq!(message, message.trim_end());
}

#[test]
fn a_timeout_is_a_number_of_seconds_above_zero() {
    for text in ["0", "1ss", "nan", "-1", "soon"] {
        let ended = list("http://127.0.0.1:1").arg(format!("--timeout={text}")).end().exits(2);
        assert!(
            ended.stderr.contains("--timeout: expected a number of seconds, such as"),
            "{}",
            ended.stderr
        );
    }
    for text in ["600.5", "600s"] {
        let ended = list("http://127.0.0.1:1").arg(format!("--timeout={text}")).end().exits(1);
        assert!(ended.stderr.contains("could not connect"), "{}", ended.stderr);
    }
}

/// A connection that is flooded keeps its thread busy: one poll can take seconds.
#[test]
fn a_timeout_ends_a_call_that_is_flooded() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let interim = b"HTTP/1.1 100 Continue\r\n\r\n".repeat(2000);
        let (mut stream, _) = listener.accept().unwrap();
        // A client takes nothing before its request.
        let _ = stream.read(&mut [0]);
        while stream.write_all(&interim).is_ok() {}
    });
    let start = Instant::now();
    let ended = list(&url).arg("--timeout").arg("1").end().exits(1);
    assert!(ended.stderr.contains("no response in time"), "{}", ended.stderr);
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
}

#[test]
fn a_variable_that_is_not_text_is_a_fault() {
    use std::os::unix::ffi::OsStrExt;
    for name in ["URL", "PROFILE", "USERNAME", "PASSWORD"] {
        let (name, value) = (format!("BACKUP_SERVER_{name}"), std::ffi::OsStr::from_bytes(b"\xff"));
        let run = Run::of::<BackupServer>(LIST).env("BACKUP_SERVER_URL", "http://127.0.0.1:1");
        let run = run.env("BACKUP_SERVER_USERNAME", "admin").env("BACKUP_SERVER_PASSWORD", "hunter2");
        let ended = run.env(&name, value).end().exits(2);
        assert!(ended.stderr.contains(&name) && ended.stderr.contains("not UTF-8 text"), "{}", ended.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_not_a_panic() {
    for (arguments, code) in [
        ("--help > /dev/full", 1),
        ("find user > /dev/full", 1),
        ("jobs admin-list-users --url backup 2> /dev/full", 2),
        ("jobs admin-list-users --url backup --json 2> /dev/full", 2),
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

/// A profile has the URL, the user and where the password is.
#[test]
fn a_profile_says_where_to_go() {
    let peer = Peer::<BackupServer>::double();
    let profiles = format!(
        "default = 'office'\n\n[profile.office]\nurl = '{}'\nusername = 'admin'\npassword-command = 'echo x'\n\
         [profile.office.paths]\nAdminListUsers = '/list'\n[profile.none]\nurl = 'http://127.0.0.1:1'\n",
        peer.url
    );
    let run = || Run::of::<BackupServer>(LIST).profiles("backup-server", &profiles);
    run().end().exits(1);
    let heard = peer.heard();
    assert_eq!(heard[0].path, "/list");
    assert_eq!(heard[0].body, "Username=admin&AuthType=Password&Password=x");
    run().arg("--profile").arg("none").arg("--password-fd").arg("0").stdin("x").end().exits(2);
    run().env("BACKUP_SERVER_PROFILE", "none").arg("--password-fd").arg("0").stdin("x").end().exits(2);
    run().env("BACKUP_SERVER_URL", "http://127.0.0.1:1").end().exits(1);
    assert!(peer.heard().is_empty(), "the environment comes before the profile");
}

#[test]
fn a_faulty_profile_is_reported_with_its_lines() {
    let profiles = "[profile.a]\nurll = 'x'\npassword = 'hunter2'\n";
    let run = Run::of::<BackupServer>(LIST).profiles("backup-server", profiles);
    let ended = run.arg("--profile").arg("a").end().exits(2);
    assert!(ended.stderr.contains("profiles.toml:2: unknown key `urll`"), "{}", ended.stderr);
    assert!(ended.stderr.contains("profiles.toml:3: `password` is a secret"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("hunter2"), "{}", ended.stderr);
}

/// As `find` finds them, wherever they are.
#[test]
fn commands_are_suggested_across_groups() {
    for (typed, first) in [
        (&["jobs", "list-users"][..], "jobs admin-list-users"),
        (&["list-users"], "jobs admin-list-users"),
        (&["users", "list-users"], "jobs admin-list-users"),
        (&["AdminListUsers"], "jobs admin-list-users"),
        (&["policies"], "organizations admin-policies-delete"),
        (&["version"], "server-config admin-meta-version"),
    ] {
        let ended = Run::of::<BackupServer>(typed).end().exits(2);
        let suggested = format!("; did you mean\n  backup-server {first}\n");
        assert!(ended.stderr.contains(&suggested), "{typed:?}: {}", ended.stderr);
    }
    let ended = Run::of::<BackupServer>(["policies"]).end();
    assert!(ended.stderr.contains("more: backup-server find policies"), "{}", ended.stderr);
    let ended = Run::of::<BackupServer>(["jbos"]).end().exits(2);
    assert!(ended.stderr.contains("'jobs'"), "{}", ended.stderr);
}

#[test]
fn the_best_match_is_found_first() {
    for words in [&["add", "user"][..], &["add user"], &["add-user"]] {
        let ended = Run::of::<BackupServer>(["find"].iter().chain(words)).end().exits(0);
        assert!(ended.stdout().starts_with("users admin-add-user "), "{}", ended.stdout());
    }
}

#[test]
fn a_stray_word_is_not_a_value() {
    let ended = Run::of::<BackupServer>(LIST).arg("stray").end().exits(2);
    assert!(ended.stderr.starts_with("error: an operation takes no positional values"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("stray"), "it may be a secret: {}", ended.stderr);
}

#[test]
fn a_header_that_would_be_ignored_is_refused() {
    let peer = answering("[]");
    for headers in [&["Content-Type: a/b"][..], &["content-length: 7"], &["X-A: 1", "X-A: 2"]] {
        for dry in [&[][..], &["--dry-run"]] {
            let run = headers.iter().fold(list(&peer.url), |run, header| run.arg("--header").arg(header));
            let ended = dry.iter().fold(run, |run, option| run.arg(option)).end().exits(2);
            let name = headers[0].split_once(':').unwrap().0;
            assert!(ended.stderr.contains(&format!("--header: `{name}` ")), "{}", ended.stderr);
        }
    }
    assert!(peer.heard().is_empty());
    list(&peer.url).arg("--header").arg("X-A: 1").end().exits(0);
    assert_eq!(peer.heard()[0].headers["x-a"], "1");
}

#[test]
fn two_credentials_in_the_environment_are_a_fault() {
    let peer = answering("[]");
    let both = || list(&peer.url).env("BACKUP_SERVER_SESSION_KEY", "key");
    let ended = both().end().exits(2);
    let names = "`BACKUP_SERVER_PASSWORD` and `BACKUP_SERVER_SESSION_KEY`";
    assert!(ended.stderr.contains(names) && ended.stderr.contains("--auth-type"), "{}", ended.stderr);
    assert!(peer.heard().is_empty());
    both().arg("--auth-type").arg("SessionKey").end().exits(0);
    assert_eq!(peer.heard()[0].body, "Username=admin&AuthType=SessionKey&SessionKey=key");
    both().arg("--session-key-fd").arg("0").stdin("other").end().exits(0);
    assert_eq!(peer.heard()[0].body, "Username=admin&AuthType=SessionKey&SessionKey=other");
    // They go together.
    list(&peer.url).env("BACKUP_SERVER_TOTP", "1").end().exits(0);
    // The environment comes before the profile.
    let profile = "default = 'a'\n[profile.a]\npassword-command = 'echo x'\n";
    let run =
        Run::of::<BackupServer>(LIST).arg("--url").arg(&peer.url).env("BACKUP_SERVER_USERNAME", "admin");
    run.env("BACKUP_SERVER_SESSION_KEY", "key").profiles("backup-server", profile).end().exits(0);
    assert!(peer.heard()[1].body.ends_with(b"SessionKey=key"));
}

#[test]
fn an_upload_is_a_file_or_standard_input() {
    let peer = answering("{}");
    for (given, name) in
        [("-", "stdin"), ("@-", "stdin"), ("@a.png", "a.png"), ("a.png", "a.png"), ("@@b", "@b")]
    {
        let run = Run::of::<BackupServer>(["server-config", "admin-meta-resource-new", "--upload", given]);
        let run = run.arg("--url").arg(&peer.url).env("BACKUP_SERVER_USERNAME", "a");
        let run = run.env("BACKUP_SERVER_PASSWORD", "b").stdin("content");
        run.home.write("a.png", "content");
        run.home.write("@b", "content");
        run.end().exits(0);
        let body = String::from_utf8(peer.heard().remove(0).body.to_vec()).unwrap();
        assert!(body.contains(&format!("filename=\"{name}\"")) && body.contains("\r\ncontent\r\n"), "{body}");
    }
    let run = Run::of::<BackupServer>(["server-config", "admin-meta-resource-new", "--upload", "-"]);
    let run = run.arg("--password-file").arg("-").arg("--url").arg(&peer.url);
    let ended = run.env("BACKUP_SERVER_USERNAME", "a").stdin("x").end().exits(2);
    assert!(ended.stderr.contains("standard input is already used"), "{}", ended.stderr);
}

/// roff fills lines that nothing keeps apart into one paragraph.
#[test]
fn a_manual_page_has_its_lines_and_a_header() {
    let mut run = Run::of::<BackupServer>(["man", "pages"]);
    run.run().exits(0);
    let page = run.home.read("pages/backup-server-users-admin-add-user.1");
    assert!(page.contains("\n\\- Gate AA: Admin auth block required.\n.br\n\\- Gate AR: "), "{page}");
    assert!(page.contains(".TP\n\\fB\\-\\-target\\-user\\fR"), "{page}");
    let header = ".TH BACKUP-SERVER 1 \" \" \"backup-server 0.1.0\" \"Backup Server Management API\"\n";
    assert!(page.replace("\\-", "-").contains(header), "{page}");
}

#[test]
fn a_file_that_cannot_be_sent_is_reported_with_the_rest() {
    let peer = answering("{}");
    for (file, why) in [("none.png", "No such file"), (".", "is a folder")] {
        let run = Run::of::<BackupServer>(["server-config", "admin-meta-resource-new", "--upload", file]);
        let run = run.arg("--url").arg(&peer.url).env("BACKUP_SERVER_PASSWORD", "hunter2");
        let ended = run.end().exits(2);
        assert!(ended.stderr.contains("--upload: ") && ended.stderr.contains(why), "{}", ended.stderr);
        assert!(ended.stderr.contains("--username: missing"), "{}", ended.stderr);
    }
    assert!(peer.heard().is_empty());
}
