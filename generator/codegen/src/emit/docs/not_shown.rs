//! The page of gaps: the facts that the documents don't show.

use super::index::{Index, PageFolder};
use super::page::Page;
use crate::emit::File;
use crate::emit::common::markdown::{code, link, slug, table, text, wrapped};
use generator_spec::gaps::{self, GapKind, Gaps};
use generator_spec::model::Api;
use generator_spec::program;
use generator_spec::text::counted;

/// Ways to close a gap.
const SETTLE: &str = "If you have a running server, record the traffic of its own programs as an HTTP Archive, and run `cargo xtask learn recording.har`. It writes the paths, parameters and results that it saw to an overlay, which is a file that corrects the spec. A crate generated with it no longer has those gaps.";

/// A kind with more gaps has its own page.
const MANY: usize = 20;

/// The kinds that have their own page.
fn long(gaps: &Gaps<'_>) -> impl Iterator<Item = GapKind> + use<> {
    let counts = gaps::counts(gaps.all()).into_iter();
    counts.filter(|(_, count)| *count > MANY).map(|(kind, _)| kind)
}

fn file(kind: GapKind) -> String {
    format!("not-shown/{}.md", kind.name())
}

fn title(kind: GapKind) -> String {
    let mut title = kind.title().to_owned();
    title[..1].make_ascii_uppercase();
    title
}

/// The page: the number of gaps of each kind, and a table for each kind with few gaps.
pub fn page(index: &Index<'_>, page: Page) -> Page {
    let gaps = index.gaps();
    let counts = gaps::counts(gaps.all());
    let mut head = format!(
        "{} in the documents. [Ambiguities](ambiguities.md) have their own page.",
        counted(gaps.all().count(), "gap")
    );
    head.extend(gaps.effects_of_methods().map(|sentence| format!(" {sentence}")));
    let rows = counts.iter().map(|(kind, count)| {
        let title = title(*kind);
        let target = if *count > MANY { file(*kind) } else { format!("not-shown.md#{}", slug(&title)) };
        [link(&title, &target), count.to_string()]
    });
    let page = page.block(&head).block(&program::named(SETTLE)).block(&table(["Gap", "Number"], rows));
    let short = counts.iter().filter(|(_, count)| *count <= MANY);
    short.fold(page, |page, (kind, _)| page.section(&title(*kind), &of_kind(index, PageFolder::Top, *kind)))
}

/// The titles and the files of the kinds with many gaps.
pub fn contents(api: &Api) -> Vec<(String, String)> {
    long(&gaps::gaps(api)).map(|kind| (title(kind), file(kind))).collect()
}

pub fn pages(index: &Index<'_>) -> Vec<File> {
    let page = |kind: GapKind| {
        Page::of(format!("{}/{}", index.api.name, file(kind)), &index.api.name)
            .block(&index.above(PageFolder::Guide, Some(("Not shown", "not-shown.md"))))
            .title(&title(kind))
            .block(&wrapped("filter", [of_kind(index, PageFolder::Guide, kind)]))
            .finish()
    };
    long(index.gaps()).map(page).collect()
}

fn of_kind(index: &Index<'_>, from: PageFolder, kind: GapKind) -> String {
    // Only these gaps have a place in the spec.
    let mut places = index.api.not_shown.iter().map(|question| question.place.as_deref());
    let rows = index.gaps().all().filter(|gap| gap.kind == kind).map(|gap| {
        let is_whole = gap.subject.is_empty() && kind == GapKind::Said;
        let place = is_whole.then(|| places.next().flatten()).flatten();
        [
            if gap.subject.is_empty() { "the API".to_owned() } else { subject(index, from, gap.subject) },
            gap.words.map(|words| index.prose(from, words)).unwrap_or_default(),
            gap.inferred.map(code).unwrap_or_default(),
            place.map(text).unwrap_or_default(),
        ]
    });
    table(["Subject", "Details", "Used instead", "Where"], rows)
}

/// A type or an operation as a link.
pub fn subject(index: &Index<'_>, from: PageFolder, name: &str) -> String {
    match index.api.type_named(name) {
        Some(ty) => index.named_link(from, ty),
        None => index.operation_link(from, name),
    }
}
