//! The book as a site, built by `cargo xtask docs`: its links lead somewhere, and
//! it works in a real browser without a network (`book/book.test.mjs`).

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::foreign::run;

/// Builds the site into a folder of that name.
pub fn site(name: &str, options: &[&str]) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mdbook = format!("{}/mdbook/bin", crate::foreign::folder());
    let path = std::env::var("PATH").unwrap();
    let mut docs = Command::new(tests::compile::xtask());
    docs.args(["docs", "--out"]).arg(&out).args(options);
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    docs.env("CARGO_MANIFEST_DIR", workspace.join("xtask"));
    run(docs.env("PATH", format!("{mdbook}:{path}")).current_dir(env!("CARGO_MANIFEST_DIR")));
    out
}

/// A page: where it links to, and what can be linked to in it.
struct Page {
    links: Vec<String>,
    anchors: HashSet<String>,
}

impl Page {
    fn read(path: &Path) -> Self {
        let html = fs::read_to_string(path).unwrap();
        let values = |name: &str| -> Vec<String> {
            let found = html.split(name).skip(1).filter_map(|rest| rest.split('"').next());
            found.map(|it| it.replace("&amp;", "&")).collect()
        };
        let links = [values(" href=\""), values(" src=\"")].concat();
        Self { links, anchors: values(" id=\"").into_iter().collect() }
    }
}

/// The HTML files in a folder.
fn pages(folder: &Path, found: &mut HashMap<PathBuf, Page>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|it| it == "html") {
            let page = Page::read(&path);
            found.insert(path, page);
        }
    }
}

/// The path without `..`, which the page's folder need not have.
fn resolved(page: &Path, target: &str) -> PathBuf {
    let mut path = page.parent().unwrap().to_owned();
    for part in target.split('/') {
        match part {
            ".." => drop(path.pop()),
            "" | "." => {}
            part => path.push(part),
        }
    }
    path
}

/// Checks the links of the book, but not those within rustdoc's own pages.
/// Returns how many lead to rustdoc.
pub fn check_links(site: &Path) -> usize {
    let mut all = HashMap::new();
    pages(site, &mut all);
    let (rustdoc, mut to_rustdoc) = (site.join("rust"), 0);
    for (path, page) in
        all.iter().filter(|(path, _)| !path.starts_with(&rustdoc) && !path.ends_with("404.html"))
    {
        for link in page.links.iter().filter(|it| !it.contains("://") && !it.starts_with("data:")) {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { path.clone() } else { resolved(path, target) };
            assert!(target.is_file(), "{}: {link} leads nowhere", path.display());
            let is_there = anchor.is_empty() || all.get(&target).is_none_or(|it| it.anchors.contains(anchor));
            assert!(is_there, "{}: {link} has no such anchor", path.display());
            to_rustdoc += usize::from(target.starts_with(&rustdoc));
        }
    }
    assert!(all.len() > 250, "a whole book, not {} pages", all.len());
    to_rustdoc
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn the_site_works_in_a_browser() {
    let site = site("book", &[]);
    assert_eq!(check_links(&site), 0);
    let mut node = Command::new("node");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/foreign");
    run(node.args(["--test", "book/"]).current_dir(folder).env("BOOK", site).env("NO_COLOR", "1"));
}
