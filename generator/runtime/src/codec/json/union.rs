//! Types that are one of several others.

use std::borrow::Cow;

use super::{FieldCheck, JsonReader, JsonValue, JsonWriter, Object};
use crate::core::{Json, Misfit};

/// A type of a union that a value may be of: how badly it fits, and how it is read.
pub type Candidate<U> = (usize, fn(JsonReader<'_>) -> Option<U>);

/// Reads a value as the type that fits best; of several, the first. One whose parts have all that
/// their types say comes before others, which may only be older than the server. `None` if none fits.
#[must_use]
pub fn union_best<U>(mut candidates: Vec<Candidate<U>>, from: JsonReader<'_>) -> Option<U> {
    candidates.sort_by_key(|(misfit, _)| *misfit);
    let from = from.candidate();
    let best = |from| candidates.iter().find_map(|(_, read)| read(from));
    // With one candidate, nothing depends on it.
    if candidates.len() < 2 || from.is_tried() {
        return best(from);
    }
    best(from.tried()).or_else(|| best(from))
}

/// Returns how badly an object fits a type: the number of fields that the type doesn't have.
/// `None` if it lacks one that the type requires, has none of the type's, or has another value
/// where the type always has the same.
#[must_use]
pub fn object_fit<T: Object>(from: JsonReader<'_>) -> Option<usize> {
    fit(T::FIELDS, T::CHECKS, from)
}

fn fit(names: &[(&str, &str)], checks: &[FieldCheck], from: JsonReader<'_>) -> Option<usize> {
    // A part of an object may lack all but what tells types apart.
    let required = checks.iter().filter(|it| !from.is_partial() || it.has_constant());
    let mut required: Vec<_> = required.filter_map(|it| it.required_name(from)).collect();
    let (mut unknown, mut known, mut is_another) = (0, 0, false);
    let mut each = |name: Cow<'_, str>, value: JsonReader<'_>| {
        required.retain(|required| *required != name);
        let differs = |it: &FieldCheck| it.name() == name && it.is_another(value.as_str());
        is_another |= !value.is_null() && checks.iter().any(differs);
        match names.iter().any(|(_, json)| *json == name) {
            true => known += 1,
            false => unknown += 1,
        }
        Ok(())
    };
    from.each_field(&mut each).ok()?;
    let is_it = !is_another && required.is_empty() && (known > 0 || unknown == 0 || names.is_empty());
    is_it.then_some(unknown)
}

/// Returns the text of the field `tag` of an object.
#[must_use]
pub fn union_tag(from: JsonReader<'_>, tag: &str) -> Option<String> {
    union_field(from, tag).and_then(|value| String::read_json(value).ok())
}

/// Returns the last field of that name, if the value is an object that has one.
#[must_use]
pub fn union_field<'a>(from: JsonReader<'a>, name: &str) -> Option<JsonReader<'a>> {
    let mut found = None;
    let mut each = |field: Cow<'_, str>, value| {
        if field == name {
            found = Some(value);
        }
        Ok(())
    };
    from.each_field(&mut each).ok()?;
    found
}

/// Writes a value of one of the types, with all constants, which tell them apart.
pub fn union_member<T: JsonValue>(value: &T, to: &mut JsonWriter) {
    let is_member = std::mem::replace(&mut to.is_member, true);
    value.write_json(to);
    to.is_member = is_member;
}

/// Writes an object with its tag, which comes first unless the object has it.
pub fn union_tagged<T: JsonValue>(tag: &str, value: &str, object: &T, to: &mut JsonWriter) {
    let mut inner = to.inner();
    object.write_json(&mut inner);
    if union_field(JsonReader::new(&inner.text), tag).is_some() {
        return to.append(inner, 0);
    }
    to.name('{', tag);
    to.string(value);
    to.text(if inner.text == "{}" { "" } else { "," });
    to.append(inner, 1);
}

/// Writes an object with two fields: the tag, and the value.
pub fn union_with_content<T: JsonValue>(tag: (&str, &str), content: &str, value: &T, to: &mut JsonWriter) {
    to.name('{', tag.0);
    to.string(tag.1);
    to.name(',', content);
    value.write_json(to);
    to.text("}");
}

/// Keeps a value whole that is of none of the types.
///
/// # Errors
/// If it isn't JSON, or another union has to know whether it is of a type.
pub fn union_other<U>(from: JsonReader<'_>, other: fn(Json) -> U) -> Result<U, Misfit> {
    if from.is_tried() {
        return Err(Misfit::new("of none of the types"));
    }
    Json::read_json(from).map(other)
}

