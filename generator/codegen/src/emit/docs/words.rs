//! Facts in the Markdown of the book.

use super::index::{Index, PageFolder, block_link, type_target};
use crate::emit::common::markdown::{code, link, text};
use generator_spec::facts::{Fact, Key, Origin, Part, Piece, Plain, Print};
use generator_spec::model::plain_text;

/// The link to the meaning of the word, from the API's folder.
pub const INFERRED: &str = "../about.md#inferred";

/// Facts in Markdown.
#[derive(Clone, Copy)]
pub struct Markdown<'i, 'a> {
    /// The API's lookups.
    pub index: &'i Index<'a>,
    /// The place of the page.
    pub from: PageFolder,
}

impl<'a> Index<'a> {
    /// The printer for facts on a page in a folder.
    pub fn words(&self, from: PageFolder) -> Markdown<'_, 'a> {
        Markdown { index: self, from }
    }
}

impl Markdown<'_, '_> {
    /// The sentences of facts with these keys.
    pub fn keys(self, facts: &[Fact<'_>], keys: &[Key]) -> Vec<String> {
        let shown = facts.iter().filter(|fact| fact.is_for_people() && keys.contains(&fact.key));
        shown.map(|fact| self.sentence(fact)).collect()
    }

    /// The sentences of facts in these parts as one paragraph.
    pub fn paragraph(self, facts: &[Fact<'_>], parts: &[Part]) -> String {
        self.part(facts, parts).join(" ")
    }

    /// A fact's sentence. Facts that are not shown have no mark, since their sentences say it.
    pub fn unmarked(self, fact: &Fact<'_>) -> String {
        if fact.origin == Origin::NotShown { self.text(&fact.words) } else { self.sentence(fact) }
    }

    /// The values of one key, each marked by its origin.
    pub fn cell(self, facts: &[Fact<'_>], key: Key) -> String {
        let values = facts.iter().filter(|fact| fact.key == key).map(|fact| self.value(fact));
        values.collect::<Vec<_>>().join(", ")
    }
}

impl Print for Markdown<'_, '_> {
    fn piece(&self, piece: Piece<'_>, to: &mut String) {
        let Self { index, from } = *self;
        match piece {
            Piece::Text(_) | Piece::Number(_) | Piece::Version(_) => Plain.piece(piece, to),
            Piece::Label(text) => to.push_str(&format!("**{text}**")),
            Piece::Prose(text) => to.push_str(&index.prose(from, text)),
            Piece::Request(method, path) => to.push_str(&format!("**{method}** {}", code(path))),
            Piece::Json(value) => to.push_str(&code(&plain_text(value))),
            Piece::Literal(literal) => to.push_str(&code(&literal.text())),
            Piece::Operation(name) => to.push_str(&index.operation_link(from, name)),
            Piece::Type(notation, Some(ty)) => to.push_str(&link(&code(notation), &type_target(from, ty))),
            Piece::Code(text) | Piece::Type(text, None) => to.push_str(&code(text)),
            Piece::Gate(code) => to.push_str(&index.gate_link(from, code)),
            Piece::Credential(block) => to.push_str(&block_link(from, block)),
            Piece::Envelope(envelope) => {
                to.push_str(&link(&code(&envelope.name), &from.to("index.md#responses")));
            }
        }
    }

    fn open(&self, origin: Origin<'_>, to: &mut String) {
        match origin {
            Origin::NotShown => to.push_str("⚠ "),
            Origin::Inferred | Origin::Documented | Origin::Elsewhere(_) | Origin::Usual => {}
        }
    }

    fn close(&self, origin: Origin<'_>, to: &mut String) {
        match origin {
            Origin::Inferred => to.push_str(&format!(" ({})", link("inferred", &self.from.to(INFERRED)))),
            _ => to.extend(origin.mark("", text).map(|mark| format!(" {mark}"))),
        }
    }
}
