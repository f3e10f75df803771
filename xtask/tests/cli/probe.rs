//! `cargo probe` as a user runs it, against servers on loopback.

use std::collections::HashSet;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use generator_spec::model::{Api, Auth, Path};
use serde_json::Value;
use tests::TempDir;

use crate::server::{Server, send};

fn api() -> Api {
    let apis = tests::read("../spec");
    apis.into_iter().find(|api| api.name == "backup-server").expect("the API")
}

/// The paths of all operations, as they are inferred.
fn paths() -> HashSet<String> {
    api().operations().filter_map(|it| it.path.text().map(str::to_owned)).collect()
}

/// A server that has these paths, and refuses.
fn refusing(paths: HashSet<String>) -> Server {
    Server::start(move |path, stream| refuse(&paths, path, stream))
}

fn refuse(paths: &HashSet<String>, path: &str, stream: &mut TcpStream) {
    match paths.contains(path) {
        true => send(stream, 401, "", r#"{"Status":401,"Message":"who are you?"}"#),
        // Only a part of the path is repeated.
        false => send(stream, 404, "", &format!("no {} here", path.rsplit('/').next().unwrap_or_default())),
    }
}

fn command(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = crate::command(&["probe", "--api", "backup-server", "--rate", "1000"]);
    command.args(args).current_dir(folder.path());
    // Loopback is asked, not a proxy.
    command.env("NO_PROXY", "127.0.0.1").stdin(Stdio::null());
    command
}

fn ran(folder: &TempDir, args: &[&str]) -> (Option<i32>, String, String) {
    let ran = crate::ran(&mut command(folder, args));
    (ran.code, ran.out, ran.err)
}

#[test]
fn what_exists_becomes_an_overlay() {
    let mut paths = paths();
    assert!(paths.remove("/api/v1/admin/list-users-full"), "it is inferred");
    paths.insert("/api/v1/admin/list/users-full".to_owned());
    let server = refusing(paths);
    let folder = TempDir::new();
    let (code, out, err) = ran(&folder, &["--yes", "--source", "Our server.", &format!("{}/", server.url)]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("is /api/v1/admin/list/users-full (HTTP 401)"), "{out}");
    assert!(err.contains("a POST with an empty body and without credentials"), "{err}");
    let overlay = folder.read("probed.yaml");
    assert!(overlay.starts_with("overlay: probed\napi: backup-server\nsource: Our server.\n"), "{overlay}");
    assert!(overlay.contains("path: /api/v1/admin/list/users-full # an empty POST is refused"), "{overlay}");
    assert!(!overlay.contains("127.0.0.1"), "{overlay}");
    for asked in server.asked() {
        assert_eq!((asked.method.as_str(), asked.body.len()), ("POST", 0));
        let names = ["authorization", "cookie", "x-service"];
        assert!(!asked.headers.iter().any(|line| names.iter().any(|name| line.starts_with(name))));
    }
}

#[test]
fn operations_without_required_credentials_are_never_asked_about() {
    let api = api();
    let open = api.operations().filter(|it| !matches!(it.auth, Auth::Required(_)));
    let open: HashSet<&str> = open.filter_map(|operation| operation.path.text()).collect();
    assert!(open.contains("/api/v1/admin/add-first-admin-user"));
    let documented = |path: &Path| matches!(path, Path::Documented(_));
    let documented = api.operations().filter(|it| documented(&it.path)).filter_map(|it| it.path.text());
    // All inferred paths are missing, so that everything is tried.
    let server = refusing(documented.map(str::to_owned).collect());
    let (code, out, err) = ran(&TempDir::new(), &["--yes", "--format", "json", &server.url]);
    assert_eq!(code, Some(0), "{err}");
    let out: Value = serde_json::from_str(&out).expect("it is JSON");
    let asked = server.asked();
    assert_eq!(out["requests"], asked.len());
    assert!(asked.len() > 1000, "{}", asked.len());
    let touched: Vec<_> = asked.iter().filter(|asked| open.contains(asked.path.as_str())).collect();
    assert!(touched.is_empty(), "{touched:?}");
    let left_out = out["not_asked"].as_array().expect("a list");
    assert!(left_out.iter().any(|it| it["operation"] == "AdminAddFirstAdminUser"), "{left_out:?}");
}

#[test]
fn nothing_is_sent_unless_the_user_agrees_to_it() {
    let server = refusing(paths());
    let folder = TempDir::new();
    let (code, _, err) = ran(&folder, &[&server.url]);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("use `--yes`"), "{err}");
    folder.write("probed.yaml", "mine");
    let (code, _, err) = ran(&folder, &["--yes", &server.url]);
    assert_eq!((code, folder.read("probed.yaml").as_str()), (Some(1), "mine"), "{err}");
    for args in [
        &["--yes", "--rate", "0", "http://127.0.0.1:1"][..],
        &["--yes", "ftp://127.0.0.1:1"],
        &["--yes", "http://name:canary@127.0.0.1:1"],
        &["--yes", "http://127.0.0.1:1?canary"],
        &["--yes"],
    ] {
        let (code, out, err) = ran(&folder, args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(!err.contains("canary"), "{err}");
    }
    assert!(server.asked().is_empty());
}

#[test]
fn a_server_that_responds_to_everything_alike_is_left_alone() {
    let alike: [fn(&str, &mut TcpStream); 3] = [
        |_, stream| send(stream, 302, "location: /elsewhere\r\n", ""),
        |path, stream| send(stream, 200, "content-type: text/html\r\n", &format!("<title>{path}</title>")),
        |path, stream| send(stream, 401, "", &format!("{} 12:{}", path.len() % 7, path.len())),
    ];
    for answer in alike {
        let server = Server::start(answer);
        let folder = TempDir::new();
        let (code, _, err) = ran(&folder, &["--yes", &server.url]);
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("alike (HTTP "), "{err}");
        let asked = server.asked();
        assert!(asked.len() <= 5, "{asked:?}");
        assert!(!asked.iter().any(|asked| asked.path == "/elsewhere"), "no redirect is followed");
        assert!(tests::names_in(folder.path()).is_empty());
    }
}

