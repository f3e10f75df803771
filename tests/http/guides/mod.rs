//! The guides of the book: all Rust code in them is in these tests, which run it,
//! and what they quote of an error is what these tests get.
//!
//! The code of `spec/<api>/guides/1-sign-in.md` is in `<api>/sign_in.rs` here.

mod account_portal;
mod backup_server;
pub mod commands;
mod downstream;
mod manifests;

use std::fs;
use std::path::PathBuf;

/// Why a guide's test ends early.
type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The result of a guide's test.
type Done = Result<(), Failed>;

/// The folder of the workspace.
fn root() -> PathBuf {
    fs::canonicalize("..").expect("the workspace has a folder")
}

/// A block of code in a guide and the lines before it.
pub struct Block {
    pub language: String,
    pub code: String,
}

/// The code of a guide.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { language: language.to_owned(), code: code.join("\n") });
        }
    }
    blocks
}

/// Every guide: its API, its name, its code.
fn guides() -> Vec<(String, String, Vec<Block>)> {
    let apis = tests::read("../spec");
    let guides = apis.iter().flat_map(|api| {
        api.guides.iter().map(|guide| {
            let path = format!("../spec/{}/guides/{}", api.name, guide.file);
            let text = fs::read_to_string(path).expect("the guide is there");
            (api.name.replace('-', "_"), guide.name.replace('-', "_"), blocks(&text))
        })
    });
    guides.collect()
}

/// The guides whose program is a package of its own in `examples`, because it needs crates
/// that this workspace doesn't: `tests/foreign/guides.rs` builds and calls it.
const PACKAGES: [&str; 1] = ["database"];

/// The guides whose code is compiled with what this workspace has: not that of an operation that
/// the spec lacks, which `xtask/tests/cli/sessions.rs` adds.
fn guides_of_the_workspace() -> impl Iterator<Item = (String, String, Vec<Block>)> {
    let elsewhere = |name: &str| PACKAGES.contains(&name) || name == "new_operation";
    guides().into_iter().filter(move |(_, name, _)| !elsewhere(name))
}

/// Code without layout: a test is indented more than a guide.
fn bare(code: &str) -> String {
    code.split_whitespace().collect()
}

#[test]
fn all_code_of_the_guides_is_run_here() {
    let mut count = 0;
    for (api, name, blocks) in guides_of_the_workspace() {
        let path = format!("http/guides/{api}/{name}.rs");
        for block in blocks.iter().filter(|block| ["rust", "text"].contains(&&*block.language)) {
            let tests = fs::read_to_string(&path).unwrap_or_default();
            assert!(bare(&tests).contains(&bare(&block.code)), "{path} lacks this code:\n{}", block.code);
            count += 1;
        }
    }
    assert!(count > 20, "{count} blocks");
}

#[test]
fn a_program_with_a_package_is_that_of_the_package() {
    for (_, name, blocks) in guides().into_iter().filter(|(_, name, _)| PACKAGES.contains(&name.as_str())) {
        let read = |file: &str| fs::read_to_string(format!("examples/{name}/{file}")).expect("the file");
        let manifest = read("Cargo.toml").replace("../../..", "../api-codegen");
        for block in blocks {
            match block.language.as_str() {
                "rust" => assert_eq!(block.code, read("src/main.rs").trim_end(), "{name}"),
                "toml" => {
                    let lacks = block.code.lines().find(|line| !manifest.lines().any(|it| it == *line));
                    assert_eq!(lacks, None, "{name}: its manifest lacks this line");
                }
                _ => {}
            }
        }
    }
}
