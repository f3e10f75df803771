//! Crates that overlays make, in a program outside this workspace.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use tests::compile::{self, Crate, Output};

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
#[test]
fn a_program_outside_calls_what_the_overlays_say() {
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

    let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let address = listener.local_addr().expect("an address");
    let server = thread::spawn(move || ANSWERS.iter().map(|_| serve(&listener)).collect::<Vec<_>>());
    let manifests = cargo(&program, &["tree", "--offline", "--quiet", "--depth=1"]);
    assert_eq!(manifests.code, Some(0), "{}", manifests.err);
    let ran = ran(Command::new(build(&root)).arg(format!("http://{address}")));
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(ran.out, "Some([\"alice@example.com\"])\n[\"alice\", \"bob\"]\n[\"R-1\"]\n");
    let requests = server.join().expect("the server ends");
    let lines: Vec<&str> = requests.iter().map(|(line, _)| line.as_str()).collect();
    let profile = lines.first().copied().unwrap_or_default();
    let query = "UserName=alice&Fields=%5B%22Emails%22%5D";
    assert!(profile.starts_with("GET /api/v2/users/profile?") && profile.contains(query), "{profile}");
    assert_eq!(lines[1..], ["POST /api/v2/users/search", "POST /api/v1/report/invoices"]);
    assert!(requests.iter().any(|(_, body)| body.contains("year=2024")), "{requests:?}");
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
    let runtime =
        compile("api_runtime", "apis/api-runtime", Output::Library, &["blocking", "reqwest"], &dependencies);
    let uses = [("api_runtime", Some(runtime.as_path()))];
    let library = |name, folder| compile(name, folder, Output::Library, &["blocking", "client"], &uses);
    let server = library("office_server_api", "apis/backup-server");
    let portal = library("partner_portal_api", "apis/account-portal");
    let uses =
        [("office_server_api", Some(server.as_path())), ("partner_portal_api", Some(portal.as_path()))];
    compile("downstream", "program", Output::Program, &[], &uses)
}

/// Responds to one request; returns its method with its path and query, and its body.
fn serve(listener: &TcpListener) -> (String, String) {
    let (stream, _) = listener.accept().expect("a connection");
    let mut reader = BufReader::new(&stream);
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    };
    let request = line();
    let request = request.rsplit_once(' ').map_or("", |(request, _)| request).to_owned();
    let mut length = 0;
    loop {
        let header = line().to_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let path = request.split([' ', '?']).nth(1);
    answer(&stream, ANSWERS.iter().find(|(known, _)| Some(*known) == path).map_or("", |(_, answer)| answer));
    (request, String::from_utf8(body).expect("a form"))
}

fn answer(mut stream: &TcpStream, body: &str) {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .expect("an answer");
}
