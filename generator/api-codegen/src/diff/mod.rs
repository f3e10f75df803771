//! The command `diff`

mod version;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use generator_review::diff::{Change, Side};
use generator_review::report::diff as report;
use generator_review::report::{Format, json};
use generator_spec::Spec;
use generator_spec::text::counted;

use crate::Failure;
use crate::args::{Args, unknown, usage};
use crate::command::{Command, Common, Reads};
use crate::git::{self, Checkout};
use crate::terminal::{self, print};

pub const COMMAND: Command = Command {
    name: "diff",
    about: "Report what changed between two specs, and what that breaks",
    help: || HELP.to_owned(),
    reads: Reads::Spec(&[Format::Text, Format::Json, Format::Github, Format::Markdown]),
    flags: &["--changelog"],
    options: &["--deny"],
    run,
};

const HELP: &str = "\
Report what changed in meaning between two specs, which of four audiences it
breaks, and the version bump of the generated crates. All kinds of change are
listed in generated/docs/src/changes.md.

Usage: cargo xtask diff [OPTIONS] [BASE [HEAD]]

BASE [default: the git revision HEAD] and HEAD [default: the working tree] are
git revisions, or folders like `spec`. An API that is in only one of them is
added or removed. The overlays of codegen.toml apply to the working tree, and to
a revision as they are there. Those of `--overlay` apply to the working tree only,
so `diff` reports what they change; to a folder none applies.

Options:
  --deny breaking  Fail if anything breaks
  --deny version   Fail if the version of a crate in the working tree is lower
                   than what changed since its last release asks for: its tag,
                   such as lamps-api-v1.2.0, not BASE. Say which line to edit
  --changelog      Print a section of a changelog
";

fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let is_changelog = args.flag("--changelog");
    let denied = args.texts("--deny")?;
    if let Some(other) = denied.iter().find(|denied| !["breaking", "version"].contains(&denied.as_str())) {
        return Err(unknown("level", other, ["breaking", "version"]));
    }
    let denies = |level: &str| denied.iter().any(|other| other == level);
    let mut revisions = args.values(2)?.into_iter();
    let base = match revisions.next() {
        Some(name) => Input::named(&name, common)?,
        None => Input::Revision(git::read(OsStr::new("HEAD"), common)?),
    };
    let head = revisions.next();
    if denies("version") && (head.is_some() || common.spec.is_some() || common.has_own_overlays) {
        let reason =
            "`--deny version` looks at `spec` in the working tree: it takes no HEAD, `--spec` or `--overlay`";
        return Err(usage(reason));
    }
    let head = head.map_or(Ok(Input::Working), |name| Input::named(&name, common))?;
    let mut changes = generator_review::diff::diff(&base.open(common)?, &head.open(common)?);
    for change in &mut changes {
        show_place(change, &base, &head);
    }
    print(&match common.format {
        _ if is_changelog => report::changelog(&changes),
        Format::Text => report::text(&changes, terminal::color_of_output()),
        Format::Json => json(report::json(&changes)),
        Format::Github => report::github(&changes),
        Format::Markdown => report::markdown(&changes),
    })?;
    let breaking = changes.iter().filter(|change| change.is_breaking()).count();
    if denies("breaking") && breaking > 0 {
        return Err(Failure::of(format!(
            "{}, denied by `--deny breaking`",
            counted(breaking, "breaking change")
        )));
    }
    if denies("version") { version::check() } else { Ok(()) }
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
    /// The spec of that name. A folder takes precedence over a revision.
    fn named(name: &OsStr, common: &Common) -> Result<Self, Failure> {
        if Path::new(name).is_dir() {
            return Ok(Self::Folder(name.into()));
        }
        git::read(name, common).map(Self::Revision)
    }

    fn open(&self, common: &Common) -> Result<Spec, Failure> {
        match self {
            Self::Working => common.open(),
            Self::Folder(folder) => Ok(Spec::open(folder)?),
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
