//! `codegen.toml`, in repositories of others.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use super::{Ran, TempDir, command, git, ran};

/// A repository with the spec of `tests/data/changes`, in a folder with any letters.
struct Repository(TempDir);

impl Repository {
    fn new(settings: &str) -> Self {
        let folder = TempDir::named("it's élan 火 ");
        tests::copy_specs(Path::new("../tests/data/changes"), &folder.path().join("spec"), str::to_owned);
        folder.write("codegen.toml", settings);
        Self(folder)
    }

    fn rename(&self, from: &str, to: &str) {
        fs::rename(self.0.path().join(from), self.0.path().join(to)).expect("it moves");
    }

    /// As a user runs it, who has no checkout of the generator.
    fn command(&self, args: &[&str]) -> Command {
        let mut command = command(args);
        command.current_dir(self.0.path()).env_remove("CARGO_MANIFEST_DIR");
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        ran(&mut self.command(args))
    }

    /// A run fails, and its error says all this.
    fn refuses(&self, args: &[&str], says: &[&str]) {
        let ran = self.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{args:?}: {}", ran.err);
        for text in says {
            assert!(ran.err.contains(text), "{args:?} does not say {text:?}: {}", ran.err);
        }
    }

    /// The output of a run without errors.
    fn printed(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
        ran.out
    }

