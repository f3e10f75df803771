//! The packages of this workspace and what changed in each since its last release.

use std::ffi::OsStr;

use generator_spec::Spec;
use generator_spec::model::Api;
use semver::Version;

use super::evidence::{Evidence, next};
use crate::Failure;
use crate::command::{Common, read, root};
use crate::git;
use crate::settings::{self, Runtime, settings};
use crate::standalone::{self, RUNTIME, RUNTIME_FOLDER};

/// A package that is published.
pub struct Package {
    pub name: String,
    /// The API of which it is the crate; none for the runtime.
    pub api: Option<String>,
    /// Its version in the working tree.
    pub version: Version,
    /// Its last release.
    pub last: Option<Version>,
    /// The changes since then.
    pub evidence: Evidence,
    /// The lowest version that the next release can have, or the one in the working tree if that is higher.
    pub wanted: Version,
}

/// All packages, the runtime first.
pub fn survey() -> Result<Vec<Package>, Failure> {
    let spec = Common::usual().open()?;
    let tags = git::tags(&root())?;
    // Only the generator's own workspace releases the runtime.
    let is_own = settings().runtime == Runtime::Workspace;
    let runtime = is_own.then(|| runtime(&tags)).transpose()?;
    let version = runtime.as_ref().map(|package| package.wanted.clone());
    let apis = spec.apis.iter().map(|api| of_api(api, &spec, &tags, version.as_ref()));
    runtime.into_iter().map(Ok).chain(apis).collect()
}

fn runtime(tags: &[String]) -> Result<Package, Failure> {
    let manifest = format!("{RUNTIME_FOLDER}/Cargo.toml");
    let version = standalone::version_in(&read(&root().join(&manifest))?, &manifest)?;
    Package::of(RUNTIME, None, version, tags, |_| Ok(Evidence::default()))
}

fn of_api(api: &Api, spec: &Spec, tags: &[String], runtime: Option<&Version>) -> Result<Package, Failure> {
    let version = api.crate_version.clone();
    Package::of(&api.rust.package, Some(&api.name), version, tags, |revision| {
        let base = git::read(OsStr::new(revision), &Common::usual())?.open()?;
        let changes = generator_review::diff::diff(&base, spec).into_iter();
        let now = runtime.cloned().map_or_else(standalone::runtime_version, Ok)?;
        let copy = format!("{}/{RUNTIME}", settings().output);
        let manifest = format!("{}/Cargo.toml", runtime.map_or(copy.as_str(), |_| RUNTIME_FOLDER));
        let then = match git::file(&root(), revision, &manifest) {
            Ok(text) => standalone::version_in(&text, &manifest)?,
            // The release may be older than the copy.
            Err(_) if runtime.is_none() => now.clone(),
            Err(failure) => return Err(failure),
        };
        Ok(Evidence {
            changes: changes.filter(|change| change.api == api.name).collect(),
            runtime: Some((then, now)),
            ..Evidence::default()
        })
    })
}

/// The last release among all tags. Tags of other packages and prereleases don't count.
fn last_release<'a>(package: &str, tags: impl IntoIterator<Item = &'a str>) -> Option<Version> {
    let texts = tags.into_iter().filter_map(|tag| tag.strip_prefix(package)?.strip_prefix("-v"));
    let versions = texts.filter_map(|text| Version::parse(text).ok());
    versions.filter(|version| version.pre.is_empty() && version.build.is_empty()).max()
}

impl Package {
    /// Compares a package with the revision of its last release, with `compare`.
    fn of(
        name: &str,
        api: Option<&str>,
        version: Version,
        tags: &[String],
        compare: impl FnOnce(&str) -> Result<Evidence, Failure>,
    ) -> Result<Self, Failure> {
        let last = last_release(name, tags.iter().map(String::as_str));
        let (name, api, wanted) = (name.to_owned(), api.map(str::to_owned), version.clone());
        let evidence = Evidence::default();
        let mut package = Self { name, api, version, last, evidence, wanted };
        if let Some(revision) = package.revision() {
            package.evidence = compare(&revision)?;
            package.compare_files(&revision)?;
        }
        package.decide();
        Ok(package)
    }

    fn compare_files(&mut self, revision: &str) -> Result<(), Failure> {
        let folder = self.folder();
        let except = ["CHANGELOG.md", "tests"].map(|name| format!(":(exclude){folder}/{name}"));
        self.evidence.files = git::changed(&root(), revision, &[&folder, &except[0], &except[1]])?;
        Ok(())
    }

    fn decide(&mut self) {
        if let Some(last) = &self.last {
            let lowest = self.evidence.step().map_or_else(|| last.clone(), |step| next(last, step));
            self.wanted = lowest.max(self.version.clone());
        }
    }

    /// Its folder, below the root of the workspace.
    pub fn folder(&self) -> String {
        self.api
            .as_ref()
            .map_or_else(|| RUNTIME_FOLDER.to_owned(), |api| format!("{}/{api}", settings().output))
    }

    /// The tag of a version.
    pub fn tag(&self, version: &Version) -> String {
        format!("{}-v{version}", self.name)
    }

    /// The tag of the last release itself, even if a branch has its name.
    pub fn revision(&self) -> Option<String> {
        self.last.as_ref().map(|last| format!("refs/tags/{}", self.tag(last)))
    }

    fn why(&self) -> String {
        self.evidence.reasons().into_iter().map(|reason| format!("  {reason}\n")).collect()
    }

    /// The remedy for a version that is too low.
    pub fn remedy(&self) -> String {
        let Self { name, version, wanted, .. } = self;
        let last = self.last.as_ref().map(|last| format!(" since {}", self.tag(last))).unwrap_or_default();
        let (file, key) = match &self.api {
            Some(api) if settings().sets_version(api) => {
                (format!("[crates.{api}] of {}", settings::FILE), format!("version = \"{wanted}\""))
            }
            Some(api) => (format!("{}/{api}/api.yaml", settings().spec), format!("crate_version: {wanted}")),
            None => {
                (format!("{RUNTIME_FOLDER}/Cargo.toml and Cargo.toml"), format!("version = \"{wanted}\""))
            }
        };
        format!("{name} {version} must be {wanted}{last}: set `{key}` in {file}\n{}", self.why())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tags_of_releases_count() {
        let tags = "lamps-api-v0.9.0 lamps-api-v0.10.0 lamps-api-v1.0.0-rc.1 lamps-api-v01.0.0 lamps-api-v2 \
                    lamps-api-v2.0.0;reboot -lamps-api-v3.0.0 lamps-api-extra-v4.0.0 lamps-api-v$(reboot) v5.0.0";
        assert_eq!(last_release("lamps-api", tags.split(' ')), Some(Version::new(0, 10, 0)));
        assert_eq!(last_release("lamps", tags.split(' ')), None);
    }
}
