//! Files from the server: under which name, and that no part of one is left.

use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

use account_portal_api::AccountPortal;
use api_runtime::{Api, Descriptor, ReturnKind};
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use http::header::CONTENT_DISPOSITION;
use tests::names_in;

use crate::cli::commands::{self, Secrets, call, log_in};
use crate::cli::hear::Peer;
use crate::cli::program::Run;
use crate::support::sample::Choice;

type A = AccountPortal;

/// An operation that returns a file.
fn operation() -> &'static Descriptor {
    let mut all = A::DESCRIPTOR.operations.iter();
    all.find(|it| it.returns == ReturnKind::Bytes).expect("an operation returns a file")
}

fn download(peer: &Peer<A>) -> Run {
    let values = commands::values::<A>(operation(), Choice::Required, Secrets::Right);
    let mut run = log_in::<A>(call::<A>(operation(), &values, &peer.url));
    // A folder without what the test itself wrote.
    std::fs::create_dir_all(run.home.path().join("here")).unwrap();
    let here = run.home.path().join("here");
    run.command.current_dir(here);
    run
}

fn here(run: &Run) -> Vec<String> {
    names_in(run.home.path().join("here"))
}

/// A server that responds with a file of this name.
fn sending(name: &'static str) -> Peer<A> {
    Peer::serving(axum::Router::new().fallback(move || async move {
        let disposition = format!("attachment; filename=\"{name}\"");
        Response::builder().header(CONTENT_DISPOSITION, disposition).body(Body::from("content")).unwrap()
    }))
}

/// The end of a response.
#[derive(Clone, Copy)]
enum End {
    Broken,
    Never,
}

/// A server that sends half of a file.
fn breaking_off(end: End) -> Peer<A> {
    Peer::serving(axum::Router::new().fallback(move || async move {
        let half = stream::iter([Ok(Bytes::from(vec![b'x'; 100_000]))]);
        let body = match end {
            End::Broken => Body::from_stream(half.chain(stream::iter([Err(io::Error::other("broken"))]))),
            End::Never => Body::from_stream(half.chain(stream::pending::<io::Result<_>>())),
        };
        Response::builder().header("content-length", "200000").body(body).unwrap()
    }))
}

#[test]
fn nothing_is_sent_if_no_file_can_be_made() {
    let peer = sending("report.csv");
    let named = download(&peer).args(["--output", "/proc/report.csv"]);
    let mut unnamed = download(&peer);
    unnamed.command.current_dir("/proc");
    for (run, remedy) in [(named, ""), (unnamed, "`--output`")] {
        let ended = run.end().says(1, ["error: no file can be made in /proc: ", remedy]);
        assert!(!ended.stderr.contains(".part"), "{}", ended.stderr);
    }
    assert!(peer.heard().is_empty());
}

#[test]
fn the_server_names_the_file_but_not_its_folder() {
    for (stated, name) in
        [("build 1.zip", "build 1.zip"), ("../../x", "x"), (".profile", "profile"), ("--force", "force")]
    {
        let peer = sending(stated);
        let mut run = download(&peer);
        let ended = run.run().exits(0);
        assert_eq!(here(&run), [name]);
        assert!(ended.printed().contains(name), "{}", ended.printed());
    }
}

#[test]
fn a_file_without_a_name_has_the_operations_own() {
    let peer = sending("..");
    let mut run = download(&peer);
    run.run().exits(0);
    let names = here(&run);
    assert_eq!(names.len(), 1);
    assert!(names[0].starts_with(&run.command.get_args().nth(1).unwrap().to_string_lossy()[..]), "{names:?}");
}

#[test]
fn a_file_that_exists_is_kept_unless_forced() {
    let peer = sending("name");
    let mut run = download(&peer);
    let file = run.home.write("here/name", "old");
    run.run().says(1, ["--force"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(here(&run), ["name"]);
    run = run.arg("--force");
    run.run().exits(0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "content");
    peer.heard();
    // With a name on the command line, nothing is even sent.
    let mut run = download(&peer).args(["--output", "other"]);
    run.home.write("here/other", "old");
    run.run().exits(2);
    assert!(peer.heard().is_empty());
}

#[test]
fn a_file_goes_to_standard_output_or_a_folder() {
    let peer = sending("name");
    let mut run = download(&peer).args(["--output", "-"]);
    assert_eq!(run.run().exits(0).stdout(), "content");
    assert_eq!(here(&run), Vec::<String>::new());
    let mut run = download(&peer).args(["--output", ".."]);
    run.run().exits(0);
    assert_eq!(run.home.read("name"), "content");
    let ended = download(&peer).args(["--output", "/dev/null"]).end().exits(0);
    assert_eq!(ended.stderr, "");
}

#[test]
fn a_broken_connection_leaves_nothing() {
    for output in [None, Some("file")] {
        let peer = breaking_off(End::Broken);
        let mut run = download(&peer);
        if let Some(output) = output {
            run = run.arg("--output").arg(output);
        }
        let ended = run.run().exits(1);
        assert!(!ended.stderr.is_empty());
        assert_eq!(here(&run), Vec::<String>::new());
    }
}

#[test]
fn signals_leave_nothing() {
    for (signal, existing) in [("INT", None), ("TERM", None), ("HUP", None), ("INT", Some("old"))] {
        let peer = breaking_off(End::Never);
        let mut run = download(&peer).args(["--output", "file", "--force"]);
        if let Some(text) = existing {
            run.home.write("here/file", text);
        }
        let child = run.spawn();
        // Until the first half is in a file.
        let start = Instant::now();
        let partial = || {
            let folder = run.home.path().join("here");
            let mut files = std::fs::read_dir(folder).unwrap().flatten();
            files.any(|file| file.metadata().is_ok_and(|it| it.len() == 100_000))
        };
        while !partial() {
            assert!(start.elapsed() < Duration::from_secs(600), "the download does not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        // The shell's own `kill`: not every system has the program.
        let mut kill = Command::new("sh");
        kill.args(["-c", "kill -s $0 $1", signal, &child.id().to_string()]);
        assert!(kill.status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(here(&run), if existing.is_some() { vec!["file"] } else { vec![] }, "{signal}");
        if let Some(text) = existing {
            assert_eq!(run.home.read("here/file"), text);
        }
    }
}
