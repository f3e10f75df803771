//! Commands and the options that most of them have.

use std::path::{Path, PathBuf};

use generator_review::report::Format;
use generator_spec::Spec;
use generator_spec::load;
use generator_spec::model::Api;

use crate::Failure;
use crate::args::{Args, unknown};
use crate::settings::settings;

/// A command. Each has its own file, and is listed in `COMMANDS`.
pub struct Command {
    pub name: &'static str,
    /// Its purpose, in a few words.
    pub about: &'static str,
    /// Its help, without the options of [`Common`].
    pub help: fn() -> String,
    /// Its input.
    pub reads: Reads,
    /// Its flags, such as `--check`.
    pub flags: &'static [&'static str],
    /// Its options with a value, without those of [`Common`].
    pub options: &'static [&'static str],
    /// Runs it.
    pub run: fn(Args, &Common) -> Result<(), Failure>,
}

/// The input of a command.
#[derive(Clone, Copy)]
pub enum Reads {
    /// A spec: it takes the options of [`Common`], and these formats.
    Spec(&'static [Format]),
    /// No spec.
    Nothing,
}

/// The options of all commands that read a spec.
#[derive(Debug, Default)]
pub struct Common {
    /// Folder of the specs, if `--spec` names one.
    pub spec: Option<PathBuf>,
    /// The overlays of the settings, then those of `--overlay`.
    pub overlays: Vec<PathBuf>,
    /// Set if `--overlay` names any.
    pub has_own_overlays: bool,
    /// The format of errors in a spec and of the command's own output.
    pub format: Format,
}

impl Common {
    /// The names of the options.
    pub const OPTIONS: &'static [&'static str] = &["--spec", "--overlay", "--format"];

    /// The values of a command line without these options.
    pub fn usual() -> Self {
        Self { overlays: settings_overlays(), ..Self::default() }
    }

    /// Reads the values from a command line.
    pub fn of(args: &Args, formats: &[Format]) -> Result<Self, Failure> {
        let spec = args.option("--spec").map(PathBuf::from);
        let given: Vec<PathBuf> = args.options("--overlay").into_iter().map(PathBuf::from).collect();
        let has_own_overlays = !given.is_empty();
        let overlays = if spec.is_none() { settings_overlays() } else { Vec::new() };
        let overlays = [overlays, given].concat();
        let format = args.text("--format")?.map(|name| {
            let found = formats.iter().find(|format| format.name() == name).copied();
            found.ok_or_else(|| unknown("format", &name, formats.iter().map(|format| format.name())))
        });
        Ok(Self { spec, overlays, has_own_overlays, format: format.transpose()?.unwrap_or_default() })
    }

    /// The help text of these options.
    pub fn help(formats: &[Format]) -> String {
        let formats: Vec<&str> = formats.iter().map(|format| format.name()).collect();
        format!(
            "\nCommon options:\n  \
               --spec DIR      Read the specs in this folder [default: spec]\n  \
               --overlay FILE  Apply this overlay to the specs (can be repeated)\n  \
               --format NAME   Print errors and results as {} [default: text]\n",
            generator_spec::text::any_of(formats).replace('`', "")
        )
    }

    /// Folder of the specs.
    pub fn folder(&self) -> PathBuf {
        self.spec.clone().unwrap_or_else(|| folder(&settings().spec))
    }

    /// Reads the specs; their errors become the failure.
    pub fn read(&self) -> Result<Vec<Api>, Failure> {
        // Dropping the sources frees memory for the outputs.
        self.open().map(|spec| spec.apis)
    }

    /// Reads the specs and keeps their sources.
    pub fn open(&self) -> Result<Spec, Failure> {
        if self.spec.is_none() {
            settings().check_overlays()?;
        }
        let mut spec = Spec::open_with(&self.folder(), &self.overlays)?;
        if self.spec.is_none() {
            settings().name_crates(&mut spec.apis)?;
        }
        Ok(spec)
    }
}

/// The overlays of the settings.
pub fn settings_overlays() -> Vec<PathBuf> {
    settings().overlays.iter().map(|(path, _)| folder(path)).collect()
}

/// The API of that name.
pub fn select<'a>(apis: &'a [Api], name: &str) -> Result<&'a Api, Failure> {
    let found = apis.iter().find(|api| api.name == name);
    found.ok_or_else(|| unknown("API", name, apis.iter().map(|api| api.name.as_str())))
}

/// The API of that name, or all of them.
pub fn select_or_all<'a>(apis: &'a [Api], name: Option<&String>) -> Result<&'a [Api], Failure> {
    match name {
        Some(name) => select(apis, name).map(std::slice::from_ref),
        None => Ok(apis),
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    settings().root.clone()
}

/// The folder of the output.
pub fn output() -> PathBuf {
    folder(&settings().output)
}

/// A folder of the repository, as short as the current folder allows.
pub fn folder(name: &str) -> PathBuf {
    let path = root().join(name);
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&here).ok().filter(|below| !below.as_os_str().is_empty());
    below.map(Path::to_owned).unwrap_or(path)
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    Ok(load::read(path)?)
}
