//! The list to which the facts of one subject are added.

use super::value::ToJson;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::Status;

/// Facts of one subject.
#[derive(Default)]
pub struct Facts<'a>(pub Vec<Fact<'a>>);

impl<'a> Facts<'a> {
    /// Adds a fact from the documents.
    pub fn add(&mut self, key: Key, value: Value<'a>, words: Words<'a>) {
        self.add_from(key, Origin::Documented, value, words);
    }

    /// Adds a fact with its origin.
    pub fn add_from(&mut self, key: Key, origin: Origin<'a>, value: Value<'a>, words: Words<'a>) {
        self.0.push(Fact { key, origin, words, value });
    }

    /// Adds a fact that only programs get.
    pub fn detail(&mut self, key: Key, value: Value<'a>) {
        self.add_from(key, Origin::Documented, value, Words::default());
    }

    /// Adds whether the documents show the subject's parts.
    pub fn status(&mut self, status: Status) {
        let words = Words::new("", [Piece::Text(status.in_words())], "");
        self.add(Key::Status, Value::Word(status.name()), words);
    }

    /// Adds a fact without a value, if it holds.
    pub fn flag(&mut self, key: Key, holds: bool, sentence: &'static str) {
        if holds {
            self.add(key, Value::Flag, Words::text(sentence));
        }
    }

    /// Adds an inferred fact without a value, if it holds. The sentence must not end with a period.
    pub fn inferred(&mut self, key: Key, holds: bool, sentence: &'static str) {
        if holds {
            self.add_from(key, Origin::Inferred, Value::Flag, Words::new(sentence, [], "."));
        }
    }

    /// Adds a fact from the documents for each of `parts`.
    pub fn add_each<T: ToJson + Sync + 'a>(
        &mut self,
        key: Key,
        parts: impl IntoIterator<Item = &'a T>,
        words: impl Fn(&'a T) -> Words<'a>,
    ) {
        self.0.extend(parts.into_iter().map(|part| Fact {
            key,
            origin: Origin::Documented,
            words: words(part),
            value: Value::Model(part),
        }));
    }
}
