//! The docs and the OpenAPI descriptions, checked by third-party programs.
//!
//! ```text
//! validators    three of them find no error, and no warning
//! clients       that others generate compile, and call both servers
//! printed       commands of the book's table make these clients
//! prism         responds as described
//! responses     of the examples fit their schemas
//! requests      derived from the descriptions, with the responses that they describe
//! book          builds to a site that works in a browser
//! guides        whose programs need SQLite or Python
//! curl          the examples of the book, run against both servers
//! recordings    of Chromium and mitmproxy are evidence for `learn`
//! nightly       what takes minutes: more clients, viewers and other tools
//! ```
//!
//! `tests/foreign/install` gets the tools, at pinned versions.

mod book;
mod clients;
mod curl;
mod guides;
mod nightly;
mod printed;
mod prism;
mod recordings;
mod requests;
mod responses;
mod validators;

use std::io::{self, BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::thread;

/// The APIs whose descriptions are there.
const APIS: [&str; 2] = ["account-portal", "backup-server"];

fn description(api: &str) -> String {
    generated(&format!("{api}.json"))
}

/// A file of `generated/openapi`.
fn generated(file: &str) -> String {
    format!("{}/../generated/openapi/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn folder() -> String {
    format!("{}/foreign", env!("CARGO_MANIFEST_DIR"))
}

/// A program of `tests/foreign`, which runs there.
fn tool(path: &str) -> Command {
    let folder = folder();
    // An absolute path replaces the folder.
    let mut command = Command::new(std::path::Path::new(&folder).join(path));
    command.current_dir(folder).env("NO_COLOR", "1").env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Returns the output of a program, which must succeed.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{:?}: {error}; `tests/foreign/install` installs it", command.get_program());
    });
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{out}\n{err}");
    out.into_owned()
}

/// Starts a server on a port that it chooses; its address is what it prints after `before`.
fn listening(command: &mut Command, before: &str) -> (Child, String) {
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.expect("`tests/foreign/install` installs it");
    let mut said = BufReader::new(child.stdout.take().expect("a pipe"));
    let address = said.by_ref().lines().map_while(Result::ok).find_map(|line| {
        let (_, address) = line.split_once(before)?;
        Some(address.trim().trim_end_matches('.').to_owned())
    });
    // Otherwise it would wait for a reader, or fail without one.
    thread::spawn(move || io::copy(&mut said, &mut io::sink()));
    (child, address.unwrap_or_else(|| panic!("{command:?} has ended")))
}
