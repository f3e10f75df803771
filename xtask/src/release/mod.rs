//! `cargo xtask release`
//!
//! ```text
//! package    the packages of this workspace, and what changed in each since its last release
//! evidence   what changed, and the version that follows
//! rust_api   what cargo-semver-checks says
//! changelog  the section of a version
//! copy       a clone of the repository, in which everything must succeed first
//! ```

mod changelog;
mod copy;
mod evidence;
mod package;
mod rust_api;

use generator_spec::text::counted;

use self::copy::Copy;
use self::package::{Package, State};
use crate::Failure;
use crate::args::{Args, unknown};
use crate::command::{Command, Reads, root};
use crate::git;
use crate::terminal::{eprintln, print};

pub const COMMAND: Command = Command {
    name: "release",
    about: "Set the versions that follow from what changed, and write the changelogs",
    help: || HELP.to_owned(),
    reads: Reads::Nothing,
    flags: &["--dry-run", "--no-verify"],
    options: &[],
    run: |args, _| run(args),
};

const HELP: &str = "\
Prepare releases: compare each crate with its last release, set the version that
follows, write the section of its changelog, run codegen, and build the packages
from their tarballs. With a new runtime, crates that were released before and
accept it must compile with it. Then print what to commit, tag and publish.

Usage: cargo xtask release [OPTIONS] [API...]

Without API, every crate that changed is released. The runtime is released with
the crates that need it; `api-runtime` names it alone.

The last release is the highest tag PACKAGE-vVERSION in the history of HEAD, as
in backup-server-api-v1.2.0. A crate without one is released with the version in
its spec. A version that is already high enough is left unchanged.

The step is the largest that any of these asks for: the changes of the spec
(`cargo xtask diff`), an incompatible runtime, and cargo-semver-checks, if it is
installed. If none does, any other changed file is a patch, or a compatible
change if it is the runtime's. Before 1.0, a breaking change raises the minor
version, any other change the patch version.

All of it happens in a clone first: if a step fails, nothing here has changed.

Options:
  --dry-run    Do all of it in the clone, and print what would change here
  --no-verify  Package without building
";

fn run(args: Args) -> Result<(), Failure> {
    let (is_dry, verify) = (args.flag("--dry-run"), !args.flag("--no-verify"));
    let names = args.values(usize::MAX)?;
    let names: Vec<String> = names.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let uncommitted = git::uncommitted(&root())?;
    if uncommitted > 0 {
        let count = counted(uncommitted, "file");
        return Err(Failure::of(format!(
            "{count} not committed: nothing was changed\nhelp: commit or stash them"
        )));
    }
    let all = package::survey()?;
    let packages = select(&all, &names)?;
    packages.iter().try_for_each(|package| print(&package.report()))?;
    report_unchecked(&packages);
    let released: Vec<&Package> = packages.iter().copied().filter(|it| it.state == State::Changed).collect();
    if released.is_empty() {
        return print(&next_steps(&packages));
    }
    let copy = Copy::new()?;
    released.iter().try_for_each(|package| copy.edit(package))?;
    copy.codegen()?;
    copy.package(&all, &released, verify)?;
    if verify && released.iter().any(|it| it.api.is_none()) {
        copy.check_older(&all)?;
    }
    if is_dry {
        eprintln("dry run: nothing was changed");
        return print(&copy.shown()?);
    }
    copy.apply()?;
    print(&next_steps(&packages))
}

/// The packages to release: those that are named, and the runtime if it changed.
fn select<'a>(packages: &'a [Package], names: &[String]) -> Result<Vec<&'a Package>, Failure> {
    let known = || packages.iter().flat_map(|it| it.names());
    if let Some(name) = names.iter().find(|name| !known().any(|it| it == name.as_str())) {
        return Err(unknown("API", name, known()));
    }
    let is_named = |it: &Package| it.names().any(|own| names.iter().any(|name| name == own));
    let is_selected = |it: &Package| names.is_empty() || is_named(it) || it.api.is_none();
    Ok(packages.iter().filter(|it| is_selected(it)).collect())
}

fn next_steps(packages: &[&Package]) -> String {
    let ready: Vec<&Package> = packages.iter().copied().filter(|it| it.state != State::Unchanged).collect();
    if ready.is_empty() {
        return "Nothing to release.\n".to_owned();
    }
    let list = |separator: &str, text: &dyn Fn(&Package) -> String| {
        ready.iter().map(|it| text(it)).collect::<Vec<_>>().join(separator)
    };
    let commit = match ready.iter().any(|it| it.state == State::Changed) {
        true => format!(
            "  git add --all\n  git commit -m \"Release {}\"\n",
            list(", ", &|it| format!("{} {}", it.name, it.wanted))
        ),
        false => String::new(),
    };
    let tags =
        list("\n", &|it| format!("  git tag -a {} -m \"{} {}\"", it.tag(&it.wanted), it.name, it.wanted));
    let publish = list(" ", &|it| format!("-p {}", it.name));
    format!(
        "\nNext, after reading the changes:\n{commit}{tags}\n  git push --follow-tags\n  cargo publish {publish}\n"
    )
}

/// Reports the packages that cargo-semver-checks did not check.
fn report_unchecked(packages: &[&Package]) {
    let unchecked = packages.iter().filter(|it| it.evidence.is_unchecked()).map(|it| it.name.as_str());
    let unchecked: Vec<&str> = unchecked.collect();
    if !unchecked.is_empty() {
        eprintln(&format!(
            "not checked, because cargo-semver-checks is not installed: whether changes of the generator or \
             the runtime break programs that use {}\nhelp: set a higher version by hand if they do, or run \
             `cargo install cargo-semver-checks --locked`",
            unchecked.join(", ")
        ));
    }
}

/// Fails if a version in the working tree is lower than what changed asks for.
pub fn check_versions() -> Result<(), Failure> {
    let packages = package::survey()?;
    report_unchecked(&packages.iter().collect::<Vec<_>>());
    let low: Vec<String> = packages.iter().filter(|it| it.version < it.wanted).map(Package::remedy).collect();
    if low.is_empty() {
        let unreleased = packages.iter().filter(|it| it.last.is_none()).map(|it| it.name.as_str());
        let unreleased: Vec<&str> = unreleased.collect();
        if !unreleased.is_empty() {
            eprintln(&format!("never released, so any version is high enough: {}", unreleased.join(", ")));
        }
        return Ok(());
    }
    Err(Failure::of(format!(
        "{} too low, denied by `--deny version`\n\n{}\n\nThen run `cargo xtask codegen`.",
        if low.len() == 1 { "a version is".to_owned() } else { counted(low.len(), "version") + " are" },
        low.join("\n").trim_end()
    )))
}
