//! The text of each type in a form or a header.

use std::borrow::Cow;

use serde_json::Number;

use crate::Secret;

/// A type that travels as text.
pub trait FormValue {
    /// Whether the text must not show.
    const SECRET: bool = false;

    /// The text.
    fn to_text(&self) -> Cow<'_, str>;

    /// Reads the text.
    ///
    /// # Errors
    /// Says what the text should be, without repeating it.
    fn from_text(text: &str) -> Result<Self, &'static str>
    where
        Self: Sized;

    /// What a reader gives in place of a value that has a fault.
    fn placeholder() -> Self
    where
        Self: Sized;
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
    const SECRET: bool = true;

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

impl FormValue for i64 {
    fn to_text(&self) -> Cow<'_, str> {
        self.to_string().into()
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        text.parse().map_err(|_| "not a 64-bit integer")
    }

    fn placeholder() -> Self {
        Self::default()
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

impl FormValue for Number {
    fn to_text(&self) -> Cow<'_, str> {
        self.to_string().into()
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        text.parse().map_err(|_| "not a number")
    }

    fn placeholder() -> Self {
        Self::from(0)
    }
}
