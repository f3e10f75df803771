//! The output of the fixtures compiles, for clients and for servers: the crates of all of them, and
//! the examples of their books, READMEs and docs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use generator_spec::model::Api;
use tests::book::{pages, program};
use tests::compile::{Crate, Output, in_module};
use tests::sample::sample;
use tests::{TempDir, parallel};

/// All but TLS, which changes nothing in a crate.
const FEATURES: [&str; 6] = ["blocking", "cassette", "cli", "client", "mock", "server"];

/// Most of a compiler run goes into what all crates have in common, so crates become modules of a few.
#[test]
fn every_crate_compiles() {
    let fixtures = sample("fixtures that are compiled", tests::names_in("data/fixtures"), 6);
    let parts: Vec<_> = fixtures.chunks(fixtures.len().div_ceil(4)).collect();
    let said: String =
        parallel::map(&parts, |fixtures| compile(fixtures)).into_iter().filter_map(Result::err).collect();
    assert_eq!(said, "", "an error or a warning");
}

/// As members of one workspace: their packages are called after the fixture, too.
#[test]
fn cargo_accepts_every_manifest() {
    let folder = TempDir::new();
    for fixture in tests::names_in("data/fixtures") {
        for file in tests::emitted_of(&format!("data/fixtures/{fixture}")) {
            let name = format!("{fixture}/{}", file.path);
            match file.path.rsplit('/').next() {
                Some("Cargo.toml") => {
                    let name_of_package = format!("name = \"{fixture}-");
                    folder.write(&name, file.text.replacen("name = \"", &name_of_package, 1));
                }
                Some("lib.rs" | "main.rs") => drop(folder.write(&name, "")),
                _ => {}
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in a workspace");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest is there");
    let package = manifest.split("\n\n").find(|it| it.starts_with("[workspace.package]"));
    let package = package.expect("it has a package for all");
    let runtime = root.join("generator/runtime");
    let dependency = format!("api-runtime = {{ path = {runtime:?}, default-features = false }}");
    let workspace =
        "[workspace]\nresolver = \"3\"\nmembers = [\"*/*\"]\nexclude = [\"*/docs\", \"*/openapi\"]";
    folder
        .write("Cargo.toml", format!("{workspace}\n\n{package}\n\n[workspace.dependencies]\n{dependency}\n"));
    // The versions of this workspace, which are on this machine.
    fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("the lock file is copied");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--quiet", "--depth=0", "--workspace", "--no-default-features"]);
    let output = cargo.arg("--features").arg(FEATURES.join(",")).current_dir(folder.path()).output();
    let output = output.expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let packages = String::from_utf8_lossy(&output.stdout).lines().filter(|line| !line.is_empty()).count();
    assert!(packages >= tests::names_in("data/fixtures").len(), "{packages} packages");
}

/// Compiles the crates of fixtures, their programs, and the examples in their books, in the READMEs
/// and in the docs of the crates; returns what the compiler reports.
fn compile(fixtures: &[String]) -> Result<(), String> {
    let folder = TempDir::new();
    let (mut crates, mut programs) = (String::new(), String::new());
    for fixture in fixtures {
        let apis = tests::read(&format!("data/fixtures/{fixture}"));
        let modules: Vec<(&Api, String)> =
            apis.iter().map(|api| (api, format!("{fixture}_{}", api.name).replace('-', "_"))).collect();
        write(&apis, &modules, &folder, fixture);
        let examples = in_crates(&examples(&apis, &folder.path().join(fixture)), &modules);
        let name = fixture.replace('-', "_");
        let _ = write!(programs, "#[allow(warnings)]\nmod {name} {{\n{examples}\n}}\n");
        for (api, module) in &modules {
            let _ = write!(crates, "#[path = \"{fixture}/{}/src/lib.rs\"]\npub mod {module};\n", api.name);
            let main = folder.read(&format!("{fixture}/{}/src/main.rs", api.name));
            folder.write(&format!("{module}.rs"), in_crates(&main, &modules));
            let _ = write!(programs, "#[allow(dead_code)]\nmod {module};\n");
        }
    }
    let check = |name: &str, code: &str, uses: &[(&str, Option<&Path>)]| {
        let root = folder.write(&format!("{name}.rs"), code);
        let output = Output::CheckedLibrary;
        Crate { name, root, output, warnings: "deny", features: &FEATURES, uses }.compile(folder.path())
    };
    let crates = check("crates", &crates, &[("api_runtime", None)])?;
    check("programs", &programs, &[("crates", Some(&crates)), ("serde_json", None)]).map(drop)
}

/// Writes what is generated; the crates as modules.
fn write(apis: &[Api], modules: &[(&Api, String)], folder: &TempDir, fixture: &str) {
    for file in tests::emitted(apis) {
        let module = modules.iter().find(|(api, _)| file.path.starts_with(&format!("{}/src/", api.name)));
        let text = module.map_or_else(|| file.text.clone(), |(_, module)| in_module(&file.text, module));
        folder.write(&format!("{fixture}/{}", file.path), text);
    }
}

/// Code that uses the modules instead of the crates.
fn in_crates(code: &str, modules: &[(&Api, String)]) -> String {
    modules.iter().fold(code.to_owned(), |code, (api, module)| {
        code.replace(&format!("{}::", api.rust.library), &format!("crates::{module}::"))
    })
}

/// The examples as modules.
fn examples(apis: &[Api], folder: &Path) -> String {
    let (mut program, _) = program::program(&pages::pages(&folder.join("docs/src")));
    for (number, code) in apis.iter().flat_map(|api| of_crate(api, &folder.join(&api.name))).enumerate() {
        let _ = write!(program, "mod of_crate_{number} {{\n{code}\n}}\n\n");
    }
    program
}

/// The examples of a crate as items.
fn of_crate(api: &Api, folder: &Path) -> Vec<String> {
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("the crate has the file");
    let pages = ["src/lib.rs", "src/guide/errors.rs", "src/guide/transports.rs"];
    let docs = pages.iter().flat_map(|page| doctests(&read(page)));
    let item = |code: String| match code.contains("Ok::<()") {
        true => format!("fn test() -> Result<(), {}::Error> {{\n{code}}}", api.rust.library),
        false => code,
    };
    readme(&read("README.md")).into_iter().chain(docs.map(item)).collect()
}

/// The code in the docs of a module, with the lines that rustdoc hides.
fn doctests(module: &str) -> Vec<String> {
    let mut tests: Vec<String> = Vec::new();
    let mut is_code = false;
    for line in module.lines() {
        match line.strip_prefix("//!").map(|line| line.strip_prefix(' ').unwrap_or(line)) {
            Some("```") => is_code = false,
            Some(line) if is_code => {
                let line = if line == "#" { "" } else { line.strip_prefix("# ").unwrap_or(line) };
                tests.iter_mut().last().expect("it has begun").extend([line, "\n"]);
            }
            // The other fence is for builds without a feature.
            None if line.contains("doc = \" ```") && !line.contains("```ignore") => {
                tests.push(String::new());
                is_code = true;
            }
            Some(_) | None => {}
        }
    }
    tests
}

/// The Rust code of a README.
fn readme(text: &str) -> Vec<String> {
    let blocks = text.split("\n```rust,no_run\n").skip(1);
    blocks.filter_map(|block| block.split_once("\n```")).map(|(code, _)| code.to_owned()).collect()
}
