//! The fields of an object that its type doesn't list.

use std::fmt;

use crate::core::Json;

/// The unknown fields of an object, unchanged and in order.
///
/// `Debug` only shows their names. Equality ignores the order.
#[derive(Clone, Default)]
pub struct Extra(pub(super) Vec<(String, Json)>);

impl Extra {
    /// Returns the field `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        let mut fields = self.iter();
        fields.find_map(|(field, value)| (field == name).then_some(value))
    }

    /// Returns all fields, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Sets a field. A field with the same name is replaced.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Json>) {
        let name = name.into();
        self.0.retain(|(field, _)| *field != name);
        self.0.push((name, value.into()));
    }

    /// Returns whether there are no unknown fields.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |extra: &Self| {
            let mut fields = extra.0.clone();
            fields.sort_by(|(one, _), (two, _)| one.cmp(two));
            fields
        };
        self.0.len() == other.0.len() && sorted(self) == sorted(other)
    }
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}
