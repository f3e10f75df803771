//! Types that are one of several others.

use std::borrow::Cow;

use super::{Fit, JsonReader, JsonValue, JsonWriter, NOT_LISTED, Tape, tape::Best};
use crate::core::{Json, Range};

/// The memory of what is remembered of a value, in bytes.
const REMEMBERED: usize = 64;

/// The fits of the types of a union.
type Types = &'static [fn(JsonReader<'_>) -> Option<Fit>];

/// Finds the type of a union that a value fits best; of several, the first. With `is_first`, it is the
/// first that a value fits. If it fits none, it is the first of which it only lacks something,
/// with that said in its fit; `None` if there is no such type.
/// It is remembered of a list or an object in a value that may be of several types, too.
#[must_use]
pub fn union_best(from: JsonReader<'_>, types: Types, is_first: bool) -> Best {
    let key = (from.node(), types.as_ptr().addr());
    if let Some(best) = from.tape().best.borrow().get(&key) {
        return *best;
    }
    let fits = types.iter().enumerate().filter_map(|(at, fit)| Some((at, fit(from.candidate())?)));
    let fits = fits.filter(|(_, fit)| !fit.lacks || fit.unknown == 0 && !fit.differs);
    let best = match is_first {
        // One that has more than a closed type is rather of another.
        true => {
            let fitting = fits.clone().find(|(_, fit)| !fit.lacks && !fit.excess);
            fitting.or_else(|| fits.min_by_key(|(_, fit)| fit.lacks))
        }
        false => fits.min_by_key(|(_, fit)| *fit),
    };
    if from.is_asked_again() {
        from.charge(REMEMBERED)?;
        from.tape().best.borrow_mut().insert(key, best);
    }
    best
}

/// Returns how well a value fits a union: its `fit`. It keeps a value that is of none of its types.
#[must_use]
pub fn union_fit(best: Best) -> Option<Fit> {
    best.map(|(_, fit)| fit).or(Some(Fit { lacks: true, differs: true, ..Fit::default() }))
}

/// Returns how well a value without a known tag fits a union: an object only lacks that.
#[must_use]
pub fn union_untagged_fit(from: JsonReader<'_>) -> Option<Fit> {
    Some(Fit { lacks: true, differs: from.first() != b'{', ..Fit::default() })
}

/// Returns how well a value fits a union whose tag says a type: its content is of another one, or it
/// fits.
#[must_use]
pub fn union_tagged_fit(content: Option<Fit>) -> Option<Fit> {
    content.map(|fit| Fit { loose: fit.loosens(), ..Fit::default() })
}

/// Returns the text of the field `tag` of an object.
#[must_use]
pub fn union_tag<'a>(from: JsonReader<'a>, tag: &str) -> Option<Cow<'a, str>> {
    from.field(tag)?.text()
}

/// Returns the last field of that name, if the value is an object that has one.
#[must_use]
pub fn union_field<'a>(from: JsonReader<'a>, name: &str) -> Option<JsonReader<'a>> {
    from.field(name)
}

