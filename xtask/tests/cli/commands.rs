//! The commands in README, CONTRIBUTING, spec/README, the guide, the guides and the book's own pages,
//! taken from the texts: in blocks of shell code and in code style. Those of xtask are run
//! as they are written, in order, in a copy of this workspace. Those of cargo name packages,
//! targets and features that there are. Scripts are there. `tests/http/guides` runs those of
//! the generated programs. Without `TESTS=all`, a sample of the texts is read.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tests::TempDir;
use tests::sample::{self, sample};

use crate::{command, copy_folder, git, ran, workspace};

/// Beginnings of commands that are not run here, and why.
const NOT_RUN: &[(&str, &str)] = &[
    ("BOOK=", "needs a browser: tests/foreign/book"),
    ("KEEPER_PASSWORD=secret cargo run", "of a crate that the reader makes: tests/generator/lesson.rs"),
    ("OFFICE_PASSWORD=secret cargo run", "of a crate that the reader makes: the guide's test runs it"),
    ("SEED=7", "a variable for the command before it, which may take minutes with it"),
    ("TESTS=all", "a variable for all tests: .ci/bare"),
    ("NAME ", "of any generated program: tests/http/cli"),
    ("account-portal ", "tests/http/guides/commands.rs"),
    ("api-codegen diff   ", "compares with the commit of a reader: diff.rs"),
    ("api-codegen fmt", "builds itself again with the formatter: fmt.rs"),
    ("api-codegen import", "reads a file of the reader: generator/import/tests"),
    ("api-codegen new my-lamps", "reads a file of the reader: generator/import/tests"),
    ("api-codegen new lamps", "writes what the lesson has: new.rs"),
    ("backup-server ", "tests/http/guides/commands.rs"),
    ("cargo build --release", "of a crate that the reader makes: the guide's test compiles it"),
    ("cargo install cargo-semver-checks", "needs a network"),
    ("cargo run --example my-service-mock", "of a crate that the reader makes: ten_minutes.rs"),
    ("chat ", "of a generated program: tests/http/cli/guide.rs"),
    ("cargo login", "needs a registry"),
    ("cargo publish", "builds packages: .ci/run"),
    ("cargo progenitor", "needs cargo-progenitor: tests/foreign"),
    ("cargo release", "needs cargo-release"),
    ("cargo xtask diff --changelog refs/tags/", "needs the tag of a release: versions.rs"),
    ("cargo xtask docs", "needs mdBook and a browser: docs.rs"),
    ("cargo xtask fmt", "builds itself again with the formatter: fmt.rs"),
    ("PYTHONPATH=", "needs Python: tests/foreign/guides.rs"),
    ("crates=", "sets a variable"),
    ("curl ", "needs the server of the guide, whose test sends this request"),
    ("echo ", "of the guide about Python: tests/foreign/guides.rs"),
    ("export ", "sets variables"),
    ("mitmdump ", "needs mitmproxy: tests/foreign"),
    ("python3 ", "needs Python: tests/foreign/guides.rs"),
    ("source ", "changes a shell: tests/http/cli"),
    ("sudo ", "changes the system"),
    ("venv/bin/", "needs Python: tests/foreign/guides.rs"),
];

/// Words that stand for what a reader has.
const STAND_INS: &[(&str, &str)] = &[
    ("NAME", "AdminAddUser"),
    ("OPERATION", "AdminAddUser"),
    ("RULE", "key-order"),
    ("API", "backup-server"),
];

/// A call of an operation, with a parameter that its spec lacks.
const ARCHIVE: &str = r#"{"log": {"entries": [{
    "request": {"method": "POST", "url": "https://backup.example.com/api/v1/admin/get-user-profile",
        "postData": {"mimeType": "application/x-www-form-urlencoded",
            "text": "Username=a&AuthType=Password&Password=b&TargetUser=c"}},
    "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\"State\": \"ready\"}"}}}]}}"#;

/// The same as a cassette.
const CASSETTE: &str = r#"{"request":{"operation":"AdminGetUserProfile","path":"/api/v1/admin/get-user-profile","form":[["Username","a"],["AuthType","Password"],["Password","Password-1"],["TargetUser","c"]]},"response":{"message":{"status":200,"headers":[["content-type","application/json"]],"body":{"json":{"State":"ready"}}}}}
"#;