/// Defines a type that is one of several others, which their shapes tell apart: the one that fits
/// best, and of several, the first. A value that fits none is kept as `Other`.
///
/// ```
/// api_runtime::union! {
///     /// A place of a bed.
///     pub enum Place {
///         /// By number.
///         Number(i64),
///         /// By name.
///         Name(String),
///     }
/// }
///
/// let place: Place = serde_json::from_str("\"north\"")?;
/// assert_eq!(place, Place::Name("north".to_owned()));
/// let other: Place = serde_json::from_str("[1]")?;
/// assert_eq!(serde_json::to_string(&other)?, "[1]");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! union {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$doc:meta])* $variant:ident($held:ty $(,)?)),* $(,)?
        }
    ) => {
        $crate::__union! {
            $(#[$meta])* $vis enum $name { $($(#[$doc])* $variant($held)),* }
            |from| {
                let candidates: Vec<$crate::__private::Candidate<Self>> = [$(
                    <$held as $crate::JsonValue>::fit(from).map(|fit| {
                        let read: fn($crate::JsonReader<'_>) -> Option<Self> =
                            |from| <$held as $crate::JsonValue>::read_json(from).ok().map(Self::$variant);
                        (fit, read)
                    }),
                )*].into_iter().flatten().collect();
                match $crate::__private::union_best(candidates, from) {
                    Some(known) => Ok(known),
                    None => $crate::__private::union_other(from, Self::Other),
                }
            },
            |from| [$(<$held as $crate::JsonValue>::fit(from)),*].into_iter().flatten().min(),
            |value, to| match value {
                $(Self::$variant(value) => $crate::__private::union_member(value, to),)*
                Self::Other(json) => $crate::JsonValue::write_json(json, to),
            }
        }
    };
}

/// Defines a type that is one of several others, which a field tells apart. A value without the
/// field, or with another text in it, is kept as `Other`. With a second name, the value is not
/// the object around the tag, but a field of it.
///
/// ```
/// # #[derive(Clone)]
/// # pub struct Bed { pub length: Option<i64>, pub extra: api_runtime::Extra }
/// # api_runtime::object! { Bed { length: "length" } }
/// api_runtime::tagged_union! {
///     /// A thing in the garden.
///     pub enum Thing = "kind" {
///         /// A bed.
///         Bed(Bed) = "bed",
///     }
/// }
///
/// let thing: Thing = serde_json::from_str(r#"{"kind":"bed","length":2}"#)?;
/// assert!(matches!(&thing, Thing::Bed(bed) if bed.length == Some(2)));
/// let bed = Thing::Bed(Bed { length: Some(3), ..Bed::default() });
/// assert_eq!(serde_json::to_string(&bed)?, r#"{"kind":"bed","length":3}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! tagged_union {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident = $tag:literal {
            $($(#[$doc:meta])* $variant:ident($held:ty $(,)?) = $value:literal),* $(,)?
        }
    ) => {
        $crate::__union! {
            $(#[$meta])* $vis enum $name { $($(#[$doc])* $variant($held)),* }
            |from| match $crate::__private::union_tag(from, $tag).as_deref() {
                $(Some($value) => <$held as $crate::JsonValue>::read_json(from).map(Self::$variant),)*
                _ => $crate::__private::union_other(from, Self::Other),
            },
            |from| match $crate::__private::union_tag(from, $tag).as_deref() {
                $(Some($value) => Some(0),)*
                _ => None,
            },
            |value, to| match value {
                $(Self::$variant(value) => $crate::__private::union_tagged($tag, $value, value, to),)*
                Self::Other(json) => $crate::JsonValue::write_json(json, to),
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident = $tag:literal, $content:literal {
            $($(#[$doc:meta])* $variant:ident($held:ty $(,)?) = $value:literal),* $(,)?
        }
    ) => {
        $crate::__union! {
            $(#[$meta])* $vis enum $name { $($(#[$doc])* $variant($held)),* }
            |from| match (
                $crate::__private::union_tag(from, $tag).as_deref(),
                $crate::__private::union_field(from, $content),
            ) {
                $((Some($value), Some(content)) => {
                    let held = <$held as $crate::JsonValue>::read_json(content);
                    held.map(Self::$variant).map_err(|misfit| misfit.in_field($content))
                })*
                _ => $crate::__private::union_other(from, Self::Other),
            },
            |from| match $crate::__private::union_tag(from, $tag).as_deref() {
                $(Some($value) => Some(0),)*
                _ => None,
            },
            |value, to| match value {
                $(Self::$variant(value) => {
                    $crate::__private::union_with_content(($tag, $value), $content, value, to);
                })*
                Self::Other(json) => $crate::JsonValue::write_json(json, to),
            }
        }
    };
}

/// The common part of unions.
#[doc(hidden)]
#[macro_export]
macro_rules! __union {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident($held:ty $(,)?)),* }
        |$from:ident| $read:expr,
        |$fit_from:ident| $fit:expr,
        |$value:ident, $to:ident| $write:expr
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        $vis enum $name {
            $($(#[$doc])* $variant($held),)*
            /// Any other value, as received.
            Other($crate::Json),
        }

        impl $crate::JsonValue for $name {
            fn read_json($from: $crate::JsonReader<'_>) -> Result<Self, $crate::Misfit> {
                $read
            }

            fn write_json(&self, $to: &mut $crate::JsonWriter) {
                let $value = self;
                $write
            }

            fn placeholder() -> Self {
                Self::default()
            }

            fn fit($fit_from: $crate::JsonReader<'_>) -> Option<usize> {
                $fit
            }
        }

        impl Default for $name {
            /// `null`
            fn default() -> Self {
                Self::Other($crate::Json::default())
            }
        }

        impl From<$crate::Json> for $name {
            fn from(json: $crate::Json) -> Self {
                Self::Other(json)
            }
        }

        $crate::__serde_by_json!($name);
    };
}

#[cfg(test)]
mod tests;
