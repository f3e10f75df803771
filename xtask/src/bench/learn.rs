//! `learn`: a million requests, and how much it finds in simulated servers that differ from the documents.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;

use super::Scratch;
use super::child::{Cost, run as run_child};
use super::generator::xtask;
use crate::Failure;
use crate::cargo;
use crate::terminal::println;

/// Requests in the file.
const REQUESTS: usize = 1_000_000;

/// Measures the learner.
pub fn run(root: &Path) -> Result<(), Failure> {
    let scratch = Scratch::new("learn")?;
    let file = scratch.path().join("evidence.har");
    let size = archive(&file).map_err(Failure::of)? as f64 / 1e6;
    let release = xtask(root)?;
    println(&format!("{REQUESTS} requests, {size:.0} MB, release build: {}", learn(&release, &file, root)?))?;
    let dev = cargo::target().join("debug/xtask");
    println(&format!("{REQUESTS} requests, {size:.0} MB, dev build:     {}", learn(&dev, &file, root)?))?;
    println("\nFound in simulated servers, and how much of it is true:\n")?;
    let test = "simulated::every_difference_is_found_and_none_is_invented";
    cargo::run(root, &["test", "--quiet", "--package", "tests", "--test", "http", "--", test, "--nocapture"])
}

fn learn(program: &Path, file: &Path, root: &Path) -> Result<Cost, Failure> {
    let out = file.with_extension("yaml");
    let cost =
        run_child(Command::new(program).arg("learn").arg(file).arg("--out").arg(&out).current_dir(root))?;
    std::fs::remove_file(out).map_err(Failure::of)?;
    Ok(cost)
}

/// Writes an archive of small requests, as browsers record them; returns its size.
fn archive(path: &Path) -> std::io::Result<u64> {
    const PATHS: &[&str] = &["add-user", "delete-user", "get-job-log", "list-users", "guests/list"];
    let mut file = BufWriter::new(File::create(path)?);
    write!(
        file,
        "{{\"log\":{{\"version\":\"1.2\",\"creator\":{{\"name\":\"bench\",\"version\":\"1\"}},\"entries\":["
    )?;
    for index in 0..REQUESTS {
        let path = PATHS.get(index % PATHS.len()).unwrap_or(&"");
        let comma = if index == 0 { "" } else { "," };
        write!(
            file,
            r#"{comma}{{"startedDateTime":"2026-01-01T00:00:00Z","time":1,"request":{{"method":"POST","url":"https://backup.example.com/api/v1/admin/{path}","httpVersion":"HTTP/1.1","headers":[{{"name":"Host","value":"backup.example.com"}},{{"name":"Content-Type","value":"application/x-www-form-urlencoded"}}],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":-1,"postData":{{"mimeType":"application/x-www-form-urlencoded","text":"Username=admin&AuthType=Password&Password=x&TargetUser=user{index}"}}}},"response":{{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"cookies":[],"content":{{"size":30,"mimeType":"application/json","text":"{{\"Status\":200,\"Message\":\"OK {index}\"}}"}},"redirectURL":"","headersSize":-1,"bodySize":-1}},"cache":{{}},"timings":{{"send":0,"wait":1,"receive":0}}}}"#
        )?;
    }
    write!(file, "]}}}}")?;
    file.flush()?;
    Ok(file.get_ref().metadata()?.len())
}
