//! Types with fields, which keep unknown fields.
//!
//! A type is a table of names. What can be done for all types at once is done
//! here, through `dyn` [`ObjectField`]s, so that a type costs its users little
//! to compile.

mod check;
mod field;
mod reader;

use std::fmt;

use super::{Extra, Fit, JsonReader, JsonValue, JsonWriter, strings::is_plain_name};
use crate::core::Range;

pub use check::FieldCheck;
pub use field::ObjectField;

/// A type with fields. [`object!`](crate::object!) implements it.
pub trait Object: JsonValue {
    /// Its name.
    const NAME: &'static str;

    /// The names of its fields, in Rust and in JSON.
    const FIELDS: &'static [(&'static str, &'static str)];

    /// The other fields that a server takes.
    const OTHERS: Others = Others::Any;

    /// The checks of those in a request, in the order of [`FIELDS`](Self::FIELDS).
    const CHECKS: &'static [FieldCheck] = &[];

    /// Returns the known fields, as [`FIELDS`](Self::FIELDS) names them, and the unknown ones.
    fn fields(&self) -> (impl AsRef<[&dyn ObjectField]>, &Extra);

    /// Returns the same, to be changed.
    fn fields_mut(&mut self) -> (impl AsMut<[&mut dyn ObjectField]>, &mut Extra);
}

