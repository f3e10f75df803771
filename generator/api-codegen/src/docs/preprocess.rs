//! A preprocessor of mdBook: it gets the book as JSON and prints it, with the
//! links and the pages that only the site has.

use std::io::Read;

use serde_json::Value;

use super::links::{self, Site};
use super::{PREPROCESS, spec_pages};
use crate::Failure;
use crate::args::{Args, usage};
use crate::command::Common;
use crate::terminal::print;

/// The environment variable that makes mdBook run a preprocessor.
pub const VARIABLE: &str = "MDBOOK_PREPROCESSOR__REPOSITORY__COMMAND";

/// The command that runs this program as mdBook's preprocessor.
pub fn command(with_rustdoc: bool) -> Result<String, Failure> {
    let program = std::env::current_exe().map_err(Failure::of)?;
    let program = program.to_str().filter(|path| !path.contains('\'')).ok_or_else(|| {
        Failure::of(
            "mdbook can't run a program from this folder: its path isn't UTF-8, or has a quotation mark",
        )
    })?;
    let rustdoc = if with_rustdoc { " --rustdoc" } else { "" };
    Ok(format!("'{program}' docs {PREPROCESS}{rustdoc}"))
}

/// Responds to mdBook, which first asks whether a renderer is supported.
pub fn run(args: Args, with_rustdoc: bool) -> Result<(), Failure> {
    if args.values(2)?.first().is_some_and(|argument| argument == "supports") {
        return Ok(());
    }
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).map_err(Failure::of)?;
    let parsed = serde_json::from_str(&input).map_err(Failure::of)?;
    let Value::Array(parts) = parsed else { return Err(not_a_book()) };
    let mut book = parts.into_iter().nth(1).ok_or_else(not_a_book)?;
    let items = book.get_mut("items").and_then(Value::as_array_mut).ok_or_else(not_a_book)?;
    let spec = Common::usual().open()?;
    let site = Site::new(&spec, with_rustdoc);
    items.iter_mut().for_each(|item| translate(&site, item));
    let numbered = items.iter().filter(|item| item.pointer("/Chapter/number").is_some_and(Value::is_array));
    let number = numbered.count() + 1;
    items.push(spec_pages::chapters(&spec, number));
    print(&book.to_string())
}

fn not_a_book() -> Failure {
    usage(
        "this version of mdbook sends its book in an unknown format: install the version that `--help` names",
    )
}

/// Replaces the links of a chapter and those below it.
fn translate(site: &Site<'_>, item: &mut Value) {
    let Some(chapter) = item.get_mut("Chapter") else { return };
    let path = chapter.get("path").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(Value::String(content)) = chapter.get_mut("content") {
        *content = links::translate(content, |target| site.target(&path, target));
    }
    let below = chapter.get_mut("sub_items").and_then(Value::as_array_mut);
    below.into_iter().flatten().for_each(|item| translate(site, item));
}
