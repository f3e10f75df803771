//! The values of a text that has no tape: serde_json scans each level of them.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::core::Misfit;

/// A value with others in it.
#[derive(Clone, Copy)]
pub(super) enum Container {
    List,
    Object,
}

impl Container {
    /// Its name where another value is.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::List => "a sequence",
            Self::Object => "an object",
        }
    }
}

/// Takes the text of each value in a list or an object; in an object, with its name.
type Each<'f, 'a> = dyn FnMut(Option<Cow<'a, str>>, &'a str) -> Result<(), Misfit> + 'f;

/// Scans a text once for the values in it, until one is refused.
///
/// # Errors
/// If the text is no such container.
pub(super) fn scan<'a>(
    text: &'a str,
    of: Container,
    each: &mut Each<'_, 'a>,
) -> Result<Result<(), Misfit>, serde_json::Error> {
    let mut misfit = None;
    let visitor = EachVisitor { of, each, misfit: &mut misfit };
    let mut text = serde_json::Deserializer::from_str(text);
    let end = match of {
        Container::List => text.deserialize_seq(visitor),
        Container::Object => text.deserialize_map(visitor),
    };
    let end = end.and_then(|()| text.end());
    misfit.map_or_else(|| end.map(Ok), |misfit| Ok(Err(misfit)))
}

struct EachVisitor<'v, 'f, 'a> {
    of: Container,
    each: &'v mut Each<'f, 'a>,
    /// Why `each` has ended the visit.
    misfit: &'v mut Option<Misfit>,
}

impl<'a> EachVisitor<'_, '_, 'a> {
    fn take<E: serde::de::Error>(&mut self, name: Option<Cow<'a, str>>, raw: &'a RawValue) -> Result<(), E> {
        (self.each)(name, raw.get()).map_err(|misfit| {
            *self.misfit = Some(misfit);
            E::custom("")
        })
    }
}

impl<'de> Visitor<'de> for EachVisitor<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.of.words())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((Name(name), raw)) = map.next_entry::<_, &'de RawValue>()? {
            self.take(Some(name), raw)?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(raw) = list.next_element::<&'de RawValue>()? {
            self.take(None, raw)?;
        }
        Ok(())
    }
}

/// The name of a field, borrowed if nothing in it is escaped.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
