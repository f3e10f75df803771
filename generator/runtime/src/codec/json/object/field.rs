//! The fields of objects.

use std::{any::Any, fmt};

use crate::codec::json::{Fit, JsonReader, JsonValue, JsonWriter};

/// A field of an object, whatever its type.
pub trait ObjectField: Any + fmt::Debug {
    /// Returns whether it has a value; one that isn't an `Option` always has.
    fn is_set(&self) -> bool;

    /// Reads its value. Returns `None` if it doesn't fit the type.
    fn read(&mut self, from: JsonReader<'_>) -> Option<()>;

    /// Returns how well a value fits its type.
    fn fit(&self, from: JsonReader<'_>) -> Option<Fit>;

    /// Writes its value.
    fn write(&self, to: &mut JsonWriter);

    /// Returns whether another field is of the same type and equal.
    fn is_equal(&self, other: &dyn ObjectField) -> bool;
}

impl<T: JsonValue + fmt::Debug + PartialEq + 'static> ObjectField for T {
    fn is_set(&self) -> bool {
        !self.is_absent()
    }

    fn read(&mut self, from: JsonReader<'_>) -> Option<()> {
        *self = T::read_json(from)?;
        Some(())
    }

    fn fit(&self, from: JsonReader<'_>) -> Option<Fit> {
        T::fit(from)
    }

    fn write(&self, to: &mut JsonWriter) {
        self.write_json(to);
    }

    fn is_equal(&self, other: &dyn ObjectField) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }
}
