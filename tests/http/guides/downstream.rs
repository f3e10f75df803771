//! The Rust code of README, of the guides and of `examples`, compiled as the crate that
//! somebody copies it into: with the dependencies and features that are named beside it,
//! and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use generator_spec::model::Api;
use tests::compile::{Crate, Output};
use tests::sample::sample;
use tests::{TempDir, parallel};

/// The dependencies of every client: a guide names only the others.
const USUAL: &str = "tokio = { version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }";

/// The features of generated crates that enable others, and those.
const ENABLED: [(&str, &[&str]); 3] =
    [("default", &["client", "tls"]), ("blocking", &["client"]), ("mock", &["cassette", "server"])];

/// Code that needs a feature of tokio.
const TOKIO: [(&str, &str); 7] = [
    ("tokio::fs", "fs"),
    ("tokio::io::Async", "io-util"),
    ("#[tokio::", "macros"),
    ("tokio::select!", "macros"),
    ("tokio::net", "net"),
    ("tokio::signal", "signal"),
    ("tokio::time", "time"),
];

/// The database of members that the guides leave to the reader.
const DIRECTORY: &str = "pub struct Directory;
impl Directory { async fn find(&self, _: &str) -> std::io::Result<Option<Member>> { Ok(None) } }";

/// The dependencies of a crate, each with its features.
#[derive(Clone, Debug, Default)]
struct Manifest(BTreeMap<String, BTreeSet<String>>);

impl Manifest {
    fn add(&mut self, toml: &str) {
        let dependencies = toml.split_once("dependencies]").map_or(toml, |(_, lines)| lines);
        for line in dependencies.lines() {
            let Some((name, value)) = line.split_once(" = ") else { continue };
            let features = value.split_once("features = [").map_or("", |(_, features)| features);
            let features = features.split('"').skip(1).step_by(2).map(str::to_owned);
            self.0.entry(name.to_owned()).or_default().extend(features);
        }
    }

    /// The features of a generated crate.
    fn features(&self, package: &str) -> Vec<&str> {
        let named = self.0[package].iter().map(String::as_str).chain(["default"]);
        let all = named.flat_map(|name| {
            let enabled = ENABLED.iter().filter(move |(feature, _)| *feature == name);
            enabled.flat_map(|(_, enabled)| enabled.iter().copied()).chain([name])
        });
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Fails if the code needs a feature of tokio that is not named.
    fn check_tokio(&self, name: &str, code: &str) {
        for (needs, feature) in TOKIO.iter().filter(|(needs, _)| code.contains(needs)) {
            assert!(self.0["tokio"].contains(*feature), "{name}: `{needs}` needs `{feature}` of tokio");
        }
    }
}

/// Code to compile and the dependencies that it has.
struct Document {
    name: String,
    manifest: Manifest,
    root: PathBuf,
}

impl Document {
    fn new(name: &str, manifest: Manifest, code: &str, folder: &TempDir) -> Self {
        manifest.check_tokio(name, code);
        let root = folder.write(&format!("{name}.rs"), code);
        Self { name: name.to_owned(), manifest, root }
    }

    /// README or a guide. `package` is that of its API.
    fn of_blocks(name: &str, package: &str, blocks: &[crate::guides::Block], folder: &TempDir) -> Self {
        let of = |language| blocks.iter().filter(move |block| block.language.starts_with(language));
        let mut manifest = Manifest::default();
        manifest.add(&format!("{package} = {{}}\n{USUAL}"));
        of("toml").for_each(|block| manifest.add(&block.code));
        let code: Vec<&str> = of("rust").map(|block| block.code.as_str()).collect();
        Self::new(name, manifest, &program(&package.replace('-', "_"), &code), folder)
    }

    /// A program of `examples`, whose docs name its dependencies.
    fn of_example(name: &str, root: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(root);
        let code = fs::read_to_string(&root).expect("the example is there");
        let mut manifest = Manifest::default();
        let docs = code.lines().map_while(|line| line.strip_prefix("//!"));
        manifest.add(&docs.map(str::trim_start).collect::<Vec<_>>().join("\n"));
        manifest.check_tokio(name, &code);
        Self { name: name.to_owned(), manifest, root }
    }

