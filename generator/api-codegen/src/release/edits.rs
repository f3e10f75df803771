//! The edits of a release, which git can take back.

use std::collections::BTreeMap;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use semver::Version;
use toml_edit::{DocumentMut, Item};

use super::changelog;
use super::package::Package;
use crate::Failure;
use crate::cargo::{cargo, this_program};
use crate::command::{read, root};
use crate::settings::{self, Runtime, settings};
use crate::standalone::RUNTIME_FOLDER;
use crate::terminal::eprintln;

/// The files to write, with their new texts.
#[derive(Default)]
pub struct Edits(BTreeMap<String, String>);

impl Edits {
    /// Sets the version of a package and gives it a section of its changelog.
    pub fn add(&mut self, package: &Package) -> Result<(), Failure> {
        let wanted = &package.wanted;
        match &package.api {
            Some(api) if settings().sets_version(api) => {
                self.change(settings::FILE, |text| with_version(text, &["crates", api], wanted))?;
            }
            Some(api) => {
                self.change(&format!("{}/{api}/api.yaml", settings().spec), |text| {
                    Ok(with_crate_version(text, wanted))
                })?;
            }
            None => {
                let manifest = format!("{RUNTIME_FOLDER}/Cargo.toml");
                self.change(&manifest, |text| with_version(text, &["package"], wanted))?;
                let dependency = ["workspace", "dependencies", "api-runtime"];
                self.change("Cargo.toml", |text| with_version(text, &dependency, wanted))?;
            }
        }
        // Of a first release there is nothing to compare with.
        let entries = package.last.as_ref().map(|_| package.evidence.entries()).unwrap_or_default();
        let path = package.changelog();
        if !root().join(&path).exists() {
            self.0.insert(path.clone(), changelog::NEW.to_owned());
        }
        self.change(&path, |text| Ok(changelog::release(text, wanted, &today(), &entries)))
    }

    fn change(
        &mut self,
        path: &str,
        change: impl FnOnce(&str) -> Result<String, Failure>,
    ) -> Result<(), Failure> {
        let text = match self.0.remove(path) {
            Some(text) => text,
            None => read(&root().join(path))?,
        };
        self.0.insert(path.to_owned(), change(&text)?);
        Ok(())
    }

    /// Writes the files, what is generated from them, and the new versions in `Cargo.lock`.
    pub fn write(&self) -> Result<(), Failure> {
        for (path, text) in &self.0 {
            fs::write(root().join(path), text).map_err(|error| Failure::of(format!("{path}: {error}")))?;
            eprintln(&format!("write {path}"));
        }
        // The settings may have changed.
        let codegen = this_program()?.arg("codegen").output().map_err(Failure::of)?;
        if !codegen.status.success() {
            return Err(Failure::Failed(String::from_utf8_lossy(&codegen.stderr).into_owned()));
        }
        // Crates that are no members have no lock.
        if settings().runtime != Runtime::Workspace {
            return Ok(());
        }
        let lock =
            cargo().args(["update", "--workspace", "--offline", "--quiet"]).current_dir(root()).status();
        match lock.map_err(Failure::of)?.success() {
            true => Ok(()),
            false => Err(Failure::of("cannot update Cargo.lock")),
        }
    }
}

/// An api.yaml with another `crate_version`.
fn with_crate_version(text: &str, version: &Version) -> String {
    let key = "crate_version:";
    let Some(line) = text.lines().find(|line| line.starts_with(key)) else {
        return format!("{}\n{key} {version}\n", text.trim_end());
    };
    let comment = line.find(" #").map_or("", |at| &line[at..]);
    text.replacen(line, &format!("{key} {version}{comment}"), 1)
}

/// A manifest with another `version` in a table.
fn with_version(manifest: &str, table: &[&str], version: &Version) -> Result<String, Failure> {
    let mut document: DocumentMut = manifest.parse().map_err(Failure::of)?;
    let table = table.iter().try_fold(document.as_item_mut(), |item, key| item.get_mut(key));
    let Some(value) = table.and_then(|it| it.get_mut("version")).and_then(Item::as_value_mut) else {
        return Err(Failure::of("a manifest has no version where it is expected"));
    };
    let decor = value.decor().clone();
    *value = version.to_string().into();
    *value.decor_mut() = decor;
    Ok(document.to_string())
}

/// The date in UTC, `2026-11-22`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after 1970-01-01. Years begin in March, so that leap days are last.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (days, expected) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_779, "2026-11-22"), (20_818, "2026-12-31")]
        {
            assert_eq!(date(days), expected);
        }
    }

    #[test]
    fn a_version_is_set_where_it_is() {
        let version = Version::new(1, 2, 3);
        let api = |text| with_crate_version(text, &version);
        assert_eq!(
            api("title: T\ncrate_version: 0.1.0 # why\nx: 1\n"),
            "title: T\ncrate_version: 1.2.3 # why\nx: 1\n"
        );
        assert_eq!(api("# c\ntitle: T\n"), "# c\ntitle: T\ncrate_version: 1.2.3\n");
        let manifest =
            "[package] # p\nversion = \"0.1.0\" # v\n[x]\ny = { version = \"0.1.0\", path = \".\" }\n";
        let set = |table: &[&str]| with_version(manifest, table, &version).expect("a manifest");
        assert_eq!(set(&["package"]), manifest.replacen("0.1.0", "1.2.3", 1));
        assert_eq!(set(&["x", "y"]), manifest.replace("{ version = \"0.1.0\"", "{ version = \"1.2.3\""));
        assert!(with_version(manifest, &["z"], &version).is_err());
    }
}
