//! Parts that the test programs share.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../generator/runtime/tests/alone.rs"]
mod alone;
pub mod book;
pub mod compile;

pub use generator_spec::parallel;
pub mod random;
pub mod sample;
pub mod server;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

pub use alone::{Log, log_alone};
use generator_codegen::Selection;
use generator_codegen::emit::File;
use generator_spec::Spec;
use generator_spec::diagnostics::Errors;
use generator_spec::model::Api;
use proc_macro2::{TokenStream, TokenTree};

/// The README, whose example is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The generator's own source.
pub const GENERATOR: &str = "../generator";

/// Compares with `snapshots/<folder>/<name>.snap`.
pub fn snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_snapshot_path(format!("snapshots/{folder}"));
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Reads a spec, with the overlays next to its APIs: every `.yaml` of the folder.
///
/// # Errors
/// If the spec has errors.
pub fn open(spec: &str) -> Result<Spec, Errors> {
    let files =
        fs::read_dir(spec).expect("the folder can be read").map(|entry| entry.expect("an entry").path());
    let mut overlays: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|it| it == "yaml")).collect();
    overlays.sort();
    Spec::open_with(Path::new(spec), &overlays)
}

/// Reads a spec without errors.
pub fn read(spec: &str) -> Vec<Api> {
    open(spec)
        .map(|spec| spec.apis)
        .unwrap_or_else(|errors| panic!("{}", generator_spec::diagnostics::render(errors, plain())))
}

/// Output for snapshots, without colors.
#[must_use]
pub fn plain() -> generator_spec::diagnostics::Color {
    generator_spec::diagnostics::Color::Never
}

/// Every file of every target.
#[must_use]
pub fn emitted(apis: &[Api]) -> Vec<File> {
    let changes = generator_review::diff::table();
    let (written, _) = generator_codegen::emit(apis, &changes, &Selection::default());
    written.into_iter().flat_map(|it| it.files()).collect()
}

/// Every file of every target of a spec without errors; many tests read the same ones.
#[must_use]
pub fn emitted_of(spec: &str) -> &'static [File] {
    static SPECS: Mutex<BTreeMap<String, &OnceLock<Vec<File>>>> = Mutex::new(BTreeMap::new());
    let mut specs = SPECS.lock().expect("nothing panics here");
    let files: &'static OnceLock<_> =
        specs.entry(spec.to_owned()).or_insert_with(|| Box::leak(Box::default()));
    drop(specs);
    files.get_or_init(|| emitted(&read(spec)))
}

/// The spec folders of the real APIs and of the fixtures.
#[must_use]
pub fn specs() -> Vec<String> {
    let fixtures = names_in("data/fixtures").into_iter().map(|name| format!("data/fixtures/{name}"));
    std::iter::once("../spec".to_owned()).chain(fixtures).collect()
}

/// The names in a folder, sorted.
#[must_use]
pub fn names_in(folder: impl AsRef<Path>) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

/// Every file below a folder, with its text, whose name ends in `.` and this.
#[must_use]
pub fn files(folder: &Path, extension: &str) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let found = paths.flat_map(|path| match path.extension() {
        _ if path.is_dir() => files(&path, extension),
        Some(it) if it == extension => {
            let text = fs::read_to_string(&path).expect("the file can be read");
            vec![(path, text)]
        }
        _ => Vec::new(),
    });
    found.collect()
}

/// Every `.rs` file below a folder, with its text.
#[must_use]
pub fn rust_files(folder: &Path) -> Vec<(PathBuf, String)> {
    files(folder, "rs")
}

/// Copies the YAML files of a folder, each text through `change`, and changelogs and guides as they are.
pub fn copy_specs(from: &Path, to: &Path, change: impl Fn(&str) -> String) {
    let write = |path: &Path, text: &str| {
        let path = to.join(path.strip_prefix(from).expect("it is in the folder"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    };
    files(from, "yaml").iter().for_each(|(path, text)| write(path, &change(text)));
    files(from, "md").iter().for_each(|(path, text)| write(path, text));
}

/// Writes a file, and its folders. One that doesn't change keeps its modification
/// time, which cargo goes by.
pub fn write_if_changed(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|before| before == text) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
    fs::write(path, text).expect("the file can be written");
}

/// The identifiers and the texts of Rust code, without comments and docs, and
/// without the reasons in `expect`, which nobody should read.
#[derive(Debug, Default)]
pub struct Words {
    /// Identifiers.
    pub idents: Vec<String>,
    /// String literals.
    pub texts: Vec<String>,
}

impl Words {
    /// The words of a file.
    #[must_use]
    pub fn of(code: &str) -> Self {
        let mut words = Self::default();
        words.collect(code.parse().expect("the file is Rust"));
        words
    }

    fn collect(&mut self, tokens: TokenStream) {
        let mut is_after_expect = false;
        for token in tokens {
            let is_reason = std::mem::take(&mut is_after_expect);
            match token {
                TokenTree::Ident(ident) if ident == "expect" => is_after_expect = true,
                TokenTree::Ident(ident) => self.idents.push(ident.to_string()),
                TokenTree::Literal(literal) => {
                    let text = syn::parse_str::<syn::LitStr>(&literal.to_string());
                    self.texts.extend(text.map(|text| text.value()));
                }
                TokenTree::Group(group) if is_reason || is_doc(&group) => {}
                TokenTree::Group(group) => self.collect(group.stream()),
                TokenTree::Punct(_) => {}
            }
        }
    }
}

fn is_doc(group: &proc_macro2::Group) -> bool {
    let first = group.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(ident)) if ident == "doc")
        && group.stream().into_iter().count() == 3
}

