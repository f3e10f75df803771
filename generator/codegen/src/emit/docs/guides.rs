//! Guides and the page that lists them.

use super::index::{Index, PageFolder};
use super::page::Page;
use crate::emit::File;
use crate::emit::common::markdown::{code, link, list, text};
use generator_spec::model::{Api, Guide, GuidePiece};

pub const TITLE: &str = "Guides";
pub const LIST: &str = "guides/index.md";

/// The page of a guide, from the API's folder.
pub fn page_of(guide: &Guide) -> String {
    format!("guides/{}.md", guide.name)
}

/// A link to each guide, with its subject. `to` turns a path in the API's folder into a target.
pub fn links(api: &Api, to: impl Fn(&str) -> String) -> String {
    list(
        api.guides.iter().map(|guide| {
            format!("{}: {}", link(&text(&guide.title), &to(&page_of(guide))), text(&guide.about))
        }),
    )
}

/// The pages of the guides; none if there are no guides.
pub fn pages(index: &Index<'_>) -> Vec<File> {
    let api = index.api;
    if api.guides.is_empty() {
        return Vec::new();
    }
    let list = Page::of(format!("{}/{LIST}", api.name), &format!("{}/guides", api.name))
        .block(&index.above(PageFolder::Guide, None))
        .title(TITLE)
        .block(&links(api, |path| path.replacen("guides/", "", 1)));
    std::iter::once(list.finish()).chain(api.guides.iter().map(|guide| page(index, guide))).collect()
}

fn page(index: &Index<'_>, guide: &Guide) -> File {
    let pieces = guide.pieces.iter().map(|piece| match piece {
        GuidePiece::Markdown(markdown) => markdown.clone(),
        GuidePiece::Name(name) if index.api.operation(name).is_some() => {
            index.operation_link(PageFolder::Guide, name)
        }
        GuidePiece::Name(name) => code(name),
    });
    let source = format!("{}/guides/{}", index.api.name, guide.file);
    Page::of(format!("{}/{}", index.api.name, page_of(guide)), &source)
        .block(&index.above(PageFolder::Guide, Some((TITLE, LIST))))
        .title(&text(&guide.title))
        .block(pieces.collect::<String>().trim())
        .finish()
}
