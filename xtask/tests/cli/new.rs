//! `cargo xtask new`, in a copy of this workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::compile::{Crate, Output};

use super::{Ran, command, copy_folder, ran, workspace};

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// A copy of what cargo and xtask read.
fn copy(name: &str) -> PathBuf {
    let root = Path::new(TEMPORARY).join(name);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("a folder");
    for file in ["Cargo.toml", "Cargo.lock", "codegen.toml"] {
        fs::copy(workspace().join(file), root.join(file)).expect("a file");
    }
    for folder in ["generated", "generator", "spec", "xtask"] {
        copy_folder(&workspace().join(folder), &root.join(folder));
    }
    copy_folder(&workspace().join("tests/rest"), &root.join("tests/rest"));
    // Of this member, cargo reads the manifest only: third-party tools are large.
    fs::copy(workspace().join("tests/Cargo.toml"), root.join("tests/Cargo.toml")).expect("a file");
    root
}

pub fn xtask(root: &Path, args: &[&str]) -> Ran {
    ran(command(args).current_dir(root).env("CARGO_MANIFEST_DIR", root.join("xtask")))
}

fn assert_success(ran: &Ran) {
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
}

/// A spec and its crate. That such a crate compiles, `ten_minutes` shows.
#[test]
fn a_new_api_is_generated() {
    let root = copy("new");
    let made = xtask(&root, &["new", "tool-shed", "--title", "Ann's \"tool shed\": 1"]);
    assert_success(&made);
    assert!(made.err.contains("cargo check -p tool-shed-api"), "{}", made.err);
    assert_success(&xtask(&root, &["fmt", "--check"]));
    assert_success(&xtask(&root, &["codegen"]));
    assert_success(&xtask(&root, &["codegen", "--check"]));
    let library = fs::read_to_string(root.join("generated/tool-shed/src/lib.rs")).expect("a crate");
    assert!(library.contains("//! Ann's \"tool shed\": 1: a typed client and server."), "{library}");

    let mut cargo = Command::new(std::env::var_os("CARGO").expect("cargo runs the tests"));
    cargo.args([
        "tree",
        "--offline",
        "--quiet",
        "--depth=0",
        "-p",
        "tool-shed-api",
        "--features=blocking,cli,mock",
    ]);
    assert_success(&ran(cargo.current_dir(&root)));
    fs::remove_dir_all(root).expect("the copy can go");
}

/// An empty folder, or what its files are to be.
pub fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = Path::new(TEMPORARY).join(name);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("a folder");
    files.iter().for_each(|(path, text)| tests::write_if_changed(&root.join(path), text));
    root
}

/// A repository that has nothing yet, not even a folder of specs.
#[test]
fn an_empty_folder_gets_an_api() {
    let root = folder("new-empty", &[]);
    let without_spec = xtask(&root, &["schema"]);
    assert!(without_spec.code == Some(1) && without_spec.err.contains("new NAME"), "{}", without_spec.err);
    let made = xtask(&root, &["new", "tool-shed"]);
    let next = "\n  cargo xtask codegen\n  cargo test\n  cargo run --example tool-shed-mock\n";
    assert!(made.code == Some(0) && made.err.contains(next), "{}", made.err);
    for args in [&["codegen"][..], &["codegen", "--check"], &["lint"]] {
        assert_success(&xtask(&root, args));
    }
    let manifest = fs::read_to_string(root.join("generated/tool-shed/Cargo.toml")).expect("a crate");
    assert!(manifest.contains("path = \"../api-runtime\""), "{manifest}");
    assert!(root.join("generated/api-runtime/src/lib.rs").exists());
    // Those that the first lines of the files name.
    let schema = root.join("spec/types.schema.json");
    assert_eq!(fs::read(&schema).ok(), fs::read(workspace().join("spec/types.schema.json")).ok());
    fs::write(&schema, "{}").expect("the file can be written");
    let updated = xtask(&root, &["schema"]);
    assert_eq!(updated.err, "write spec/types.schema.json\nspec: 5 schemas, up to date\n");

    // The next commands, without what cargo would build once more.
    let metadata = ["metadata", "--no-deps", "--offline", "--format-version=1"];
    let packages = ran(Command::new(env!("CARGO")).args(metadata).current_dir(&root)).out;
    for name in ["tool-shed-tests", "tool-shed-api", "api-runtime"] {
        assert!(packages.contains(&format!("\"name\":\"{name}\"")), "{packages}");
    }
}

/// Compiles the test and the example of an API.
pub fn programs(root: &Path, api: &str) -> [PathBuf; 2] {
    let compile = |name, file: PathBuf, output, features, uses: &[_]| {
        let library = Crate { name, root: file, output, warnings: "deny", features, uses };
        library.compile(root).expect("it compiles")
    };
    let library = api.replace('-', "_") + "_api";
    let file = root.join("generated").join(api).join("src/lib.rs");
    let features = &["blocking", "cassette", "client", "mock", "server"];
    let file = compile(&library, file, Output::Library, features, &[("api_runtime", None)]);
    ["tests/{}.rs", "examples/{}-mock.rs"].map(|path| {
        let code = fs::read_to_string(root.join(path.replace("{}", api))).expect("a program");
        // Without a harness.
        let tests = code.split("#[test]\nfn ").skip(1).filter_map(|it| it.split_once('('));
        let calls: String = tests.map(|(name, _)| format!("    {name}()?;\n")).collect();
        let main = format!("fn main() -> Result<(), Box<dyn Error>> {{\n{calls}    Ok(())\n}}\n");
        let code = if calls.is_empty() { code } else { code.replace("#[test]\n", "") + &main };
        let name = if path.starts_with("tests") { "new_test" } else { "new_mock" };
        tests::write_if_changed(&root.join(format!("target/{name}.rs")), &code);
        let program = root.join(format!("target/{name}.rs"));
        compile(name, program, Output::Program, &[], &[(&library, Some(file.as_path()))])
    })
}

