//! The page of ambiguities.

use super::index::{Index, PageFolder};
use super::not_shown::subject;
use super::page::Page;
use crate::emit::common::markdown::{table, wrapped};
use generator_spec::gaps;
use generator_spec::text::counted;

const HERE: PageFolder = PageFolder::Top;

pub fn page(index: &Index<'_>, page: Page) -> Page {
    let ambiguities = gaps::ambiguities(index.api);
    if ambiguities.is_empty() {
        return page.block("No ambiguities are recorded.");
    }
    let head = format!(
        "The documents can be read in more than one way in {}. The client, the server and the OpenAPI description all follow the decision given here. If your server behaves differently, correct the spec with an overlay, a file that says what differs.",
        counted(ambiguities.len(), "place")
    );
    let rows = ambiguities.iter().map(|(name, note)| {
        let [read, decided, why] = [&note.read, &note.decided, &note.why].map(|text| index.prose(HERE, text));
        let place =
            if name.is_empty() { "The API as a whole".to_owned() } else { subject(index, HERE, name) };
        [place, read, decided, why]
    });
    let table = table(["Where", "What the documents say", "Decision", "Why"], rows);
    page.block(&head).block(&wrapped("filter", [table]))
}
