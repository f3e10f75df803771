//! A workspace of generated crates, each with the recorded caller and the
//! recorded implementor as its programs.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use generator::{Selection, Spec};
use serde_json::Value;
use tests::write_if_changed;

/// The crates, in a folder that is kept: what has not changed is not compiled again.
pub struct Workspace {
    folder: PathBuf,
    members: Vec<String>,
    /// Those that have a crate at all.
    present: BTreeSet<String>,
}

impl Workspace {
    pub fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changes");
        Self { folder, members: Vec::new(), present: BTreeSet::new() }
    }

    /// Adds the crate of the API `lamps`.
    pub fn add(&mut self, name: &str, spec: &Spec) {
        let (written, _) = generator::emit(&spec.apis, &Selection::default());
        let files = written.into_iter().flat_map(|it| it.files());
        let sources: Vec<_> = files.filter(|file| file.path.starts_with("lamps/src/")).collect();
        if sources.is_empty() {
            return;
        }
        let folder = self.folder.join(name);
        for file in &sources {
            let path = file.path.strip_prefix("lamps/").expect("it starts so");
            write_if_changed(&folder.join(path), &file.text);
        }
        write_if_changed(&folder.join("Cargo.toml"), &manifest(name));
        self.members.push(format!("{name:?}"));
        self.present.insert(name.to_owned());
    }

    /// Compiles all of it.
    pub fn check(self) -> Verdict {
        write_if_changed(&self.folder.join("Cargo.toml"), &root(&self.members));
        let lock = self.folder.join("Cargo.lock");
        if !lock.exists() {
            fs::copy("../Cargo.lock", lock).expect("the lock file can be copied");
        }
        let output = Command::new(env!("CARGO"))
            .args(["check", "--workspace", "--offline", "--keep-going", "--message-format=json", "--quiet"])
            .arg("--target-dir")
            .arg(self.folder.join("target"))
            .current_dir(&self.folder)
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS")
            .stderr(Stdio::piped())
            .output()
            .expect("cargo runs");
        let messages = String::from_utf8_lossy(&output.stdout);
        let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let artifacts = messages.filter(|message| message["reason"] == "compiler-artifact");
        let built: BTreeSet<_> = artifacts.filter_map(|artifact| built(&artifact)).collect();
        for name in &self.present {
            let is_built = built.contains(&(name.clone(), LIBRARY.to_owned()));
            assert!(
                is_built,
                "the crate of {name} does not compile:\n{}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Verdict { built }
    }
}

/// What was compiled.
pub struct Verdict {
    /// Name of the crate, name of the target.
    built: BTreeSet<(String, String)>,
}

impl Verdict {
    pub fn compiles(&self, name: &str, who: &str) -> bool {
        self.built.contains(&(name.to_owned(), format!("{who}-{name}")))
    }
}

/// What the programs call it.
const LIBRARY: &str = "lamps_api";

/// The folder and the target of what was compiled.
fn built(artifact: &Value) -> Option<(String, String)> {
    let folder = Path::new(artifact["manifest_path"].as_str()?).parent()?.file_name()?;
    Some((folder.to_str()?.to_owned(), artifact["target"]["name"].as_str()?.to_owned()))
}

fn manifest(name: &str) -> String {
    let programs = fs::canonicalize("suites/changes").expect("the folder is there");
    let mut text = format!(
        "[package]\nname = {name:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [lib]\nname = \"{LIBRARY}\"\n\n\
         [features]\ndefault = [\"server\"]\nclient = []\ntls = []\nblocking = []\nserver = [\"api-runtime/server\"]\n\n\
         [dependencies]\napi-runtime.workspace = true\n"
    );
    for program in ["caller", "implementor"] {
        let path = programs.join(format!("{program}.rs"));
        let _ = write!(text, "\n[[bin]]\nname = \"{program}-{name}\"\npath = {path:?}\n");
    }
    text
}

fn root(members: &[String]) -> String {
    let runtime = fs::canonicalize("../generator/runtime").expect("the runtime is there");
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n\
         [workspace.dependencies]\napi-runtime = {{ path = {runtime:?}, default-features = false }}\n\n\
         [profile.dev]\ndebug = false\n",
        members.join(", ")
    )
}
