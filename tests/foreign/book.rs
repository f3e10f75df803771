//! The book as a site, in a real browser without a network: `book/book.test.mjs`.

use std::process::Command;

use crate::run;

#[test]
fn the_site_works_in_a_browser() {
    let site = concat!(env!("CARGO_TARGET_TMPDIR"), "/book");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../generated/docs");
    run(crate::tool("mdbook/bin/mdbook").args(["build", source, "--dest-dir", site]));
    let mut node = Command::new("node");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/foreign");
    run(node.args(["--test", "book/"]).current_dir(folder).env("BOOK", site).env("NO_COLOR", "1"));
}