/// The fields that a server takes although a type doesn't list them.
#[derive(Clone, Copy, Debug)]
pub enum Others {
    /// All.
    Any,
    /// None.
    None,
    /// Those that this reads: of one type, and within its limits.
    Valid(fn(JsonReader<'_>) -> Option<()>),
}

impl Others {
    /// Reads the value of a field of a type with limits.
    #[must_use]
    pub fn test<T: JsonValue>(value: JsonReader<'_>, range: &Range) -> Option<()> {
        #[cfg(any(feature = "cli", feature = "server"))]
        crate::codec::range::test(range, value, None)?;
        // A client checks no limits.
        let _ = range;
        T::read_json(value).map(drop)
    }
}

/// Reads an object: its `read_json`.
#[must_use]
pub fn object_from<T: Object>(from: JsonReader<'_>) -> Option<T> {
    let mut object = T::placeholder();
    let are_taken = !from.is_checked() || reader::takes_others(T::FIELDS, T::OTHERS, from);
    let (mut fields, extra) = object.fields_mut();
    reader::read(T::FIELDS, T::CHECKS, fields.as_mut(), extra, from)?;
    drop(fields);
    are_taken.then_some(object)
}

/// Returns how well an object fits a type: its `fit`. It lacks what tells it apart if it has none of the
/// type's fields, lacks one that the type requires, or has another value where the type always has
/// the same.
#[must_use]
pub fn object_fit<T: Object>(from: JsonReader<'_>) -> Option<Fit> {
    let fit = reader::fit(T::FIELDS, T::CHECKS, T::placeholder().fields().0.as_ref(), from)?;
    Some(Fit { excess: matches!(T::OTHERS, Others::None) && fit.unknown > 0, ..fit })
}

/// Writes an object: its `write_json`.
pub fn object_into<T: Object>(object: &T, to: &mut JsonWriter) {
    let (fields, extra) = object.fields();
    write((T::FIELDS, const { are_plain(T::FIELDS) }), T::CHECKS, fields.as_ref(), extra, to);
}

/// Unknown fields come last, except those that are set. What must be there and is always the same,
/// or can be `null`, is written whether or not it is set; what only the other side sends, isn't.
fn write(
    (names, are_plain): (&[(&str, &str)], bool),
    checks: &[FieldCheck],
    fields: &[&dyn ObjectField],
    extra: &Extra,
    to: &mut JsonWriter,
) {
    let set = || names.iter().zip(fields).filter(|(_, field)| field.is_set());
    let mut before = '{';
    let mut name = |name: &str, to: &mut JsonWriter| {
        match are_plain {
            true => to.plain_name(before == '{', name),
            false => to.name(before, name),
        }
        before = ',';
    };
    let sender = to.sender;
    let hidden = || checks.iter().filter(|it| sender.is_some_and(|sender| it.is_hidden_by(sender)));
    let hides = hidden().next().is_some();
    let is_hidden = |name: &str| hides && hidden().any(|it| it.name() == name);
    let unset = checks.iter().filter_map(FieldCheck::unset);
    let unset: Vec<_> = unset.filter(|(name, _)| extra.get(name).is_none()).collect();
    for ((_, json), field) in names.iter().zip(fields) {
        if is_hidden(json) {
            continue;
        }
        if field.is_set() {
            name(json, to);
            field.write(to);
        } else if let Some((_, value)) = unset.iter().find(|(name, _)| name == json) {
            name(json, to);
            to.text(value);
        }
    }
    for (unknown, value) in extra.iter() {
        if !is_hidden(unknown) && !set().any(|((_, json), _)| *json == unknown) {
            to.name(before, unknown);
            value.write_json(to);
            before = ',';
        }
    }
    to.text(if before == '{' { "{}" } else { "}" });
}

/// Returns whether JSON has all names as they are, without an escape.
const fn are_plain(names: &[(&str, &str)]) -> bool {
    let mut rest = names;
    while let [(_, json), after @ ..] = rest {
        if !is_plain_name(json.as_bytes()) {
            return false;
        }
        rest = after;
    }
    true
}

/// Compares objects: their `eq`.
pub fn object_eq<T: Object>(one: &T, two: &T) -> bool {
    let (one, two) = (one.fields(), two.fields());
    is_equal(one.0.as_ref(), two.0.as_ref()) && one.1 == two.1
}

fn is_equal(one: &[&dyn ObjectField], two: &[&dyn ObjectField]) -> bool {
    one.iter().zip(two).all(|(one, two)| one.is_equal(*two))
}

/// Formats an object: its `fmt`.
///
/// # Errors
/// If the formatter fails.
pub fn object_fmt<T: Object>(object: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (fields, extra) = object.fields();
    show(f.debug_struct(T::NAME), T::FIELDS, fields.as_ref(), extra)
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
/// its fields in JSON. A field that isn't an `Option` is always there: JSON without it
/// is a misfit. A struct with such a field has no `Default`, which `!Default` after its name says.
/// The field `extra` keeps the unknown fields. A mark says what is checked in a request, and tells
/// the types of a union apart:
///
/// | mark | the field |
/// |---|---|
/// | `(required)` | is there |
/// | `(nullable)` | is there, even if only as `null`, which is written if it isn't set |
/// | `(kept)` | is not `null` if it is there |
/// | `(read)`, `(read required)` and so on | is only in responses: it is left out of requests |
/// | `(write)`, `(write required)` and so on | is only in requests: a server leaves it out of responses |
/// | `(required = JSON)` | is there with this value, which is written if it isn't set |
/// | `(nullable = JSON)` | the same, but may be `null` |
/// | `(optional = JSON)` | has this value if it is there |
/// | `(required, RANGE)` | is there and within its limits; so with `nullable` and `optional` |
/// | `(optional, RANGE, ',')` | has as many items, with this character between them |
///
/// `or "JSON"` before these is the default, which a handler sees if a request lacks the field:
/// `(or "5" optional)`. After `= closed` behind the name, a server refuses other fields, and after
/// `= others(TYPE, RANGE)` those that aren't of a type and within its limits.
///
/// A client checks no limits.
///
/// ```
/// #[derive(Clone)]
/// pub struct Bed {
///     pub id: String,
///     pub length: Option<i64>,
///     pub extra: api_runtime::Extra,
/// }
///
/// api_runtime::object! {
///     Bed: !Default {
///         id: "ID" (required),
///         length: "Length" (optional, api_runtime::Range { min: Some("0"), ..api_runtime::Range::NONE }),
///     }
/// }
///
/// let bed: Bed = serde_json::from_str(r#"{"ID":"a","Soil":"loam"}"#)?;
/// assert_eq!(bed.id, "a");
/// assert_eq!(serde_json::to_string(&bed)?, r#"{"ID":"a","Soil":"loam"}"#);
/// assert!(serde_json::from_str::<Bed>(r#"{"Soil":"loam"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// ```compile_fail,E0599
/// # #[derive(Clone)]
/// # pub struct Bed { pub id: String, pub extra: api_runtime::Extra }
/// # api_runtime::object! { Bed: !Default { id: "ID" (required) } }
/// let bed = Bed::default();
/// ```
#[macro_export]
macro_rules! object {
    ($name:ident $(= $others:ident $(($($of:tt)*))?)? { $($fields:tt)* }) => {
        $crate::object! { $name: !Default $(= $others $(($($of)*))?)? { $($fields)* } }

        impl Default for $name {
            #[inline]
            fn default() -> Self {
                $crate::JsonValue::placeholder()
            }
        }
    };
    (
        $name:ident: !Default $(= $others:ident $(($($of:tt)*))?)?
        { $($field:ident: $json:literal $(($($mark:tt)*))?),* $(,)? }
    ) => {
        // All is `inline`: it is compiled in programs that use the type, and only there.
        impl $crate::Object for $name {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [(&'static str, &'static str)] = &[$((stringify!($field), $json)),*];
            const OTHERS: $crate::Others = $crate::__others!($($others $($($of)*)?)?);
            const CHECKS: &'static [$crate::FieldCheck] = &[$($($crate::__check!($json, $($mark)*),)?)*];

            #[inline]
            fn fields(&self) -> (impl ::core::convert::AsRef<[&dyn $crate::ObjectField]>, &$crate::Extra) {
                let fields: [&dyn $crate::ObjectField; Self::FIELDS.len()] = [$(&self.$field),*];
                (fields, &self.extra)
            }

            #[inline]
            fn fields_mut(&mut self) -> (impl ::core::convert::AsMut<[&mut dyn $crate::ObjectField]>, &mut $crate::Extra) {
                let fields: [&mut dyn $crate::ObjectField; Self::FIELDS.len()] = [$(&mut self.$field),*];
                (fields, &mut self.extra)
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
            fn read_json(from: $crate::JsonReader<'_>) -> Option<Self> {
                $crate::__private::object_from(from)
            }

            #[inline]
            fn write_json(&self, to: &mut $crate::JsonWriter) {
                $crate::__private::object_into(self, to);
            }

            #[inline]
            fn fit(from: $crate::JsonReader<'_>) -> Option<$crate::Fit> {
                $crate::__private::object_fit::<Self>(from)
            }

            #[inline]
            fn placeholder() -> Self {
                Self { $($field: $crate::JsonValue::placeholder(),)* extra: $crate::Extra::default() }
            }
        }
        $crate::__serde_by_json!($name);
    };
}

/// The other fields that an object can have.
#[doc(hidden)]
#[macro_export]
macro_rules! __others {
    () => {
        $crate::Others::Any
    };
    (closed) => {
        $crate::Others::None
    };
    (others $type:ty) => {
        $crate::__others!(others $type, $crate::Range::NONE)
    };
    (others $type:ty, $range:expr) => {
        $crate::Others::Valid(|value| $crate::Others::test::<$type>(value, &$range))
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
