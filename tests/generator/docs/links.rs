//! Every link leads to a page and an anchor, and every row of a table has the
//! cells of its heading: in the book of the real specs and of every fixture.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use generator_codegen::emit::File;

use crate::docs::markdown::{Read, read};

/// The files below `docs/src`, by their path there.
pub type Book = BTreeMap<String, &'static File>;

/// The book of a spec folder.
pub fn book(spec: &str) -> Book {
    let files = tests::emitted_of(spec).iter();
    files.filter_map(|file| Some((file.path.strip_prefix("docs/src/")?.to_owned(), file))).collect()
}

/// The target of a link.
enum Target {
    /// To a file of the book.
    Page(String),
    /// To a file of the repository.
    Outside(String),
}

/// The target of a link, from the page that has it.
fn resolve(page: &str, target: &str) -> Target {
    if target.is_empty() {
        return Target::Page(page.to_owned());
    }
    let page = format!("generated/docs/src/{page}");
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            ".." => drop(parts.pop().expect("the link stays in the repository")),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    match path.strip_prefix("generated/docs/src/") {
        Some(page) => Target::Page(page.to_owned()),
        None => Target::Outside(path),
    }
}

/// Returns whether a file of the spec, a generated one, or one about the formats is there.
fn is_in_repository(spec: &str, generated: &BTreeSet<&str>, path: &str) -> bool {
    match path.strip_prefix("generated/") {
        Some(path) => generated.contains(path),
        None if path == "FORMATS.md" => true,
        None => path.strip_prefix("spec/").is_some_and(|path| Path::new(spec).join(path).is_file()),
    }
}

#[test]
fn every_link_leads_somewhere() {
    for spec in tests::specs() {
        let book = book(&spec);
        let files = tests::emitted_of(&spec).iter().map(|file| file.path.as_str()).collect();
        let pages: BTreeMap<&str, Read> = book
            .iter()
            .filter(|(path, _)| path.ends_with(".md"))
            .map(|(path, file)| (path.as_str(), read(&file.text)))
            .collect();
        for (path, page) in &pages {
            for link in page.links.iter().filter(|link| !link.contains("://")) {
                let (target, anchor) =
                    link.split_once('#').map_or((link.as_str(), None), |(t, a)| (t, Some(a)));
                let target = match resolve(path, target) {
                    Target::Page(target) => target,
                    Target::Outside(target) => {
                        assert!(is_in_repository(&spec, &files, &target), "{spec}: {path} links to {link}");
                        continue;
                    }
                };
                assert!(book.contains_key(&target), "{spec}: {path} links to {link}");
                let anchors = pages.get(target.as_str()).map(|page| &page.anchors);
                if let Some(anchor) = anchor {
                    let is_there = anchors.is_some_and(|anchors| anchors.contains(anchor));
                    assert!(is_there, "{spec}: {path} links to {link}, and {target} has no such anchor");
                }
            }
        }
        let summary = &pages["SUMMARY.md"].links;
        let unlisted: Vec<&&str> = pages
            .keys()
            .filter(|path| **path != "SUMMARY.md" && !summary.iter().any(|it| it == *path))
            .collect();
        assert!(unlisted.is_empty(), "{spec}: SUMMARY.md lacks {unlisted:?}");
    }
}

#[test]
fn every_row_has_the_cells_of_its_heading() {
    for spec in tests::specs() {
        for (path, file) in book(&spec).iter().filter(|(path, _)| path.ends_with(".md")) {
            let mut cells = None;
            for line in file.text.lines() {
                let here = line.starts_with('|').then(|| pipes(line));
                if let (Some(expected), Some(here)) = (cells, here) {
                    assert_eq!(expected, here, "{spec}: {path}: {line}");
                }
                cells = here;
            }
        }
    }
}

/// The unescaped pipes of a line.
fn pipes(line: &str) -> usize {
    let mut count = 0;
    let mut escaped = false;
    for c in line.chars() {
        count += usize::from(c == '|' && !escaped);
        escaped = c == '\\' && !escaped;
    }
    count
}

#[test]
fn a_text_links_to_the_operations_that_it_names() {
    let book = book("../spec");
    let link =
        "recognized by [AdminAccountSetProperties](../administrators/admin_account_set_properties.md).";
    let folder = "backup-server/operations/administrators/";
    assert!(book.iter().any(|(path, file)| path.starts_with(folder) && file.text.contains(link)));
    let page = &book["account-portal/index.md"].text;
    assert!(page.contains("[DownloadsList_Legacy](operations/downloads/downloads_list_legacy.md), "));
}
