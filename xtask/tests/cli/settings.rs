//! `codegen.toml`, in repositories of others.

use std::path::Path;

use super::{Ran, TempDir, command, git, ran};

/// A repository with the spec of `tests/data/changes`.
struct Repository(TempDir);

impl Repository {
    fn new(settings: &str) -> Self {
        let folder = TempDir::new();
        tests::copy_specs(Path::new("../tests/data/changes"), &folder.path().join("spec"), str::to_owned);
        folder.write("codegen.toml", settings);
        Self(folder)
    }

    /// As a user runs it, who has no checkout of the generator.
    fn run(&self, args: &[&str]) -> Ran {
        ran(command(args).current_dir(self.0.path()).env_remove("CARGO_MANIFEST_DIR"))
    }

    /// The output of a run without errors.
    fn printed(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
        ran.out
    }

    fn commit(&self) {
        git(self.0.path(), &["init", "--quiet"]);
        git(self.0.path(), &["add", "."]);
        git(self.0.path(), &["commit", "--quiet", "--message", "All"]);
    }
}

const OVERLAY: &str =
    "overlay: office\nsource: The office.\napi: lamps\noperations:\n  WickTrim: {path: /office/trim}\n";

/// The overlays of a revision are those that its own settings name, as they are there.
#[test]
fn a_revision_has_its_own_overlays() {
    let repository = Repository::new("overlays = [\"office.yaml\"]\n");
    repository.0.write("office.yaml", OVERLAY);
    repository.commit();
    assert_eq!(repository.printed(&["diff", "--deny=version"]), "The specs mean the same.\n");
    repository.0.write("office.yaml", OVERLAY.replace("/office/trim", "/office/cut"));
    let changed = repository.printed(&["diff"]);
    assert!(changed.contains("/office/trim") && changed.contains("/office/cut"), "{changed}");
    repository.commit();
    repository.0.write("codegen.toml", "spec = \"apis\"\n");
    std::fs::rename(repository.0.path().join("spec"), repository.0.path().join("apis")).expect("it moves");
    let changed = repository.printed(&["diff"]);
    assert!(changed.contains("/office/cut") && !changed.contains("api-removed"), "{changed}");
    assert!(changed.contains("apis/lamps/operations/2-wicks.yaml:"), "{changed}");
    repository.0.write("codegen.toml", "overlays = [\"lost.yaml\"]\nspec = \"apis\"\n");
    repository.commit();
    let ran = repository.run(&["diff", "HEAD", "HEAD~1"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(
        ran.err.contains("of `HEAD` names the overlay lost.yaml, which that revision lacks"),
        "{}",
        ran.err
    );
}

/// Crates of others have the license that their owner names, or none; the copied runtime has its own.
#[test]
fn a_crate_has_the_license_of_its_owner() {
    for (settings, license) in [("", None), ("license = \"LicenseRef-Oil\"\n", Some("LicenseRef-Oil"))] {
        let repository = Repository::new(settings);
        repository.printed(&["codegen"]);
        let manifest = repository.0.read("generated/lamps/Cargo.toml");
        let line = license.map(|it| format!("license = \"{it}\""));
        assert_eq!(manifest.lines().find(|line| line.starts_with("license")), line.as_deref());
        let readme = repository.0.read("generated/lamps/README.md");
        assert_eq!(readme.split_once("## License\n\n").map(|(_, it)| it.trim_end()), license);
        let files = tests::names_in(repository.0.path().join("generated/lamps"));
        assert!(!files.iter().any(|name| name.starts_with("LICENSE")), "{files:?}");
        assert!(
            repository.0.read("generated/api-runtime/Cargo.toml").contains("license = \"MIT OR Apache-2.0\"")
        );
        assert!(repository.0.read("generated/api-runtime/LICENSE-MIT").contains("MIT License"));
    }
}
