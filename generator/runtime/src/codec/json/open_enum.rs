//! Enums that keep values that are not listed.

use super::{Fit, JsonReader, JsonValue};
use crate::codec::values::FormValue;

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
            $visibility enum $name $(= $closed)?: String => String, &'static str = "" { $($(#[$doc])* $variant = $value),* }
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
        $crate::__number_enum! { i64 = 0, $crate::Number::from, as_whole, $crate::Number; $($enum)* }
    };
}

/// Defines an enum of whole numbers. A value that is not listed is kept in `Other`; one that is no whole
/// number doesn't fit.
///
/// ```
/// api_runtime::open_int_enum! {
///     /// How many seeds it has.
///     pub enum Seeds {
///         /// One.
///         One = 1,
///     }
/// }
/// assert_eq!(serde_json::from_str::<Seeds>("1.0")?, Seeds::One);
/// assert_eq!(serde_json::from_str::<Seeds>("7")?.as_number(), 7.into());
/// assert!(serde_json::from_str::<Seeds>("1.5").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! open_int_enum {
    ($($enum:tt)*) => {
        $crate::__number_enum! { i64 = 0, $crate::Number::from, as_whole, i64; $($enum)* }
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
        $crate::__number_enum! { f64 = 0.0, $crate::Number::from, as_f64, $crate::Number; $($enum)* }
    };
}

/// The common part of enums of numbers: their type and its default, its number, and back; and what is
/// read.
#[doc(hidden)]
#[macro_export]
macro_rules! __number_enum {
    (
        $type:ty = $default:literal, $number:path, $as_type:ident, $read:ty;
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident $(= $closed:ident)? {
            $($(#[$doc:meta])* $variant:ident = $value:literal),* $(,)?
        }
    ) => {
        $crate::__open_enum! {
            $(#[$meta])*
            $visibility enum $name $(= $closed)?: $read => $crate::Number, $type = $default {
                $($(#[$doc])* $variant = $value),*
            }
            |text| <$read as $crate::FormValue>::from_text(text).map(Self::from),
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

/// The reason against a value that is not listed, where values are checked.
pub(crate) const NOT_LISTED: &str = "not one of the listed values";

/// Reads a value of an enum; one that is not listed is refused if the list is closed and values are
/// checked.
#[must_use]
pub fn enum_from<V: JsonValue, T: FormValue + From<V>>(from: JsonReader<'_>) -> Option<T> {
    let value = T::from(V::read_json(from)?);
    let is_refused = from.is_checked() && T::is_closed() && !value.is_listed();
    if is_refused { from.misfit(NOT_LISTED) } else { Some(value) }
}

/// Returns how well a value fits an enum: its `fit`.
#[must_use]
pub fn enum_fit<V: JsonValue, T: FormValue + From<V>>(from: JsonReader<'_>) -> Option<Fit> {
    V::fit(from)?;
    let is_listed = V::read_json(from).is_some_and(|value| T::from(value).is_listed());
    Some(Fit { lacks: !is_listed, ..Fit::default() })
}

/// The common part of open enums of texts and of numbers.
#[doc(hidden)]
#[macro_export]
macro_rules! __open_enum {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident $(= $closed:ident)?: $read:ty => $value:ty, $listed:ty = $default:literal {
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
                parse(text)
            }

            fn placeholder() -> Self {
                Self::default()
            }

            fn is_listed(&self) -> bool {
                !matches!(self, Self::Other(_))
            }

            fn is_closed() -> bool {
                !stringify!($($closed)?).is_empty()
            }
        }

        impl $crate::JsonValue for $name {
            fn read_json(from: $crate::JsonReader<'_>) -> Option<Self> {
                $crate::__private::enum_from::<$read, Self>(from)
            }

            fn write_json(&self, to: &mut $crate::JsonWriter) {
                let write: fn(&Self, &mut $crate::JsonWriter) = $write;
                write(self, to);
            }

            #[inline]
            fn fit(from: $crate::JsonReader<'_>) -> Option<$crate::Fit> {
                $crate::__private::enum_fit::<$read, Self>(from)
            }

            fn placeholder() -> Self {
                Self::default()
            }
        }
        $crate::__serde_by_json!($name);
    };
}

#[cfg(all(test, any(feature = "cli", feature = "server")))]
mod tests {
    use crate::codec::json::{JsonReader, Required, Tape};
    use crate::{FormReader, Joined};

    crate::open_enum! {
        /// Colors.
        enum Color = closed {
            /// Red.
            Red = "red",
        }
    }

    crate::open_enum! {
        /// Soils.
        enum Soil {
            /// Loam.
            Loam = "loam",
        }
    }

    crate::union! {
        /// Lists.
        enum Either {
            /// Of soils.
            Soils(Joined<Soil, ','>),
            /// Of anything.
            Names(Joined<String, ','>),
        }
    }

    /// Only what receives requests checks values.
    #[test]
    fn a_closed_list_is_closed_where_values_are_checked() {
        const REFUSED: &str = "not one of the listed values";
        let (json, tape) = ("\"red,blue\"", Tape::of("\"red,blue\"").unwrap());
        let colors = |required| JsonReader::new(json, &tape).requiring(required).read::<Joined<Color, ','>>();
        assert_eq!(colors(Required::Ignored).unwrap().0, [Color::Red, Color::Other("blue".to_owned())]);
        assert_eq!(colors(Required::Checked).unwrap_err().to_string(), REFUSED);
        let errors = |is_checked: bool, body: &str| {
            let mut form = FormReader::new(body.as_bytes());
            is_checked.then(|| form.require_fields());
            form.take::<Color>("wall");
            form.take_list_optional::<Color>("doors");
            form.take_optional::<Soil>("soil");
            let errors = form.finish().err().unwrap_or_default();
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!((Color::VALUES, Soil::VALUES), (&["red"][..], &["loam"][..]));
        let unlisted = "wall=blue&doors=red&doors=blue&soil=clay";
        assert_eq!(errors(false, unlisted), [""; 0]);
        assert_eq!(errors(true, unlisted), ["wall", "doors"].map(|it| format!("{it}: {REFUSED}")));
        assert_eq!(errors(true, "wall=red&doors=red"), [""; 0]);
    }

    #[test]
    fn listed_values_in_one_text_tell_types_apart() {
        let either = |json: &str| serde_json::from_str::<Either>(json).unwrap();
        assert!(matches!(either("\"loam,loam\""), Either::Soils(_)));
        assert!(matches!(either("\"loam,clay\""), Either::Names(_)));
    }
}
