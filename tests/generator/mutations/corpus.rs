//! The corpus: the real specs with overlays, and every fixture.

use std::fs;
use std::path::{Path, PathBuf};

use generator_spec::Spec;

use tests::random::Random;

/// A file: its path and its text.
pub type File = (String, Vec<u8>);

/// A spec, its overlays, and what they mean.
pub struct Corpus {
    /// `spec/…` and `overlays/…`
    pub files: Vec<File>,
    pub spec: Spec,
}

/// The real specs first.
pub fn all() -> Vec<Corpus> {
    let overlays = ["paths-and-types", "more-operations"].map(|name| format!("data/overlays/{name}.yaml"));
    let real = corpus("../spec", &overlays.map(PathBuf::from));
    let fixtures = tests::names_in("data/fixtures").into_iter().map(|name| {
        let folder = format!("data/fixtures/{name}");
        let names = tests::names_in(&folder).into_iter().filter(|name| name.ends_with(".yaml"));
        let overlays: Vec<PathBuf> = names.map(|name| Path::new(&folder).join(name)).collect();
        corpus(&folder, &overlays)
    });
    std::iter::once(real).chain(fixtures).collect()
}

fn corpus(folder: &str, overlays: &[PathBuf]) -> Corpus {
    let below = |path: &Path| path.strip_prefix(folder).expect("it is below").to_string_lossy().into_owned();
    let is_spec =
        |path: &PathBuf| below(path).contains('/') && path.extension().is_some_and(|it| it == "yaml");
    let spec = tree(Path::new(folder)).into_iter().filter(is_spec);
    let spec = spec.map(|path| (format!("spec/{}", below(&path)), path));
    let overlay = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        (format!("overlays/{name}"), path.clone())
    };
    let files = spec.chain(overlays.iter().map(overlay));
    let files = files.map(|(name, path)| (name, fs::read(path).expect("the file can be read"))).collect();
    let spec = Spec::open_with(Path::new(folder), overlays);
    let spec = spec.unwrap_or_else(|errors| panic!("{folder}: {} errors", errors.len()));
    Corpus { files, spec }
}

/// A real spec takes as long as twenty fixtures.
pub fn pick<'c>(corpora: &'c [Corpus], random: &mut Random) -> &'c Corpus {
    match random.below(20) {
        0 => &corpora[0],
        _ => random.one(&corpora[1..]),
    }
}

/// Writes a spec; returns its overlays.
pub fn write(files: &[File], folder: &Path) -> Vec<PathBuf> {
    fs::create_dir_all(folder.join("spec")).expect("a folder");
    let mut overlays = Vec::new();
    for (name, content) in files {
        let path = folder.join(name);
        // A name that is too long, or the one of a folder, is left out.
        let _ = fs::create_dir_all(path.parent().expect("a parent"));
        if fs::write(&path, content).is_ok() && name.starts_with("overlays/") {
            overlays.push(path);
        }
    }
    overlays
}

/// Every file below a folder.
pub fn tree(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        paths.flat_map(|path| if path.is_dir() { tree(&path) } else { vec![path] }).collect();
    files.sort();
    files
}
