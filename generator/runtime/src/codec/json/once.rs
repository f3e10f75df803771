//! JSON that can be read in one way only.

use std::{borrow::Cow, cell::RefCell, collections::HashSet, fmt};

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use crate::core::Misfit;

/// Checks that a text is JSON in which no name occurs twice in an object. Deep nesting and numbers that
/// are too large are refused, too.
pub(crate) fn check(text: &str) -> Result<(), Misfit> {
    let place = RefCell::new(Vec::new());
    let twice = RefCell::new(None);
    let mut json = serde_json::Deserializer::from_str(text);
    let read = Once { place: &place, twice: &twice }.deserialize(&mut json).and_then(|()| json.end());
    read.map_err(|error| twice.take().unwrap_or_else(|| Misfit::from(&error)))
}

/// A step from a value to one in it.
enum Step<'a> {
    Field(Cow<'a, str>),
    Item(usize),
}

/// Reads a value, and keeps nothing of it but the names of its fields.
#[derive(Clone, Copy)]
struct Once<'p, 'a> {
    /// The place of the value.
    place: &'p RefCell<Vec<Step<'a>>>,
    /// The name that occurs twice.
    twice: &'p RefCell<Option<Misfit>>,
}

impl<'a> Once<'_, 'a> {
    fn within<T>(self, step: Step<'a>, read: impl FnOnce(Self) -> T) -> T {
        self.place.borrow_mut().push(step);
        let value = read(self);
        self.place.borrow_mut().pop();
        value
    }

    fn occurs_twice(self, name: &str) {
        let place = self.place.borrow();
        let misfit = Misfit::new("given more than once").in_field(name);
        let misfit = place.iter().rev().fold(misfit, |misfit, step| match step {
            Step::Field(name) => misfit.in_field(name),
            Step::Item(index) => misfit.in_item(*index),
        });
        *self.twice.borrow_mut() = Some(misfit);
    }
}

impl<'de> DeserializeSeed<'de> for Once<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut index = 0;
        while self.within(Step::Item(index), |it| list.next_element_seed(it))?.is_some() {
            index += 1;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut names = HashSet::new();
        while let Some(Name(name)) = map.next_key()? {
            if !names.insert(name.clone()) {
                self.occurs_twice(&name);
                return Err(A::Error::custom(""));
            }
            self.within(Step::Field(name), |it| map.next_value_seed(it))?;
        }
        Ok(())
    }
}

/// The name of a field, borrowed if nothing in it is escaped.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
