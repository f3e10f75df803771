//! Enums that keep a value which is not listed.

/// Makes an enum of listed strings. A value that is not listed is kept in the
/// variant `Other`.
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
        $visibility:vis enum $name:ident {
            $($(#[$doc:meta])* $variant:ident = $value:literal),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        $visibility enum $name {
            $($(#[$doc])* $variant,)*
            /// A value that is not listed.
            Other(String),
        }

        impl $name {
            /// The listed values, as they are written.
            pub const VALUES: &'static [&'static str] = &[$($value),*];

            /// The value, as it is written.
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

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl Default for $name {
            /// The empty string.
            fn default() -> Self {
                Self::from("")
            }
        }

        impl $crate::FormValue for $name {
            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                self.as_str().into()
            }

            fn from_text(text: &str) -> Result<Self, &'static str> {
                Ok(text.into())
            }

            fn placeholder() -> Self {
                Self::default()
            }
        }

        impl $crate::JsonValue for $name {
            fn read_json(from: $crate::JsonReader<'_>) -> Result<Self, $crate::Misfit> {
                <String as $crate::JsonValue>::read_json(from).map(Self::from)
            }

            fn write_json(&self, to: &mut $crate::JsonWriter) {
                to.string(self.as_str());
            }

            fn placeholder() -> Self {
                Self::default()
            }
        }
        $crate::__serde_by_json!($name);
    };
}

/// Makes an enum of listed numbers. A value that is not listed is kept in the
/// variant `Other`.
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
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$doc:meta])* $variant:ident = $value:literal),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        $visibility enum $name {
            $($(#[$doc])* $variant,)*
            /// A value that is not listed.
            Other($crate::Number),
        }

        impl $name {
            /// The listed values.
            pub const VALUES: &'static [i64] = &[$($value),*];

            /// The value.
            #[must_use]
            pub fn as_number(&self) -> $crate::Number {
                match self {
                    $(Self::$variant => $crate::Number::from($value as i64),)*
                    Self::Other(value) => value.clone(),
                }
            }
        }

        impl From<$crate::Number> for $name {
            fn from(value: $crate::Number) -> Self {
                match value.as_i64() {
                    $(Some($value) => Self::$variant,)*
                    _ => Self::Other(value),
                }
            }
        }

        impl From<i64> for $name {
            fn from(value: i64) -> Self {
                Self::from($crate::Number::from(value))
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.as_number(), f)
            }
        }

        impl Default for $name {
            /// Zero.
            fn default() -> Self {
                Self::from(0)
            }
        }

        impl $crate::FormValue for $name {
            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                self.as_number().to_string().into()
            }

            fn from_text(text: &str) -> Result<Self, &'static str> {
                <$crate::Number as $crate::FormValue>::from_text(text).map(Self::from)
            }

            fn placeholder() -> Self {
                Self::default()
            }
        }

        impl $crate::JsonValue for $name {
            fn read_json(from: $crate::JsonReader<'_>) -> Result<Self, $crate::Misfit> {
                <$crate::Number as $crate::JsonValue>::read_json(from).map(Self::from)
            }

            fn write_json(&self, to: &mut $crate::JsonWriter) {
                to.number(&self.as_number());
            }

            fn placeholder() -> Self {
                Self::default()
            }
        }
        $crate::__serde_by_json!($name);
    };
}
