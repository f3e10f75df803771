//! The recorded caller and the recorded implementor, compiled against crates.
//!
//! Most of what a run of the compiler takes is the same for all, so the crates are modules
//! of a few, and the programs too.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use generator_codegen::Selection;
use generator_spec::Spec;
use tests::compile::{Crate, Output, in_module};
use tests::{TempDir, parallel};

/// The recorded programs.
pub const PROGRAMS: [&str; 2] = ["caller", "implementor"];

/// Compiles both programs against the crate of the API `lamps` of each spec. Returns those
/// that don't compile, as `<program>_<name>`, each with what the compiler reports.
pub fn failing(specs: &[(String, &Spec)]) -> Vec<(String, String)> {
    let parts: Vec<_> = specs.chunks(specs.len().div_ceil(4).max(1)).collect();
    parallel::map(&parts, |specs| failing_of(specs)).concat()
}

fn failing_of(specs: &[(String, &Spec)]) -> Vec<(String, String)> {
    let folder = TempDir::new();
    let mut types = BTreeMap::new();
    let (there, absent): (Vec<_>, Vec<_>) =
        specs.iter().partition(|(name, spec)| write(&folder, name, spec, &mut types));
    let pairs = |specs: Vec<&(String, &Spec)>| -> Vec<(&str, String)> {
        specs.iter().flat_map(|(name, _)| PROGRAMS.map(|program| (program, name.clone()))).collect()
    };
    let mut failing: Vec<(String, String)> =
        pairs(absent).iter().map(|pair| (module(pair), "there is no crate".to_owned())).collect();
    let crates: String = there.iter().map(|(name, _)| library(name)).collect();
    let crates = compile(&folder, "crates", Output::CheckedLibrary, &crates, &[("api_runtime", None)])
        .unwrap_or_else(|said| panic!("a crate does not compile:\n{said}"));
    let mut left = pairs(there);
    left.iter().for_each(|pair| drop(folder.write(&format!("{}.rs", module(pair)), program(pair))));
    // What is wrong with one can hide what is wrong with another, but not both.
    loop {
        let modules: String = left.iter().map(|pair| format!("mod {};\n", module(pair))).collect();
        let root = format!("fn main() {{}}\n{modules}");
        let uses = [("crates", Some(crates.as_path()))];
        let Err(said) = compile(&folder, "programs", Output::CheckedProgram, &root, &uses) else {
            return failing;
        };
        let before = failing.len();
        left.retain(|pair| {
            let errors = said.split("\n\n").find(|error| error.contains(&format!("/{}.rs:", module(pair))));
            failing.extend(errors.map(|error| (module(pair), error.to_owned())));
            errors.is_none()
        });
        assert!(failing.len() > before, "{said}");
    }
}

/// Writes a crate as a module; returns whether there is one.
///
/// Types take the compiler a third of its time, and most crates have the same, which name nothing
/// but each other: `types` is where they are.
fn write(folder: &TempDir, name: &str, spec: &Spec, types: &mut BTreeMap<String, String>) -> bool {
    let targets = ["api", "auth", "operations", "package", "server", "types"].map(str::to_owned).to_vec();
    let selection = Selection { targets, ..Selection::default() };
    let (written, _) = generator_codegen::emit(&spec.apis, "", &selection);
    let files = written.into_iter().flat_map(|it| it.files());
    let files: Vec<_> = files.filter(|file| file.path.starts_with("lamps/src/")).collect();
    for file in &files {
        let is_types = file.path == "lamps/src/types.rs";
        let known =
            is_types.then(|| types.entry(without_comments(&file.text)).or_insert_with(|| name.to_owned()));
        let text = match known {
            Some(other) if other != name => format!("pub use crate::{other}::types::*;\n"),
            _ => in_module(&file.text, name),
        };
        folder.write(&format!("{name}/{}", file.path), text);
    }
    !files.is_empty()
}

fn without_comments(code: &str) -> String {
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn library(name: &str) -> String {
    format!("#[path = \"{name}/lamps/src/lib.rs\"]\npub mod {name};\n")
}

fn module((program, name): &(&str, String)) -> String {
    format!("{program}_{name}")
}

/// The program as a module.
fn program((program, name): &(&str, String)) -> String {
    let path = format!("generator/changes/{program}.rs");
    let code = fs::read_to_string(path).expect("the program is there");
    let (docs, code): (Vec<&str>, Vec<&str>) = code.lines().partition(|line| line.starts_with("//!"));
    format!("{}\nuse crates::{name} as lamps_api;\n{}\n", docs.join("\n"), code.join("\n"))
}

fn compile(
    folder: &TempDir,
    name: &str,
    output: Output,
    code: &str,
    uses: &[(&str, Option<&Path>)],
) -> Result<std::path::PathBuf, String> {
    let root = folder.write(&format!("{name}.rs"), code);
    Crate { name, root, output, warnings: "allow", features: &["server"], uses }.compile(folder.path())
}
