//! The page of what the documents don't show.

use super::index::{Index, Place};
use super::page::Page;
use crate::emit::File;
use crate::emit::common::markdown::{code, link, slug, table, text, wrapped};
use generator_spec::gaps::{self, Gap, GapKind, Gaps};
use generator_spec::model::Api;
use generator_spec::text::counted;

/// Ways to close a gap.
const SETTLE: &str = "If you have a running server, record the traffic of its own programs as an HTTP Archive, and run `cargo xtask learn recording.har`. It writes the paths, parameters and results that it saw to an overlay, which is a file that corrects the spec. A crate generated with it no longer has those gaps.";

/// A kind with more gaps has its own page.
const MANY: usize = 20;

/// Gaps of one kind.
struct Kind<'g> {
    kind: GapKind,
    gaps: Vec<&'g Gap<'g>>,
}

impl Kind<'_> {
    fn has_page(&self) -> bool {
        self.gaps.len() > MANY
    }

    fn file(&self) -> String {
        format!("not-shown/{}.md", self.kind.name())
    }

    fn title(&self) -> String {
        let mut title = self.kind.title().to_owned();
        title[..1].make_ascii_uppercase();
        title
    }
}

fn kinds<'g>(gaps: &'g Gaps<'_>) -> Vec<Kind<'g>> {
    let kinds = gaps::counts(gaps.all()).into_iter();
    let of = |kind| gaps.all().filter(|gap| gap.kind == kind).collect();
    kinds.map(|(kind, _)| Kind { kind, gaps: of(kind) }).collect()
}

/// The page: how many there are of each kind, and those of a kind that are few.
pub fn page(index: &Index<'_>, page: Page) -> Page {
    let gaps = gaps::gaps(index.api);
    let (kinds, total) = (kinds(&gaps), gaps.all().count());
    let head = format!(
        "{} in the documents. [Ambiguities](ambiguities.md) have their own page.",
        counted(total, "gap")
    );
    let target =
        |it: &Kind<'_>| if it.has_page() { it.file() } else { format!("not-shown.md#{}", slug(&it.title())) };
    let rows = kinds.iter().map(|it| [link(&it.title(), &target(it)), it.gaps.len().to_string()]);
    let page = page.block(&head).block(SETTLE).block(&table(["Gap", "Number"], rows));
    let short = kinds.iter().filter(|it| !it.has_page());
    short.fold(page, |page, it| page.section(&it.title(), &of_kind(index, Place::Top, it)))
}

/// The titles and the files of the kinds with many gaps.
pub fn contents(api: &Api) -> Vec<(String, String)> {
    let gaps = gaps::gaps(api);
    kinds(&gaps).iter().filter(|it| it.has_page()).map(|it| (it.title(), it.file())).collect()
}

pub fn pages(index: &Index<'_>) -> Vec<File> {
    let gaps = gaps::gaps(index.api);
    let long = kinds(&gaps).into_iter().filter(Kind::has_page);
    let page = |it: Kind<'_>| {
        Page::of(format!("{}/{}", index.api.name, it.file()), &index.api.name)
            .block(&index.above(Place::Guide, Some(("Not shown", "not-shown.md"))))
            .title(&it.title())
            .block(&wrapped("filter", [of_kind(index, Place::Guide, &it)]))
            .finish()
    };
    long.map(page).collect()
}

fn of_kind(index: &Index<'_>, from: Place, Kind { kind, gaps }: &Kind<'_>) -> String {
    // The spec says the place of nothing else.
    let mut places = index.api.not_shown.iter().map(|it| it.place.as_deref());
    let rows = gaps.iter().map(|gap| {
        let is_whole = gap.subject.is_empty() && *kind == GapKind::Said;
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
pub fn subject(index: &Index<'_>, from: Place, name: &str) -> String {
    match index.api.type_named(name) {
        Some(ty) => index.named_link(from, ty),
        None => index.operation_link(from, name),
    }
}
