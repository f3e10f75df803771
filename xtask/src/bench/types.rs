//! The cost of compiling types: 250 of 2,000 fields, against serde's derive of the same types.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

use super::child::{median, run as run_child};
use super::crates::of_rustc;
use super::{Scratch, synthetic};
use crate::Failure;
use crate::cargo::cargo;
use crate::terminal::println;

const TYPES: usize = 250;
const FIELDS: [&str; 8] = ["Name", "Size", "Owner", "State", "Limit", "Label", "Items", "Parent"];
const WORDS: [&str; 5] = ["Text", "Count", "Region", "Policy", "Stamp"];

/// The types of fields, in the spec and in Rust; `@` is another type.
const KINDS: [(&str, &str); 19] = [
    ("string", "String"),
    ("string", "String"),
    ("int", "i64"),
    ("string", "String"),
    ("bool", "bool"),
    ("string", "String"),
    ("int", "i64"),
    ("@", "@"),
    ("string", "String"),
    ("bool", "bool"),
    ("List<@>", "Vec<@>"),
    ("string", "String"),
    ("int", "i64"),
    ("number", "serde_json::Number"),
    ("string", "String"),
    ("List<string>", "Vec<String>"),
    ("int", "i64"),
    ("string", "String"),
    ("Dictionary<string, @>", "std::collections::BTreeMap<String, @>"),
];

/// The crates and a program of each that reads and writes every type.
const CRATES: [[&str; 2]; 2] = [["types_generated", "types_by_serde"], ["uses_generated", "uses_by_serde"]];

/// Measures both, taking turns.
pub fn run(root: &Path) -> Result<(), Failure> {
    let scratch = Scratch::new("types")?;
    generated(root, scratch.path())?;
    by_serde(root, scratch.path()).map_err(Failure::of)?;
    let cargo = |verb: &str, package: &str| {
        let mut command = cargo();
        command.args([verb, "--offline", "--package", package]).current_dir(scratch.path());
        // No client: it costs what it costs whatever the types.
        command.args((verb == "build").then_some("--no-default-features"));
        command.env("CARGO_TARGET_DIR", scratch.path().join("target")).env("CARGO_INCREMENTAL", "0");
        command
    };
    for packages in CRATES {
        let mut costs = [Vec::new(), Vec::new()];
        for round in 0..4 {
            for (costs, package) in costs.iter_mut().zip(packages) {
                run_child(&mut cargo("clean", package))?;
                let log = scratch.path().join("rustc.log");
                let (_, cost) = of_rustc(&mut cargo("build", package), package, &log)?;
                // The first builds what they depend on.
                costs.extend((round > 0).then_some(cost));
            }
        }
        let [own, other] = costs.map(median);
        let cpu = own.cpu.as_secs_f64() / other.cpu.as_secs_f64();
        let peak = own.peak as f64 / other.peak as f64;
        let [generated, serde] = packages;
        println(&format!("{generated:16} {own}  (median of 3)"))?;
        println(&format!("{serde:16} {other}"))?;
        println(&format!("ratio            CPU {cpu:.2}, peak {peak:.2}"))?;
    }
    Ok(())
}

/// The crate that the generator makes.
fn generated(root: &Path, folder: &Path) -> Result<(), Failure> {
    let spec = folder.join("spec");
    synthetic::write(&spec, 1).map_err(Failure::of)?;
    let path = spec.join("synthetic/types.yaml");
    let mut types = fs::read_to_string(&path).map_err(Failure::of)?;
    for ty in 1..=TYPES {
        let _ = writeln!(types, "Thing{ty}:\n  status: inferred\n  fields:");
        for [name, _, spec, _] in fields(ty) {
            let _ = writeln!(types, "    {name}: {spec}");
        }
    }
    fs::write(path, types).map_err(Failure::of)?;
    let program = env::current_exe().map_err(Failure::of)?;
    let mut codegen = Command::new(program);
    codegen.arg("codegen").arg("--spec").arg(spec).arg("--out").arg(folder.join("generated"));
    run_child(codegen.args(["--crate-name", "types_generated"]).current_dir(root)).map(drop)
}

/// The same types with serde's derive, which doesn't keep unknown fields; and the programs.
fn by_serde(root: &Path, folder: &Path) -> io::Result<()> {
    let mut types = "//! The same types.\n\nuse serde::{Deserialize, Serialize};\n".to_owned();
    let mut calls = String::new();
    for ty in 1..=TYPES {
        let _ = writeln!(types, "\n/// A type.\n{DERIVE}\npub struct Thing{ty} {{");
        for [name, field, _, rust] in fields(ty) {
            let _ = writeln!(types, "    /// `{name}`.\n    {SKIP}\n    pub {field}: Option<{rust}>,");
        }
        types.push_str("}\n");
        let _ = writeln!(calls, "    each::<types::Thing{ty}>();");
    }
    package(folder, "types_by_serde", "lib.rs", None, &types)?;
    for (program, types) in CRATES[1].into_iter().zip(CRATES[0]) {
        let source = format!("use {types} as types;\n\n{PROGRAM}\nfn main() {{\n{calls}}}\n");
        package(folder, program, "main.rs", Some(types), &source)?;
    }
    let members = r#"["generated/synthetic", "types_by_serde", "uses_generated", "uses_by_serde"]"#;
    // As in this workspace.
    let profile = "[profile.dev]\ndebug = \"line-tables-only\"\n";
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {members}\n\n{profile}");
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).map(drop)
}

const DERIVE: &str = "#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]\n\
                      #[serde(default, rename_all = \"PascalCase\")]";
const SKIP: &str = "#[serde(skip_serializing_if = \"Option::is_none\")]";
const PROGRAM: &str = r#"fn each<T: serde::de::DeserializeOwned + serde::Serialize + std::fmt::Debug + PartialEq>() {
    let it: T = serde_json::from_str("{}").unwrap();
    let text = serde_json::to_string(&it).unwrap();
    assert_eq!(it, serde_json::from_str(&text).unwrap());
}
"#;

/// The fields of a type: name, Rust name, type in the spec, type in Rust.
fn fields(ty: usize) -> impl Iterator<Item = [String; 4]> {
    FIELDS.into_iter().enumerate().map(move |(index, first)| {
        let number = ty * FIELDS.len() + index;
        let second = WORDS.get(ty % WORDS.len()).copied().unwrap_or_default();
        let (spec, rust) = KINDS.get(number % KINDS.len()).copied().unwrap_or_default();
        // Of the types before, the first has none.
        let other = format!("Thing{}", 1 + number % (ty - 1).max(1));
        let [spec, rust] = match ty {
            1 => [spec.replace('@', "string"), rust.replace('@', "String")],
            _ => [spec, rust].map(|kind| kind.replace('@', &other)),
        };
        [format!("{first}{second}"), format!("{first}_{second}").to_lowercase(), spec, rust]
    })
}

fn package(folder: &Path, name: &str, file: &str, types: Option<&str>, source: &str) -> io::Result<()> {
    let folder = folder.join(name);
    fs::create_dir_all(folder.join("src"))?;
    let types = match types {
        Some("types_generated") => {
            "types_generated = { path = \"../generated/synthetic\", default-features = false }\n"
        }
        Some(_) => "types_by_serde = { path = \"../types_by_serde\" }\n",
        None => "",
    };
    let serde = "serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n";
    let manifest =
        format!("[package]\nname = {name:?}\nedition = \"2024\"\n\n[dependencies]\n{serde}{types}");
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(folder.join("src").join(file), source)
}
