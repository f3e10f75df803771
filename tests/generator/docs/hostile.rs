//! No text of a spec becomes markup, a link, a heading or the end of a table or
//! a code block; each is there letter for letter.

use crate::docs::links::book;
use crate::docs::markdown::read;
use tests::book::pages::{Page, examples};

/// The pages about the language of the spec.
const GUIDE: &str = "spec-language/";

/// A text with all kinds of markup.
pub fn evil() -> String {
    let api = tests::read("data/fixtures/hostile-text").remove(0);
    api.title
}

#[test]
fn no_text_becomes_markup() {
    for spec in tests::specs() {
        for (path, file) in book(&spec).iter().filter(|(path, _)| path.ends_with(".md")) {
            let page = read(&file.text);
            assert_eq!(page.foreign_html, Vec::<String>::new(), "{spec}: {path}");
            let is_ours = path.starts_with(GUIDE);
            let outside: Vec<&String> =
                page.links.iter().filter(|link| link.contains(':') && !is_ours).collect();
            assert!(outside.is_empty(), "{spec}: {path} links to {outside:?}");
            let odd: Vec<&String> = page.headings.iter().filter(|it| it.contains("no heading")).collect();
            assert!(odd.is_empty(), "{spec}: {path} has the headings {odd:?}");
        }
    }
}

#[test]
fn a_hostile_text_is_on_its_pages_letter_for_letter() {
    let evil = evil();
    // The first holds only names and dates, the others no text of a spec.
    let without = ["lamps/deprecated.md", "changes.md", "review.md", "scripts.md", "other-languages.md"];
    let has_texts =
        |path: &str| path.ends_with(".md") && !without.contains(&path) && !path.starts_with(GUIDE);
    for (path, file) in book("data/fixtures/hostile-text").iter().filter(|(path, _)| has_texts(path)) {
        assert!(read(&file.text).text.contains(&evil), "{path}:\n{}", file.text);
    }
}

/// mdBook's `links` would read the files that a code block names.
#[test]
fn no_page_includes_a_file() {
    let files = tests::emitted_of("data/fixtures/hostile-text");
    let settings = files.iter().find(|file| file.path == "docs/book.toml").expect("the book has settings");
    assert!(
        settings.text.contains("\nuse-default-preprocessors = false\n")
            && !settings.text.contains("[preprocessor")
    );
}

#[test]
fn a_diagram_holds_text_only() {
    let book = book("data/fixtures/hostile-text");
    let (_, file) = book.iter().find(|(path, _)| path.ends_with(".svg")).expect("a diagram");
    let elements = ["<!--", "<svg", "</svg", "<title", "</title", "<defs", "</defs", "<marker", "</marker"];
    let shapes = ["<rect", "<path", "<text", "</text"];
    for (at, _) in file.text.match_indices('<') {
        let rest = &file.text[at..];
        let is_ours = elements.iter().chain(&shapes).any(|name| rest.starts_with(name));
        assert!(is_ours, "{}", &rest[..20.min(rest.len())]);
    }
    assert!(file.text.contains("&lt;script&gt;"));
}

/// The examples of the real APIs are compiled; those of the fixtures can be.
#[test]
fn every_rust_example_is_rust() {
    for spec in tests::specs() {
        for (path, file) in book(&spec) {
            let page = Page { path: path.clone(), text: file.text.clone() };
            for example in examples(&page, "rust") {
                let body = format!("{{ async move {{ {}\n}} }}", example.code);
                assert!(syn::parse_str::<syn::Block>(&body).is_ok(), "{spec}: {}: {body}", page.path);
            }
        }
    }
}
