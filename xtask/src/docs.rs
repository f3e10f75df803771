//! `cargo xtask docs`

use generator::text;
use std::process::Command as Process;

use crate::Failure;
use crate::args::Args;
use crate::command::{Command, Common, Reads, folder, root};
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "docs",
    about: "Build the website of generated/docs with mdbook",
    help,
    reads: Reads::Nothing,
    flags: &["--serve", "--open"],
    options: &[],
    run,
};

/// The version that is tested.
const INSTALL: &str = "cargo install mdbook --locked --version 0.5.4";

fn help() -> String {
    format!(
        "\
Build generated/docs as a website in target/docs. It works offline, search
included. Requires mdbook: `{INSTALL}`.

Usage: cargo xtask docs [OPTIONS]

Options:
  --serve        Serve it on http://localhost:3000, and rebuild on changes
  --open         Open it in a browser
"
    )
}

fn run(args: Args, _: &Common) -> Result<(), Failure> {
    let verb = if args.flag("--serve") { "serve" } else { "build" };
    let open = args.flag("--open").then_some("--open");
    args.finish()?;
    let out = root().join("target/docs");
    let mut mdbook = Process::new("mdbook");
    mdbook.arg(verb).arg(folder("generated/docs")).arg("--dest-dir").arg(&out).args(open);
    let status = mdbook.status().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::of(format!("mdbook is not installed: run `{INSTALL}`")),
        _ => Failure::of(error),
    })?;
    if !status.success() {
        return Err(Failure::of(format!("mdbook failed: {status}")));
    }
    print(&format!("{}\n", text::path(out.join("index.html"))))
}
