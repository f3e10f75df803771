//! The Rust examples of the book, as the build script joined them: that they compile is the test.

use std::path::Path;

use tests::book::pages;

/// A function per example.
#[allow(dead_code, unused, clippy::all, clippy::pedantic)]
mod joined {
    include!(concat!(env!("OUT_DIR"), "/examples.rs"));
}

#[test]
fn the_build_script_joins_all() {
    let pages = pages::pages(Path::new(pages::SOURCE));
    let found: usize = pages.iter().map(|page| pages::examples(page, "rust").len()).sum();
    assert_eq!(joined::COUNT, found);
}