/// Writes an object with its tag, which comes first unless the object has it.
pub fn union_tagged<T: JsonValue>(tag: &str, value: &str, object: &T, to: &mut JsonWriter) {
    let mut inner = to.inner();
    object.write_json(&mut inner);
    let tape = Tape::of(&inner.text);
    if tape.is_ok_and(|tape| JsonReader::new(&inner.text, &tape).field(tag).is_some()) {
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

/// Reads a value as the type of a union that it fits best. Of none of them is a value that a newer
/// description may have: where values are checked, an object with fields or constants of its own.
pub fn union_read<U>(
    from: JsonReader<'_>,
    best: Best,
    read: &[fn(JsonReader<'_>) -> Option<U>],
    (other, is_closed): (fn(Json) -> U, bool),
) -> Option<U> {
    let best = best.filter(|(_, fit)| !fit.lacks || from.is_checked());
    match best.and_then(|(at, _)| read.get(at)) {
        Some(read) => read(from),
        None if from.is_checked() && (is_closed || from.first() != b'{') => {
            from.misfit("matches none of the union's types")
        }
        None => Json::read_json(from).map(other),
    }
}

/// Reads a value of a union's type that has limits.
#[must_use]
pub fn union_member<T: JsonValue>(from: JsonReader<'_>, limits: &'static Range) -> Option<T> {
    let value = T::read_json(from);
    #[cfg(any(feature = "cli", feature = "server"))]
    if value.is_some() && from.is_checked() {
        crate::codec::range::test(limits, from, None)?;
    }
    let _ = limits;
    value
}

/// Reads a value whose tag says none of the types of a union. Where values are checked, it has a tag, and
/// a known one has its content.
pub fn union_other<U>(
    from: JsonReader<'_>,
    tag: &'static str,
    content: Option<(&'static str, &[&str])>,
    (other, is_closed): (fn(Json) -> U, bool),
) -> Option<U> {
    if from.is_checked() {
        if from.first() != b'{' {
            return from.is_not("an object");
        }
        match from.field(tag) {
            None => return from.lacks(tag),
            Some(value) => {
                let Some(text) = value.text() else { return value.is_not("a string") };
                match content {
                    Some((content, known)) if known.contains(&&*text) => {
                        return from.lacks(content);
                    }
                    _ if is_closed => return value.misfit(NOT_LISTED),
                    _ => {}
                }
            }
        }
    }
    Json::read_json(from).map(other)
}

/// Defines a type that is one of several others, which their shapes tell apart: the one that fits
/// best, and of several, the first. A value that fits none is kept as `Other`; a server refuses one that
/// is not an object with fields or constants of its own, and after `= closed` that, too. After `= first`, it is the first one
/// that a value fits, which is read no further. A type with limits has them after it: `Name(String) = Range { … }`, and
/// `Bed(Bed) = "bed".limits(Range { … })` with a tag.
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
        $vis:vis enum $name:ident $(= $mark:ident)? $(; $closed:ident)? {
            $($(#[$doc:meta])* $variant:ident($held:ty $(,)?) $(= $limits:expr)?),* $(,)?
        }
    ) => {
        $crate::__union! {
            $(#[$meta])* $vis enum $name { $($(#[$doc])* $variant($held)),* }
            |from| {
                let read: &[fn($crate::JsonReader<'_>) -> Option<Self>] =
                    &[$(|from| $crate::__member!($held, from $(, $limits)?).map(Self::$variant)),*];
                let best = $crate::__private::union_best(from, Self::TYPES, Self::IS_FIRST);
                let is_closed = matches!(stringify!($($mark)?), "closed") || !stringify!($($closed)?).is_empty();
                $crate::__private::union_read(from, best, read, (Self::Other, is_closed))
            },
            |from| $crate::__private::union_fit($crate::__private::union_best(from, Self::TYPES, Self::IS_FIRST)),
            |value, to| match value {
                $(Self::$variant(value) => $crate::JsonValue::write_json(value, to),)*
                Self::Other(json) => $crate::JsonValue::write_json(json, to),
            }
        }

        impl $name {
            const IS_FIRST: bool = matches!(stringify!($($mark)?).as_bytes(), b"first");
            const TYPES: &'static [fn($crate::JsonReader<'_>) -> Option<$crate::Fit>] =
                &[$(<$held as $crate::JsonValue>::fit),*];
        }
    };
}

/// Defines a type that is one of several others, which a field tells apart. A value without the
/// field, or with another text in it, is kept as `Other`; a server refuses one without the field, and
/// with `; closed`, another text. With a second name, the value is not the object around the tag, but a
/// field of it.
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
        $vis:vis enum $name:ident = $tag:literal $(; $closed:ident)? {
            $($(#[$doc:meta])* $variant:ident($held:ty $(,)?) = $value:literal $(.limits($limits:expr))?),* $(,)?
        }
    ) => {
        $crate::__union! {
            $(#[$meta])* $vis enum $name { $($(#[$doc])* $variant($held)),* }
            |from| match $crate::__private::union_tag(from, $tag).as_deref() {
                $(Some($value) => $crate::__member!($held, from $(, $limits)?).map(Self::$variant),)*
                _ => {
                    let other = (Self::Other as fn(_) -> _, !stringify!($($closed)?).is_empty());
                    $crate::__private::union_other(from, $tag, None, other)
                }
            },
            |from| match $crate::__private::union_tag(from, $tag).as_deref() {
                $(Some($value) => {
                    $crate::__private::union_tagged_fit(<$held as $crate::JsonValue>::fit(from))
                })*
                _ => $crate::__private::union_untagged_fit(from),
            },
            |value, to| match value {
                $(Self::$variant(value) => $crate::__private::union_tagged($tag, $value, value, to),)*
                Self::Other(json) => $crate::JsonValue::write_json(json, to),
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident = $tag:literal, $content:literal $(; $closed:ident)? {
            $($(#[$doc:meta])* $variant:ident($held:ty $(,)?) = $value:literal $(.limits($limits:expr))?),* $(,)?
        }
    ) => {
        $crate::__union! {
            $(#[$meta])* $vis enum $name { $($(#[$doc])* $variant($held)),* }
            |from| match (
                $crate::__private::union_tag(from, $tag).as_deref(),
                $crate::__private::union_field(from, $content),
            ) {
                $((Some($value), Some(content)) => {
                    $crate::__member!($held, content $(, $limits)?).map(Self::$variant)
                })*
                _ => {
                    let other = (Self::Other as fn(_) -> _, !stringify!($($closed)?).is_empty());
                    $crate::__private::union_other(from, $tag, Some(($content, &[$($value),*])), other)
                }
            },
            |from| match (
                $crate::__private::union_tag(from, $tag).as_deref(),
                $crate::__private::union_field(from, $content),
            ) {
                $((Some($value), Some(content)) => {
                    $crate::__private::union_tagged_fit(<$held as $crate::JsonValue>::fit(content))
                })*
                _ => $crate::__private::union_untagged_fit(from),
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

/// Reads a value of a union's type, which may have limits.
#[doc(hidden)]
#[macro_export]
macro_rules! __member {
    ($held:ty, $from:ident) => {
        <$held as $crate::JsonValue>::read_json($from)
    };
    ($held:ty, $from:ident, $limits:expr) => {{
        const LIMITS: $crate::Range = $limits;
        $crate::__private::union_member::<$held>($from, &LIMITS)
    }};
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
            fn read_json($from: $crate::JsonReader<'_>) -> Option<Self> {
                $read
            }

            fn write_json(&self, $to: &mut $crate::JsonWriter) {
                let $value = self;
                $write
            }

            fn placeholder() -> Self {
                Self::default()
            }

            fn fit($fit_from: $crate::JsonReader<'_>) -> Option<$crate::Fit> {
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
