//! The fields of an object that its type doesn't list.

use std::fmt;

use super::tape::ALLOCATION;
use crate::core::Json;

/// The unknown fields of an object, unchanged and in order.
///
/// `Debug` only shows their names. Equality ignores the order.
#[derive(Clone, Default)]
pub struct Extra(Option<Box<Fields>>); // Boxed: each object has room for it, and most have none.

#[derive(Clone, Default)]
struct Fields(Vec<(String, Json)>);

impl Extra {
    fn fields(&self) -> &[(String, Json)] {
        self.0.as_ref().map_or(&[], |fields| &fields.0)
    }

    /// The number of fields.
    pub(super) fn len(&self) -> usize {
        self.fields().len()
    }

    /// Appends a field, even if the name is there already. Returns by how many bytes the memory of the
    /// list grew.
    pub(super) fn push(&mut self, name: String, value: Json) -> usize {
        let first = if self.0.is_none() { size_of::<Fields>().max(ALLOCATION) } else { 0 };
        let fields = &mut self.0.get_or_insert_default().0;
        let before = fields.capacity();
        fields.push((name, value));
        let grown = fields.capacity() - before;
        first + grown * size_of::<(String, Json)>() + grown.min(1) * ALLOCATION
    }

    /// Returns the field `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        let mut fields = self.iter();
        fields.find_map(|(field, value)| (field == name).then_some(value))
    }

    /// Returns all fields, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.fields().iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Sets a field. A field with the same name is replaced.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Json>) {
        let name = name.into();
        if let Some(fields) = &mut self.0 {
            fields.0.retain(|(field, _)| *field != name);
        }
        self.push(name, value.into());
    }

    /// Returns whether there are no unknown fields.
    pub fn is_empty(&self) -> bool {
        self.fields().is_empty()
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |extra: &Self| {
            let mut fields = extra.fields().to_vec();
            fields.sort_by(|(one, _), (two, _)| one.cmp(two));
            fields
        };
        self.len() == other.len() && sorted(self) == sorted(other)
    }
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.fields().iter().map(|(name, _)| name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each object of a list has it.
    #[test]
    fn no_fields_take_one_pointer() {
        assert_eq!(size_of::<Extra>(), size_of::<usize>());
    }

    #[test]
    fn a_field_takes_the_place_of_another_with_its_name() {
        let mut extra = Extra::default();
        assert_eq!((extra.is_empty(), extra.get("a")), (true, None));
        extra.insert("a", Json::default());
        extra.insert("b", Json::from_value(&1).unwrap());
        let one = extra.clone();
        extra.insert("a", Json::default());
        assert_eq!(extra.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(extra, one);
        extra.insert("a", Json::from_value(&2).unwrap());
        assert_ne!(extra, one);
    }
}
