//! Results of any size and where they go.

use std::io::{self, Read};
use std::iter;
use std::sync::{Arc, Mutex};

use account_portal_api::AccountPortal;
use axum::Router;
use axum::body::Body;
use axum::response::Response;
use backup_server_api::BackupServer;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use tokio::sync::oneshot;

use crate::cli::hear::{Peer, answering};
use crate::cli::program::{Program, Run};
#[cfg(target_os = "linux")]
use crate::support::peak_of;

const MIB: usize = 1024 * 1024;

/// JSON of this many pieces; the end comes when it may.
struct Large {
    start: &'static str,
    pieces: usize,
    end: &'static str,
    may_end: Option<oneshot::Receiver<()>>,
}

impl Large {
    fn new(start: &'static str, pieces: usize, end: &'static str) -> Self {
        Self { start, pieces, end, may_end: None }
    }

    fn body(self) -> Body {
        let piece = || "1,".repeat(MIB / 2).into();
        let pieces = iter::once(self.start.into()).chain(iter::repeat_with(piece).take(self.pieces));
        let end = async move {
            if let Some(may_end) = self.may_end {
                may_end.await.unwrap();
            }
            self.end.into()
        };
        let all = stream::iter(pieces).chain(stream::once(end));
        Body::from_stream(all.map(io::Result::<Bytes>::Ok))
    }

    fn serve<A: Program>(self) -> Peer<A> {
        let large = Arc::new(Mutex::new(Some(self)));
        Peer::serving(Router::new().fallback(move || {
            let large = large.lock().unwrap().take().unwrap();
            async move { Response::new(large.body()) }
        }))
    }
}

fn jobs(url: &str) -> Run {
    Run::call(["jobs", "admin-get-jobs-all"], url)
}

/// 70 MiB, which is more than a client holds in memory; as text, because a dev build
/// follows JSON slowly.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_gets_a_result_of_any_size_as_it_arrives() {
    let (end, may_end) = oneshot::channel();
    let large = Large { may_end: Some(may_end), ..Large::new("[", 70, "1]") };
    let peer = large.serve::<BackupServer>();
    let mut child = Run::call(["jobs", "admin-get-job-log", "--job-id", "1"], &peer.url).spawn();
    let mut out = child.stdout.take().unwrap();
    let mut start = vec![0; 69 * MIB];
    out.read_exact(&mut start).unwrap();
    assert!(start.starts_with(b"[1,1,"));
    let peak = peak_of(child.id());
    assert!(peak < 48, "{peak} MiB");
    end.send(()).unwrap();
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).unwrap();
    assert_eq!(start.len() + rest.len(), 70 * MIB + 3);
    assert!(rest.ends_with(b",1]"));
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_large_result_is_saved_as_a_whole_or_not_at_all() {
    for end in ["1]", "1]\n"] {
        let peer = Large::new("[", 2, end).serve::<BackupServer>();
        let mut run = jobs(&peer.url).args(["--output", "jobs.json"]);
        assert_eq!(run.run().exits(0).stdout(), "jobs.json\n");
        assert_eq!(run.home.read("jobs.json").len(), 2 * MIB + 4);
    }
    let peer = Large::new("[", 2, "1").serve::<BackupServer>();
    let mut run = jobs(&peer.url).args(["--output", "jobs.json"]);
    run.run().says(1, ["ended in the middle of its JSON"]);
    assert_eq!(tests::names_in(run.home.path()), Vec::<String>::new());
}

#[test]
fn the_content_of_a_large_envelope_is_passed_on() {
    let start = r#"{"status":"ok","code":200,"data":["#;
    for (start, end, code) in
        [(start, "1]}", 0), (r#"{"data":["#, r#"1],"status":"error"}"#, 1), ("<html>", "", 1)]
    {
        let peer = Large::new(start, 2, end).serve::<AccountPortal>();
        let run = Run::of::<AccountPortal>(["users", "user-list-users", "--url", &peer.url]);
        let ended = run.env("ACCOUNT_PORTAL_TOKEN", "hunter2").end().exits(code);
        let sent = "1,".repeat(MIB);
        match start {
            "<html>" => assert_eq!(ended.stdout(), ""),
            _ => assert_eq!(ended.stdout(), format!("[{sent}1]\n")),
        }
    }
}

#[test]
fn a_table_has_a_limit_that_can_be_raised() {
    let of = |limit: &str| {
        let peer = Large::new("[", 2, "1]").serve::<BackupServer>();
        jobs(&peer.url).args(["--table", "--max-body"]).arg(limit).end()
    };
    of("1").says(1, ["`--max-body`", "`--output`"]);
    of("3").exits(0);
    of("many").exits(2);
}

#[test]
fn json_ends_with_a_line_break() {
    let peer = answering("[1]");
    assert_eq!(jobs(&peer.url).end().exits(0).stdout(), "[1]\n");
    let mut run = jobs(&peer.url).args(["-o", "jobs.json"]);
    run.run().exits(0);
    assert_eq!(run.home.read("jobs.json"), "[1]\n");
    run.run().exits(2);
    let ended = jobs(&peer.url).args(["--output", "-"]).end().exits(0);
    assert_eq!(ended.stdout(), "[1]\n");
}
