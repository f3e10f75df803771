//! Enums that keep values that are not listed.

use super::JsonReader;
use crate::core::Misfit;

/// Defines an enum of strings. A value that is not listed is kept in `Other`.
///
/// ```
/// api_runtime::open_enum! {
///     /// Kinds of soil.
///     pub enum Soil {
///         /// Dry.
///         Sand = "sand",
///         /// Wet.
///         Loam = "loam",
///     }
/// }
/// assert_eq!(Soil::from("loam"), Soil::Loam);
/// assert_eq!(Soil::from("clay").as_str(), "clay");
/// ```
#[macro_export]
macro_rules! open_enum {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident $(= $closed:ident)? {
            $($(#[$doc:meta])* $variant:ident = $value:literal),* $(,)?
        }
    ) => {
        $crate::__open_enum! {
            $(#[$meta])*
            $visibility enum $name $(= $closed)?: String, &'static str = "" { $($(#[$doc])* $variant = $value),* }
            |text| Ok(text.into()),
            |value| value.as_str().into(),
            |value, to| to.string(value.as_str())
        }

        impl $name {
            /// Returns the value, as it is written.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $value,)*
                    Self::Other(value) => value,
                }
            }
        }

        impl From<&str> for $name {
            fn from(value: &str) -> Self {
                match value {
                    $($value => Self::$variant,)*
                    other => Self::Other(other.to_owned()),
                }
            }
        }

        impl From<String> for $name {
            fn from(value: String) -> Self {
                Self::from(value.as_str())
            }
        }
    };
}

/// Defines an enum of numbers. A value that is not listed is kept in `Other`.
///
/// ```
/// api_runtime::open_number_enum! {
///     /// How ripe it is.
///     pub enum Ripeness {
///         /// Not yet.
///         Green = 1,
///         /// Now.
///         Red = 2,
///     }
/// }
/// assert_eq!(Ripeness::from(2), Ripeness::Red);
/// assert_eq!(Ripeness::from(7).as_number(), 7.into());
/// ```
#[macro_export]
macro_rules! open_number_enum {
    ($($enum:tt)*) => {
        $crate::__number_enum! { i64 = 0, $crate::Number::from, as_i64; $($enum)* }
    };
}

/// Defines an enum of numbers, some of which have fractions. A value that is not listed is
/// kept in `Other`.
///
/// ```
/// api_runtime::open_fraction_enum! {
///     /// How much is left of it.
///     pub enum Left {
///         /// Half.
///         Half = 0.5,
///         /// All.
///         All = 1.0,
///     }
/// }
/// assert_eq!(Left::from(0.5), Left::Half);
/// assert_eq!(Left::All.as_number(), 1.into());
/// ```
#[macro_export]
macro_rules! open_fraction_enum {
    ($($enum:tt)*) => {
        $crate::__number_enum! { f64 = 0.0, $crate::__private::number, as_f64; $($enum)* }
    };
}

