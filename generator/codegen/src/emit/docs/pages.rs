//! The pages of an API, in the order of the table of contents.

use super::index::{Index, PageFolder, group_page, operation_page};
use super::page::Page;
use super::{ambiguities, gates, guides, lists, not_shown, states, types, versions};
use crate::emit::File;
use crate::emit::common::markdown::{link, text};
use generator_spec::model::Api;

/// A page of an API.
pub struct Fixed {
    pub title: &'static str,
    /// Its file, in the API's folder.
    pub file: &'static str,
    /// The file of the spec that it is generated from; empty for all of them.
    source: &'static str,
    /// Writes it.
    write: fn(&Index<'_>, Page) -> Page,
}

impl Fixed {
    /// The page of an API.
    pub fn page(&self, index: &Index<'_>) -> File {
        let name = &index.api.name;
        let source = if self.source == TYPES { &format!("/{}", index.api.types_source) } else { self.source };
        let page = Page::of(format!("{name}/{}", self.file), &format!("{name}{source}"));
        let page = page.block(&index.above(PageFolder::Top, None)).title(self.title);
        (self.write)(index, page).finish()
    }
}

pub const INTRODUCTION: &str = "index.md";

/// The book's own pages: title and file.
pub const ABOUT: (&str, &str) = ("About the documents", "about.md");
pub const REVIEW: (&str, &str) = ("Review a change", "review.md");
pub const CHANGES: (&str, &str) = ("What a change means", "changes.md");
pub const SCRIPTS: (&str, &str) = ("For scripts and agents", "scripts.md");
pub const OTHERS: (&str, &str) = ("Other languages", "other-languages.md");

/// The source of the page of types, which can be a folder, too.
const TYPES: &str = "/types.yaml";

/// The halves of the book.
pub const USE: &str = "Use the APIs";
pub const SPEC: &str = "The spec";

/// The pages of the reference that an API has, after those of its groups.
pub fn lists(api: &Api) -> impl Iterator<Item = &'static Fixed> {
    let has_states = states::has_any(api);
    LISTS.iter().filter(move |list| has_states || list.file != states::FILE)
}

const LISTS: &[Fixed] = &[
    Fixed { title: "Who may call what", file: "gates.md", source: "", write: gates::page },
    Fixed { title: "States and transitions", file: states::FILE, source: "/api.yaml", write: states::page },
    Fixed { title: "Types", file: "types.md", source: TYPES, write: types::page },
    Fixed { title: "A–Z", file: "a-z.md", source: "", write: lists::a_to_z },
    Fixed { title: "By path", file: "by-path.md", source: "", write: lists::by_path },
    Fixed { title: "By version", file: "by-version.md", source: "", write: versions::page },
    Fixed { title: "Deprecated", file: "deprecated.md", source: "", write: lists::deprecated },
];

/// The pages about questions that the documents leave open.
pub const OPEN: &[Fixed] = &[
    Fixed { title: "Not shown", file: "not-shown.md", source: "", write: not_shown::page },
    Fixed { title: "Ambiguities", file: "ambiguities.md", source: "", write: ambiguities::page },
];

/// The API's lines of the table of contents.
pub fn contents(api: &Api) -> String {
    let line = |indent, title: &str, file: &str| line(api, indent, title, file);
    let mut lines = vec![line("", &text(&api.title), INTRODUCTION)];
    if !api.guides.is_empty() {
        lines.push(line("  ", guides::TITLE, guides::LIST));
    }
    lines.extend(api.guides.iter().map(|guide| line("    ", &text(&guide.title), &guides::page_of(guide))));
    for group in &api.groups {
        lines.push(line("  ", &text(&group.title), &group_page(group)));
        let operations = group.operations();
        lines.extend(
            operations
                .map(|operation| line("    ", &text(&operation.name), &operation_page(group, operation))),
        );
    }
    lines.extend(lists(api).map(|list| line("  ", list.title, list.file)));
    lines.join("\n")
}

fn line(api: &Api, indent: &str, title: &str, file: &str) -> String {
    format!("{indent}- {}", link(title, &format!("{}/{file}", api.name)))
}

/// The API's lines below the page about the documents.
pub fn open_contents(api: &Api) -> String {
    let mut lines: Vec<String> = OPEN
        .iter()
        .map(|list| line(api, "  ", &format!("{}: {}", list.title, text(&api.title)), list.file))
        .collect();
    // The kinds of gaps with pages of their own, below the page "Not shown".
    lines.splice(1..1, not_shown::contents(api).iter().map(|(title, file)| line(api, "    ", title, file)));
    lines.join("\n")
}
