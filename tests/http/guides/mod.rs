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
struct Block {
    language: String,
    code: String,
}

/// The code of a guide.
fn blocks(markdown: &str) -> Vec<Block> {
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

/// Code without layout: a test is indented more than a guide.
fn bare(code: &str) -> String {
    code.split_whitespace().collect()
}

#[test]
fn all_code_of_the_guides_is_run_here() {
    let mut count = 0;
    for (api, name, blocks) in guides() {
        let path = format!("http/guides/{api}/{name}.rs");
        for block in blocks.iter().filter(|block| ["rust", "text"].contains(&&*block.language)) {
            let tests = fs::read_to_string(&path).unwrap_or_default();
            assert!(bare(&tests).contains(&bare(&block.code)), "{path} lacks this code:\n{}", block.code);
            count += 1;
        }
    }
    assert!(count > 20, "{count} blocks");
}
