//! YAML text -> `Source`: what the files say, each value with its place.

mod decode;
mod graft;
mod locate;
mod overlay;
pub mod places;
pub mod source;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;

pub use self::locate::{Locator, Said};

use self::decode::{Misfit, Step, decode};
use self::source::{ApiFile, OperationsFile, TypesFile};
use crate::diagnostics::{At, Fault, Faults, SpecFile, suggest};
use crate::parallel;

/// The spec files of one API.
#[derive(Debug)]
pub struct ApiSource {
    /// Name of the folder.
    pub name: String,
    /// `api.yaml`.
    pub api: Loaded<ApiFile>,
    /// `types.yaml`; absent where the API names no types.
    pub types: Option<Loaded<TypesFile>>,
    /// `operations/*.yaml` in the order of the file names.
    pub operations: Vec<Loaded<OperationsFile>>,
    /// The overlays that changed it.
    pub overlays: Vec<Overlay>,
    /// Documented paths that an overlay took away: they still support the path convention.
    pub retired_paths: Vec<String>,
}

/// An overlay that changed an API.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Overlay {
    /// Its name.
    pub name: String,
    /// Where its facts are from.
    pub source: String,
}

/// A spec file that was read.
#[derive(Debug)]
pub struct Loaded<T> {
    /// The file, for reports.
    pub file: Arc<SpecFile>,
    /// What it says.
    pub value: T,
}

impl<T> Loaded<T> {
    /// The place to report at.
    pub fn at(&self) -> At<'_> {
        At::root(&self.file)
    }
}

/// Reads every API below `dir`, in the order of the folder names, and applies
/// the overlays if the spec itself can be read.
///
/// An API with a file that can't be read at all is left out; the faults say why.
pub fn load(dir: &Path, overlays: &[PathBuf], faults: &mut Faults) -> Vec<ApiSource> {
    let mut apis = load_all(dir, faults);
    if faults.is_empty() && !overlays.is_empty() {
        overlay::apply(overlays, &mut apis, faults);
    }
    apis
}

fn load_all(dir: &Path, faults: &mut Faults) -> Vec<ApiSource> {
    let folders = match entries(dir) {
        Ok(entries) => entries.into_iter().filter(|path| path.is_dir()).collect::<Vec<_>>(),
        Err(error) => {
            missing(faults, format!("cannot read the spec folder {}: {error}", dir.display()));
            return Vec::new();
        }
    };
    if folders.is_empty() {
        missing(faults, format!("{} holds no API", dir.display()));
    }
    collect(&folders, load_api, faults).into_iter().flatten().collect()
}

fn missing(faults: &mut Faults, title: String) {
    let help = "a spec folder holds one folder per API, each with an api.yaml and operations/*.yaml; see spec/README.md";
    elsewhere(faults, title, help.to_owned());
}

/// A fault that stands in no file.
fn elsewhere(faults: &mut Faults, title: String, help: String) {
    faults.add(Fault { file: None, span: 0..0, title, help });
}

fn entries(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(dir)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    paths.retain(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')));
    paths.sort();
    Ok(paths)
}

fn load_api(folder: &Path, faults: &mut Faults) -> Option<ApiSource> {
    let api = load_file(&folder.join("api.yaml"), faults);
    let types_path = folder.join("types.yaml");
    let types = types_path.exists().then(|| load_file(&types_path, faults));
    check_entries(folder, faults);
    let operations = collect(&operation_files(&folder.join("operations"), faults), load_file, faults);
    Some(ApiSource {
        name: folder.file_name()?.to_string_lossy().into_owned(),
        api: api?,
        types: match types {
            Some(types) => Some(types?),
            None => None,
        },
        operations: operations.into_iter().collect::<Option<_>>()?,
        overlays: Vec::new(),
        retired_paths: Vec::new(),
    })
}

/// What stands in the folder of an API.
const ENTRIES: [&str; 3] = ["api.yaml", "types.yaml", "operations"];

/// A file with a misspelt name must not be a silent nothing.
fn check_entries(folder: &Path, faults: &mut Faults) {
    for path in entries(folder).unwrap_or_default() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !ENTRIES.contains(&&*name) {
            let help = match suggest(&name, ENTRIES) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the folder of an API holds {}; see spec/README.md", ENTRIES.join(", ")),
            };
            elsewhere(faults, format!("{} has no meaning in a spec", path.display()), help);
        }
    }
}

