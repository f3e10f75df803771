//! Types with fields, which keep unknown fields.
//!
//! A type is a table of names. What can be done for all types at once is done
//! here, through `dyn` [`ObjectField`]s, so that a type costs its users little
//! to compile.

use std::{any::Any, borrow::Cow, fmt};

use super::{Extra, JsonReader, JsonValue, JsonWriter, reader::ALLOCATION};
use crate::core::{Json, Misfit, Range};

/// A type with fields. [`object!`](crate::object!) implements it.
pub trait Object: Sized {
    /// Its name.
    const NAME: &'static str;

    /// The names of its fields, in Rust and in JSON.
    const FIELDS: &'static [(&'static str, &'static str)];

    /// The checks of a server for those in a request.
    const CHECKS: &'static [FieldCheck] = &[];

    /// Reads every known field, then the rest.
    fn read(from: &mut ObjectReader<'_>) -> Self;

    /// Returns the known fields, as [`FIELDS`](Self::FIELDS) names them.
    fn fields(&self) -> Vec<&dyn ObjectField>;

    /// Returns the unknown fields.
    fn extra(&self) -> &Extra;
}

/// The check of a server for a field. [`object!`](crate::object!) makes it of a mark.
#[derive(Clone, Copy, Debug)]
pub struct FieldCheck {
    name: &'static str,
    is_required: bool,
    /// True if `null` counts as there.
    allows_null: bool,
    /// The JSON that it always has.
    constant: Option<&'static str>,
    #[cfg_attr(not(feature = "server"), allow(dead_code, reason = "only servers check"))]
    range: Range,
}

impl FieldCheck {
    /// Creates the check of a field that must be there.
    #[must_use]
    pub const fn required(name: &'static str, range: Range) -> Self {
        Self { name, is_required: true, allows_null: false, constant: None, range }
    }

    /// Returns the name of a field that must be there.
    pub(super) fn required_name(&self) -> Option<&'static str> {
        self.is_required.then_some(self.name)
    }

    /// Creates the check of a field that may be absent.
    #[must_use]
    pub const fn optional(name: &'static str, range: Range) -> Self {
        Self { name, is_required: false, allows_null: false, constant: None, range }
    }

    /// Makes `null` a value that is there.
    #[must_use]
    pub const fn nullable(self) -> Self {
        Self { allows_null: true, ..self }
    }

    /// Sets the JSON that the field always has.
    #[must_use]
    pub const fn constant(self, json: &'static str) -> Self {
        Self { constant: Some(json), ..self }
    }

    /// Returns what is wrong with a value.
    fn refuse(&self, json: &str) -> Option<String> {
        if self.constant.is_some_and(|constant| !is_same(constant, json)) {
            return Some(format!("expected {}", self.constant.unwrap_or_default()));
        }
        #[cfg(feature = "server")]
        return crate::codec::range::of_json(&self.range, json);
        #[cfg(not(feature = "server"))]
        None
    }
}

/// Returns whether two JSON texts have the same value: 1 is 1.0.
fn is_same(one: &str, two: &str) -> bool {
    let value = |text| serde_json::from_str::<serde_json::Value>(text).ok();
    let (one, two) = (value(one), value(two));
    let number = |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
    one == two || number(&one).is_some() && number(&one) == number(&two)
}

/// A field of an object, whatever its type.
pub trait ObjectField: Any + fmt::Debug {
    /// Returns whether it has a value.
    fn is_set(&self) -> bool;

    /// Writes its value, if it has one.
    fn write(&self, to: &mut JsonWriter);

    /// Returns whether another field is of the same type and equal.
    fn is_equal(&self, other: &dyn ObjectField) -> bool;
}

impl<T: JsonValue + fmt::Debug + PartialEq + 'static> ObjectField for Option<T> {
    fn is_set(&self) -> bool {
        self.is_some()
    }

    fn write(&self, to: &mut JsonWriter) {
        if let Some(value) = self {
            value.write_json(to);
        }
    }

    fn is_equal(&self, other: &dyn ObjectField) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }
}

/// A JSON object that is being read.
#[derive(Debug, Default)]
pub struct ObjectReader<'a> {
    names: &'static [(&'static str, &'static str)],
    /// The fields with these names; none if it has none of them.
    known: Vec<Field<'a>>,
    /// The unknown fields and those that are `null`, unless another of the same name follows.
    rest: Vec<Option<(String, Json)>>,
    /// The place of the next name, if fields come in this order.
    next: usize,
    misfit: Option<Misfit>,
}

#[derive(Clone, Copy, Debug, Default)]
enum Field<'a> {
    #[default]
    Absent,
    /// With its place in the rest.
    Null(usize),
    Value(JsonReader<'a>),
}

impl<'a> ObjectReader<'a> {
    /// Sorts the fields of an object by these names.
    fn new(names: &'static [(&'static str, &'static str)], from: JsonReader<'a>) -> Result<Self, Misfit> {
        let mut reader = Self { names, ..Self::default() };
        from.each_field(&mut |name, value| reader.add(name, value))?;
        reader.next = 0;
        Ok(reader)
    }