/// Nothing that exists is changed, and what was left alone is reported.
#[test]
fn what_exists_stays() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        (".gitignore", "target/\n"),
        ("codegen.toml", "output = \"made\"\n"),
        (".github/workflows/api.yml", "name: mine\n"),
        ("tests/lamps.rs", "// mine\n"),
    ];
    let root = folder("new-existing", &files);
    fs::create_dir(root.join(".git")).expect("a folder");
    // A run that was killed has left the first, and another may be using the second.
    let [left, used] = ["1", "2"].map(|name| root.join(format!("spec/.codegen-new-{name}-0")));
    [&left, &used].iter().for_each(|it| fs::create_dir_all(it).expect("a folder"));
    let hour_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    fs::File::open(&left).and_then(|it| it.set_modified(hour_ago)).expect("an old folder");
    let made = xtask(&root, &["new", "lamps"]);
    assert_success(&made);
    for (path, text) in files {
        assert_eq!(fs::read_to_string(root.join(path)).ok().as_deref(), Some(text), "{path}");
        assert!(made.err.contains(&format!("{path} is there already: not changed\n")), "{}", made.err);
    }
    assert!(made.err.contains("note: add to .gitignore:\n    .codegen-*\n"), "{}", made.err);
    assert!(!left.exists() && used.exists());
    let next = "\n  cargo add --dev --path made/lamps --no-default-features --features blocking,mock\n";
    assert!(made.err.contains(next), "{}", made.err);
    let attributes = fs::read_to_string(root.join(".gitattributes")).expect("it is written");
    assert!(attributes.starts_with("made/** "), "{attributes}");
    let nightly = root.join(".github/workflows/lamps-nightly.yml");
    let nightly = fs::read_to_string(nightly).expect("a workflow");
    for line in [
        "- run: cargo install --path made/lamps --features cli,cassette\n",
        "- run: lamps conformance --record night.jsonl\n",
        "LAMPS_KEY: ${{ secrets.LAMPS_KEY }}\n",
        "- run: api-codegen learn night.jsonl --api lamps --check --deny added --format markdown >> ",
    ] {
        assert!(nightly.contains(line), "{line}: {nightly}");
    }

    // A workspace without a package has no tests; in a folder of a repository there is no workflow.
    let inner = folder("new-existing/inner", &[("Cargo.toml", "[workspace]\n")]);
    let made = xtask(&inner, &["new", "lamps"]);
    assert!(made.err.contains("add \"generated/lamps\" to `members` in Cargo.toml\n"), "{}", made.err);
    assert!(!inner.join("tests").exists() && !inner.join(".github").exists());
}

/// A repository that has a spec gets the rest.
#[test]
fn a_spec_that_exists_stays() {
    let root = folder("new-described", &[]);
    assert_success(&xtask(&root, &["new", "lamps"]));
    for path in ["Cargo.toml", "codegen.toml", "tests/lamps.rs"] {
        fs::remove_file(root.join(path)).expect("it was written");
    }
    let spec = root.join("spec/lamps/api.yaml");
    let mine = fs::read_to_string(&spec).expect("a spec") + "# mine\n";
    fs::write(&spec, &mine).expect("the file can be written");
    let made = xtask(&root, &["new", "lamps"]);
    assert_success(&made);
    assert!(made.err.contains("spec/lamps is there already: not changed\n"), "{}", made.err);
    assert!(made.err.ends_with("\nNext:\n  cargo xtask codegen\n  cargo test\n"), "{}", made.err);
    assert_eq!(fs::read_to_string(&spec).ok(), Some(mine));
    assert!(root.join("Cargo.toml").exists() && root.join("codegen.toml").exists());
    assert_success(&xtask(&root, &["codegen"]));
    programs(&root, "lamps");
}

/// A rejected API changes nothing.
#[test]
fn an_api_that_cannot_be_is_rejected() {
    let root = Path::new(TEMPORARY).join("new-refused");
    let _ = fs::remove_dir_all(&root);
    copy_folder(&workspace().join("spec"), &root.join("spec"));
    let before = tests::names_in(root.join("spec"));
    // Its folder would be that of the surfaces.
    let ran = xtask(&root, &["new", "surface"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("cannot be called `surface`"), "{}", ran.err);
    assert!(!ran.err.contains(".codegen-"), "the folder is gone: {}", ran.err);
    assert_eq!(tests::names_in(root.join("spec")), before);
    fs::remove_dir_all(root).expect("the copy can go");
}
