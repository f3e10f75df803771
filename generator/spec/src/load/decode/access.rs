//! Lists, maps and changes for serde, one part at a time. A part that doesn't fit is reported, and
//! the next is read.

use std::{slice, vec};

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::{Decoder, Misfit, ReadKeys, empty, read};
use crate::diagnostics::{Diagnostic, Errors};
use crate::load::keys;
use crate::node::{Entry, Node};

/// The items of a list, without those that are poisoned.
pub(super) struct Items<'a> {
    pub(super) items: slice::IterMut<'a, Node>,
    pub(super) errors: &'a Errors,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Misfit;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        let decoder = |node| Decoder { node, part: ReadKeys::All, errors: self.errors };
        self.items.next().map(|node| seed.deserialize(decoder(node))).transpose()
    }

    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>, Misfit> {
        Ok(self.items.find_map(|node| read(node, ReadKeys::All, false, self.errors)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The entries of a map. A struct reads poisoned entries as absent or empty; other maps leave them
/// out.
pub(super) struct Entries<'a> {
    entries: vec::IntoIter<&'a mut Entry>,
    /// The keys of a struct that are absent although no error says that they are missing.
    absent: vec::IntoIter<&'static str>,
    current: Option<&'a mut Entry>,
    errors: &'a Errors,
}

impl<'a> Entries<'a> {
    pub(super) fn new(entries: Vec<&'a mut Entry>, absent: Vec<&'static str>, errors: &'a Errors) -> Self {
        Self { entries: entries.into_iter(), absent: absent.into_iter(), current: None, errors }
    }
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Misfit;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        self.current = self.entries.next();
        let name = self.current.as_ref().map(|entry| entry.name.as_str());
        name.or_else(|| self.absent.next()).map(|name| seed.deserialize(Key(name))).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Misfit> {
        match self.current.take() {
            Some(entry) => {
                seed.deserialize(Decoder { node: &mut entry.value, part: ReadKeys::All, errors: self.errors })
            }
            None => Err(de::Error::custom("there is no value")),
        }
    }

    fn next_value<T: Deserialize<'de>>(&mut self) -> Result<T, Misfit> {
        let current = self.current.take();
        let value =
            current.and_then(|entry| read(&mut entry.value, ReadKeys::All, entry.is_guess, self.errors));
        value.map_or_else(|| empty(self.errors), Ok)
    }

    fn next_entry<K: Deserialize<'de>, T: Deserialize<'de>>(&mut self) -> Result<Option<(K, T)>, Misfit> {
        for entry in self.entries.by_ref() {
            match K::deserialize(Key(&entry.name)) {
                Ok(key) => {
                    if let Some(value) = read(&mut entry.value, ReadKeys::All, false, self.errors) {
                        return Ok(Some((key, value)));
                    }
                }
                Err(misfit) => poison_key(entry, &misfit, self.errors),
            }
        }
        Ok(None)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// Reports a key that doesn't fit, and poisons its value.
fn poison_key(entry: &mut Entry, misfit: &Misfit, errors: &Errors) {
    let (span, file) = (entry.key.clone(), Some(entry.file.clone()));
    let help = "see the language reference for what is allowed here".to_owned();
    errors.add(Diagnostic { file, span, title: misfit.to_string(), help });
    entry.value.is_poisoned = true;
}

/// Reads a key.
struct Key<'a>(&'a str);

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_str(self.0)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let wrong = |_| Misfit::new("expected a whole number, found text".to_owned());
        visitor.visit_u32(serde_yaml::from_str(self.0).map_err(wrong)?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Reads an overlay's change: first the keys that only changes have, then those that it sets.
pub(super) struct Change<'a> {
    pub(super) node: &'a mut Node,
    pub(super) own: Option<Vec<&'static str>>,
    pub(super) errors: &'a Errors,
}

impl<'de> SeqAccess<'de> for Change<'_> {
    type Error = Misfit;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, _: S) -> Result<Option<S::Value>, Misfit> {
        Ok(None)
    }

    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>, Misfit> {
        let part = self.own.as_deref().map_or(ReadKeys::Own, ReadKeys::Set);
        let value = read(self.node, part, false, self.errors);
        self.own.get_or_insert_with(keys::of::<T>);
        Ok(value)
    }
}
