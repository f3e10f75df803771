//! HTTP Archives as real programs write them: headless Chromium, and mitmproxy
//! between curl and the server. `learn` reads both, and finds what was sent.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};

use backup_server_api::BackupServer;
use generator_learn::recordings::{Evidence, Exchanges};
use generator_learn::report::Section;
use generator_learn::{Learned, learn, vocabulary};
use generator_spec::Spec;
use generator_spec::model::{Place, ReturnKind};
use tests::TempDir;

use crate::foreign::{listening, run, tool};
use crate::support::fake_server::{self, Callers, FakeServer, Served};

async fn serve() -> String {
    let fake = FakeServer { callers: Callers::Anybody, ..FakeServer::default() };
    fake_server::serve(BackupServer::builder(fake).into_router().expect("a router")).await
}

fn learned(har: &Path) -> (Evidence, Learned) {
    let text = fs::read(har).expect("a recording");
    let spec = Spec::open(Path::new("../spec")).expect("no error");
    let mut evidence = Evidence::new(vocabulary(&spec), BTreeSet::new());
    evidence.add(&mut &*text).expect("it is an archive");
    let at = spec.apis.iter().position(|api| api.name == "backup-server").expect("the API");
    let learned = learn(&spec.apis[at], &spec.sources[at], &evidence);
    (evidence, learned)
}

/// Checks the evidence of both recordings, each sent twice; of so many, the file too.
fn check(har: &Path, files: u64) {
    let (evidence, learned) = learned(har);
    let Learned { draft, report, requests } = learned;
    assert_eq!(requests, 8, "{}", report.text());
    // The server's answers hold lists of everything.
    let is_sample = |line: &String| line.ends_with("read as `any`") || line.ends_with("not known words");
    assert!(report.lines(Section::Contradictions).iter().all(is_sample), "{}", report.text());
    assert!(report.lines(Section::Ambiguous).is_empty(), "{}", report.text());
    let found: Vec<&String> = draft.inside(&["operations"]).map(|(name, _)| name).collect();
    assert_eq!(found, ["AdminAddUser", "AdminMetaResourceNew"], "{}", report.text());
    for (_, changes) in draft.inside(&["operations"]) {
        let has = |key: &str| changes.inside.contains_key(key);
        assert!(has("path") && !has("method") && !has("parameters"));
    }
    let is_empty = |path: &[&str]| draft.inside(path).next().is_none();
    assert!(is_empty(&["auth"]) && is_empty(&["add", "operations"]), "{}", report.text());
    let part = |name: &str| {
        let mut found = evidence.endpoints.iter().filter(|((path, _), _)| path.ends_with(name));
        Exchanges(found.next().expect("it was recorded").1.iter().collect())
    };
    let add = part("/add-user").parameters(&[Place::Form]);
    assert!(["TargetUser", "TargetPassword", "Username"].iter().all(|name| add[*name].requests == 2));
    assert_eq!(
        part("/meta/resource/new").parameters(&[Place::Form]).get("upload").map_or(0, |it| it.files),
        files
    );
    assert_eq!(part("/linux-deb").of(ReturnKind::Bytes), 2, "a file, in base64");
    assert_eq!(part("/list-users").results().of_kind("list"), 2);
    let written = [report.text(), draft.yaml()].concat();
    assert!(!written.contains("CaNaRy"), "{written}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn a_recording_by_chromium() {
    let url = serve().await;
    let folder = TempDir::new();
    let har = folder.path().join("chromium.har");
    let mut node = Command::new("node");
    node.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/foreign/record.mjs")).arg(&url).arg(&har);
    tokio::task::spawn_blocking(move || run(&mut node)).await.expect("it runs");
    // A browser doesn't record the body of a form with files.
    check(&har, 0);
}

/// mitmproxy, which writes its recording when it ends.
struct Proxy(Child);

impl Proxy {
    /// Starts mitmproxy; returns it with its address.
    fn start(url: &str, har: &Path, settings: &Path) -> (Self, String) {
        let set = |name: &str, path: &Path| format!("{name}={}", path.display());
        let mut mitmdump = tool("venv/bin/mitmdump");
        mitmdump.args(["--listen-host", "127.0.0.1", "--listen-port", "0"]);
        mitmdump.args(["--mode", &format!("reverse:{url}"), "--set", &set("hardump", har)]);
        mitmdump.args(["--set", &set("confdir", settings)]).env("PYTHONUNBUFFERED", "1");
        let (child, address) = listening(&mut mitmdump, "listening at ");
        (Self(child), address)
    }

    /// Ends it as Ctrl-C does.
    fn end(mut self) {
        run(Command::new("kill").args(["-INT", &self.0.id().to_string()]));
        self.0.wait().expect("it ends");
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

const AUTH: &[(&str, &str)] = &[("Username", "CaNaRy"), ("AuthType", "Password"), ("Password", "CaNaRy")];

/// The requests, over HTTP/1.1 and over HTTP/2, whose names are in lower case.
fn calls(address: &str, folder: &Path) {
    fs::write(folder.join("CaNaRy.bin"), "CaNaRy").expect("a file");
    for version in ["--http1.1", "--http2"] {
        let curl = |path: &str, args: &[String]| {
            let url = format!("https://{address}/api/v1/admin/{path}");
            let mut command = Command::new("curl");
            command.args(["--silent", "--show-error", "--insecure", "--output", "answer", version, &url]);
            run(command.args(args).current_dir(folder));
        };
        let data = |fields: &[(&str, &str)]| -> Vec<String> {
            let all = AUTH.iter().chain(fields);
            all.flat_map(|(name, value)| ["--data-urlencode".to_owned(), format!("{name}={value}")]).collect()
        };
        curl("list-users", &data(&[]));
        let mut chunked = data(&[("TargetUser", "CaNaRy ä&"), ("TargetPassword", "CaNaRy")]);
        if version == "--http1.1" {
            chunked.extend(["--header", "Transfer-Encoding: chunked"].map(str::to_owned));
        }
        curl("add-user", &chunked);
        curl("branding/generate-client/linux-deb", &data(&[]));
        let headers = AUTH
            .iter()
            .flat_map(|(name, value)| ["--header".to_owned(), format!("X-Service-Admin-{name}: {value}")]);
        curl(
            "meta/resource/new",
            &headers.chain(["--form", "upload=@CaNaRy.bin"].map(str::to_owned)).collect::<Vec<_>>(),
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn a_recording_by_mitmproxy() {
    let url = serve().await;
    let folder = TempDir::new();
    let har = folder.path().join("mitmproxy.har");
    let recorded = har.clone();
    let work = move || {
        let (proxy, address) = Proxy::start(&url, &recorded, folder.path());
        calls(&address, folder.path());
        proxy.end();
        folder
    };
    // The folder lives until its file is read.
    let _folder = tokio::task::spawn_blocking(work).await.expect("it runs");
    check(&har, 2);
}
