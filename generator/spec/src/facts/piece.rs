//! Sentences in pieces.

use std::fmt::Write;
use std::ops::Range;

use serde_json::Value;

use super::{Fact, Origin, Part, of_parts};
use crate::model::{Api, AuthBlock, Envelope, Literal, Type, TypeRef, Version};

/// A piece of a sentence.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// A text that the generator wrote.
    Text(&'static str),
    /// A word that introduces what follows: `Deprecated.`
    Label(&'static str),
    /// A text of the spec; it may name operations.
    Prose(&'a str),
    /// A name or a value, verbatim.
    Code(&'a str),
    /// A path, with the method that it is called with.
    Request(&'a str, &'a str),
    /// A number.
    Number(u32),
    /// A version.
    Version(Version),
    /// A value of the spec.
    Literal(&'a Literal),
    /// A value of the spec that may have parts.
    Json(&'a Value),
    /// An operation, by its name.
    Operation(&'a str),
    /// A use of a type and the named type in it.
    Type(&'a str, Option<&'a Type>),
    /// A gate, by its code.
    Gate(&'a str),
    /// A credential.
    Credential(&'a AuthBlock),
    /// The envelope.
    Envelope(&'a Envelope),
}

impl<'a> Piece<'a> {
    /// A named type.
    #[must_use]
    pub fn named(ty: &'a Type) -> Self {
        Self::Type(&ty.name, Some(ty))
    }

    /// A content type, or any.
    #[must_use]
    pub fn media(name: &'a str) -> Self {
        if name == "*/*" { Self::Text("any content type") } else { Self::Code(name) }
    }

    /// A use of a type.
    #[must_use]
    pub fn of(api: &'a Api, ty: &'a TypeRef) -> Self {
        Self::Type(&ty.notation, ty.types().next().and_then(|id| api.ty(id)))
    }
}

/// A sentence and which of its pieces are the value.
#[derive(Clone, Debug, Default)]
pub struct Words<'a> {
    pieces: Vec<Piece<'a>>,
    value: Range<usize>,
}

impl<'a> Words<'a> {
    /// `Since server `, `1.2.0`, `.`
    pub fn new(
        before: &'static str,
        value: impl IntoIterator<Item = Piece<'a>>,
        after: &'static str,
    ) -> Self {
        let mut pieces = Vec::with_capacity(4);
        pieces.extend((!before.is_empty()).then_some(Piece::Text(before)));
        let start = pieces.len();
        pieces.extend(value);
        let value = start..pieces.len();
        Self { pieces, value }.and((!after.is_empty()).then_some(Piece::Text(after)))
    }

    /// A sentence that the generator wrote, without a value.
    #[must_use]
    pub fn text(sentence: &'static str) -> Self {
        Self::new(sentence, [], "")
    }

    /// A sentence of the spec.
    #[must_use]
    pub fn prose(text: &'a str) -> Self {
        Self::new("", [Piece::Prose(text)], "")
    }

    /// Appends pieces.
    #[must_use]
    pub fn and(mut self, pieces: impl IntoIterator<Item = Piece<'a>>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// Prepends pieces.
    #[must_use]
    pub fn after(mut self, pieces: impl IntoIterator<Item = Piece<'a>>) -> Self {
        let before = self.pieces.len();
        self.pieces.splice(..0, pieces);
        let added = self.pieces.len() - before;
        self.value = self.value.start + added..self.value.end + added;
        self
    }

    /// All pieces.
    #[must_use]
    pub fn pieces(&self) -> &[Piece<'a>] {
        &self.pieces
    }

    /// The pieces of the value.
    #[must_use]
    pub fn value(&self) -> &[Piece<'a>] {
        &self.pieces[self.value.clone()]
    }
}

/// `a`, `a and b`, `a, b and c`; `last` is the separator before the last item.
pub fn enumerated<'a>(
    items: impl ExactSizeIterator<Item = Piece<'a>>,
    last: &'static str,
) -> impl Iterator<Item = Piece<'a>> {
    let count = items.len();
    items.enumerate().flat_map(move |(index, item)| {
        let between = match index {
            0 => None,
            index if index + 1 == count => Some(Piece::Text(last)),
            _ => Some(Piece::Text(", ")),
        };
        between.into_iter().chain([item])
    })
}

/// A way to print pieces.
pub trait Print {
    /// Writes a piece.
    fn piece(&self, piece: Piece<'_>, to: &mut String);

    /// Writes the mark of the origin that comes before a value.
    fn open(&self, _: Origin<'_>, _: &mut String) {}

    /// Writes the mark of the origin that comes after a value.
    fn close(&self, origin: Origin<'_>, to: &mut String);

    /// Writes pieces.
    fn pieces(&self, pieces: &[Piece<'_>], to: &mut String) {
        pieces.iter().for_each(|piece| self.piece(*piece, to));
    }

    /// Returns words without a mark of an origin.
    fn text(&self, words: &Words<'_>) -> String {
        let mut text = String::new();
        self.pieces(&words.pieces, &mut text);
        text
    }

    /// Returns a fact's value, marked by its origin; empty if it has none.
    fn value(&self, fact: &Fact<'_>) -> String {
        let value = fact.words.value();
        if value.is_empty() { String::new() } else { self.marked(fact.origin, value, &[]) }
    }

    /// Returns a fact's sentence, marked by its origin.
    fn sentence(&self, fact: &Fact<'_>) -> String {
        self.sentence_from(0, fact)
    }

    /// Returns the sentences of those facts in `parts` that people see.
    fn part(&self, facts: &[Fact<'_>], parts: &[Part]) -> Vec<String> {
        of_parts(facts, parts).map(|fact| self.sentence(fact)).collect()
    }

    /// Returns a fact's sentence from its value on.
    fn rest(&self, fact: &Fact<'_>) -> String {
        self.sentence_from(fact.words.value.start, fact)
    }

    /// Returns a fact's sentence from a piece on, marked by its origin after the value.
    fn sentence_from(&self, start: usize, fact: &Fact<'_>) -> String {
        let Words { pieces, value } = &fact.words;
        let end = if value.end == 0 { pieces.len() } else { value.end };
        let (head, tail) = pieces.split_at(end);
        self.marked(fact.origin, &head[start..], tail)
    }

    /// Returns pieces marked by their origin, followed by `tail`.
    fn marked(&self, origin: Origin<'_>, pieces: &[Piece<'_>], tail: &[Piece<'_>]) -> String {
        let mut text = String::new();
        self.open(origin, &mut text);
        self.pieces(pieces, &mut text);
        self.close(origin, &mut text);
        self.pieces(tail, &mut text);
        text
    }
}

/// Prints plain text, with the names that the documents use.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Print for Plain {
    fn piece(&self, piece: Piece<'_>, to: &mut String) {
        match piece {
            Piece::Text(text) | Piece::Label(text) => to.push_str(text),
            Piece::Prose(text) | Piece::Code(text) | Piece::Operation(text) | Piece::Gate(text) => {
                to.push_str(text);
            }
            Piece::Request(_, path) => to.push_str(path),
            Piece::Type(notation, _) => to.push_str(notation),
            Piece::Credential(block) => to.push_str(&block.name),
            Piece::Envelope(envelope) => to.push_str(&envelope.name),
            Piece::Literal(Literal::Text(text)) => write(to, format_args!("{text:?}")),
            Piece::Literal(literal) => to.push_str(&literal.text()),
            Piece::Json(Value::String(text)) => write(to, format_args!("{text:?}")),
            Piece::Json(value) => write(to, value),
            Piece::Number(number) => write(to, number),
            Piece::Version(version) => write(to, version),
        }
    }

    fn close(&self, origin: Origin<'_>, to: &mut String) {
        match origin {
            Origin::Inferred => to.push_str(" inferred"),
            Origin::Elsewhere(_) => to.push_str(" elsewhere"),
            Origin::Documented | Origin::NotShown | Origin::Usual => {}
        }
    }
}

/// Appends a displayed value.
pub fn write(to: &mut String, shown: impl std::fmt::Display) {
    // Writing to a `String` cannot fail.
    let _ = write!(to, "{shown}");
}
