//! The new texts of hand-written files.

use std::fs;
use std::path::PathBuf;

use generator_review::release::{NEW_CHANGELOG, release};
use generator_spec::text;
use semver::Version;

use super::date::today;
use super::package::Package;
use crate::Failure;
use crate::command::root;
use crate::standalone::RUNTIME_FOLDER;

/// A new text of a file, which may not be there yet.
pub struct Edit {
    /// The file, below the root of the workspace.
    pub path: PathBuf,
    pub before: Option<String>,
    pub after: String,
}

/// What releasing these packages changes in hand-written files.
pub fn of(packages: &[&Package]) -> Result<Vec<Edit>, Failure> {
    let edits = packages.iter().map(|package| match &package.api {
        Some(api) => of_api(package, api),
        None => of_runtime(package),
    });
    Ok(edits.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

fn of_api(package: &Package, api: &str) -> Result<Vec<Edit>, Failure> {
    let version =
        edit(&format!("spec/{api}/api.yaml"), |text| Some(with_crate_version(text, &package.wanted)))?;
    Ok(vec![version, changelog(package, &format!("spec/{api}"))?])
}

fn of_runtime(package: &Package) -> Result<Vec<Edit>, Failure> {
    let wanted = &package.wanted;
    let manifest = format!("{RUNTIME_FOLDER}/Cargo.toml");
    Ok(vec![
        edit(&manifest, |text| with_line(text, "version = \"", "\"", wanted))?,
        edit("Cargo.toml", |text| with_line(text, "api-runtime = { version = \"", "\"", wanted))?,
        changelog(package, RUNTIME_FOLDER)?,
    ])
}

fn changelog(package: &Package, folder: &str) -> Result<Edit, Failure> {
    let path = PathBuf::from(folder).join("CHANGELOG.md");
    let before = match fs::read_to_string(root().join(&path)) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(Failure::of(format!("{}: {error}", text::path(&path)))),
    };
    // Of a first release there is nothing to compare with.
    let entries = package.last.as_ref().map(|_| package.evidence.entries()).unwrap_or_default();
    let text = before.as_deref().unwrap_or(NEW_CHANGELOG);
    let after = release(text, &package.wanted, &today(), &entries);
    Ok(Edit { path, before, after })
}

fn edit(path: &str, change: impl FnOnce(&str) -> Option<String>) -> Result<Edit, Failure> {
    let failed = |reason: &str| Failure::of(format!("{path}: {reason}"));
    let before = fs::read_to_string(root().join(path)).map_err(|error| failed(&error.to_string()))?;
    let after = change(&before).ok_or_else(|| failed("its version is not where it is expected"))?;
    Ok(Edit { path: path.into(), before: Some(before), after })
}

/// An api.yaml with another `crate_version`; a new one comes first.
fn with_crate_version(text: &str, version: &Version) -> String {
    if let Some(text) = with_line(text, "crate_version: ", "", version) {
        return text;
    }
    let is_key = |line: &str| line.starts_with(|c: char| c.is_ascii_lowercase());
    let first = text.split_inclusive('\n').take_while(|line| !is_key(line)).map(str::len).sum();
    let (comments, keys) = text.split_at(first);
    format!("{comments}crate_version: {version}\n{keys}")
}

/// A text with another version in the first line that starts so: up to `end`,
/// or to the end of the word.
fn with_line(text: &str, start: &str, end: &str, version: &Version) -> Option<String> {
    let at = match text.starts_with(start) {
        true => 0,
        false => text.find(&format!("\n{start}"))? + 1,
    };
    let (before, rest) = text.split_at(at + start.len());
    let length = if end.is_empty() { rest.find(char::is_whitespace) } else { rest.find(end) };
    let (_, after) = rest.split_at(length.unwrap_or(rest.len()));
    Some(format!("{before}{version}{after}"))
}

/// Which files change, and the new sections of changelogs.
pub fn shown(edits: &[Edit]) -> String {
    let changed = edits.iter().filter(|edit| edit.before.as_ref() != Some(&edit.after));
    let files = changed.clone().map(|edit| format!("would write {}\n", text::path(&edit.path)));
    let changelogs = changed.filter(|edit| edit.path.ends_with("CHANGELOG.md"));
    let sections = changelogs.map(|edit| {
        let lines = edit.after.lines().skip_while(|line| !line.starts_with("## [Unreleased]")).skip(1);
        let mut lines = lines.skip_while(|line| line.is_empty());
        let first = lines.next().into_iter();
        let section = first.chain(lines.take_while(|line| !line.starts_with("## ")));
        let section: String = section.map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect();
        format!("\n{}:\n{}\n", text::path(&edit.path), section.trim_end())
    });
    files.chain(sections).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_set_where_it_is() {
        let version = Version::new(1, 2, 3);
        let with = |text| with_crate_version(text, &version);
        assert_eq!(
            with("# c\ntitle: T\ncrate_version: 0.1.0  # why\n"),
            "# c\ntitle: T\ncrate_version: 1.2.3  # why\n"
        );
        assert_eq!(with("# c\n\ntitle: T\n"), "# c\n\ncrate_version: 1.2.3\ntitle: T\n");
        let manifest = "[package]\nname = \"x\"\nversion = \"0.1.0\"\n[dependencies]\nversion = \"0.1.0\"\n";
        let expected = manifest.replacen("0.1.0", "1.2.3", 1);
        assert_eq!(with_line(manifest, "version = \"", "\"", &version), Some(expected));
        assert_eq!(with_line("x = 1\n", "version = \"", "\"", &version), None);
    }
}