    fn add(&mut self, name: Cow<'a, str>, value: JsonReader<'a>) -> Result<(), Misfit> {
        let place = self.place(&name);
        if let Some(place) = place {
            self.known.resize(self.names.len(), Field::Absent);
            let kept = if value.is_null() { Field::Null(self.rest.len()) } else { Field::Value(value) };
            let known = self.known.get_mut(place).map(|known| std::mem::replace(known, kept));
            if let Some(Field::Null(dropped)) = known
                && let Some(dropped) = self.rest.get_mut(dropped)
            {
                *dropped = None;
            }
        }
        if place.is_none() || value.is_null() {
            let before = self.rest.capacity();
            self.rest.push(Some((name.into_owned(), Json::read_json(value)?)));
            let grown = self.rest.capacity() - before;
            let list = grown * size_of::<(String, Json)>() + grown.min(1) * ALLOCATION;
            value.charge(list + ALLOCATION)?;
        }
        Ok(())
    }

    fn place(&mut self, name: &str) -> Option<usize> {
        let (before, after) = self.names.split_at_checked(self.next)?;
        let position = |names: &[(&str, &str)]| names.iter().position(|(_, json)| *json == name);
        let place = position(after).map(|place| place + before.len()).or_else(|| position(before))?;
        self.next = place + 1;
        Some(place)
    }

    /// Takes the field `name`: `None` if it is absent or `null`. A `null` stays
    /// in the rest, so that it is written back. If a name occurs more than
    /// once, the last field counts and the others are dropped. A value that doesn't fit
    /// makes the whole object fail.
    pub fn take<T: JsonValue>(&mut self, name: &str) -> Option<T> {
        match T::read_json(self.take_raw(name)?) {
            Ok(value) => Some(value),
            Err(misfit) => {
                self.add_misfit(misfit.in_field(name));
                None
            }
        }
    }

    fn check(&mut self, checks: &[FieldCheck]) {
        for check in checks {
            let place = self.names.iter().position(|(_, json)| *json == check.name);
            let what = match place.and_then(|place| self.known.get(place)) {
                Some(Field::Value(value)) => check.refuse(value.as_str()),
                Some(Field::Null(_)) if check.allows_null => None,
                Some(Field::Absent | Field::Null(_)) | None => {
                    check.is_required.then(|| "missing".to_owned())
                }
            };
            if let Some(what) = what {
                self.add_misfit(Misfit::new(what).in_field(check.name));
            }
        }
    }

    fn add_misfit(&mut self, misfit: Misfit) {
        self.misfit = Some(match self.misfit.take() {
            Some(first) => first.and(misfit),
            None => misfit,
        });
    }

    fn take_raw(&mut self, name: &str) -> Option<JsonReader<'a>> {
        if self.known.is_empty() {
            return None;
        }
        let place = self.place(name)?;
        match self.known.get_mut(place).map(std::mem::take)? {
            Field::Value(value) => Some(value),
            Field::Absent | Field::Null(_) => None,
        }
    }

    /// Takes the remaining fields, in order.
    pub fn rest(&mut self) -> Extra {
        Extra(std::mem::take(&mut self.rest).into_iter().flatten().collect())
    }
}

/// Returns the default of an object.
#[must_use]
pub fn object_default<T: Object>() -> T {
    T::read(&mut ObjectReader::default())
}

/// Reads an object: its `read_json`.
///
/// # Errors
/// Names the field that doesn't fit.
pub fn object_from<T: Object>(from: JsonReader<'_>) -> Result<T, Misfit> {
    let mut reader = ObjectReader::new(T::FIELDS, from)?;
    if from.needs_required() {
        reader.check(T::CHECKS);
    }
    let object = T::read(&mut reader);
    reader.misfit.map_or(Ok(object), Err)
}

/// Writes an object: its `write_json`.
pub fn object_into<T: Object>(object: &T, to: &mut JsonWriter) {
    write(T::FIELDS, &object.fields(), object.extra(), to);
}

/// Unknown fields come last, except those that are set.
fn write(names: &[(&str, &str)], fields: &[&dyn ObjectField], extra: &Extra, to: &mut JsonWriter) {
    let set = || names.iter().zip(fields).filter(|(_, field)| field.is_set());
    let mut before = "{";
    let mut name = |name: &str, to: &mut JsonWriter| {
        to.text(before);
        to.name(name);
        before = ",";
    };
    for ((_, json), field) in set() {
        name(json, to);
        field.write(to);
    }
    for (unknown, value) in extra.iter() {
        if !set().any(|((_, json), _)| *json == unknown) {
            name(unknown, to);
            value.write_json(to);
        }
    }
    to.text(if before == "{" { "{}" } else { "}" });
}

/// Compares objects: their `eq`.
pub fn object_eq<T: Object>(one: &T, two: &T) -> bool {
    is_equal(&one.fields(), &two.fields()) && one.extra() == two.extra()
}

fn is_equal(one: &[&dyn ObjectField], two: &[&dyn ObjectField]) -> bool {
    one.iter().zip(two).all(|(one, two)| one.is_equal(*two))
}