fn operation_files(folder: &Path, faults: &mut Faults) -> Vec<PathBuf> {
    let found = entries(folder).unwrap_or_default();
    if found.is_empty() {
        missing(faults, format!("{} holds no operations", folder.display()));
    }
    let is_yaml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "yaml");
    let (operations, others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_yaml);
    for path in others {
        missing(faults, format!("{} is no spec file: its name does not end in `.yaml`", path.display()));
    }
    operations
}

/// Loads on all cores; the faults stay in the order of the items.
fn collect<T: Send>(paths: &[PathBuf], load: fn(&Path, &mut Faults) -> T, faults: &mut Faults) -> Vec<T> {
    let loaded = parallel::map(paths, |path| {
        let mut own = Faults::default();
        (load(path, &mut own), own)
    });
    let (loaded, found): (Vec<_>, Vec<_>) = loaded.into_iter().unzip();
    found.into_iter().for_each(|own| faults.append(own));
    loaded
}

fn load_file<T: DeserializeOwned>(path: &Path, faults: &mut Faults) -> Option<Loaded<T>> {
    let text = fs::read_to_string(path)
        .map_err(|error| missing(faults, format!("cannot read {}: {error}", path.display())))
        .ok()?;
    let mut file = SpecFile::new(path.display().to_string(), text);
    let index = match places::index(&file.text) {
        Ok(index) => index,
        Err((reason, span)) => {
            faults.add(syntax_fault(file, span, &reason));
            return None;
        }
    };
    file.root = index.root;
    let file = Arc::new(file);
    let fault = |span: Range<usize>, title: String, help: &str| Fault {
        file: Some(file.clone()),
        span,
        title,
        help: help.to_owned(),
    };
    for (key, span) in &index.duplicates {
        let help = "say each thing once: merge the two entries or rename one";
        faults.add(fault(span.clone(), format!("duplicate key `{key}`"), help));
    }
    for (what, span) in &index.unsupported {
        let help = "write the value out where it stands, one document a file";
        faults.add(fault(span.clone(), format!("{what} has no meaning in a spec"), help));
    }
    if !index.duplicates.is_empty() {
        return None;
    }
    let decoded = match decode::<T>(&file.text) {
        Ok(decoded) => decoded,
        // It is reported above.
        Err(_) if !index.unsupported.is_empty() => return None,
        Err(error) => {
            let span = error.location().map_or(0..0, |at| at.index()..at.index());
            faults.add(fault(span, error.to_string(), "write valid YAML; see spec/README.md"));
            return None;
        }
    };
    for misfit in &decoded.misfits {
        report(misfit, &file, faults);
    }
    if decoded.is_cut {
        let title = format!("this file holds {} faults, and maybe more", decode::MOST);
        faults.push(At::root(&file), title, "mend these first: the rest was not read");
    }
    decoded.value.map(|value| Loaded { file, value })
}

fn syntax_fault(file: SpecFile, span: Range<usize>, reason: &str) -> Fault {
    Fault {
        file: Some(Arc::new(file)),
        span,
        title: format!("YAML syntax: {reason}"),
        help: "check the indentation, and quote a text that holds `: ` or ` #` or starts with `*`, `{`, `[` or a quote"
            .to_owned(),
    }
}

fn report(misfit: &Misfit, file: &Arc<SpecFile>, faults: &mut Faults) {
    let at = misfit.path.iter().fold(At::root(file), |at, step| match step {
        Step::Key(key) => at.get(key),
        Step::Item(index) => at.item(*index),
    });
    if let Some(key) = misfit.reason.strip_prefix("missing field ") {
        let help = format!("add `{}:` here; see spec/README.md", key.trim_matches('`'));
        return faults.push(at, format!("missing key {key}"), help);
    }
    if let Some((value, known)) =
        misfit.reason.strip_prefix("unknown variant ").and_then(|rest| rest.split_once(", expected "))
    {
        return faults.push(at, format!("unknown value {value}"), format!("write {known}"));
    }
    match misfit.reason.strip_prefix("unknown field ") {
        Some(rest) => {
            let (key, known) = rest.split_once(", ").unwrap_or((rest, ""));
            let names = known.split('`').skip(1).step_by(2);
            let help = match suggest(key.trim_matches('`'), names) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("here one can write: {}", known.trim_start_matches("expected one of ")),
            };
            faults.push(at.key(), format!("unknown key {key}"), help);
        }
        None => faults.push(at, misfit.reason.clone(), "see spec/README.md for what can stand here"),
    }
}
