//! `cargo xtask diff`

mod git;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use generator::Spec;
use generator::diff::{Change, Side};
use generator::report::diff as report;
use generator::text::counted;
use lexopt::prelude::*;

use self::git::Checkout;
use crate::Failure;
use crate::args::{Command, Common, Format, Reads};
use crate::terminal::{self, print};

pub const COMMAND: Command = Command {
    name: "diff",
    about: "Tell what changed between two specs, and whom it breaks",
    help: || HELP.to_owned(),
    reads: Reads::Spec(&[Format::Text, Format::Json, Format::Github, Format::Markdown]),
    run: |args, common| run(&parse(args)?, common),
};

const HELP: &str = "\
Tell what changed in meaning between two specs, whom it breaks, and which step
the versions of the generated crates take. The table of all kinds of change is
generated/docs/src/changes.md.

Usage: cargo xtask diff [OPTIONS] [BASE [HEAD]]

BASE [default: the git revision HEAD] and HEAD [default: the working tree] are
git revisions, or folders that hold specs as `spec` does. An API that is only
in one of them is added or removed. Overlays change the working tree only: with
one, `diff` tells what it means.

Options:
  --deny breaking  Fail if anything breaks anybody
  --changelog      Print a section of a changelog
";

/// What the user asks for.
#[derive(Default)]
struct Options {
    revisions: Vec<OsString>,
    changelog: bool,
    deny_breaking: bool,
}

fn parse(mut args: lexopt::Parser) -> Result<Options, Failure> {
    let mut options = Options::default();
    while let Some(arg) = args.next()? {
        match arg {
            Long("changelog") => options.changelog = true,
            Long("deny") => match args.value()?.string()?.as_str() {
                "breaking" => options.deny_breaking = true,
                other => {
                    let reason = format!("nothing is called `{other}` that can be denied; there is breaking");
                    return Err(Failure::Usage(reason));
                }
            },
            Value(revision) if options.revisions.len() < 2 => options.revisions.push(revision),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    let mut revisions = options.revisions.iter();
    let base = match revisions.next() {
        Some(name) => Input::named(name, common)?,
        None => Input::Revision(git::read(OsStr::new("HEAD"), &common.folder())?),
    };
    let head = revisions.next().map_or(Ok(Input::Working), |name| Input::named(name, common))?;
    let mut changes = generator::diff::diff(&base.open(common)?, &head.open(common)?);
    for change in &mut changes {
        show_place(change, &base, &head);
    }
    print(&told(&changes, options, common.format))?;
    let breaking = changes.iter().filter(|change| change.rule.is_breaking()).count();
    if options.deny_breaking && breaking > 0 {
        let changes = counted(breaking, "breaking change");
        return Err(Failure::Failed(format!("error: {changes}, which `--deny breaking` forbids")));
    }
    Ok(())
}

fn told(changes: &[Change], options: &Options, format: Format) -> String {
    if options.changelog {
        return report::changelog(changes);
    }
    match format {
        Format::Text => report::text(changes, terminal::colour_of_output()),
        Format::Json => format!("{:#}\n", report::json(changes)),
        Format::Github => report::github(changes),
        Format::Markdown => report::markdown(changes),
    }
}

/// A spec to compare.
enum Input {
    /// The folder that all commands read.
    Working,
    /// Another folder.
    Folder(PathBuf),
    /// A git revision.
    Revision(Checkout),
}

impl Input {
    /// What is a folder is no revision.
    fn named(name: &OsStr, common: &Common) -> Result<Self, Failure> {
        if Path::new(name).is_dir() {
            return Ok(Self::Folder(name.into()));
        }
        git::read(name, &common.folder()).map(Self::Revision)
    }

    fn open(&self, common: &Common) -> Result<Spec, Failure> {
        match self {
            Self::Working => common.open(),
            Self::Folder(folder) => {
                Spec::open(folder).map_err(|faults| Failure::Spec(faults, folder.clone()))
            }
            Self::Revision(checkout) => checkout.open(),
        }
    }

    /// A path as the user knows it.
    fn shown(&self, path: &str) -> String {
        match self {
            Self::Working | Self::Folder(_) => path.to_owned(),
            Self::Revision(checkout) => checkout.shown(path),
        }
    }
}

fn show_place(change: &mut Change, base: &Input, head: &Input) {
    if let Some(place) = &mut change.place {
        let input = match place.side {
            Side::Base => base,
            Side::Head => head,
        };
        place.path = input.shown(&place.path);
    }
}
