//! `cargo xtask bench`: the measurements of BENCHMARKS.md.

mod child;
mod crates;
mod diff;
mod generator;
mod learn;
mod server;
mod synthetic;
mod types;

use std::path::Path;

use crate::Failure;
use crate::args::{Args, unknown};
use crate::cargo;
use crate::command::{Common, Reads, root};
use crate::scratch::Scratch;
use crate::terminal::println;

pub use self::crates::wrap_rustc;

pub const COMMAND: crate::command::Command = crate::command::Command {
    name: "bench",
    about: "Measure the generator, the generated crates, client and server",
    help: || HELP.to_owned(),
    reads: Reads::Nothing,
    flags: &[],
    options: &["--against"],
    run,
};

const HELP: &str = "\
Measure the generator, the generated crates, the client and the server.

Times depend on the machine and its load: compare only results of the same run.
CPU time and peak memory are measured on Linux only.

Usage: cargo xtask bench [OPTIONS] [NAME...]

Options:
  --against PROGRAM  Only compare codegen with another build of this program:
                     a copy of target/release/xtask from an earlier commit.
                     They take turns; the ratio is this build to that one

Names [default: all]:
  generator  A whole codegen run, and how its cost grows with the spec
  learn      Learning from a million requests, and how much it finds in servers
             that differ from the documents
  diff       A whole diff run: the real specs, and 20,000 operations
  crate      Dev build of the generated backup-server crate alone
  types      250 types of 2,000 fields, and the same with serde's derive: what they
             cost to compile, and a program that reads and writes all of them
  clone      From a fresh clone to the end of `cargo xtask codegen`
  client     A call through the generated client, and the same by hand
  cli        The CLI: its start, and a call
  server     The generated server and the same by hand, with 1,000 connections,
             and the build of a program that implements one group
  mock       A thousand calls of a mock without a socket, dev build
";

type Measurement = fn(&Path) -> Result<(), Failure>;

const ALL: &[(&str, Measurement)] = &[
    ("generator", generator::run),
    ("diff", diff::run),
    ("learn", learn::run),
    ("crate", crates::generated),
    ("types", types::run),
    ("clone", crates::fresh_clone),
    ("client", |root| benchmark(root, "client")),
    ("cli", |root| benchmark(root, "cli")),
    ("server", server::run),
    // As tests are built.
    ("mock", |root| benchmark_in(root, "mock", "dev")),
];

fn run(args: Args, _: &Common) -> Result<(), Failure> {
    if let Some(program) = args.option("--against") {
        args.finish()?;
        return generator::against(&root(), Path::new(&program));
    }
    let only = args.values(usize::MAX)?;
    if let Some(name) = only.iter().find(|name| !ALL.iter().any(|(known, _)| known == name)) {
        return Err(unknown("measurement", &name.to_string_lossy(), ALL.iter().map(|(name, _)| *name)));
    }
    for (name, measure) in ALL {
        if only.is_empty() || only.iter().any(|it| it == name) {
            println(&format!("## {name}\n"))?;
            measure(&root())?;
            println("")?;
        }
    }
    Ok(())
}

/// Runs a benchmark of the tests crate, which has the generated code and the
/// same by hand.
fn benchmark(root: &Path, name: &str) -> Result<(), Failure> {
    benchmark_in(root, name, "bench")
}

fn benchmark_in(root: &Path, name: &str, profile: &str) -> Result<(), Failure> {
    cargo::run(root, &["bench", "--quiet", "--profile", profile, "--package", "tests", "--bench", name])
}