    fn commit(&self) {
        for args in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "--message", "All"]] {
            git(self.0.path(), args);
        }
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
    repository.0.write("codegen.toml", "spec = \"apis/spéc 火\"\n");
    fs::create_dir(repository.0.path().join("apis")).expect("a folder");
    repository.rename("spec", "apis/spéc 火");
    let changed = repository.printed(&["diff"]);
    assert!(changed.contains("/office/cut") && !changed.contains("api-removed"), "{changed}");
    assert!(changed.contains("apis/spéc 火/lamps/operations/2-wicks.yaml:"), "{changed}");
    repository.0.write("codegen.toml", "overlays = [\"lost.yaml\"]\nspec = \"apis/spéc 火\"\n");
    repository.commit();
    let ran = repository.run(&["diff", "HEAD", "HEAD~1"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(
        ran.err.contains("of `HEAD` names the overlay lost.yaml, which that revision lacks"),
        "{}",
        ran.err
    );
}

/// A file that is wrong, and what its error says.
const WRONG: &[(&str, &[&str])] = &[
    ("spec = \n", &["codegen.toml:1:8", "correct the TOML"]),
    ("sepc = \"spec\"\n", &["codegen.toml:1:1", "unknown key `sepc`", "did you mean `spec`?"]),
    ("[crates.lamps]\nlicense = \"MIT\"\n", &["codegen.toml:2:1", "expected `name` or `version`"]),
    ("output = \"../out\"\n", &["`../out` is not a path inside this repository", "name a folder"]),
    ("overlays = [\"/etc/passwd\"]\n", &["codegen.toml:1:13", "`/etc/passwd` is not a path inside"]),
    ("spec = \"link/spec\"\n", &["goes through the link `link`", "name the place itself"]),
    ("output = \"spec/out\"\n", &["specs and output can't be in one folder", "side by side"]),
    (
        "spec = \"nowhere\"\n",
        &["cannot read the spec folder nowhere", "`cargo xtask new NAME` starts an API"],
    ),
    ("targets = [\"crates\"]\n", &["unknown target `crates`", "did you mean `crate`?"]),
    ("runtime = \"9\"\n", &["need the runtime 0.1.0", "write `\"0.1.0\"`, or install another program"]),
    ("[crates.lamp]\nname = \"x\"\n", &["unknown API `lamp`", "did you mean `lamps`?"]),
    (
        "[crates.lamps]\nname = \"shades_api\"\n",
        &["the crates of `lamps` and `shades` have one name", "its own `name`"],
    ),
    ("[crates.lamps]\nname = \"api-runtime\"\n", &["a crate cannot be called `api-runtime`", "help: "]),
    (
        "language = 2\nnew = 1\n",
        &["1 error", "need spec language 2; this program reads 1", "install a newer program"],
    ),
    ("language = 0\n", &["codegen.toml:1:12", "write `1`"]),
];

/// One message with a remedy for each, and nothing is written.
#[test]
fn what_is_wrong_is_said_with_a_remedy() {
    let repository = Repository::new("");
    let root = repository.0.path();
    super::copy_folder(&root.join("spec/lamps"), &root.join("spec/shades"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(root, root.join("link")).expect("a link");
    for (settings, says) in WRONG.iter().filter(|(text, _)| cfg!(unix) || !text.contains("link")) {
        repository.0.write("codegen.toml", settings);
        repository.refuses(&["codegen"], says);
    }
    repository.0.write("codegen.toml", "spec = \"nowhere\"\n");
    repository.refuses(&["fmt"], &["cannot read the spec folder nowhere", "`cargo xtask new NAME`"]);
    repository.0.write("codegen.toml", b"\xff");
    repository.refuses(&["codegen"], &["--> codegen.toml:1:1", "help: save the file as UTF-8"]);
    #[cfg(unix)]
    {
        fs::remove_file(root.join("codegen.toml")).expect("it was there");
        std::os::unix::fs::symlink("/dev/zero", root.join("codegen.toml")).expect("a link");
        repository.refuses(&["codegen"], &["error: codegen.toml is not a regular file"]);
        fs::remove_file(root.join("codegen.toml")).expect("it was there");
    }
    repository.0.write("codegen.toml", "");
    super::copy_folder(&root.join("spec/lamps"), &root.join("spec/api-runtime"));
    repository.refuses(&["codegen"], &["an API cannot be called `api-runtime`", "rename the folder"]);
    assert!(!root.join("generated").exists());
}

/// An overlay that isn't there is reported where it is named, by the commands that need it.
#[test]
fn a_lost_overlay_is_reported_in_its_line() {
    let repository = Repository::new("spec = \"spec\"\noverlays = [\n  \"spec/lost.yaml\",\n]\n");
    let says = ["there is no overlay `spec/lost.yaml`", "--> codegen.toml:3:3", "remove it from `overlays`"];
    repository.refuses(&["codegen"], &says);
    repository.refuses(&["lint"], &says);
}

/// `explain` names what is written, and `new` makes a workflow for it.
#[test]
fn without_a_crate_nothing_speaks_of_one() {
    let repository = Repository::new("targets = [\"openapi\"]\n");
    let printed = repository.printed(&["explain", "LampRead"]);
    assert!(printed.ends_with("\nopenapi  generated/openapi/lamps.json\n\n`cargo xtask explain LampRead --show openapi` prints it.\n"), "{printed}");
    assert!(!printed.contains("lamps_api"), "{printed}");
    fs::create_dir(repository.0.path().join(".git")).expect("a folder");
    assert_eq!(repository.run(&["new", "shades"]).code, Some(0));
    let workflow = repository.0.read(".github/workflows/api.yml");
    assert!(workflow.contains("codegen --check\n") && !workflow.contains("cargo test"), "{workflow}");
}

/// Folders that can't be written, or that are somebody's own.
#[test]
fn an_output_folder_that_is_not_ours_stays() {
    let repository = Repository::new("");
    repository.0.write("generated/thesis.txt", "years of work");
    for args in [&["codegen"][..], &["codegen", "--check"]] {
        repository.refuses(
            args,
            &["is not empty, and codegen did not write to it before", "help: name a new folder"],
        );
        let file = [args, &["--out", "generated/thesis.txt"]].concat();
        repository.refuses(&file, &["thesis.txt is not a folder", "help: move it"]);
    }
    #[cfg(unix)]
    repository.refuses(
        &["codegen", "--out", "/sys/generated"],
        &["error: /sys/generated: ", "help: make it writable"],
    );
    #[cfg(unix)]
    {
        let ran = ran(repository.command(&["new", "lamps"]).env("API_CODEGEN_ROOT", "/sys"));
        assert!(
            ran.code == Some(1)
                && ran.err.ends_with(
                    "
help: make it writable
"
                ),
            "{}",
            ran.err
        );
    }
    assert_eq!(tests::names_in(repository.0.path().join("generated")), ["thesis.txt"]);
    assert_eq!(repository.0.read("generated/thesis.txt"), "years of work");
}

#[test]
fn without_git_the_error_says_what_to_do() {
    let repository = Repository::new("");
    repository.refuses(&["diff"], &["not a git repository", "help: run `git init`"]);
    repository.refuses(&["diff"], &["`diff` can compare two folders without it"]);
    let ran = ran(repository.command(&["diff"]).env("PATH", ""));
    assert!(ran.code == Some(1) && ran.err.contains("cannot run git"), "{}", ran.err);
    assert!(ran.err.contains("\nhelp: install it"), "{}", ran.err);
    git(repository.0.path(), &["init", "--quiet"]);
    repository.refuses(&["diff"], &["`HEAD` is neither a folder nor a git revision", "first commit"]);
}

/// The copy follows the program, and never back.
#[test]
fn the_copied_runtime_has_the_version_of_the_program() {
    let repository = Repository::new("");
    repository.printed(&["codegen"]);
    let (copy, check) = ("generated/api-runtime/Cargo.toml", ["codegen", "--check"]);
    let own = repository.0.read(copy);
    let set = |version: &str| drop(repository.0.write(copy, own.replacen("0.1.0", version, 1)));
    set("0.0.9");
    repository.refuses(
        &check,
        &["would update api-runtime from 0.0.9 to 0.1.0", "help: run `cargo xtask codegen`"],
    );
    let updated = repository.run(&["codegen"]);
    assert!(updated.err.contains("updating api-runtime from 0.0.9 to 0.1.0\n"), "{}", updated.err);
    repository.printed(&check);
    set("0.9.0");
    for args in [&check[..], &check[..1]] {
        repository
            .refuses(args, &["is of version 0.9.0, and this program has 0.1.0", "help: install the program"]);
    }
    repository.0.write(copy, format!("{own}\n<<<<<<< HEAD\n"));
    repository.printed(&["codegen"]);
    assert_eq!(repository.0.read(copy), own);
}

/// Files that are not written any more go, and with the crates their runtime.
#[test]
fn the_copied_runtime_goes_with_the_crates() {
    let repository = Repository::new("");
    repository.printed(&["codegen"]);
    repository.0.write("codegen.toml", "targets = [\"openapi\"]\n");
    repository.printed(&["codegen"]);
    assert_eq!(tests::names_in(repository.0.path().join("generated")), ["FILES", "openapi"]);
    repository
        .refuses(&["docs"], &["generated/docs has no book", "help: run `cargo xtask codegen`", "`targets`"]);
}

/// Its crates are no members of a workspace.
#[test]
fn versions_need_no_workspace() {
    let repository = Repository::new("[crates.lamps]\nname = \"oil-lamps\"\n");
    repository.printed(&["codegen"]);
    repository.commit();
    git(repository.0.path(), &["tag", "oil-lamps-v0.1.0"]);
    let types = repository.0.read("spec/lamps/types.yaml");
    repository.0.write("spec/lamps/types.yaml", types.replace("A lamp.", "One."));
    repository.printed(&["codegen"]);
    repository.commit();
    let check =
        "semver-checks --manifest-path generated/lamps/Cargo.toml --baseline-rev refs/tags/oil-lamps-v0.1.0";
    let denied = repository.run(&["diff", "--deny", "version"]);
    assert!(denied.err.contains("oil-lamps 0.1.0 must be 0.1.1"), "{}", denied.err);
    assert!(denied.code == Some(1) && denied.err.contains(check), "{}", denied.err);
}

/// The page of the settings, the program's help and the program have the same keys and defaults.
#[test]
fn the_page_of_the_settings_is_true() {
    let page = tests::guide("settings.md");
    let rows = tests::table(&page, "# Settings").into_iter();
    let rows: Vec<[&str; 2]> = rows.map(|row| [row[0], row[1]].map(|cell| cell.trim_matches('`'))).collect();
    let help = super::printed(&["--help"]);
    let (_, settings) = help.split_once("\nSettings, ").expect("its settings");
    let listed = settings.lines().skip(1).filter_map(|line| line.split_whitespace().next());
    assert_eq!(listed.collect::<Vec<_>>(), rows.iter().map(|[key, _]| *key).collect::<Vec<_>>());

    let repository = Repository::new("");
    repository.printed(&["codegen"]);
    // The license of the generator is its runtime's only.
    let package = |repository: &Repository, name: &str| {
        ["Cargo.toml", "README.md"].map(|file| repository.0.read(&format!("{name}/{file}")))
    };
    let [manifest, readme] = package(&repository, "generated/lamps");
    assert!(!manifest.contains("\nlicense") && !readme.contains("License"), "{manifest}{readme}");
    assert!(!repository.0.path().join("generated/lamps/LICENSE-MIT").exists());
    assert!(package(&repository, "generated/api-runtime")[0].contains("license = \"MIT OR Apache-2.0\""));
    assert!(repository.0.read("generated/api-runtime/LICENSE-MIT").contains("MIT License"));
    let defaults = rows.iter().filter(|[_, value]| *value != "none");
    let defaults: String = defaults.map(|[key, value]| format!("{key} = {value}\n")).collect();
    repository.0.write("codegen.toml", defaults);
    repository.printed(&["codegen", "--check"]);

    let example = Repository::new(&tests::blocks(&page, "toml")[0]);
    example.0.write("apis/office.yaml", OVERLAY);
    example.rename("spec", "apis/spec");
    example.printed(&["codegen"]);
    let [manifest, readme] = package(&example, "apis/generated/lamps");
    assert!(readme.ends_with("\n\n## License\n\nApache-2.0\n"), "{readme}");
    for line in ["name = \"oil-lamps\"", "version = \"2.1.0\"", "license = \"Apache-2.0\""] {
        assert!(manifest.contains(line), "{manifest}");
    }
    let folders = tests::names_in(example.0.path().join("apis/generated"));
    assert_eq!(folders, ["FILES", "api-runtime", "lamps", "openapi"]);
}

/// Specs of each version of the language go on meaning what they meant.
#[test]
fn specs_of_every_version_of_the_language_are_read() {
    let folder = super::workspace().join("tests/data/languages");
    let versions = tests::names_in(&folder);
    let newest = Repository::new("language = 99\n").run(&["list"]).err;
    assert!(newest.contains(&format!("this program reads {}\n", versions.len())), "{newest}");
    for version in versions {
        let repository = Repository::new(&format!("language = {version}\nspec = \"old\"\n"));
        super::copy_folder(&folder.join(&version), &repository.0.path().join("old"));
        repository.printed(&["codegen", "--only", "surface"]);
        tests::snapshot("languages", &version, &repository.0.read("generated/surface/lamps.txt"));
    }
}

/// Kills the program when the test ends, however it does.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_watching_run_follows_its_inputs_and_survives_errors() {
    let repository = Repository::new("");
    let log = File::create(repository.0.path().join("log")).expect("a file");
    let _running =
        Running(repository.command(&["codegen", "--watch"]).stderr(log).spawn().expect("it starts"));
    let until = |file: &str, text: &str| {
        let end = Instant::now() + Duration::from_secs(60);
        let path = repository.0.path().join(file);
        while !fs::read_to_string(&path).is_ok_and(|it| it.contains(text)) {
            assert!(Instant::now() < end, "{file} lacks {text}: {}", repository.0.read("log"));
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    let (spec, out) = ("spec/lamps/operations/2-wicks.yaml", "generated/openapi/lamps.json");
    let wicks = repository.0.read(spec);
    let with = |summary: &str| wicks.replace("Trims a wick.", summary);
    until("log", "watching spec: Ctrl-C ends it");
    repository.0.write(spec, with("Cuts it."));
    until(out, "Cuts it.");
    repository.0.write(spec, "part: [");
    until("log", "2-wicks.yaml:1:8");
    assert!(repository.0.read(out).contains("Cuts it."), "nothing is lost");
    // As editors save.
    repository.0.write("beside", with("Snips it."));
    repository.rename("beside", spec);
    until(out, "Snips it.");
    repository.0.write("office.yaml", OVERLAY);
    repository.0.write("codegen.toml", "overlays = [\"office.yaml\"]\n");
    until(out, "/office/trim");
    repository.0.write("office.yaml", OVERLAY.replace("/office/trim", "/office/cut"));
    until(out, "/office/cut");
}
