//! `--deny version`: the versions that follow from what changed since the last releases.

mod evidence;
mod package;

use generator_spec::program;
use generator_spec::text::counted;

use self::package::Package;
use crate::Failure;
use crate::settings::{Runtime, settings};
use crate::terminal::eprintln;

/// Fails if a version in the working tree is lower than what changed asks for.
pub fn check() -> Result<(), Failure> {
    let packages = package::survey()?;
    report_unchecked(&packages.iter().collect::<Vec<_>>());
    let low: Vec<String> =
        packages.iter().filter(|package| package.version < package.wanted).map(Package::remedy).collect();
    if low.is_empty() {
        let unreleased =
            packages.iter().filter(|package| package.last.is_none()).map(|package| package.name.as_str());
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

/// Reports the packages that may break programs although no spec does, and how to find out.
fn report_unchecked(packages: &[&Package]) {
    let commands = packages.iter().filter(|package| package.evidence.is_unchecked()).filter_map(|package| {
        let revision = package.revision()?;
        let package = match settings().runtime {
            Runtime::Workspace => format!("--package {}", package.name),
            _ => format!("--manifest-path {}/Cargo.toml", package.folder()),
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
