//! `cargo xtask docs`

use std::process::Command as Process;

use lexopt::prelude::*;

use crate::Failure;
use crate::args::{Command, Common, Reads, folder, root};
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "docs",
    about: "Build the site of generated/docs with mdbook",
    help,
    reads: Reads::Nothing,
    run,
};

/// The version that is tested.
const VERSION: &str = "0.5.4";

fn help() -> String {
    format!(
        "\
Build the site of generated/docs in target/docs; its search needs no network.
Needs mdbook: `{}`.

Usage: cargo xtask docs [OPTIONS]

Options:
  --serve        Serve it on http://localhost:3000 and follow what changes
  --open         Open it in a browser
",
        install()
    )
}

fn install() -> String {
    format!("cargo install mdbook --locked --version {VERSION}")
}

fn run(mut args: lexopt::Parser, _: &Common) -> Result<(), Failure> {
    let (mut verb, mut open) = ("build", false);
    while let Some(arg) = args.next()? {
        match arg {
            Long("serve") => verb = "serve",
            Long("open") => open = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let out = root().join("target/docs");
    let mut mdbook = Process::new("mdbook");
    mdbook.arg(verb).arg(folder("generated/docs")).arg("--dest-dir").arg(&out);
    if open {
        mdbook.arg("--open");
    }
    let status = mdbook.status().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            Failure::Failed(format!("error: mdbook is not installed; run `{}`", install()))
        }
        _ => Failure::of(error),
    })?;
    if !status.success() {
        return Err(Failure::Failed(format!("error: mdbook failed: {status}")));
    }
    print(&format!("{}\n", out.join("index.html").display()))
}
