//! The CLI: how long a process takes to print its help, and
//! how much longer a call takes than the same call by the library, both against
//! one loopback server of this process.

use std::error::Error;
use std::process::{Command, Stdio};
use std::time::Instant;

use api_runtime::Reqwest;
use axum::Router;
use backup_server_api::{AdminAuth, AdminListUsers, Client};
use tokio::runtime::Builder;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const PROGRAM: &str = env!("CARGO_BIN_EXE_backup-server-cli");

/// Runs of each.
const RUNS: usize = 101;

fn main() -> Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))?;
    let url = format!("http://{}", listener.local_addr()?);
    let router = Router::new().fallback(|| async { r#"["admin","alice"]"# });
    runtime.spawn(async { axum::serve(listener, router).await });

    println!("{:<44} {:>10}", "median", "time");
    for arguments in [&["--help"][..], &["jobs", "--help"], &["jobs", "admin-get-jobs-all", "--help"]] {
        let time = median(|| run(Command::new(PROGRAM).args(arguments)))?;
        println!("{:<44} {:>7.1} ms", arguments.join(" "), time * 1e3);
    }
    let call = median(|| {
        let mut command = Command::new(PROGRAM);
        command.args(["users", "admin-list-users", "--username", "admin", "--url", &url]);
        run(command.env("BACKUP_SERVER_PASSWORD", "correct horse"))
    })?;
    // As a process does: a new client, whose first call connects.
    let library = median(|| {
        let client = Client::<Reqwest>::new(&url, AdminAuth::password("admin", "correct horse"))?;
        let users = runtime.block_on(client.send(AdminListUsers::new()))?;
        if users.len() == 2 { Ok(()) } else { Err("the answer is wrong".into()) }
    })?;
    println!("{:<44} {:>7.1} ms", "a call", call * 1e3);
    println!("{:<44} {:>7.1} ms", "the same by the library", library * 1e3);
    println!("{:<44} {:>7.1} ms", "more than the library", (call - library) * 1e3);
    Ok(())
}

/// Runs a program that must succeed.
fn run(command: &mut Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

/// Seconds that the median run takes.
fn median(mut run: impl FnMut() -> Result<()>) -> Result<f64> {
    run()?;
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        run()?;
        times.push(start.elapsed().as_secs_f64());
    }
    Ok(tests::median(times))
}
