//! The book: its Rust examples compile, its links lead somewhere, and no text
//! of a spec breaks its pages.
//!
//! ```text
//! pages     reads the pages and their examples
//! examples  the Rust examples, as the build script joined them
//! markdown  what a page holds for a reader of Markdown
//! links     links, anchors, tables
//! hostile   texts full of markup
//! ```

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

/// A function per example: that they compile is the test.
#[allow(dead_code, unused, deprecated, clippy::all, clippy::pedantic)]
mod examples {
    include!(concat!(env!("OUT_DIR"), "/examples.rs"));
}
mod hostile;
mod links;
mod markdown;
mod pages;

use std::path::Path;

/// Every operation has an example in Rust, one for curl and one in TypeScript.
#[test]
fn every_operation_has_its_examples() {
    let pages = pages::pages(Path::new(pages::SOURCE));
    for api in tests::read("../spec") {
        for (group, operation) in api.groups.iter().flat_map(|it| it.operations().map(move |op| (it, op))) {
            let path = format!("{}/operations/{}/{}.md", api.name, group.rust, operation.method);
            let page = pages.iter().find(|page| page.path == path).expect("the operation has a page");
            assert!(page.text.contains(&format!("\n# {}\n", operation.name)), "{path}");
            for language in ["rust", "sh", "ts"] {
                assert_eq!(pages::examples(page, language).len(), 1, "{language} in {path}");
            }
        }
    }
    let found: usize = pages.iter().map(|page| pages::examples(page, "rust").len()).sum();
    assert_eq!(examples::COUNT, found, "the build script joins all");
}

/// What revokes a token must not take the token that it is called with.
#[test]
fn no_command_has_two_values_in_one_variable() {
    for page in pages::pages(Path::new(pages::SOURCE)) {
        for example in pages::examples(&page, "sh") {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let after = example.code.split('$').skip(1);
            let mut names: Vec<&str> =
                after.map(|rest| rest.split(|c| !is_name(c)).next().unwrap_or_default()).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}: {}", example.heading, example.code);
        }
    }
}
