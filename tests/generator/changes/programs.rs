//! The recorded caller and the recorded implementor, compiled against crates.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use generator_codegen::Selection;
use generator_spec::Spec;
use tests::compile::{Crate, Output};
use tests::{parallel, write_if_changed};

/// What the programs call a crate.
const LIBRARY: &str = "lamps_api";

/// A recorded program (`caller` or `implementor`) and the name of a crate.
pub struct Pair {
    pub program: &'static str,
    pub name: String,
}

/// Where everything is written.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("changes")
}

fn library(name: &str) -> String {
    format!("{LIBRARY}_{}", name.replace('-', "_"))
}

fn checked(name: &str) -> PathBuf {
    folder().join(format!("lib{}.rmeta", library(name)))
}

/// Compiles the crate of the API `lamps`; returns whether there is one.
pub fn compile(name: &str, spec: &Spec) -> bool {
    let folder = folder();
    let targets = ["api", "auth", "operations", "package", "server", "types"].map(str::to_owned).to_vec();
    let (written, _) =
        generator_codegen::emit(&spec.apis, "", &Selection { targets, ..Selection::default() });
    let files = written.into_iter().flat_map(|it| it.files());
    let mut is_there = false;
    for file in files.filter(|file| file.path.starts_with("lamps/src/")) {
        write_if_changed(&folder.join(name).join(&file.path), &file.text);
        is_there = true;
    }
    let library = Crate {
        name: &library(name),
        root: folder.join(name).join("lamps/src/lib.rs"),
        output: Output::CheckedLibrary,
        warnings: "allow",
        features: &["server"],
        uses: &[("api_runtime", None)],
    };
    if is_there && let Err(said) = library.compile(&folder) {
        panic!("the crate of {name} does not compile:\n{said}");
    }
    is_there
}

/// Compiles a program alone; returns what the compiler reports if it fails.
pub fn compile_alone(Pair { program, name }: &Pair) -> Result<(), String> {
    let root = Path::new("generator/changes").join(program).with_extension("rs");
    let checked = checked(name);
    let uses = [(LIBRARY, Some(checked.as_path()))];
    check(&format!("{program}_{}", name.replace('-', "_")), root, &uses)
}

/// Compiles programs as modules of a few: most of what a run of the compiler takes is the same for all.
pub fn compile_together(pairs: &[Pair]) -> Result<(), String> {
    let parts: Vec<(usize, &[Pair])> = pairs.chunks(pairs.len().div_ceil(4).max(1)).enumerate().collect();
    let results = parallel::map(&parts, |(number, pairs)| {
        let root = folder().join(format!("together-{number}.rs"));
        write_if_changed(&root, &modules(pairs));
        let libraries: Vec<(String, PathBuf)> =
            pairs.iter().map(|pair| (library(&pair.name), checked(&pair.name))).collect();
        let uses: Vec<_> =
            libraries.iter().map(|(name, file)| (name.as_str(), Some(file.as_path()))).collect();
        check(&format!("together_{number}"), root, &uses)
    });
    results.into_iter().collect()
}

fn modules(pairs: &[Pair]) -> String {
    let mut text = "#![allow(deprecated, dead_code, unused)]\n\nfn main() {}\n".to_owned();
    for Pair { program, name } in pairs {
        let (module, library) = (name.replace('-', "_"), library(name));
        let code =
            fs::read_to_string(format!("generator/changes/{program}.rs")).expect("the program is there");
        let code = code.lines().filter(|line| !line.starts_with("//!") && !line.starts_with("#!["));
        let code: String = code.flat_map(|line| [line, "\n"]).collect();
        let _ = write!(text, "\nmod {program}_{module} {{\nextern crate {library} as {LIBRARY};\n{code}}}\n");
    }
    text
}

fn check(name: &str, root: PathBuf, uses: &[(&str, Option<&Path>)]) -> Result<(), String> {
    let output = Output::CheckedProgram;
    let program = Crate { name, root, output, warnings: "allow", features: &[], uses };
    program.compile(&folder()).map(drop)
}
