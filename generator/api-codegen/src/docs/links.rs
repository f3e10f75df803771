//! Links out of the book. In the repository they lead to files of the spec and
//! of the crates; on the site, to a line of a spec's page and to rustdoc.

use std::collections::{HashMap, HashSet};

use generator_spec::Spec;
use generator_spec::load::Locator;
use pulldown_cmark::{Event, Parser, Tag};

use super::spec_pages;
use crate::settings::settings;

/// The folder of the site that has the documentation of the crates.
pub const RUSTDOC: &str = "rust";

/// The target of a link on the site.
pub enum Target {
    /// The same as in the repository.
    Same,
    /// Another page.
    Page(String),
    /// None: only the label stays.
    None,
}

/// The files that links can lead to.
pub struct Site<'a> {
    spec: &'a Spec,
    /// The pages of the spec files.
    pages: HashSet<String>,
    /// Line of each operation, by its API and its Rust name.
    lines: HashMap<(&'a str, &'a str), usize>,
    has_rustdoc: bool,
}

impl<'a> Site<'a> {
    pub fn new(spec: &'a Spec, has_rustdoc: bool) -> Self {
        let apis = spec.apis.iter().zip(&spec.sources);
        let lines = apis.flat_map(|(api, source)| {
            let places = Locator::new(source);
            let line =
                move |rust, name: &str| Some(((api.name.as_str(), rust), places.operation(name)?.line()));
            api.operations().filter_map(move |operation| line(operation.rust.as_str(), &operation.name))
        });
        let sources = spec.sources.iter();
        let pages = sources.flat_map(|source| source.files().map(move |file| spec_pages::page(source, file)));
        Self { spec, pages: pages.collect(), lines: lines.collect(), has_rustdoc }
    }

    /// Returns the target of a page's link.
    pub fn target(&self, page: &str, target: &str) -> Target {
        let (path, name) = target.split_once('#').unwrap_or((target, ""));
        let is_outside = path.starts_with("../") && !target.contains("://");
        let Some(path) = is_outside.then(|| resolved(page, path)).flatten() else { return Target::Same };
        if path.starts_with(&pages()) {
            return Target::Same;
        }
        let to = self.spec_page(&path, name).or_else(|| self.rustdoc_page(&path, name));
        to.map_or(Target::None, |to| Target::Page("../".repeat(page.matches('/').count()) + &to))
    }

    /// A line of a file of the spec.
    fn spec_page(&self, path: &str, name: &str) -> Option<String> {
        let path = path.strip_prefix(&settings().spec)?.strip_prefix('/')?.strip_suffix(".yaml")?;
        let page = format!("{}/{path}.md", spec_pages::FOLDER);
        let api = path.split('/').next()?;
        let line = self.lines.get(&(api, name)).map(|line| format!("#L{line}"));
        self.pages.contains(&page).then(|| page + &line.unwrap_or_default())
    }

    /// An operation or a module in the documentation of its crate.
    fn rustdoc_page(&self, path: &str, name: &str) -> Option<String> {
        let path = path.strip_prefix(&settings().output)?.strip_prefix('/')?;
        let (folder, module) = path.strip_suffix(".rs")?.split_once("/src/")?;
        let api = self.spec.apis.iter().find(|api| api.name == folder).filter(|_| self.has_rustdoc)?;
        let page = match (module, name) {
            ("lib", _) => "index.html".to_owned(),
            (module, "") => format!("{module}/index.html"),
            (module, name) => format!("{module}/struct.{name}.html"),
        };
        Some(format!("{RUSTDOC}/{}/{page}", api.rust.library))
    }
}

/// The folder of the pages, from the root of the repository.
fn pages() -> String {
    format!("{}/docs/src/", settings().output)
}

/// A path from a page, as one from the root of the repository.
fn resolved(page: &str, path: &str) -> Option<String> {
    let page = pages() + page;
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Replaces the links in Markdown.
pub fn translate(markdown: &str, target: impl Fn(&str) -> Target) -> String {
    let (mut done, mut rest) = (String::new(), 0);
    for (event, range) in Parser::new(markdown).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
        let Some((label, _)) = markdown[range.clone()].rsplit_once("](") else { continue };
        let link = match target(&dest_url) {
            Target::Same => continue,
            Target::Page(page) => format!("{label}]({page})"),
            Target::None => label.trim_start_matches('[').to_owned(),
        };
        done.push_str(&markdown[rest..range.start]);
        done.push_str(&link);
        rest = range.end;
    }
    done + &markdown[rest..]
}