/// Formats an object: its `fmt`.
///
/// # Errors
/// If the formatter fails.
pub fn object_fmt<T: Object>(object: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    show(f.debug_struct(T::NAME), T::FIELDS, &object.fields(), object.extra())
}

fn show(
    mut to: fmt::DebugStruct<'_, '_>,
    names: &[(&str, &str)],
    fields: &[&dyn ObjectField],
    extra: &Extra,
) -> fmt::Result {
    for ((rust, _), field) in names.iter().zip(fields) {
        to.field(rust.strip_prefix("r#").unwrap_or(rust), field);
    }
    to.field("extra", extra).finish()
}

/// Gives a struct its JSON, `Default`, `Debug` and `PartialEq`, by the names of
/// its fields in JSON. Every field is an `Option`; the field `extra` keeps the
/// unknown ones. One that is marked as `(required)` must be in what a server receives, and
/// one that is marked as `(required, RANGE)` or `(optional, RANGE)` is within its limits;
/// clients don't check it.
///
/// ```
/// #[derive(Clone)]
/// pub struct Bed {
///     pub id: Option<String>,
///     pub length: Option<i64>,
///     pub extra: api_runtime::Extra,
/// }
///
/// api_runtime::object! {
///     Bed {
///         id: "ID" (required),
///         length: "Length" (optional, api_runtime::Range { min: Some(0.0), ..api_runtime::Range::NONE }),
///     }
/// }
///
/// let bed: Bed = serde_json::from_str(r#"{"ID":"a","Soil":"loam"}"#)?;
/// assert_eq!(bed.id.as_deref(), Some("a"));
/// assert_eq!(serde_json::to_string(&bed)?, r#"{"ID":"a","Soil":"loam"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! object {
    ($name:ident { $($field:ident: $json:literal $(($($mark:tt)*))?),* $(,)? }) => {
        // All is `inline`: it is compiled in programs that use the type, and only there.
        impl $crate::Object for $name {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [(&'static str, &'static str)] = &[$((stringify!($field), $json)),*];
            const CHECKS: &'static [$crate::FieldCheck] = &[$($($crate::__check!($json, $($mark)*),)?)*];

            #[inline]
            fn read(from: &mut $crate::ObjectReader<'_>) -> Self {
                Self { $($field: from.take($json),)* extra: from.rest() }
            }

            #[inline]
            fn fields(&self) -> Vec<&dyn $crate::ObjectField> {
                vec![$(&self.$field),*]
            }

            #[inline]
            fn extra(&self) -> &$crate::Extra {
                &self.extra
            }
        }

        impl Default for $name {
            #[inline]
            fn default() -> Self {
                $crate::__private::object_default()
            }
        }

        impl ::core::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::object_fmt(self, f)
            }
        }

        impl PartialEq for $name {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                $crate::__private::object_eq(self, other)
            }
        }

        impl $crate::JsonValue for $name {
            #[inline]
            fn read_json(from: $crate::JsonReader<'_>) -> Result<Self, $crate::Misfit> {
                $crate::__private::object_from(from)
            }

            #[inline]
            fn write_json(&self, to: &mut $crate::JsonWriter) {
                $crate::__private::object_into(self, to);
            }

            #[inline]
            fn fit(from: $crate::JsonReader<'_>) -> Option<usize> {
                $crate::__private::object_fit::<Self>(from)
            }

            #[inline]
            fn placeholder() -> Self {
                $crate::__private::object_default()
            }
        }
        $crate::__serde_by_json!($name);
    };
}

/// The check of a field with a mark.
#[doc(hidden)]
#[macro_export]
macro_rules! __check {
    ($json:literal, required) => {
        $crate::FieldCheck::required($json, $crate::Range::NONE)
    };
    ($json:literal, required, $range:expr) => {
        $crate::FieldCheck::required($json, $range)
    };
    ($json:literal, nullable) => {
        $crate::FieldCheck::required($json, $crate::Range::NONE).nullable()
    };
    ($json:literal, nullable, $range:expr) => {
        $crate::FieldCheck::required($json, $range).nullable()
    };
    ($json:literal, required = $constant:literal) => {
        $crate::FieldCheck::required($json, $crate::Range::NONE).constant($constant)
    };
    ($json:literal, nullable = $constant:literal) => {
        $crate::FieldCheck::required($json, $crate::Range::NONE).nullable().constant($constant)
    };
    ($json:literal, optional = $constant:literal) => {
        $crate::FieldCheck::optional($json, $crate::Range::NONE).constant($constant)
    };
    ($json:literal, optional, $range:expr) => {
        $crate::FieldCheck::optional($json, $range)
    };
}

/// Implements `Serialize` and `Deserialize` for a `JsonValue`.
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_by_json {
    ($name:ty) => {
        impl $crate::__private::serde::Serialize for $name {
            fn serialize<S: $crate::__private::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::__private::to_serde(self, to)
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                from: D,
            ) -> Result<Self, D::Error> {
                $crate::__private::from_serde(from)
            }
        }
    };
}
