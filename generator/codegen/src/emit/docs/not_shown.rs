//! The page of what the documents don't show.

use super::index::{Index, Place, group_page};
use super::markdown::{code, link, text};
use super::page::Page;
use crate::emit::common::table::Table;
use generator_spec::gaps::{self, Gap, GapKind, Gaps};
use generator_spec::text::counted;

/// How a gap is closed.
const SETTLE: &str = "If you have a running server, record the traffic of its own programs as an HTTP Archive, and run `cargo xtask learn recording.har`. It writes the paths, parameters and results that it saw to an overlay, which is a file that corrects the spec. A crate generated with it no longer has those gaps.";

/// The page.
pub fn page(index: &Index<'_>, mut page: Page) -> Page {
    let gaps = gaps::gaps(index.api);
    let total = gaps.all().count();
    let head = format!(
        "{} in the documents. Whatever fills a gap is marked ⚠ wherever it appears. [Ambiguities](ambiguities.md) have their own page.",
        counted(total, "gap")
    );
    page = page.block(&head).block(SETTLE).section("Counts", &counts(&gaps));
    page = page.section("The API as a whole", &whole(index, &gaps));
    for group in gaps.groups.iter().filter(|group| !group.gaps.is_empty()) {
        page = page.section(&text(&group.group.title), &table(index, &group.gaps));
    }
    page
}

/// A row per kind, and a row per group.
fn counts(gaps: &Gaps<'_>) -> String {
    let kinds = gaps::counts(gaps.all()).into_iter();
    let kinds = kinds.map(|(kind, number)| [number.to_string(), kind.title().to_owned()]);
    let groups = gaps.groups.iter().filter(|it| !it.gaps.is_empty());
    let groups =
        groups.map(|it| [it.gaps.len().to_string(), link(&text(&it.group.title), &group_page(it.group))]);
    let kinds = Table::new(["Number", "Gap"]).rows(kinds).print();
    let groups = Table::new(["Number", "Group"]).rows(groups).print();
    format!("{kinds}\n\n{groups}")
}

/// The counts of one group, by kind.
fn summary(gaps: &[Gap<'_>]) -> String {
    let kinds = gaps::counts(gaps).into_iter().map(|(kind, number)| format!("{number} × {}", kind.title()));
    format!("{}: {}.", counted(gaps.len(), "gap"), kinds.collect::<Vec<_>>().join("; "))
}

fn whole(index: &Index<'_>, gaps: &Gaps<'_>) -> String {
    let mut places = index.api.not_shown.iter().map(|it| it.place.as_deref());
    let rows = gaps.whole.iter().map(|gap| {
        let place = if gap.kind == GapKind::Said { places.next().flatten() } else { None };
        let [subject, kind, words, inferred] = row(index, gap);
        let subject = if subject.is_empty() { "the API".to_owned() } else { subject };
        [subject, kind, words, inferred, place.map(text).unwrap_or_default()]
    });
    Table::new(["Subject", "Gap", "Details", "Used instead", "Where"]).rows(rows).print()
}

fn table(index: &Index<'_>, gaps: &[Gap<'_>]) -> String {
    let headings = ["Operation", "Gap", "Details", "Used instead"];
    let table = Table::new(headings).rows(gaps.iter().map(|gap| row(index, gap))).print();
    format!("{}\n\n{table}", summary(gaps))
}

fn row(index: &Index<'_>, gap: &Gap<'_>) -> [String; 4] {
    [
        subject(index, gap.subject),
        gap.kind.title().to_owned(),
        gap.words.map(|words| index.prose(Place::Top, words)).unwrap_or_default(),
        gap.inferred.map(code).unwrap_or_default(),
    ]
}

/// A type or an operation as a link.
pub fn subject(index: &Index<'_>, name: &str) -> String {
    match index.type_named(name) {
        Some(ty) => index.named_link(Place::Top, ty),
        None => index.operation_link(Place::Top, name),
    }
}
