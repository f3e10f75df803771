//! YAML text -> `Source`: what the files say, each value with its place.

mod decode;
pub mod events;
mod file;
mod guides;
pub mod keys;
mod locate;
mod overlay;
mod sets;
pub mod source;
mod tree;

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use self::file::{parse, read, without_byte_order_mark};
pub use self::guides::GuideSource;
pub use self::locate::{Locator, Owner, Said};
pub use self::tree::keys_around;

use self::source::{ApiFile, OperationsFile, SearchFile, TypesFile};
use crate::diagnostics::{At, Diagnostic, Errors, SpecFile, suggest};
use crate::node::Node;
use crate::{parallel, program, text};

/// The spec files of one API.
#[derive(Debug)]
pub struct ApiSource {
    /// Name of the folder.
    pub name: String,
    /// `api.yaml`.
    pub api: Loaded<ApiFile>,
    /// `types.yaml` and `types/*.yaml`, as one; absent where the API names no types.
    pub types: Option<Loaded<TypesFile>>,
    /// The files of the types.
    pub type_files: Vec<Arc<SpecFile>>,
    /// `operations/*.yaml` in the order of the file names.
    pub operations: Vec<Loaded<OperationsFile>>,
    /// `search.yaml`, if it is there.
    pub search: Option<Loaded<SearchFile>>,
    /// `CHANGELOG.md`, if it is there.
    pub changelog: Option<String>,
    /// `guides/*.md` in the order of the numbers in their names.
    pub guides: Vec<GuideSource>,
    /// The overlays that changed it.
    pub overlays: Vec<Overlay>,
    /// Documented paths that an overlay took away: they still support the path convention.
    pub retired_paths: Vec<String>,
    /// A file of operations could not be read.
    pub lacks_file: bool,
    /// Something in an overlay is invalid.
    pub lacks_overlay: bool,
}

impl ApiSource {
    /// The YAML files of the API.
    pub fn files(&self) -> impl Iterator<Item = &Arc<SpecFile>> {
        let types = self.type_files.iter();
        let operations = self.operations.iter().map(|file| &file.file);
        let search = self.search.iter().map(|search| &search.file);
        std::iter::once(&self.api.file).chain(types).chain(operations).chain(search)
    }

    /// Reads the values of its files.
    fn decode(&mut self, errors: &Errors) {
        self.api.decode(errors);
        self.types.iter_mut().for_each(|types| types.decode(errors));
        self.operations.iter_mut().for_each(|file| file.decode(errors));
        self.search.iter_mut().for_each(|search| search.decode(errors));
        self.lacks_file |= self.operations.iter().map(Loaded::at).any(At::is_poisoned);
    }

    /// The file that operations of a group are added to: the group's own, or else that of its last row.
    #[must_use]
    pub fn file_of_group(&self, group: &str) -> Option<usize> {
        let is_in = |node: &Node| node.get("group").and_then(Node::text) == Some(group);
        let has_row = |file: &Loaded<OperationsFile>| {
            file.root.get("operations").is_some_and(|rows| rows.items().iter().any(is_in))
        };
        let own = self.operations.iter().position(|file| is_in(&file.root));
        own.or_else(|| self.operations.iter().rposition(has_row))
    }

    /// The names of the groups.
    fn groups(&self) -> impl Iterator<Item = &str> {
        let listed = self.api.root.get("groups").map_or(&[][..], Node::entries);
        let own = self.operations.iter().filter_map(|file| file.root.get("group")?.text());
        listed.iter().map(|entry| entry.name.as_str()).chain(own)
    }

    /// Returns whether it may lack an operation, since a row is invalid.
    #[must_use]
    pub fn loses_operations(&self) -> bool {
        let rows = || self.operations.iter().map(|file| file.at().get("operations"));
        let is_lost = |row: At<'_>| row.poisons("operation") || row.poisons("unnamed");
        self.lacks_file
            || self.lacks_overlay
            || rows().any(|rows| rows.is_poisoned() || rows.items().any(is_lost))
    }

    /// Returns whether a documented path may be missing, since its row is invalid.
    #[must_use]
    pub fn loses_paths(&self) -> bool {
        let mut rows = self.operations.iter().flat_map(|file| file.at().get("operations").items());
        self.loses_operations() || rows.any(|row| row.poisons("path") || row.poisons("aliases"))
    }

    /// Returns whether a field of that type is invalid.
    #[must_use]
    pub fn loses_field(&self, name: &str, field: &str) -> bool {
        let types = self.types.as_ref().map(Loaded::at);
        types.is_some_and(|types| {
            let ty = types.get(name);
            ty.get("fields").poisons(field) || ty.lacking(&["fields"]).is_poisoned()
        })
    }

