//! The text of each type in a form or a header.

use std::borrow::Cow;

use crate::codec::json::number;
use crate::core::{Number, Secret, TextForm, TextOf};

/// A type that is sent as text.
pub trait FormValue {
    /// Returns the text.
    fn to_text(&self) -> Cow<'_, str>;

    /// Reads the text.
    ///
    /// # Errors
    /// Says what the text should be, without showing the text.
    fn from_text(text: &str) -> Result<Self, &'static str>
    where
        Self: Sized;

    /// Reads the text where values aren't checked: a client keeps what a server refuses, if the
    /// type can.
    ///
    /// # Errors
    /// See [`from_text`](Self::from_text).
    fn from_unchecked(text: &str) -> Result<Self, &'static str>
    where
        Self: Sized,
    {
        Self::from_text(text)
    }

    /// Returns the value that a reader uses in place of an invalid one.
    fn placeholder() -> Self
    where
        Self: Sized;

    /// Returns whether it is one of the listed values, if the type lists some.
    fn is_listed(&self) -> bool {
        true
    }

    /// Returns whether a server refuses values that the type doesn't list.
    #[must_use]
    fn is_closed() -> bool
    where
        Self: Sized,
    {
        false
    }
}

impl FormValue for str {
    fn to_text(&self) -> Cow<'_, str> {
        self.into()
    }
}

impl FormValue for String {
    fn to_text(&self) -> Cow<'_, str> {
        self.into()
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        Ok(text.to_owned())
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

impl FormValue for Secret {
    fn to_text(&self) -> Cow<'_, str> {
        self.expose().into()
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        Ok(text.into())
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

impl<F: TextForm> FormValue for TextOf<F> {
    fn to_text(&self) -> Cow<'_, str> {
        self.as_str().into()
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        if F::accepts(text) { Ok(text.into()) } else { Err(F::ERROR) }
    }

    fn from_unchecked(text: &str) -> Result<Self, &'static str> {
        Ok(text.into())
    }

    fn placeholder() -> Self {
        String::new().into()
    }
}

impl FormValue for bool {
    fn to_text(&self) -> Cow<'_, str> {
        if *self { "true" } else { "false" }.into()
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        match text {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err("neither `true` nor `false`"),
        }
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

/// Numbers and how they are read.
macro_rules! numbers {
    ($($type:ty: $read:expr;)*) => {$(
        impl FormValue for $type {
            fn to_text(&self) -> Cow<'_, str> {
                self.to_string().into()
            }

            fn from_text(text: &str) -> Result<Self, &'static str> {
                $read(text)
            }

            fn placeholder() -> Self {
                0.into()
            }
        }
    )*};
}
numbers! {
    i64: |text: &str| text.parse().map_err(|_| "not a 64-bit integer");
    Number: |text: &str| match text.parse::<Number>() {
        Ok(_) => number::exact(text).ok_or(number::TOO_LONG),
        Err(_) => Err("not a number"),
    };
}
