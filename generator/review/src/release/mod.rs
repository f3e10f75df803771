//! Versions of crates: which one follows from what changed, and the changelog
//! that says so.

mod changelog;

pub use self::changelog::{NEW as NEW_CHANGELOG, has_section, release};

use semver::{Version, VersionReq};

use crate::diff::{Change, Heading, Step};
use crate::public_api::Difference;
use crate::report::diff::entries;
use crate::text::{code, counted};

/// What changed in a package since its last release.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Changes of the spec.
    pub changes: Vec<Change>,
    /// Changes of the Rust API.
    pub api: Difference,
    /// Files with another text.
    pub files: Vec<String>,
    /// The version of the runtime that the package needed, and the one that it needs now.
    pub runtime: Option<(Version, Version)>,
}

impl Evidence {
    /// The step of the version; `None` if nothing changed.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        let files = (!self.files.is_empty()).then_some(Step::Patch);
        let runtime = self.new_runtime().map(|_| Step::Major);
        self.of_spec().max(self.of_api()).max(runtime).max(files)
    }

    fn of_spec(&self) -> Option<Step> {
        self.changes.iter().map(|change| change.rule.step()).max()
    }

    fn of_api(&self) -> Option<Step> {
        match &self.api {
            it if !it.gone.is_empty() => Some(Step::Major),
            it if !it.new.is_empty() => Some(Step::Minor),
            _ => None,
        }
    }

    /// The runtime's new version, if programs that share types with it have to change too.
    fn new_runtime(&self) -> Option<&Version> {
        let (base, head) = self.runtime.as_ref()?;
        Some(head).filter(|_| !accepts(base, head))
    }

    /// Whether the Rust API changed more than the spec.
    #[must_use]
    pub fn is_unexplained(&self) -> bool {
        self.of_api() > self.of_spec()
    }

    /// Why the step is what it is: a line each.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        let count = |step| self.changes.iter().filter(|change| change.rule.step() == step).count();
        let steps = [Step::Major, Step::Minor, Step::Patch].map(|step| (count(step), step.name()));
        let steps = steps.iter().filter(|(count, _)| *count > 0);
        let spec: Vec<String> = steps.map(|(count, step)| format!("{count} {step}")).collect();
        let mut reasons = Vec::new();
        if !spec.is_empty() {
            reasons.push(format!("spec: {}", spec.join(", ")));
        }
        if !self.api.is_empty() {
            let (gone, new) = (self.api.gone.len(), self.api.new.len());
            let has_spec = self.runtime.is_some();
            let more = if has_spec && self.is_unexplained() { ", more than the spec explains" } else { "" };
            reasons.push(format!("Rust API: {gone} gone, {new} new{more}"));
        }
        reasons.extend(self.new_runtime().map(|it| format!("needs the incompatible runtime {it}")));
        if reasons.is_empty() && !self.files.is_empty() {
            reasons.push(format!("no API changed, but {}", counted(self.files.len(), "file")));
        }
        reasons
    }

    /// The entries of the changelog, by heading.
    #[must_use]
    pub fn entries(&self) -> Vec<(Heading, Vec<String>)> {
        let mut entries = entries(&self.changes);
        let mut add = |heading, lines: Vec<String>| {
            if !lines.is_empty() {
                match entries.iter_mut().find(|(it, _)| *it == heading) {
                    Some((_, list)) => list.extend(lines),
                    None => entries.push((heading, lines)),
                }
            }
        };
        if self.is_unexplained() {
            add(Heading::Added, listed(&self.api.new, ""));
            add(Heading::Removed, listed(&self.api.gone, "**Breaking.** "));
        }
        add(
            Heading::Changed,
            self.new_runtime()
                .map(|it| format!("- **Breaking.** Needs the runtime {it}.\n"))
                .into_iter()
                .collect(),
        );
        if entries.is_empty() {
            entries.push((Heading::Changed, vec!["- No change of the API.\n".to_owned()]));
        }
        entries.sort_by_key(|(heading, _)| *heading);
        entries
    }
}