#[test]
fn a_server_that_lets_strangers_in_is_left_alone() {
    let paths = paths();
    let server = Server::start(move |path, stream| match path {
        "/api/v1/admin/list-users-full" => send(stream, 200, "", r#"{"Status":200,"Message":"done"}"#),
        path if paths.contains(path) => send(stream, 200, "", r#"{"Status":401,"Message":"no"}"#),
        _ => send(stream, 404, "", "not found"),
    });
    let (code, _, err) = ran(&TempDir::new(), &["--yes", &server.url]);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("accepted a request without credentials (HTTP 200)"), "{err}");
    assert_eq!(server.asked().last().expect("a request").path, "/api/v1/admin/list-users-full");
}

#[test]
fn a_folder_where_everything_is_refused_proves_nothing() {
    let paths = paths();
    let server = Server::start(move |path, stream| match path {
        path if path.starts_with("/api/v1/admin/policies/") => send(stream, 401, "", "no"),
        path if paths.contains(path) => send(stream, 401, "", "no"),
        _ => send(stream, 404, "", "not found"),
    });
    let folder = TempDir::new();
    let (code, out, err) = ran(&folder, &["--yes", &server.url]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("everything in /api/v1/admin/policies/ gets the same response (HTTP 401)"), "{out}");
    assert!(!folder.read("probed.yaml").contains("/api/v1/admin/policies/"));
}

#[test]
fn a_hostile_server_costs_neither_memory_nor_time_without_end() {
    // Endless bodies: of refusals, so that they are compared.
    let endless = Server::start(|path, stream| {
        let status = if path.contains("no-such-path") { 404 } else { 401 };
        let _ = write!(stream, "HTTP/1.1 {status} X\r\ncontent-type: text/plain\r\n\r\n");
        while stream.write_all(&[b'x'; 16 * 1024]).is_ok() {}
    });
    let folder = TempDir::new();
    let (code, _, err) = ran(&folder, &["--yes", "--timeout", "600", &endless.url]);
    assert_eq!(code, Some(0), "{err}");
    assert!(folder.read("probed.yaml").contains("HTTP 401"));

    let silent = Server::start(|_, _| thread::sleep(Duration::from_secs(60)));
    let heads = Server::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 404 X\r\n");
        while stream.write_all(format!("x-{}: y\r\n", "z".repeat(10_000)).as_bytes()).is_ok() {}
    });
    let garbage = Server::start(|_, stream| {
        let _ = stream.write_all(b"\x1b[2J\0\0 no HTTP \r\n\r\n");
    });
    for server in [silent, heads, garbage] {
        let (code, _, err) = ran(&TempDir::new(), &["--yes", "--timeout", "1", &server.url]);
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("the server doesn't respond: "), "{err}");
        assert!(!err.contains('\x1b'), "{err}");
        assert!(server.asked().len() <= 3);
    }
    let (code, _, err) = ran(&TempDir::new(), &["--yes", "http://127.0.0.1:1"]);
    assert_eq!(code, Some(1), "{err}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let (paths, answered) = (paths(), Arc::new(AtomicUsize::new(0)));
    let server = Server::start(move |path, stream| match answered.fetch_add(1, Ordering::Relaxed) {
        0..40 => refuse(&paths, path, stream),
        // Until the client has ended.
        _ => drop(stream.read(&mut [0])),
    });
    let folder = TempDir::new();
    let mut command = command(&folder, &["--yes", "--timeout", "600", &server.url]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    while server.asked().len() <= 40 {
        assert!(child.try_wait().expect("its state is known").is_none(), "it ended before it was done");
        thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("sh").args(["-c", "kill -s INT $0", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8(output.stderr).expect("it prints UTF-8");
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("interrupted: what was found until then is kept"), "{err}");
    let overlay = folder.read("probed.yaml");
    let known = overlay.matches("path: ").count();
    assert!((1..100).contains(&known), "{overlay}");
}