/// The same for the API of the guide.
const LAMPS: &[(&str, &str)] = &[
    ("/api/v1/admin/get-user-profile", "/api/lamp/repair"),
    ("AdminGetUserProfile", "LampRepair"),
    ("Username=a&AuthType=Password&Password=b&TargetUser=c", "Name=a&Password=b&Room=c"),
    (r#"["Username","a"],["AuthType","Password"]"#, r#"["Name","a"]"#),
    ("TargetUser", "Room"),
];

/// The texts, without the page whose own test is `ten_minutes.rs`.
fn texts() -> Vec<(String, String)> {
    let pages = [("spec", "md"), (tests::GUIDE, "md"), ("generator/codegen/src/emit/docs", "md")];
    let folders = pages.iter().flat_map(|(folder, kind)| tests::files(&workspace().join(folder), kind));
    let files = ["README.md", "CONTRIBUTING.md"].map(|name| {
        (workspace().join(name), std::fs::read_to_string(workspace().join(name)).expect("the text"))
    });
    let all = files.into_iter().chain(folders).filter(|(path, _)| !path.ends_with("ten-minutes.md"));
    let named =
        all.map(|(path, text)| (path.strip_prefix(workspace()).expect("it is here").to_owned(), text));
    named.map(|(path, text)| (path.display().to_string(), text)).collect()
}

/// The words of a command, without its comment and with what stands for a reader's names.
pub fn words(line: &str) -> Vec<String> {
    let line = line.split_once(" #").map_or(line, |(command, _)| command);
    let quoted = line.split('"').enumerate();
    let words = quoted.flat_map(|(at, part)| match at % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    let stand_in = |word: String| {
        STAND_INS.iter().find(|(it, _)| *it == word).map_or(word, |(_, other)| (*other).to_owned())
    };
    words.map(stand_in).collect()
}

/// The workspace's copy, in which every text has a folder of its own.
pub struct Copy(pub TempDir);

impl Copy {
    pub fn new() -> Self {
        let folder = TempDir::new();
        let to = folder.path().join("workspace");
        for name in ["spec", "generated", "generator/runtime", "xtask", "tests/data/overlays"] {
            copy_folder(&workspace().join(name), &to.join(name));
        }
        for name in ["Cargo.toml", "codegen.toml", "LICENSE-MIT", "LICENSE-APACHE"] {
            crate::copy_file(&workspace().join(name), &to.join(name)).expect("a file");
        }
        git(&to, &["init", "--quiet", "--initial-branch=main"]);
        git(&to, &["add", "."]);
        git(&to, &["commit", "--quiet", "--message", "All"]);
        Self(folder)
    }

    /// A folder with the files that the commands of a text read.
    fn folder(&self, text: &str, overlay: Option<&str>) -> String {
        let name = text.replace(['/', '.'], "-");
        let is_guide = text.starts_with(tests::GUIDE);
        let recorded = |text: &str| match is_guide {
            true => LAMPS.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)),
            false => text.to_owned(),
        };
        for file in ["recording.har", "evidence.har", "more.har.gz", "new.har", "nightly.har"] {
            self.0.write(&format!("{name}/here/{file}"), recorded(ARCHIVE));
        }
        self.0.write(&format!("{name}/here/profile.jsonl"), recorded(CASSETTE));
        if is_guide {
            let lesson = tests::written(&tests::guide("lesson.md"), "yaml").into_iter();
            tests::write_texts(&self.0, lesson.map(|(path, text)| (format!("{name}/here/{path}"), text)));
            let folder = self.0.path().join(&name).join("here");
            git(&folder, &["init", "--quiet", "--initial-branch=main"]);
            git(&folder, &["add", "."]);
            git(&folder, &["commit", "--quiet", "--message", "All"]);
        }
        overlay.iter().for_each(|it| drop(self.0.write(&format!("{name}/here/office.yaml"), it)));
        copy_folder(
            &workspace().join("tests/data/fixtures/another-api"),
            &self.0.path().join(&name).join("my-specs"),
        );
        format!("{}/{name}/here", self.0.text())
    }

    /// Runs a command of xtask in a folder.
    fn xtask(&self, folder: &str, words: &[String]) -> Result<(), String> {
        self.run(&self.0.path().join("workspace"), folder, words)
    }

    /// Runs a command with the settings of a repository.
    fn run(&self, root: &Path, folder: &str, words: &[String]) -> Result<(), String> {
        // It writes what is there by hand until then.
        if let (Some("learn"), Some(at)) =
            (words.first().map(String::as_str), words.iter().position(|it| it == "--name"))
        {
            let _ = std::fs::remove_file(Path::new(folder).join(format!("{}.yaml", words[at + 1])));
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = ran(command(&words).current_dir(folder).env("CARGO_MANIFEST_DIR", root.join("xtask")));
        if ran.code == Some(0) { Ok(()) } else { Err(format!("{}{}", ran.out, ran.err)) }
    }
}

/// The packages of a workspace, as cargo describes them.
pub fn packages(folder: &str) -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version=1"]);
    cargo.current_dir(workspace().join(folder));
    let metadata: Value = serde_json::from_str(&ran(&mut cargo).out).expect("it is JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// Fails if a command of cargo names a package, a target or a feature that there isn't.
fn check_cargo(words: &[String], packages: &[Value]) -> Result<(), String> {
    let known = |key: &str| -> BTreeSet<&str> {
        let lists = packages.iter().flat_map(|it| it[key].as_array().into_iter().flatten());
        lists.filter_map(|it| it["name"].as_str()).collect()
    };
    let features =
        packages.iter().flat_map(|it| it["features"].as_object().into_iter().flat_map(|it| it.keys()));
    let features: BTreeSet<&str> = features.map(String::as_str).collect();
    let names: BTreeSet<&str> = packages.iter().filter_map(|it| it["name"].as_str()).collect();
    let own = words.iter().take_while(|word| *word != "--");
    for (option, value) in own.clone().zip(own.skip(1)) {
        let mut values = value.split(',');
        let is_known = match option.as_str() {
            "-p" => names.contains(value.as_str()),
            "--test" | "--example" => known("targets").contains(value.as_str()),
            "--features" => values.all(|it| features.contains(it)),
            "--path" => workspace().join(value).join("Cargo.toml").is_file(),
            _ => true,
        };
        if !is_known {
            return Err(format!("there is no {option} {value}"));
        }
    }
    Ok(())
}

/// Runs or checks a command.
fn check(line: &str, copy: &Copy, folder: &str, packages: &[Value]) -> Result<(), String> {
    let words = words(line);
    let is_variable =
        |word: &&String| word.split_once('=').is_some_and(|(name, _)| !name.contains(['-', '/']));
    let words: Vec<String> = words.iter().skip_while(is_variable).cloned().collect();
    let known: Vec<&str> = words.iter().map(String::as_str).collect();
    match known[..] {
        // A mention of the command, not a call.
        ["cargo", "xtask", "learn"] | ["api-codegen", "learn"] => {
            copy.xtask(folder, &["learn".to_owned(), "--help".to_owned()])
        }
        ["cargo", "xtask", "new", ..] => {
            copy.xtask(folder, &words[2..])?;
            copy.xtask(folder, &["codegen".to_owned()])
        }
        ["cargo", "xtask", ..] => copy.xtask(folder, &words[2..]),
        // The same code, with the settings of the folder.
        ["api-codegen", ..] => copy.run(Path::new(folder), folder, &words[1..]),
        ["cargo", "test" | "run" | "doc" | "install", ..] => check_cargo(&words[2..], packages),
        ["git", ..] => {
            git(&copy.0.path().join("workspace"), &known[1..]);
            // The text goes on: "and run codegen again".
            copy.xtask(folder, &["codegen".to_owned()])
        }
        ["bash", script, ..] | [script, ..] if script.starts_with(['.', 't']) && script.contains('/') => {
            workspace()
                .join(script)
                .is_file()
                .then_some(())
                .ok_or_else(|| "there is no such script".to_owned())
        }
        ["cd", folder] => workspace()
            .join(folder)
            .is_dir()
            .then_some(())
            .ok_or_else(|| "there is no such folder".to_owned()),
        _ => Err("nothing runs it: add it to NOT_RUN with a reason".to_owned()),
    }
}

#[test]
fn every_command_of_the_texts_works() {
    let (copy, packages, mut done) = (Copy::new(), packages("."), BTreeSet::new());
    let (mut failed, mut used) = (Vec::new(), BTreeSet::new());
    for (name, text) in sample("texts whose commands are run", texts(), 6) {
        let overlay = tests::blocks(&text, "yaml").into_iter().find(|it| it.starts_with("overlay: office"));
        let folder = copy.folder(&name, overlay.as_deref());
        for line in tests::commands(&text) {
            if let Some((beginning, _)) = NOT_RUN.iter().find(|(it, _)| line.starts_with(it)) {
                used.insert(*beginning);
                continue;
            }
            // What reads no file of the folder is the same in each.
            let place =
                if line.contains('.') || line.starts_with("api-codegen") { name.as_str() } else { "" };
            if done.insert((place.to_owned(), line.clone()))
                && let Err(said) = check(&line, &copy, &folder, &packages)
            {
                failed.push(format!("{name}: {line}\n{said}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    if !sample::is_off() {
        return;
    }
    assert!(done.len() > 40, "{} commands", done.len());
    let unused: Vec<&str> = NOT_RUN.iter().map(|(it, _)| *it).filter(|it| !used.contains(it)).collect();
    assert_eq!(unused, [""; 0], "no text has these any more: take them out of NOT_RUN");
}

#[test]
fn a_command_that_is_wrong_is_found() {
    let (copy, packages) = (Copy::new(), packages("."));
    let folder = copy.folder("a", None);
    for line in [
        "cargo xtask lint --fixes",
        "cargo xtask explain NoSuchOperation",
        "cargo test -p tests --test generators",
        "cargo run -p tests --example no-such",
        "cargo doc -p backup-server",
        "cargo install --path generated/backup-server --features clis",
        "tests/no/such/script",
        "cd tests/data/nowhere",
        "make",
    ] {
        assert!(check(line, &copy, &folder, &packages).is_err(), "{line}");
    }
}
