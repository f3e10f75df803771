//! `cargo xtask bench`: every figure that the README gives, measured anew.

mod child;
mod crates;
mod diff;
mod generator;
mod server;
mod synthetic;

use std::path::PathBuf;
use std::process::Command;

use lexopt::prelude::*;

use crate::Failure;
use crate::args::{Reads, root};

pub use self::crates::wrap_rustc;

pub const COMMAND: crate::args::Command = crate::args::Command {
    name: "bench",
    about: "Measure the generator, the generated crates, client and server",
    help: || HELP.to_owned(),
    reads: Reads::Nothing,
    run: |args, _| run(&parse(args)?),
};

const HELP: &str = "\
Measure the generator, the generated crates, the client and the server.

Times depend on the machine and on what else it does: compare figures of one
run. Memory is the peak of the process (Linux).

Usage: cargo xtask bench [NAME...]

Names (all where there is none):
  generator  A whole codegen run as a process, and how it grows with the spec
  diff       A whole diff run as a process: the real specs, and 20,000 operations
  crate      The generated backup-server crate alone, dev build
  clone      A fresh clone to a finished `cargo xtask codegen`
  client     A call through the generated client against the same by hand
  server     The generated server against the same by hand, 1,000 connections
             at once, and the build of a program with one group
";

/// A measurement.
type Measurement = fn(&Options) -> Result<(), Failure>;

const ALL: &[(&str, Measurement)] = &[
    ("generator", generator::run),
    ("diff", diff::run),
    ("crate", crates::generated),
    ("clone", crates::fresh_clone),
    ("client", |options| benchmark(options, "client")),
    ("server", server::run),
];

/// What the user asks for.
pub struct Options {
    /// The workspace.
    pub root: PathBuf,
    /// Names of measurements; all where there is none.
    pub only: Vec<String>,
}

fn parse(mut args: lexopt::Parser) -> Result<Options, Failure> {
    let mut options = Options { root: root(), only: Vec::new() };
    while let Some(arg) = args.next()? {
        match arg {
            Value(name) => options.only.push(name.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> Result<(), Failure> {
    if let Some(name) = options.only.iter().find(|name| !ALL.iter().any(|(known, _)| known == name)) {
        return Err(Failure::Usage(format!(
            "there is no measurement `{name}`; see `cargo xtask bench --help`"
        )));
    }
    for (name, measure) in ALL {
        if options.only.is_empty() || options.only.iter().any(|it| it == name) {
            println!("## {name}\n");
            measure(options)?;
            println!();
        }
    }
    Ok(())
}

/// Runs a benchmark of the tests crate, which holds both what is generated and
/// the same by hand.
fn benchmark(options: &Options, name: &str) -> Result<(), Failure> {
    let status = Command::new("cargo")
        .args(["bench", "--quiet", "--package", "tests", "--bench", name])
        .current_dir(&options.root)
        .status()
        .map_err(Failure::of)?;
    if status.success() { Ok(()) } else { Err(Failure::of("the benchmark failed")) }
}

/// A folder for scratch files that goes with the value.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("xtask-bench-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(Failure::of)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
