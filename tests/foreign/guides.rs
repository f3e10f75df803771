//! The programs of guides that need more than this workspace has: SQLite, or Python.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAddUser, AdminAuth, AdminDeleteUser, AdminListUsers, Client, Error, Json};
use tests::TempDir;

use crate::foreign::{folder, listening, run, tool};

const PASSWORD: &str = "correct horse";

/// Builds the package of `examples`, in the folder in which these tests were built.
fn office() -> PathBuf {
    let package = format!("{}/examples/database", env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_backup-server-cli"));
    let target = program.parent().and_then(Path::parent).expect("a target folder");
    let mut cargo = tests::compile::cargo();
    cargo.args(["build", "--quiet", "--locked", "--target-dir"]).arg(target);
    run(cargo.current_dir(package));
    target.join("debug/office")
}

fn start(program: &Path, database: &Path) -> (Child, String) {
    let mut server = Command::new(program);
    server.arg(database).arg("127.0.0.1:0").env("OFFICE_PASSWORD", PASSWORD);
    listening(&mut server, "listening on ")
}

fn status<T>(result: Result<T, Error>) -> Option<u16> {
    result.err()?.failure().map(|refusal| refusal.http_status().as_u16())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn a_server_keeps_its_users_in_a_database() {
    let (program, folder) = (office(), TempDir::new());
    let database = folder.path().join("office.db");
    let (mut server, url) = start(&program, &database);
    let client = |name: &str, password: &str| Client::new(&url, AdminAuth::password(name, password)).unwrap();
    let admin = client("admin", PASSWORD);
    let alice = || AdminAddUser::new("alice", "battery staple");
    admin.send(alice()).await.unwrap();
    assert_eq!(status(admin.send(alice()).await), Some(409));
    assert_eq!(status(admin.send(AdminAddUser::new("bob", "b").require_password_change(1)).await), Some(501));
    assert_eq!(status(admin.send(AdminAddUser::new("bob", "b".repeat(73))).await), Some(400));
    assert_eq!(status(admin.send(AdminDeleteUser::new("bob")).await), Some(404));
    for (name, password) in
        [("admin", "guess"), ("nobody", PASSWORD), ("nobody", "no account"), ("a' OR 1 --", "")]
    {
        assert_eq!(status(client(name, password).send(AdminListUsers::new()).await), Some(401), "{name}");
    }
    let twins = tokio::join!(
        admin.send(AdminAddUser::new("carol", "c")),
        admin.send(AdminAddUser::new("carol", "c"))
    );
    assert_eq!([status(twins.0), status(twins.1)].into_iter().flatten().collect::<Vec<_>>(), [409]);

    // A stop that it can't prepare for loses nothing.
    server.kill().unwrap();
    server.wait().unwrap();
    let (mut server, url) = start(&program, &database);
    let admin = Client::new(&url, AdminAuth::password("admin", PASSWORD)).unwrap();
    assert_eq!(admin.send(AdminListUsers::new()).await.unwrap(), ["alice", "carol"]);
    admin.send(AdminDeleteUser::new("alice")).await.unwrap();
    assert_eq!(admin.send(AdminListUsers::new()).await.unwrap(), ["carol"]);
    server.kill().unwrap();
    server.wait().unwrap();

    // What was refused left nothing, and no password is there.
    let read = "import sqlite3, sys; rows = sqlite3.connect(sys.argv[1]).execute(sys.argv[2]); print(*map('|'.join, rows))";
    let history = "SELECT admin, did, user FROM history ORDER BY rowid";
    let said = run(tool("venv/bin/python").args(["-c", read]).arg(&database).arg(history));
    assert_eq!(said.trim(), "admin|add|alice admin|add|carol admin|delete|alice");
    let bytes = String::from_utf8_lossy(&fs::read(&database).unwrap()).into_owned();
    assert!(bytes.contains("$2b$12$") && !bytes.contains(PASSWORD) && !bytes.contains("battery staple"));
    assert_eq!(fs::metadata(&database).unwrap().permissions().mode() & 0o777, 0o600);
}

const PYTHON: &str = include_str!("../../spec/backup-server/guides/11-python.md");

/// A reader's folder, beside a checkout of this repository.
fn reader() -> TempDir {
    let all = TempDir::new();
    symlink(fs::canonicalize("..").unwrap(), all.path().join("api-codegen")).unwrap();
    all.write("reader/users.txt", "alice a-password\nbob b password\n");
    all.write("reader/add_users.py", tests::blocks(PYTHON, "python").concat());
    symlink(Path::new(&folder()).join("venv"), all.path().join("reader/venv")).unwrap();
    all
}

/// Runs lines of shell code in it.
fn sh(all: &TempDir, lines: &str, url: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", lines]).current_dir(all.path().join("reader")).env("BACKUP_SERVER_URL", url);
    // The generator formats what it writes with ruff, which is beside it.
    let path = format!("{}/venv/bin:{}", folder(), std::env::var("PATH").unwrap_or_default());
    shell.env("BACKUP_SERVER_USERNAME", "admin").env("BACKUP_SERVER_PASSWORD", PASSWORD).env("PATH", path);
    shell.output().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn a_python_program_adds_the_users_that_are_missing() {
    let mock = Mock::new();
    mock.accept_if(|it: &AdminAuth| it.password.as_ref().is_some_and(|it| it.expose() == PASSWORD));
    mock.expect::<AdminListUsers>().returns(vec!["alice".to_owned()]).times(2);
    let bob = mock.expect::<AdminAddUser>().with_parameter("TargetUser", "bob");
    let bob = bob.with_parameter("TargetPassword", "b password");
    bob.returns(Json::default()).once().fails(403, "not today").once();
    let served = mock.serve().unwrap();
    let all = reader();
    let [make, call] = &tests::blocks(PYTHON, "sh")[..] else { panic!("two blocks") };

    // `tests/foreign/install` has done what the first lines do.
    let (installed, make): (Vec<&str>, Vec<&str>) =
        make.lines().partition(|line| line.starts_with("python3 -m venv ") || line.contains("/pip install "));
    let version = installed[1].rsplit(' ').next().unwrap();
    assert!(include_str!("requirements.txt").lines().any(|line| line == version), "{version}");
    let made = sh(&all, &make.join("\n"), "");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));

    let added = sh(&all, call, &served.url());
    assert_eq!(
        String::from_utf8_lossy(&added.stdout),
        "added bob\n",
        "{}",
        String::from_utf8_lossy(&added.stderr)
    );
    let refused = sh(&all, call, &served.url());
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(said, "the server refused with status 403: not today\n");
}
