//! The command `docs`
//!
//! ```text
//! preprocess   what mdBook runs before it renders the pages
//! heads        what link previews show, and one heading of the first level
//! links        links that lead out of the book, and where they lead on the site
//! spec_pages   the spec files as pages, each line with an anchor
//! rustdoc      the documentation of the crates, as a folder of the site
//! ```

mod heads;
mod links;
mod preprocess;
mod rustdoc;
mod spec_pages;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use generator_spec::{program, text};

use crate::Failure;
use crate::args::{Args, usage};
use crate::command::{Command, Common, Reads, output, root};
use crate::settings;
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "docs",
    about: "Build the website of generated/docs with mdbook",
    help,
    reads: Reads::Nothing,
    flags: &["--serve", "--open", "--rustdoc", PREPROCESS],
    options: &["--out"],
    run,
};

/// The option with which mdBook calls this command.
const PREPROCESS: &str = "--preprocess";

/// Installs the version that is tested.
const INSTALL: &str = "cargo install mdbook --locked --version 0.5.4";

fn help() -> String {
    format!(
        "\
Build generated/docs as a website that works offline. The spec files are part
of it: each operation links to its line. Requires mdbook:
`{INSTALL}`.
Without it, read the same pages as Markdown in generated/docs/src.

Usage: cargo xtask docs [OPTIONS]

Options:
  --rustdoc      Add the documentation of the crates (compiles what they need)
  --serve        Serve it on http://localhost:3000. After `cargo xtask codegen`
                 it is rebuilt, and open pages reload
  --open         Open it in a browser
  --out DIR      Write it to this folder [default: target/docs]
"
    )
}

fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let (serve, open, with_rustdoc) = (args.flag("--serve"), args.flag("--open"), args.flag("--rustdoc"));
    if args.flag(PREPROCESS) {
        return preprocess::run(args, with_rustdoc);
    }
    if serve && with_rustdoc {
        return Err(usage(
            "`--rustdoc` can't be combined with `--serve`: mdbook empties the folder when it rebuilds",
        ));
    }
    let out = args.option("--out").map_or_else(|| root().join("target/docs"), PathBuf::from);
    args.finish()?;
    let out = std::path::absolute(out).map_err(Failure::of)?;
    refuse_what_is_not_a_site(&out)?;
    let book = output().join("docs");
    if !book.join("book.toml").is_file() {
        return Err(no_book(&book));
    }
    mdbook(Process::new("mdbook").arg("--version").stdout(Stdio::null()))?;
    let crates = with_rustdoc.then(rustdoc::build).transpose()?;
    let mut build = Process::new("mdbook");
    build.arg(if serve { "serve" } else { "build" }).arg(book);
    build.arg("--dest-dir").arg(&out).args(open.then_some("--open"));
    build.env(preprocess::VARIABLE, preprocess::command(with_rustdoc)?);
    // mdBook runs the preprocessor in the folder of the book.
    build.env(settings::ROOT, std::path::absolute(root()).map_err(Failure::of)?);
    // The spec files are pages, too.
    build.env(
        "MDBOOK_BUILD__EXTRA_WATCH_DIRS",
        serde_json::json!([std::path::absolute(common.folder()).map_err(Failure::of)?]).to_string(),
    );
    mdbook(&mut build)?;
    heads::improve(&out).map_err(Failure::of)?;
    if let Some(crates) = crates {
        rustdoc::copy(&crates, &out.join(links::RUSTDOC)).map_err(Failure::of)?;
    }
    print(&format!("{}\n", text::path(out.join("index.html"))))
}

fn no_book(folder: &Path) -> Failure {
    let (folder, program) = (text::path(folder), program::name());
    Failure::of(format!(
        "{folder} has no book\n\
         help: run `{program} codegen`, which writes it unless `targets` in {} leaves it out",
        settings::FILE
    ))
}

/// Refuses a folder with anything else than a site: mdbook would empty it.
fn refuse_what_is_not_a_site(out: &Path) -> Result<(), Failure> {
    let is_empty = std::fs::read_dir(out)
        .map_or_else(|error| error.kind() == ErrorKind::NotFound, |mut entries| entries.next().is_none());
    if is_empty || (out.join("toc.html").is_file() && out.join("index.html").is_file()) {
        return Ok(());
    }
    let out = text::path(out);
    Err(Failure::of(format!(
        "{out} is not a folder with a site, and mdbook would empty it: nothing was written"
    )))
}

fn mdbook(command: &mut Process) -> Result<(), Failure> {
    let status = command.status().map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::of(format!(
            "mdbook is not installed: run `{INSTALL}`, or read the same pages as Markdown: {}",
            text::path(output().join("docs/src/index.md"))
        )),
        _ => Failure::of(error),
    })?;
    if status.success() { Ok(()) } else { Err(Failure::of(format!("mdbook failed: {status}"))) }
}