/// The common part of enums of numbers: their type and its default, its number, and back.
#[doc(hidden)]
#[macro_export]
macro_rules! __number_enum {
    (
        $type:ty = $default:literal, $number:path, $as_type:ident;
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident $(= $closed:ident)? {
            $($(#[$doc:meta])* $variant:ident = $value:literal),* $(,)?
        }
    ) => {
        $crate::__open_enum! {
            $(#[$meta])*
            $visibility enum $name $(= $closed)?: $crate::Number, $type = $default {
                $($(#[$doc])* $variant = $value),*
            }
            |text| <$crate::Number as $crate::FormValue>::from_text(text).map(Self::from),
            |value| value.as_number().to_string().into(),
            |value, to| $crate::JsonValue::write_json(&value.as_number(), to)
        }

        impl $name {
            /// Returns the value.
            #[must_use]
            pub fn as_number(&self) -> $crate::Number {
                let number: fn($type) -> $crate::Number = $number;
                match self {
                    $(Self::$variant => number($value),)*
                    Self::Other(value) => value.clone(),
                }
            }
        }

        impl From<$crate::Number> for $name {
            fn from(value: $crate::Number) -> Self {
                match value.$as_type() {
                    $(Some(known) if known == $value => Self::$variant,)*
                    _ => Self::Other(value),
                }
            }
        }

        impl From<$type> for $name {
            fn from(value: $type) -> Self {
                Self::from($number(value))
            }
        }
    };
}

/// Returns a number as JSON writes it: without a fraction if it has none.
#[must_use]
pub fn number(value: f64) -> serde_json::Number {
    let whole = format!("{value:.0}").parse::<i64>().ok().filter(|_| value.fract() == 0.0);
    whole.map(Into::into).or_else(|| serde_json::Number::from_f64(value)).unwrap_or_else(|| 0.into())
}

const NOT_LISTED: &str = "not one of the listed values";

/// Refuses a value that is not listed: if the list is `closed` and values are checked, or while a
/// union looks for the type that fits.
///
/// # Errors
/// If it is not listed.
pub fn listed(from: JsonReader<'_>, is_other: bool, mark: &str) -> Result<(), Misfit> {
    let is_checked = from.is_tried() || from.needs_required() && mark == "closed";
    if is_other && is_checked { Err(Misfit::new(NOT_LISTED)) } else { Ok(()) }
}

/// Refuses a text that is not listed.
///
/// # Errors
/// If it is not listed.
pub fn closed_text(_: &str, is_other: bool) -> Result<(), &'static str> {
    if is_other { Err(NOT_LISTED) } else { Ok(()) }
}

/// The common part of open enums of texts and of numbers.
#[doc(hidden)]
#[macro_export]
macro_rules! __open_enum {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident $(= $closed:ident)?: $value:ty, $listed:ty = $default:literal {
            $($(#[$doc:meta])* $variant:ident = $known:literal),*
        }
        $parse:expr, $text:expr, $write:expr
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        $visibility enum $name {
            $($(#[$doc])* $variant,)*
            /// A value that is not listed.
            Other($value),
        }

        impl $name {
            /// The listed values, as they are written.
            pub const VALUES: &'static [$listed] = &[$($known),*];
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(&$crate::FormValue::to_text(self))
            }
        }

        impl Default for $name {
            #[doc = concat!("The value `", stringify!($default), "`.")]
            fn default() -> Self {
                Self::from($default)
            }
        }

        impl $crate::FormValue for $name {
            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                let text: fn(&Self) -> ::std::borrow::Cow<'_, str> = $text;
                text(self)
            }

            fn from_text(text: &str) -> Result<Self, &'static str> {
                let parse: fn(&str) -> Result<Self, &'static str> = $parse;
                let value = parse(text)?;
                $($crate::__private::closed_text(stringify!($closed), matches!(value, Self::Other(_)))?;)?
                Ok(value)
            }

            fn placeholder() -> Self {
                Self::default()
            }
        }

        impl $crate::JsonValue for $name {
            fn read_json(from: $crate::JsonReader<'_>) -> Result<Self, $crate::Misfit> {
                let value = <$value as $crate::JsonValue>::read_json(from).map(Self::from)?;
                $crate::__private::listed(from, matches!(value, Self::Other(_)), stringify!($($closed)?))?;
                Ok(value)
            }

            fn write_json(&self, to: &mut $crate::JsonWriter) {
                let write: fn(&Self, &mut $crate::JsonWriter) = $write;
                write(self, to);
            }

            #[inline]
            fn fit(from: $crate::JsonReader<'_>) -> Option<usize> {
                match <Self as $crate::JsonValue>::read_json(from) {
                    Ok(Self::Other(_)) | Err(_) => None,
                    Ok(_) => Some(0),
                }
            }

            fn placeholder() -> Self {
                Self::default()
            }
        }
        $crate::__serde_by_json!($name);
    };
}
