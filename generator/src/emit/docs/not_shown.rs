//! The page of what the documents don't show, and of their ambiguities.

use super::index::{Index, Place};
use super::markdown::{code, count, note, text};
use super::page::{Page, Table};
use crate::emit::File;
use crate::gaps::{self, Gap, GapKind, Gaps};

/// The page.
pub fn page(index: &Index<'_>, path: String) -> File {
    let gaps = gaps::gaps(index.api);
    let total = gaps.all().count();
    let head = format!(
        "{} in the documents, and {}. Nothing of this is invented: what stands in a gap's place is marked wherever it is used.",
        count(total, "gap"),
        match gaps.ambiguities.len() {
            1 => "1 ambiguity with its decision".to_owned(),
            number => format!("{number} ambiguities with their decisions"),
        }
    );
    let mut page = Page::new(path, &index.api.name, "Not shown").block(&head);
    page = page.section("Counts", &counts(&gaps)).section("The API as a whole", &whole(index, &gaps));
    for group in gaps.groups.iter().filter(|group| !group.gaps.is_empty()) {
        page = page.section(&text(&group.group.title), &table(index, &group.gaps));
    }
    page.section("Ambiguities", &ambiguities(index, &gaps)).finish()
}

/// A row per kind: how many of it, and in which groups.
fn counts(gaps: &Gaps<'_>) -> String {
    let by_group: Vec<(String, Vec<(GapKind, usize)>)> =
        gaps.groups.iter().map(|it| (text(&it.group.title), gaps::counts(&it.gaps))).collect();
    let rows = gaps::counts(gaps.all()).into_iter().map(|(kind, total)| {
        let found = by_group.iter().filter_map(|(title, counts)| {
            let (_, number) = counts.iter().find(|(other, _)| *other == kind)?;
            Some(format!("{title} {number}"))
        });
        [kind.title().to_owned(), total.to_string(), found.collect::<Vec<_>>().join("; ")]
    });
    Table::new(["What is not shown", "Count", "By group"]).rows(rows).print()
}

fn whole(index: &Index<'_>, gaps: &Gaps<'_>) -> String {
    let places = index.api.not_shown.iter().filter_map(|it| it.place.as_deref());
    let mut places = places.map(text);
    let rows = gaps.whole.iter().map(|gap| {
        let place = if gap.kind == GapKind::Said { places.next() } else { None };
        let [subject, kind, words, inferred] = row(index, gap);
        [subject, kind, words, inferred, place.unwrap_or_default()]
    });
    Table::new(["Of what", "What is not shown", "In the spec's words", "Instead", "Where"]).rows(rows).print()
}

fn table(index: &Index<'_>, gaps: &[Gap<'_>]) -> String {
    let headings = ["Operation", "What is not shown", "In the spec's words", "Instead"];
    Table::new(headings).rows(gaps.iter().map(|gap| row(index, gap))).print()
}

fn row(index: &Index<'_>, gap: &Gap<'_>) -> [String; 4] {
    [
        subject(index, gap.subject),
        gap.kind.title().to_owned(),
        gap.words.map(text).unwrap_or_default(),
        gap.inferred.map(code).unwrap_or_default(),
    ]
}

fn subject(index: &Index<'_>, name: &str) -> String {
    match index.type_named(name) {
        Some(ty) => index.named_link(Place::Top, ty),
        None => index.operation_link(Place::Top, name),
    }
}

fn ambiguities(index: &Index<'_>, gaps: &Gaps<'_>) -> String {
    let blocks = gaps.ambiguities.iter().map(|(name, it)| {
        let subject = if name.is_empty() { "The API as a whole".to_owned() } else { subject(index, name) };
        format!("{subject}\n\n{}", note(it))
    });
    blocks.collect::<Vec<_>>().join("\n\n")
}
