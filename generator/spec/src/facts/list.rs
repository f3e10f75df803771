//! Facts as they are gathered.

use super::value::ToJson;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::Status;

/// Facts of one subject.
#[derive(Default)]
pub struct Facts<'a>(pub Vec<Fact<'a>>);

impl<'a> Facts<'a> {
    /// A fact from the documents.
    pub fn add(&mut self, key: Key, value: Value<'a>, words: Words<'a>) {
        self.of(key, Origin::Documented, value, words);
    }

    /// A fact from elsewhere.
    pub fn of(&mut self, key: Key, origin: Origin<'a>, value: Value<'a>, words: Words<'a>) {
        self.0.push(Fact { key, origin, words, value });
    }

    /// Adds a fact that only programs get.
    pub fn detail(&mut self, key: Key, value: Value<'a>) {
        self.of(key, Origin::Documented, value, Words::default());
    }

    /// Returns whether the documents show what its parts are.
    pub fn status(&mut self, status: Status) {
        let words = Words::new("", [Piece::Own(status.in_words())], "");
        self.add(Key::Status, Value::Word(status.name()), words);
    }

    /// Adds a fact that has no value, if it holds.
    pub fn flag(&mut self, key: Key, holds: bool, sentence: &'static str) {
        if holds {
            self.add(key, Value::Flag, Words::own(sentence));
        }
    }

    /// Adds a fact that has no value and that the documents don't give, if it holds; its sentence
    /// has no period.
    pub fn inferred(&mut self, key: Key, holds: bool, sentence: &'static str) {
        if holds {
            self.of(key, Origin::Inferred, Value::Flag, Words::new(sentence, [], "."));
        }
    }

    /// A fact for each part of the model.
    pub fn each<T: ToJson + Sync + 'a>(
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
