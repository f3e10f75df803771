//! Facts of lists in pages, and of operations that wait.

use super::list::Facts;
use super::{Key, Piece, Words};
use crate::model::{Operation, PageStep, Pages, Waits};

use Piece::{Code, Text};

impl<'a> Facts<'a> {
    /// Adds how the operation is paginated and how long it may take.
    pub fn pages_and_waits(&mut self, operation: &'a Operation) {
        self.add_each(Key::Pages, &operation.pages, |pages| {
            Words::new("Paginated by ", self::pages(pages), ".")
        });
        self.add_each(Key::Waits, &operation.waits, |waits| {
            let value = match waits {
                Waits::Parameter(name) => vec![Text("as many seconds as "), Code(name), Text(" says")],
                Waits::Seconds(seconds) => vec![Piece::Number(*seconds), Text(" seconds")],
            };
            Words::new("The server may take ", value, " before it responds.")
        });
    }
}

/// The way from one page to the next, in words.
fn pages(pages: &Pages) -> Vec<Piece<'_>> {
    let step = match &pages.step {
        PageStep::Page { parameter, first } => {
            vec![Code(parameter), Text(" (from "), Piece::Number(*first), Text(")")]
        }
        PageStep::Offset(parameter) => vec![Code(parameter), Text(", the number of items before the page")],
        PageStep::Cursor { parameter, next } => {
            let start = [Code(parameter), Text(", which is ")];
            start.into_iter().chain(path(next)).chain([Text(" of the page before")]).collect()
        }
        PageStep::CursorHeader { parameter, header } => {
            vec![Code(parameter), Text(", which is the header "), Code(header), Text(" of the page before")]
        }
        PageStep::Url(next) => [Text("the URL of the next page in ")].into_iter().chain(path(next)).collect(),
        PageStep::Link(relation) => {
            vec![
                Text("the header "),
                Code("Link"),
                Text(", whose relation "),
                Code(relation),
                Text(" is the URL of the next page"),
            ]
        }
    };
    let size = pages.size.iter().flat_map(|name| [Text(", up to "), Code(name), Text(" items each")]);
    let items = (!pages.items.is_empty()).then_some(Text("; the items are in "));
    let total = (!pages.total.is_empty()).then_some(Text("; the number of all items is in "));
    step.into_iter()
        .chain(size)
        .chain(items)
        .chain(path(&pages.items))
        .chain(total)
        .chain(path(&pages.total))
        .collect()
}

/// The path of a nested field: `data.items`.
fn path(fields: &[String]) -> impl Iterator<Item = Piece<'_>> {
    fields
        .iter()
        .enumerate()
        .flat_map(|(index, name)| [(index > 0).then_some(Text(".")), Some(Code(name))].into_iter().flatten())
}
