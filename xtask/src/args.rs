//! The command line: what all commands have in common.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use generator::Spec;
use generator::model::Api;

use crate::Failure;

/// A command: a file of its own, and a line in `COMMANDS`.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Its help, without the options of [`Common`].
    pub help: fn() -> String,
    /// What it reads.
    pub reads: Reads,
    /// Runs it.
    pub run: fn(lexopt::Parser, &Common) -> Result<(), Failure>,
}

/// What a command reads.
#[derive(Clone, Copy)]
pub enum Reads {
    /// A spec: it takes the options of [`Common`], and these formats.
    Spec(&'static [Format]),
    /// No spec.
    Nothing,
}

/// How a command says what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// Annotations on a pull request of GitHub.
    Github,
    /// A comment on a pull request.
    Markdown,
}

impl Format {
    /// The formats in which every command tells faults of the spec.
    pub const OF_FAULTS: &'static [Self] = &[Self::Text, Self::Json, Self::Github];

    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Github => "github",
            Self::Markdown => "markdown",
        }
    }
}

/// The options of all commands that read a spec.
#[derive(Debug, Default)]
pub struct Common {
    /// Folder of the specs, where it is given.
    pub spec: Option<PathBuf>,
    /// Overlays, in the order in which they are given.
    pub overlays: Vec<PathBuf>,
    /// How faults are told, and results where a command says so.
    pub format: Format,
}

impl Common {
    /// Takes the options that all commands have in common out of the command line.
    pub fn take(args: &mut Vec<OsString>, formats: &[Format]) -> Result<Self, Failure> {
        let mut common = Self::default();
        if let Some(folder) = take_option(args, "--spec")? {
            common.spec = Some(folder.into());
        }
        common.overlays = take_options(args, "--overlay")?.into_iter().map(PathBuf::from).collect();
        if let Some(name) = take_option(args, "--format")? {
            let found = formats.iter().find(|format| *format.name() == *name);
            let known = || formats.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ");
            common.format = *found.ok_or_else(|| {
                Failure::Usage(format!("there is no format `{}`; there is {}", name.display(), known()))
            })?;
        }
        Ok(common)
    }

    /// The help on these options.
    pub fn help(formats: &[Format]) -> String {
        let formats: Vec<&str> = formats.iter().map(|format| format.name()).collect();
        format!(
            "  --spec DIR     Read the specs there [default: spec]\n  \
               --overlay FILE Change the spec by this overlay (can be repeated)\n  \
               --format NAME  {} [default: text]\n",
            formats.join(", ")
        )
    }

    /// Folder of the specs.
    pub fn folder(&self) -> PathBuf {
        self.spec.clone().unwrap_or_else(|| folder("spec"))
    }

    /// Reads the specs; what is wrong with them becomes the failure.
    pub fn read(&self) -> Result<Vec<Api>, Failure> {
        let Spec { sources, apis } = self.open()?;
        // The process ends soon: to take apart what it has read is time for nothing.
        std::mem::forget(sources);
        Ok(apis)
    }

    /// Reads the specs, and keeps what their files say.
    pub fn open(&self) -> Result<Spec, Failure> {
        Spec::open_with(&self.folder(), &self.overlays).map_err(|faults| Failure::Spec(faults, self.folder()))
    }
}

/// Takes every `--name VALUE` and `--name=VALUE` out of the command line; the last one counts.
fn take_option(args: &mut Vec<OsString>, name: &str) -> Result<Option<OsString>, Failure> {
    Ok(take_options(args, name)?.pop())
}

/// Takes every `--name VALUE` and `--name=VALUE` out of the command line.
fn take_options(args: &mut Vec<OsString>, name: &str) -> Result<Vec<OsString>, Failure> {
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(arg) = args.get(index).filter(|arg| *arg != "--") {
        if arg == name {
            args.remove(index);
            if index == args.len() {
                return Err(Failure::Usage(format!("missing argument for option '{name}'")));
            }
            found.push(args.remove(index));
        } else if let Some(value) = arg.to_str().and_then(|arg| arg.strip_prefix(name)?.strip_prefix('=')) {
            found.push(value.into());
            args.remove(index);
        } else {
            index += 1;
        }
    }
    Ok(found)
}

/// The API of that name.
pub fn select<'a>(apis: &'a [Api], name: &str) -> Result<&'a Api, Failure> {
    apis.iter().find(|api| api.name == name).ok_or_else(|| {
        let known: Vec<&str> = apis.iter().map(|api| api.name.as_str()).collect();
        Failure::Usage(format!("there is no API `{name}`; there is {}", known.join(", ")))
    })
}

/// The workspace: cargo says where xtask stands.
pub fn root() -> PathBuf {
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    xtask.as_deref().and_then(Path::parent).map(Path::to_owned).unwrap_or_default()
}

/// A folder of the workspace, as short as the current folder allows.
pub fn folder(name: &str) -> PathBuf {
    let path = root().join(name);
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&here).ok().filter(|below| !below.as_os_str().is_empty());
    below.map(Path::to_owned).unwrap_or(path)
}
