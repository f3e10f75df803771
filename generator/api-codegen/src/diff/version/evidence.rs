//! The changes of a package since its last release and the version that follows.

use generator_review::diff::{Change, Step};
use generator_spec::text::counted;
use semver::{Version, VersionReq};

/// The changes of a package since its last release.
#[derive(Debug, Default)]
pub struct Evidence {
    /// Changes of the spec.
    pub changes: Vec<Change>,
    /// The number of files with another text.
    pub files: usize,
    /// The versions of the runtime that the package needed and that it needs now; none for the runtime
    /// itself.
    pub runtime: Option<(Version, Version)>,
}

impl Evidence {
    /// The step of the version; `None` if nothing changed.
    pub fn step(&self) -> Option<Step> {
        // Changes of the runtime's own files may add to its API.
        let files = if self.runtime.is_some() { Step::Patch } else { Step::Minor };
        let files = (self.files > 0).then_some(files);
        self.of_spec().max(self.new_runtime().map(|_| Step::Major)).max(files)
    }

    /// Returns whether only cargo-semver-checks can find that programs break.
    pub fn is_unchecked(&self) -> bool {
        self.files > 0 && self.of_spec() != Some(Step::Major)
    }

    fn of_spec(&self) -> Option<Step> {
        self.changes.iter().map(|change| change.step()).max()
    }

    /// The runtime's new version, if programs that share types with it have to change too.
    fn new_runtime(&self) -> Option<&Version> {
        let (base, head) = self.runtime.as_ref()?;
        Some(head).filter(|_| !accepts(base, head))
    }

    /// The reasons for the step, a line each.
    pub fn reasons(&self) -> Vec<String> {
        let count = |step| self.changes.iter().filter(|change| change.step() == step).count();
        let steps = [Step::Major, Step::Minor, Step::Patch].map(|step| (count(step), step.name()));
        let made = steps.iter().filter(|(count, _)| *count > 0);
        let spec: Vec<String> = made.map(|(count, step)| format!("{count} {step}")).collect();
        let mut reasons = Vec::new();
        if !spec.is_empty() {
            reasons.push(format!("spec: {}", spec.join(", ")));
        }
        reasons.extend(self.new_runtime().map(|version| format!("needs the incompatible runtime {version}")));
        if reasons.is_empty() && self.files > 0 {
            reasons.push(format!("{} changed", counted(self.files, "file")));
        }
        reasons
    }
}

/// The version after a step. Before 1.0, a breaking change raises the minor
/// version and any other the patch version.
pub fn next(last: &Version, step: Step) -> Version {
    let Version { major, minor, patch, .. } = *last;
    match (major, step) {
        (0, Step::Major) | (1.., Step::Minor) => Version::new(major, minor + 1, 0),
        (1.., Step::Major) => Version::new(major + 1, 0, 0),
        (0, Step::Minor) | (_, Step::Patch) => Version::new(major, minor, patch + 1),
    }
}

/// Returns whether a package that needs one version of a dependency accepts another.
pub fn accepts(needed: &Version, version: &Version) -> bool {
    VersionReq::parse(&needed.to_string()).is_ok_and(|requirement| requirement.matches(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_follow_cargo() {
        let steps = [Step::Patch, Step::Minor, Step::Major];
        for (last, expected) in
            [("0.1.2", ["0.1.3", "0.1.3", "0.2.0"]), ("1.2.3", ["1.2.4", "1.3.0", "2.0.0"])]
        {
            let last = last.parse().expect("a version");
            assert_eq!(steps.map(|step| next(&last, step).to_string()), expected);
        }
    }

    #[test]
    fn an_incompatible_runtime_is_breaking() {
        let with =
            |head: Version| Evidence { runtime: Some((Version::new(0, 1, 0), head)), ..Evidence::default() };
        assert_eq!(with(Version::new(0, 1, 9)).step(), None);
        assert_eq!(with(Version::new(0, 2, 0)).step(), Some(Step::Major));
    }
}
