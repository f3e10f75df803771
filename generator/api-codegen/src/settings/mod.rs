//! `codegen.toml`, the settings of a repository. Each has a default, so that an empty or missing file
//! works.

mod read;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use generator_spec::diagnostics::{Diagnostic, Errors, SpecFile, did_you_mean};
use generator_spec::load;
use generator_spec::model::{Api, License, Packaging};
use generator_spec::text::any_of;
use generator_spec::{program, text};
use semver::VersionReq;

pub use self::read::{KEYS, inputs};
use crate::Failure;
use crate::standalone::{Naming, runtime_version};

/// The environment variable that tells a started copy of this program the root of the repository.
pub const ROOT: &str = "API_CODEGEN_ROOT";

/// The file's name.
pub const FILE: &str = "codegen.toml";

/// The latest version of the spec language that this program reads.
pub const LANGUAGE: i64 = 1;

/// The settings of a repository.
#[derive(Debug)]
pub struct Settings {
    /// The root of the repository: the folder of the file, or else the current one.
    pub root: PathBuf,
    /// The file; empty if there is none.
    file: Arc<SpecFile>,
    /// The folder of the specs, below the root.
    pub spec: String,
    /// The folder of the output, below the root.
    pub output: String,
    /// The names of the targets that are written; empty for all.
    pub targets: Vec<&'static str>,
    /// The overlays of all crates, below the root, and their places in the file.
    pub overlays: Vec<(String, Range<usize>)>,
    /// The source of the crates' runtime.
    pub runtime: Runtime,
    /// The license of the crates, an SPDX expression.
    license: Option<String>,
    /// The crates with a name or version of their own.
    pub crates: Vec<CrateSettings>,
}

/// The source of the runtime of generated crates.
#[derive(Clone, Debug, PartialEq)]
pub enum Runtime {
    /// A copy beside the crates.
    Copied,
    /// A git repository: its keys in a manifest.
    Git(Vec<(String, String)>),
    /// A registry.
    Version(VersionReq),
    /// The generator's own workspace, which has the runtime as a member.
    Workspace,
}

/// The name and the version of an API's crate.
#[derive(Debug)]
pub struct CrateSettings {
    /// The API.
    pub api: String,
    /// The place in the file.
    span: Range<usize>,
    /// The name and the version.
    pub naming: Naming,
}

static SETTINGS: OnceLock<Settings> = OnceLock::new();

/// The settings of this run.
pub fn settings() -> &'static Settings {
    SETTINGS.get_or_init(|| Settings::of(PathBuf::new()))
}

impl Settings {
    /// The settings of a repository without a file.
    fn of(root: PathBuf) -> Self {
        Self {
            root,
            file: Arc::default(),
            spec: "spec".to_owned(),
            output: "generated".to_owned(),
            targets: Vec::new(),
            overlays: Vec::new(),
            runtime: Runtime::Copied,
            license: None,
            crates: Vec::new(),
        }
    }

    /// Reads the file of a root, or else the nearest one of the current folder and those above it.
    pub fn find(root: Option<PathBuf>) -> Result<Self, Failure> {
        let here =
            std::env::current_dir().map_err(|error| Failure::of(format!("the current folder: {error}")))?;
        let is_there = |folder: &&Path| std::fs::symlink_metadata(folder.join(FILE)).is_ok();
        let root = root
            .or_else(|| std::env::var_os(ROOT).map(PathBuf::from))
            .unwrap_or_else(|| here.ancestors().find(is_there).unwrap_or(&here).to_owned());
        let path = root.join(FILE);
        if !is_there(&root.as_path()) {
            return Ok(Self::of(root));
        }
        let path = path.strip_prefix(&here).unwrap_or(&path);
        let (shown, text) = (text::path(path), load::read(path)?);
        Ok(read::read(root, SpecFile::new(shown, text))?)
    }

    /// Makes these the settings of this run.
    pub fn set(self) {
        let depth = Path::new(&self.output).components().count().saturating_sub(1);
        program::set_root(self.root.clone());
        program::set_spec("../".repeat(depth) + &self.spec);
        let _ = SETTINGS.set(self);
    }

    /// Returns whether the runtime is copied beside crates in the usual folder, or in another one.
    pub fn copies_runtime(&self, is_usual: bool) -> bool {
        self.runtime == Runtime::Copied || self.runtime == Runtime::Workspace && !is_usual
    }

    /// The packaging of crates in the usual folder, or of those in another one.
    pub fn packaging(&self, is_usual: bool) -> Result<Packaging, Failure> {
        let quoted = |(key, value): &(String, String)| format!("{key} = {}", toml_edit::Value::from(value));
        let source = match &self.runtime {
            Runtime::Workspace if is_usual => return Ok(Packaging::Member),
            Runtime::Copied | Runtime::Workspace => {
                format!("version = \"{}\", path = \"../api-runtime\"", runtime_version()?)
            }
            Runtime::Version(version) => format!("version = \"{version}\""),
            Runtime::Git(keys) => keys.iter().map(quoted).collect::<Vec<_>>().join(", "),
        };
        let license = match self.runtime {
            Runtime::Workspace => License::Own,
            _ => License::Named(self.license.clone()),
        };
        Ok(Packaging::Standalone { runtime: source, license })
    }

    /// Returns whether the version of an API's crate is in the file, and not in the spec.
    pub fn sets_version(&self, api: &str) -> bool {
        self.crates.iter().any(|named| named.api == api && named.naming.version.is_some())
    }

    /// Returns whether a target is written.
    pub fn writes(&self, target: &str) -> bool {
        self.targets.is_empty() || self.targets.contains(&target)
    }

    /// Reports overlays that aren't there.
    pub fn check_overlays(&self) -> Result<(), Failure> {
        let errors = Errors::default();
        let is_gone = |path: &str| std::fs::symlink_metadata(self.root.join(path)).is_err();
        for (path, span) in self.overlays.iter().filter(|(path, _)| is_gone(path)) {
            let (file, span) = (Some(self.file.clone()), span.clone());
            let title = format!("there is no overlay `{path}`");
            let help = "correct the path, or remove it from `overlays`".to_owned();
            errors.add(Diagnostic { file, span, title, help });
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }

    /// Gives the crates the names and versions of the file.
    pub fn name_crates(&self, apis: &mut [Api]) -> Result<(), Failure> {
        let errors = Errors::default();
        let refuse = |named: &CrateSettings, title: String, help: String| {
            errors.add(Diagnostic { file: Some(self.file.clone()), span: named.span.clone(), title, help });
        };
        for named in &self.crates {
            if let Some(api) = apis.iter_mut().find(|api| api.name == named.api) {
                named.naming.apply(api);
            } else {
                let names: Vec<&str> = apis.iter().map(|api| api.name.as_str()).collect();
                let expected = format!("expected {}", any_of(names.iter().copied()));
                refuse(
                    named,
                    format!("unknown API `{}`", named.api),
                    did_you_mean(&named.api, names, expected),
                );
            }
        }
        for named in &self.crates {
            let library = |name: &str| apis.iter().find(|api| api.name == name).map(|api| &api.rust.library);
            let own = library(&named.api);
            if let Some(other) =
                apis.iter().find(|api| api.name != named.api && Some(&api.rust.library) == own)
            {
                let title = format!("the crates of `{}` and `{}` have one name", named.api, other.name);
                refuse(named, title, "give each its own `name`".to_owned());
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}
