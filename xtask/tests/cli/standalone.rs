//! Crates that overlays make, in a program outside this workspace.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::compile::{self, Crate, Output};
use tests::server::Server;

use super::{Ran, command, ran, workspace};

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

const MANIFEST: &str = r#"[package]
name = "downstream"
edition = "2024"

[dependencies]
office-server-api = { path = "../apis/backup-server", default-features = false, features = ["blocking"] }
partner-portal-api = { path = "../apis/account-portal", default-features = false, features = ["blocking"] }

[workspace]
"#;

/// The responses of the by-hand server, by path.
const ANSWERS: &[(&str, &str)] = &[
    ("/api/v2/users/profile", r#"{"UserName": "alice", "Emails": ["alice@example.com"]}"#),
    ("/api/v2/users/search", r#"["alice", "bob"]"#),
    (
        "/api/v1/report/invoices",
        r#"{"status": "ok", "code": 200, "data": [{"number": "R-1", "cents": 100}]}"#,
    ),
];

/// Two overlays, two crates, one copy of the runtime; a program that depends on
/// both by path, and calls what the overlays say.
pub fn program_outside() {
    let root = Path::new(TEMPORARY).join("standalone");
    let _ = fs::remove_dir_all(&root);
    let out = root.join("apis");
    codegen("paths-and-types", "office-server-api", &out);
    codegen("more-operations", "partner-portal-api", &out);
    let manifest = fs::read_to_string(out.join("backup-server/Cargo.toml")).expect("a manifest");
    assert!(manifest.contains("name = \"office-server-api\""), "{manifest}");
    assert!(manifest.contains("version = \"1.2.0\""), "{manifest}");
    assert!(manifest.contains("[[bin]]\nname = \"office-server\"\n"), "{manifest}");
    assert!(manifest.contains("overlays = [\"office-server\"]"), "{manifest}");

    for folder in ["backup-server", "api-runtime"] {
        for name in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(out.join(folder).join(name).is_file(), "{folder}/{name}");
        }
    }
    let copy = fs::read_to_string(out.join("api-runtime/Cargo.toml")).expect("a manifest");
    assert!(copy.contains("\npublish = false\n") && !copy.contains("workspace"), "{copy}");

    let program = root.join("program");
    fs::create_dir_all(program.join("src")).expect("a folder");
    fs::write(program.join("Cargo.toml"), MANIFEST).expect("a file");
    fs::write(program.join("src/main.rs"), include_str!("../../../tests/data/overlays/downstream.rs"))
        .expect("a file");
    // The same versions as here: they are downloaded already.
    fs::copy(workspace().join("Cargo.lock"), program.join("Cargo.lock")).expect("a file");

    let server = Server::start(|path, stream| {
        let known = |(known, _): &&(&str, &str)| path.split('?').next() == Some(known);
        let (_, response) = ANSWERS.iter().find(known).expect("the path of an overlay");
        let head = "content-type: application/json\r\nconnection: close";
        let _ = write!(
            stream,
            "HTTP/1.1 200 OK\r\n{head}\r\ncontent-length: {}\r\n\r\n{response}",
            response.len()
        );
    });
    let manifests = cargo(&program, &["tree", "--offline", "--quiet", "--depth=1"]);
    assert_eq!(manifests.code, Some(0), "{}", manifests.err);
    let ran = ran(Command::new(build(&root)).arg(&server.url));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(ran.out, "Some([\"alice@example.com\"])\n[\"alice\", \"bob\"]\n[\"R-1\"]\n");
    let requests = server.asked();
    let lines: Vec<String> = requests.iter().map(|it| format!("{} {}", it.method, it.path)).collect();
    let profile = &lines[0];
    let query = "UserName=alice&Fields=%5B%22Emails%22%5D";
    assert!(profile.starts_with("GET /api/v2/users/profile?") && profile.contains(query), "{profile}");
    assert_eq!(lines[1..], ["POST /api/v2/users/search", "POST /api/v1/report/invoices"]);
    let has_year = |body: &[u8]| String::from_utf8_lossy(body).contains("year=2024");
    assert!(requests.iter().any(|it| has_year(&it.body)), "{requests:?}");
}

fn codegen(overlay: &str, name: &str, out: &Path) {
    let overlay = format!("tests/data/overlays/{overlay}.yaml");
    let args = ["codegen", "--overlay", &overlay, "--crate-name", name, "--crate-version", "1.2.0", "--out"];
    let ran = ran(command(&args).arg(out));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

fn cargo(folder: &Path, args: &[&str]) -> Ran {
    let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
    ran(Command::new(cargo).args(args).current_dir(folder))
}

/// Builds the copy of the runtime, the crates and the program.
fn build(root: &Path) -> PathBuf {
    let compile = |name, folder: &str, output, features: &[&str], uses: &[(&str, Option<&Path>)]| {
        let file = if output == Output::Program { "main.rs" } else { "lib.rs" };
        let root_of_crate = root.join(folder).join("src").join(file);
        let warnings = "allow";
        let crate_ = Crate { name, root: root_of_crate, output, warnings, features, uses };
        crate_.compile(root).expect("it compiles")
    };
    let dependencies = compile::dependencies();
    let runtime = compile(
        "api_runtime",
        "apis/api-runtime",
        Output::Library,
        &["blocking", "reqwest", "tls"],
        &dependencies,
    );
    let uses = [("api_runtime", Some(runtime.as_path()))];
    let library = |name, folder| compile(name, folder, Output::Library, &["blocking", "client"], &uses);
    let server = library("office_server_api", "apis/backup-server");
    let portal = library("partner_portal_api", "apis/account-portal");
    let uses =
        [("office_server_api", Some(server.as_path())), ("partner_portal_api", Some(portal.as_path()))];
    compile("downstream", "program", Output::Program, &[], &uses)
}