    /// Returns whether a type of that name is invalid, or may be missing.
    #[must_use]
    pub fn loses_type(&self, name: &str) -> bool {
        self.lacks_overlay || self.types.as_ref().is_some_and(|types| types.at().poisons(name))
    }
}

/// An overlay that changed an API.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Overlay {
    /// Its name.
    pub name: String,
    /// The source of its facts.
    pub source: String,
}

/// A spec file that was read.
#[derive(Debug)]
pub struct Loaded<T> {
    /// The file, for reports.
    pub file: Arc<SpecFile>,
    /// Its values, each with its place.
    pub root: Node,
    /// Its contents.
    pub value: T,
}

impl<T> Loaded<T> {
    /// The place to report at.
    pub fn at(&self) -> At<'_> {
        At::root(&self.root)
    }
}

impl<T: Default> Default for Loaded<T> {
    /// A file that is not there, which is reported.
    fn default() -> Self {
        Self::poisoned(Arc::default())
    }
}

impl<T: Default> Loaded<T> {
    /// A file that says nothing, since it is invalid.
    fn poisoned(file: Arc<SpecFile>) -> Self {
        let root = Node { file: file.clone(), is_poisoned: true, ..Node::default() };
        Self { file, root, value: T::default() }
    }
}

/// Reads every API below `dir`, in the order of the folder names, and applies the overlays, then
/// `last`, an overlay that is not read from a file.
///
/// Invalid parts are left out of the sources, and marked as poisoned in their trees.
pub fn load(dir: &Path, overlays: &[PathBuf], last: Option<SpecFile>, errors: &Errors) -> Vec<ApiSource> {
    let mut apis = load_all(dir, errors);
    let mut files =
        collect(overlays, |path, errors| file::load(path.parent().unwrap_or(path), path, errors), errors);
    files.extend(last.map(|file| file::tree(file, errors)));
    // Overlays change single parameters.
    apis.iter_mut().for_each(|api| sets::spread(api, errors));
    overlay::read(&mut files, &apis, errors);
    apis.iter_mut().for_each(|api| overlay::apply(&files, api, errors));
    apis
}

fn load_all(dir: &Path, errors: &Errors) -> Vec<ApiSource> {
    let folders = match entries(dir) {
        Ok(entries) => entries.into_iter().filter(|path| path.is_dir()).collect::<Vec<_>>(),
        Err(error) => {
            no_api(errors, format!("cannot read the spec folder {}: {error}", text::path(dir)));
            return Vec::new();
        }
    };
    if folders.is_empty() {
        no_api(errors, format!("{} has no API", text::path(dir)));
    }
    collect(&folders, |folder, errors| load_api(dir, folder, errors), errors)
}

fn no_api(errors: &Errors, title: String) {
    let help = program::named(
        "`cargo xtask new NAME` starts an API in the spec folder, which codegen.toml can name: `spec = \"…\"`",
    );
    elsewhere(errors, title, help);
}

fn missing(errors: &Errors, title: String) {
    let help = "a spec folder holds one folder per API, each with an api.yaml and operations/*.yaml; see the language reference";
    elsewhere(errors, title, help.to_owned());
}

/// An error that is not in a file.
fn elsewhere(errors: &Errors, title: String, help: String) {
    errors.add(Diagnostic { file: None, span: 0..0, title, help });
}