    /// Compiles it; returns what the compiler reports.
    fn compile(&self, libraries: &Libraries, out: &Path) -> Result<(), String> {
        let names: Vec<String> = self.manifest.0.keys().map(|name| name.replace('-', "_")).collect();
        let used = names.iter().zip(self.manifest.0.keys()).map(|(library, package)| {
            (library.as_str(), libraries.get(&self.manifest, package).map(PathBuf::as_path))
        });
        let uses: Vec<_> = used.collect();
        let output = if self.root.starts_with(out) { Output::CheckedLibrary } else { Output::CheckedProgram };
        let root = self.root.clone();
        let compiled =
            Crate { name: &self.name, root, output, warnings: "allow", features: &[], uses: &uses }
                .compile(out);
        compiled.map(drop).map_err(|said| format!("{}: {said}", self.name))
    }
}

/// The blocks of a text as one library: what a block defines is there for those after it.
fn program(library: &str, blocks: &[&str]) -> String {
    let (mut program, mut before) = ("#![allow(warnings)]\n".to_owned(), String::new());
    for (number, code) in blocks.iter().enumerate() {
        let name = format!("block_{number}");
        let _ = match syn::parse_file(code) {
            Ok(_) => {
                let own = if code.contains("for Directory") { DIRECTORY } else { "" };
                write!(program, "mod {name} {{\n{before}{own}\n{code}\n}}\n")
            }
            Err(_) => {
                let found: String = found(library, code);
                let result = "Result<(), Box<dyn std::error::Error + Send + Sync>>";
                write!(program, "async fn {name}({found}) -> {result} {{\n{before}{code}\n;Ok(()) }}\n")
            }
        };
        match code.split_once("#[derive").and_then(|(_, rest)| rest.split_once("\n}\n")) {
            Some((ty, _)) => before += &format!("#[derive{ty}\n}}\n"),
            None if syn::parse_file(code).is_ok() => before += &format!("use crate::{name}::*;\n"),
            None => {}
        }
    }
    program
}

/// The definitions around the code in the middle of a function.
fn found(library: &str, code: &str) -> String {
    let blocks = code.contains("client.send") && !code.contains(".await");
    let client = if blocks { "BlockingClient" } else { "Client" };
    let credential = if library == "account_portal_api" { "TokenAuth" } else { "AdminAuth" };
    let of_library = [("client", client), ("credential", credential), ("signature", "Json")];
    let of_library = of_library.map(|(name, ty)| (name, format!("{library}::{ty}")));
    let others = [
        ("code", "&str"),
        ("file", "tokio::io::Sink"),
        ("password", "&str"),
        ("path", "std::path::PathBuf"),
        ("secret", "&str"),
        ("shown", "String"),
        ("token", "&str"),
        ("url", "&str"),
    ];
    let others = others.map(|(name, ty)| (name, ty.to_owned()));
    let words: BTreeSet<&str> = code.split(|it: char| !it.is_alphanumeric() && !"_\"".contains(it)).collect();
    let there = of_library.into_iter().chain(others).filter(|(name, _)| words.contains(name));
    there.map(|(name, ty)| format!("mut {name}: {ty}, ")).collect()
}

/// The generated crates, with each set of features that is asked for.
struct Libraries(BTreeMap<(String, Vec<String>), PathBuf>);

impl Libraries {
    fn compile(apis: &[Api], documents: &[Document], out: &Path) -> Self {
        let wanted = documents.iter().flat_map(|document| {
            let packages = apis.iter().filter(|api| document.manifest.0.contains_key(&api.rust.package));
            packages
                .map(|api| (&api.name, &api.rust.library, Self::key(&document.manifest, &api.rust.package)))
        });
        let wanted: Vec<_> = wanted.collect::<BTreeSet<_>>().into_iter().collect();
        let compiled = parallel::map(&wanted, |(api, library, (package, features))| {
            let root = crate::guides::root().join("generated").join(api).join("src/lib.rs");
            let names: Vec<&str> = features.iter().map(String::as_str).collect();
            let uses = [("api_runtime", None)];
            let output = Output::CheckedLibrary;
            let library =
                Crate { name: library, root, output, warnings: "deny", features: &names, uses: &uses };
            let file = library.compile(&out.join(format!("{package}-{}", features.join("-"))));
            ((package.clone(), features.clone()), file.unwrap_or_else(|said| panic!("{said}")))
        });
        Self(compiled.into_iter().collect())
    }

    fn get(&self, manifest: &Manifest, package: &str) -> Option<&PathBuf> {
        self.0.get(&Self::key(manifest, package))
    }

    fn key(manifest: &Manifest, package: &str) -> (String, Vec<String>) {
        (package.to_owned(), manifest.features(package).into_iter().map(str::to_owned).collect())
    }
}

/// Whatever somebody may copy.
fn documents(folder: &TempDir) -> Vec<Document> {
    let readme = fs::read_to_string("../README.md").expect("the file is there");
    let mut documents = vec![
        Document::of_blocks("readme", "backup-server-api", &crate::guides::blocks(&readme), folder),
        Document::of_example("client", "client.rs"),
        Document::of_example("layers", "layers/main.rs"),
        Document::of_example("server", "server/main.rs"),
    ];
    for (api, name, blocks) in crate::guides::guides_of_the_workspace() {
        let package = format!("{}-api", api.replace('_', "-"));
        documents.push(Document::of_blocks(&format!("{api}_{name}"), &package, &blocks, folder));
    }
    documents
}

/// The documents that lack an import, a feature or a dependency.
fn broken(folder: &TempDir) -> Vec<Document> {
    let document = |name: &str, code: &str| {
        let block = crate::guides::Block { language: "rust".to_owned(), code: code.to_owned() };
        Document::of_blocks(name, "account-portal-api", &[block], folder)
    };
    vec![
        document("no_import", "client.send(LicenseListLicenses::new()).await?;"),
        document("no_feature", "use account_portal_api::mock::Mock;"),
        document("no_dependency", "fn json() -> serde_json::Value { todo!() }"),
    ]
}

#[test]
fn what_is_copied_compiles_with_what_is_named_beside_it() {
    let (apis, folder) = (tests::read("../spec"), TempDir::new());
    let copied = sample("guides and examples", documents(&folder), 3);
    let documents: Vec<Document> = copied.into_iter().chain(broken(&folder)).collect();
    let libraries = Libraries::compile(&apis, &documents, folder.path());
    let compiled = parallel::map(&documents, |document| document.compile(&libraries, folder.path()));
    let said: Vec<String> = compiled.into_iter().filter_map(Result::err).collect();
    let names: Vec<&str> = said.iter().filter_map(|said| said.split(':').next()).collect();
    assert_eq!(names, ["no_import", "no_feature", "no_dependency"], "{}", said.join("\n"));
}
