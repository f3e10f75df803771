//! The command `release`
//!
//! ```text
//! package    the packages of this workspace, and what changed in each since its last release
//! evidence   what changed, and the version that follows
//! changelog  the section of a version
//! edits      the files that change
//! ```

mod changelog;
mod edits;
mod evidence;
mod package;

use generator_spec::program;
use generator_spec::text::counted;

use self::edits::Edits;
use self::package::{Package, State};
use crate::Failure;
use crate::args::{Args, unknown};
use crate::command::{Command, Reads, root};
use crate::git;
use crate::settings::{Runtime, settings};
use crate::terminal::{eprintln, print};

pub const COMMAND: Command = Command {
    name: "release",
    about: "Set the versions that follow from what changed, and write the changelogs",
    help: || HELP.to_owned(),
    reads: Reads::Nothing,
    flags: &[],
    options: &[],
    run: |args, _| run(args),
};

const HELP: &str = "\
Prepare releases: compare each crate with its last release, bump the version
accordingly, write the section of its changelog, and run codegen. Then print what to
check, commit, tag and publish. `git restore .` takes it back.

Usage: cargo xtask release [API...]

Without API, every crate that changed is released. The runtime is released with
the crates that need it; `api-runtime` names it alone.

The last release is the highest tag PACKAGE-vVERSION in the history of HEAD, as
in lamps-api-v1.2.0. A crate without one is released with the version in
its spec, or in codegen.toml if that has one. A version that is already high
enough is left unchanged.

The step is the larger of those that the changes of the spec (`cargo xtask diff`)
and an incompatible runtime ask for. If neither does, any other changed file is a
patch, or a compatible change if it is the runtime's: cargo-semver-checks finds
whether it breaks programs. Before 1.0, a breaking change raises the minor version,
any other change the patch version.
";

fn run(args: Args) -> Result<(), Failure> {
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
    let mut edits = Edits::default();
    released.iter().try_for_each(|package| edits.add(package))?;
    edits.write()?;
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
    // Crates that are no members have `publish = false`.
    let [check, publish] = match settings().runtime {
        Runtime::Workspace => ["--dry-run ", ""].map(|option| format!("  cargo publish {option}{publish}\n")),
        _ => Default::default(),
    };
    format!("\nNext, after reading the changes:\n{commit}{check}{tags}\n  git push --follow-tags\n{publish}")
}

/// Reports the packages that may break programs although no spec does, and how to find out.
fn report_unchecked(packages: &[&Package]) {
    let commands = packages.iter().filter(|it| it.evidence.is_unchecked()).filter_map(|it| {
        let revision = it.revision()?;
        let package = match settings().runtime {
            Runtime::Workspace => format!("--package {}", it.name),
            _ => format!("--manifest-path {}/Cargo.toml", it.folder()),
        };
        Some(format!("\n  cargo semver-checks {package} --baseline-rev {revision}"))
    });
    let commands: String = commands.collect();
    if !commands.is_empty() {
        eprintln(&format!(
            "not checked: whether changes of the generator or the runtime break programs\n\
             help: run this, and set a higher version by hand if they do:{commands}"
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
        "{} too low, denied by `--deny version`\n\n{}\n\nThen run `{} codegen`.",
        if low.len() == 1 { "a version is".to_owned() } else { counted(low.len(), "version") + " are" },
        low.join("\n").trim_end(),
        program::name()
    )))
}