fn entries(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(dir)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    paths.retain(|path| !name(path).starts_with('.'));
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn load_api(dir: &Path, folder: &Path, errors: &Errors) -> ApiSource {
    let before = errors.len();
    let misnamed = check_entries(folder, errors);
    let path = |entry: &'static str| Some(folder.join(entry)).filter(|_| !misnamed.contains(&entry));
    let operations = path("operations").map(|path| needed_files(&path, errors)).unwrap_or_default();
    let is_odd = errors.len() > before;
    let api = path("api.yaml").map_or_else(Loaded::default, |path| file::load(dir, &path, errors));
    let own_types = load_optional(dir, path("types.yaml"), errors);
    let existing = |entry| path(entry).filter(|path| is_there(path));
    let type_files = existing("types").map(|path| spec_files(entries(&path).unwrap_or_default(), errors));
    let more_types =
        collect(&type_files.unwrap_or_default(), |path, errors| file::load(dir, path, errors), errors);
    let search = load_optional(dir, path("search.yaml"), errors);
    let changelog = existing("CHANGELOG.md").and_then(|path| read_text(dir, &path, errors));
    let guides = existing("guides").map(|path| guides::read(dir, &path, errors)).unwrap_or_default();
    let operations = collect(&operations, |path, errors| file::load(dir, path, errors), errors);
    ApiSource {
        name: name(folder),
        api,
        type_files: own_types.iter().chain(&more_types).map(|file| file.file.clone()).collect(),
        types: joined(own_types, more_types, errors),
        operations,
        search,
        changelog,
        guides,
        overlays: Vec::new(),
        retired_paths: Vec::new(),
        lacks_file: is_odd,
        lacks_overlay: false,
    }
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Reads a file that an API may lack. There is no path if the file is misnamed, which is reported.
fn load_optional<T: Default>(dir: &Path, path: Option<PathBuf>, errors: &Errors) -> Option<Loaded<T>> {
    let Some(path) = path else { return Some(Loaded::default()) };
    is_there(&path).then(|| file::load(dir, &path, errors))
}

fn read_text(dir: &Path, path: &Path, errors: &Errors) -> Option<String> {
    file::read_below(dir, path).map_err(|error| errors.add(error)).ok()
}

/// The entries of an API's folder.
const ENTRIES: [&str; 7] =
    ["api.yaml", "types.yaml", "types", "operations", "search.yaml", "guides", "CHANGELOG.md"];

/// Reports files with unknown names, which would be ignored silently. Returns the entries that
/// misspelt names seem to mean.
fn check_entries(folder: &Path, errors: &Errors) -> Vec<&'static str> {
    let mut meant = Vec::new();
    for path in entries(folder).unwrap_or_default() {
        let name = name(&path);
        if !ENTRIES.contains(&&*name) {
            let near = suggest(&name, ENTRIES).filter(|near| !folder.join(near).exists());
            meant.extend(near);
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    format!("the folder of an API holds {}; see the language reference", ENTRIES.join(", "))
                }
            };
            elsewhere(errors, format!("unexpected file {}", text::path(&path)), help);
        }
    }
    meant
}

/// The types of several files, as if they were in one.
fn joined(
    own: Option<Loaded<TypesFile>>,
    more: Vec<Loaded<TypesFile>>,
    errors: &Errors,
) -> Option<Loaded<TypesFile>> {
    let mut all = own.into_iter().chain(more);
    let mut types = all.next()?;
    let mut places: HashMap<String, Arc<SpecFile>> = HashMap::new();
    places.extend(types.root.entries().iter().map(|entry| (entry.name.clone(), entry.file.clone())));
    for file in all {
        types.root.is_poisoned |= file.root.is_poisoned;
        for entry in file.root.entries() {
            match places.insert(entry.name.clone(), entry.file.clone()) {
                None => types.root.map_mut().into_iter().for_each(|types| types.push(entry.clone())),
                Some(other) => {
                    let help = format!("the other is in {}: remove one", other.path);
                    let at = file.at().get(&entry.name).key();
                    errors.push(at, format!("duplicate type `{}`", entry.name), help);
                }
            }
        }
    }
    Some(types)
}

/// The files of a folder that an API must have.
fn needed_files(folder: &Path, errors: &Errors) -> Vec<PathBuf> {
    let (found, why) = match entries(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => (Vec::new(), format!(": {error}")),
        found => (found.unwrap_or_default(), String::new()),
    };
    if found.is_empty() {
        missing(errors, format!("{} has no operations{why}", text::path(folder)));
    }
    spec_files(found, errors)
}

/// The files that are named as spec files; others are reported.
fn spec_files(found: Vec<PathBuf>, errors: &Errors) -> Vec<PathBuf> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_sound = |path: &PathBuf| name(path).ends_with(".yaml") && name(path).chars().all(is_plain);
    let (sound, others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_sound);
    for path in others {
        let help =
            "name it `….yaml`, with letters, digits, `-`, `_` and `.` only: generated files cite the name";
        elsewhere(errors, format!("{} is not named as a spec file", text::path(&path)), help.to_owned());
    }
    sound
}

/// Loads on all cores; the errors stay in the order of the items.
fn collect<T: Send>(paths: &[PathBuf], load: impl Fn(&Path, &Errors) -> T + Sync, errors: &Errors) -> Vec<T> {
    let loaded = parallel::map(paths, |path| {
        let own = Errors::default();
        (load(path, &own), own)
    });
    let (loaded, found): (Vec<_>, Vec<_>) = loaded.into_iter().unzip();
    found.into_iter().for_each(|own| errors.append(own));
    loaded
}
