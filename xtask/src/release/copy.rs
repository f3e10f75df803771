//! A clone of the repository, in which everything must succeed before anything changes here.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use semver::Version;
use toml_edit::{DocumentMut, Item};

use super::changelog;
use super::evidence::accepts;
use super::package::Package;
use crate::Failure;
use crate::cargo::{cargo, target};
use crate::codegen::{self, Options};
use crate::command::{Common, read, root};
use crate::git;
use crate::scratch::Scratch;
use crate::standalone::RUNTIME_FOLDER;
use crate::terminal::eprintln;

/// The staged changes, as a patch that doesn't depend on the user's settings.
const PATCH: [&str; 4] = ["diff-index", "--cached", "--binary", "--patch"];

/// The clone, removed when it is dropped.
pub struct Copy {
    temporary: Scratch,
}

impl Copy {
    /// Clones the current commit.
    pub fn new() -> Result<Self, Failure> {
        let copy = Self { temporary: Scratch::new("release")? };
        git::run(
            &root(),
            [OsStr::new("clone"), OsStr::new("--quiet"), OsStr::new("."), copy.folder().as_os_str()],
        )?;
        Ok(copy)
    }

    fn folder(&self) -> PathBuf {
        self.temporary.path().join("clone")
    }

    /// Sets the version of a package and gives it a section of its changelog.
    pub fn edit(&self, package: &Package) -> Result<(), Failure> {
        let wanted = &package.wanted;
        match &package.api {
            Some(api) => {
                self.change(&format!("spec/{api}/api.yaml"), |text| Ok(with_crate_version(&text, wanted)))?
            }
            None => {
                let manifest = format!("{RUNTIME_FOLDER}/Cargo.toml");
                self.change(&manifest, |text| with_version(&text, &["package"], wanted))?;
                let dependency = ["workspace", "dependencies", "api-runtime"];
                self.change("Cargo.toml", |text| with_version(&text, &dependency, wanted))?;
            }
        }
        // Of a first release there is nothing to compare with.
        let entries = package.last.as_ref().map(|_| package.evidence.entries()).unwrap_or_default();
        let path = package.changelog();
        if !self.folder().join(&path).exists() {
            self.write(&path, changelog::NEW)?;
        }
        self.change(&path, |text| Ok(changelog::release(&text, wanted, &today(), &entries)))
    }

    fn change(
        &self,
        path: &str,
        change: impl FnOnce(String) -> Result<String, Failure>,
    ) -> Result<(), Failure> {
        let text = read(&self.folder().join(path))?;
        self.write(path, &change(text)?)
    }

    fn write(&self, path: &str, text: &str) -> Result<(), Failure> {
        fs::write(self.folder().join(path), text).map_err(|error| Failure::of(format!("{path}: {error}")))
    }

    /// Writes what is generated from the spec.
    pub fn codegen(&self) -> Result<(), Failure> {
        let common = Common { spec: Some(self.folder().join("spec")), ..Common::default() };
        codegen::write(common.read()?, &Options::all(self.folder().join("generated")), &common).map(drop)
    }

    /// Makes tarballs, and builds each package from its own. No registry has the
    /// runtime of this workspace: it is packaged even if it is not released.
    pub fn package(&self, all: &[Package], released: &[&Package], verify: bool) -> Result<(), Failure> {
        let is_wanted = |it: &&Package| it.api.is_none() || released.iter().any(|one| one.name == it.name);
        let names: Vec<&str> = all.iter().filter(is_wanted).map(|it| it.name.as_str()).collect();
        // A target folder of its own: cargo takes what it unpacked before for what it unpacks now.
        let target = self.temporary.path().join("target");
        let args = ["package", "--quiet", "--allow-dirty", "--all-features"];
        let verify = (!verify).then_some("--no-verify");
        eprintln(&format!("packaging {}", names.join(", ")));
        self.cargo(args.into_iter().chain(verify).chain(packages(&names)), target)
            .map_err(|said| Failure::of(format!("cargo package failed: nothing was changed\n\n{said}")))?;
        git::run(&self.folder(), ["add", "--all"]).map(drop)
    }

    /// The changes of files that people write, as a patch.
    pub fn shown(&self) -> Result<String, Failure> {
        let except = [":(exclude)generated", ":(exclude)Cargo.lock"];
        git::run(&self.folder(), PATCH.into_iter().chain(["HEAD", "--", "."]).chain(except))
    }

    /// Makes the same changes here, all or none.
    pub fn apply(&self) -> Result<(), Failure> {
        let patch = self.temporary.path().join("patch");
        let output = [OsStr::new("--output"), patch.as_os_str(), OsStr::new("HEAD")];
        git::run(&self.folder(), PATCH.map(OsStr::new).into_iter().chain(output))?;
        git::run(&root(), [OsStr::new("apply"), OsStr::new("--whitespace=nowarn"), patch.as_os_str()])?;
        for path in git::run(&self.folder(), ["diff-index", "--cached", "--name-only", "HEAD"])?.lines() {
            eprintln(&format!("write {path}"));
        }
        Ok(())
    }

    /// Compiles released crates that accept the new runtime, as they were released:
    /// `cargo update` brings the two together. Takes their files back to then, so it comes last.
    pub fn check_older(&self, all: &[Package]) -> Result<(), Failure> {
        let needs =
            |it: &&Package| it.evidence.runtime.as_ref().is_some_and(|(then, now)| accepts(then, now));
        let older: Vec<&Package> = all.iter().filter(needs).collect();
        let Some((_, runtime)) = older.first().and_then(|it| it.evidence.runtime.as_ref()) else {
            return Ok(());
        };
        for package in &older {
            let revision = package.revision().expect("a runtime is compared with that of a release");
            let source = format!("--source={revision}");
            git::run(&self.folder(), ["restore", &source, "--worktree", "--", &package.folder()])?;
        }
        let names: Vec<&str> = older.iter().map(|it| it.name.as_str()).collect();
        eprintln(&format!("compiling {} as released, with the runtime {runtime}", names.join(", ")));
        let args = ["build", "--quiet", "--all-features"].into_iter().chain(packages(&names));
        self.cargo(args, target()).map_err(|said| {
            Failure::of(format!(
                "released crates do not compile with the runtime {runtime}: nothing was changed\n\
                 help: keep what they use, or set a version in {RUNTIME_FOLDER}/Cargo.toml that they do not accept\n\n{said}"
            ))
        })
    }

    /// Runs cargo; what it says is the error if it fails.
    fn cargo<'a>(&self, args: impl Iterator<Item = &'a str>, target: PathBuf) -> Result<(), String> {
        let mut cargo = cargo();
        cargo.args(args).current_dir(self.folder()).env("CARGO_TARGET_DIR", target);
        let output = cargo.output().map_err(|error| format!("cannot run cargo: {error}"))?;
        let said = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
        if output.status.success() { Ok(()) } else { Err(said()) }
    }
}

fn packages<'a>(names: &'a [&str]) -> impl Iterator<Item = &'a str> {
    names.iter().flat_map(|name| ["--package", name])
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