/// Lines of a Rust API in a changelog, at most.
const MOST_LINES: usize = 30;

fn listed(lines: &[String], mark: &str) -> Vec<String> {
    let shown = lines.iter().take(MOST_LINES).map(|line| format!("- {mark}{}\n", code(line)));
    let rest = lines.len().saturating_sub(MOST_LINES);
    let rest = (rest > 0).then(|| format!("- {mark}{} more.\n", counted(rest, "line")));
    shown.chain(rest).collect()
}

/// The version after a step. Before 1.0, a breaking change raises the minor
/// version and any other the patch version.
#[must_use]
pub fn next(last: &Version, step: Step) -> Version {
    let Version { major, minor, patch, .. } = *last;
    match (major, step) {
        (0, Step::Major) | (1.., Step::Minor) => Version::new(major, minor + 1, 0),
        (1.., Step::Major) => Version::new(major + 1, 0, 0),
        (0, Step::Minor) | (_, Step::Patch) => Version::new(major, minor, patch + 1),
    }
}

/// Whether a package that needs one version of another accepts this one too.
#[must_use]
pub fn accepts(needed: &Version, version: &Version) -> bool {
    VersionReq::parse(&needed.to_string()).is_ok_and(|it| it.matches(version))
}

/// The tag of a release.
#[must_use]
pub fn tag(package: &str, version: &Version) -> String {
    format!("{package}-v{version}")
}

/// The last release among all tags; other tags don't count, however they look.
#[must_use]
pub fn last_release<'a>(package: &str, tags: impl IntoIterator<Item = &'a str>) -> Option<Version> {
    let versions = tags.into_iter().filter_map(|it| it.strip_prefix(package)?.strip_prefix("-v"));
    let versions = versions.filter_map(|it| Version::parse(it).ok());
    versions.filter(|it| it.pre.is_empty() && it.build.is_empty()).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_follow_cargo() {
        let steps = [Step::Patch, Step::Minor, Step::Major];
        let next = |text: &str| {
            let version = Version::parse(text).ok();
            steps.map(|step| version.as_ref().map(|it| super::next(it, step).to_string()).unwrap_or_default())
        };
        assert_eq!(next("0.1.2"), ["0.1.3", "0.1.3", "0.2.0"]);
        assert_eq!(next("1.2.3"), ["1.2.4", "1.3.0", "2.0.0"]);
    }

    #[test]
    fn only_tags_of_releases_count() {
        let tags = "lamps-api-v0.9.0 lamps-api-v0.10.0 lamps-api-v1.0.0-rc.1 lamps-api-v01.0.0 lamps-api-v2 \
                    lamps-api-v2.0.0;reboot -lamps-api-v3.0.0 lamps-api-extra-v4.0.0 lamps-api-v$(reboot) v5.0.0";
        assert_eq!(last_release("lamps-api", tags.split(' ')), Some(Version::new(0, 10, 0)));
        assert_eq!(last_release("lamps", tags.split(' ')), None);
    }

    #[test]
    fn an_api_that_changed_more_than_the_spec_decides() {
        let api = Difference { gone: vec!["fn crate::f()".to_owned()], new: Vec::new() };
        let runtime = Some((Version::new(0, 1, 0), Version::new(0, 1, 0)));
        let evidence = Evidence { api, runtime, ..Evidence::default() };
        assert_eq!(evidence.step(), Some(Step::Major));
        assert_eq!(evidence.reasons(), ["Rust API: 1 gone, 0 new, more than the spec explains"]);
        assert_eq!(
            evidence.entries(),
            [(Heading::Removed, vec!["- **Breaking.** `fn crate::f()`\n".to_owned()])]
        );
    }

    #[test]
    fn an_incompatible_runtime_is_breaking() {
        let with =
            |head: Version| Evidence { runtime: Some((Version::new(0, 1, 0), head)), ..Evidence::default() };
        assert_eq!(with(Version::new(0, 1, 9)).step(), None);
        assert_eq!(with(Version::new(0, 2, 0)).step(), Some(Step::Major));
    }
}