/// A new temporary folder, removed on drop.
#[derive(Debug)]
pub struct TempDir(tempfile::TempDir);

impl TempDir {
    /// A new, empty folder.
    #[must_use]
    pub fn new() -> Self {
        Self::named("codegen-tests-")
    }

    /// A new, empty folder whose name begins with that.
    #[must_use]
    pub fn named(prefix: &str) -> Self {
        Self(tempfile::Builder::new().prefix(prefix).tempdir().expect("a temporary folder"))
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Its path, for the arguments of a command.
    #[must_use]
    pub fn text(&self) -> &str {
        self.path().to_str().expect("a text")
    }

    /// Writes a file of that name, and the folders that it needs; returns its path.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(&path, text).expect("the file can be written");
        path
    }

    /// The text of the file of that name.
    #[must_use]
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("the file is there")
    }
}

impl Default for TempDir {
    fn default() -> Self {
        Self::new()
    }
}

/// The median of what was measured; the greater one of two in the middle.
#[must_use]
pub fn median<T: PartialOrd>(mut measured: Vec<T>) -> T {
    measured.sort_by(|one, other| one.partial_cmp(other).expect("numbers and times have an order"));
    measured.swap_remove(measured.len() / 2)
}

/// The pages of the guide, from the root of the workspace.
pub const GUIDE: &str = "generator/api-codegen/guide";

/// A page of the guide.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn guide(page: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    fs::read_to_string(root.join(GUIDE).join(page)).expect("the guide has the page")
}

/// The keys of the spec language in the table of a page of the guide.
#[must_use]
pub fn spec_keys(page: &str) -> Vec<String> {
    let page = guide(page);
    let rows = table(&page, "\n## Keys\n");
    rows.into_iter().flat_map(|row| codes(row[0])).map(str::to_owned).collect()
}

/// Writes texts into the files of a folder; those of one file with a line between them.
pub fn write_texts(folder: &TempDir, texts: impl IntoIterator<Item = (String, String)>) {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in texts {
        let file = files.entry(name).or_default();
        file.push_str(if file.is_empty() { "" } else { "\n" });
        file.push_str(&text);
    }
    files.iter().for_each(|(name, text)| drop(folder.write(name, text)));
}

/// The code of a text in files: a block that begins with `# PATH` is added to that file.
#[must_use]
pub fn written(markdown: &str, language: &str) -> Vec<(String, String)> {
    let blocks = blocks(markdown, language).into_iter();
    let named = blocks.filter_map(|block| {
        let (head, text) = block.split_once('\n')?;
        Some((head.strip_prefix("# ")?.to_owned(), text.to_owned()))
    });
    named.filter(|(path, _)| !path.contains(' ')).collect()
}

/// The cells of each row of the first table after a text.
///
/// # Panics
/// If the text isn't there.
#[must_use]
pub fn table<'t>(markdown: &'t str, after: &str) -> Vec<Vec<&'t str>> {
    let (_, rest) = markdown.split_once(after).unwrap_or_else(|| panic!("there is no `{after}`"));
    let rows = rest.lines().skip_while(|line| !line.starts_with("|--")).skip(1);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// The texts in code style.
pub fn codes(markdown: &str) -> impl Iterator<Item = &str> {
    markdown.split('`').skip(1).step_by(2)
}

/// The blocks of code in a language.
#[must_use]
pub fn blocks(markdown: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let blocks = markdown.split(&fence).skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The programs whose calls are commands, by their beginning.
const PROGRAMS: [&str; 10] = [
    "account-portal ",
    "api-codegen ",
    "backup-server ",
    "bash ",
    "cargo ",
    "git ",
    "mitmdump ",
    ".ci/",
    "tests/foreign/install",
    "tests/fuzz/run",
];

/// The commands of a text: the lines of its shell code, and what is in code style and
/// begins with a program, or with a variable for one.
#[must_use]
pub fn commands(markdown: &str) -> Vec<String> {
    let lines = blocks(markdown, "sh").into_iter().flat_map(|block| {
        let lines = block.replace("\\\n", "");
        lines.lines().map(str::to_owned).collect::<Vec<_>>()
    });
    let prose: String = markdown.split("```").step_by(2).collect();
    let is_variable = |it: &str| {
        let name = it.split_once('=').map_or("", |(name, _)| name);
        !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
    };
    let is_command = |it: &&str| PROGRAMS.iter().any(|name| it.starts_with(name)) || is_variable(it);
    let spans =
        prose.lines().flat_map(|line| codes(line).filter(is_command).map(str::to_owned)).collect::<Vec<_>>();
    lines.filter(|line| !line.trim().is_empty()).chain(spans).collect()
}
