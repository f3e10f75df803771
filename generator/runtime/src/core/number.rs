//! A number of JSON.

use std::{fmt, ops::Deref, str::FromStr};

use serde::{Deserialize, Serialize};

/// A JSON number of any size. Read it with `as_i64`, `as_u64` or `as_f64`; create it with `From`.
///
/// ```
/// use api_runtime::Number;
///
/// assert_eq!(Number::from(1.5).to_string(), "1.5");
/// assert_eq!(Number::from(2.0), Number::from(2));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number(serde_json::Number);

impl Number {
    /// Returns the number, unless it is infinite or NaN, which JSON doesn't have.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        value.is_finite().then(|| value.into())
    }

    /// Returns the integer that it is, also if it is written as `1.0`.
    #[must_use]
    pub fn as_whole(&self) -> Option<i64> {
        self.as_i64().or_else(|| Self::from(self.as_f64()?).as_i64())
    }
}

impl Deref for Number {
    type Target = serde_json::Number;

    fn deref(&self) -> &serde_json::Number {
        &self.0
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Number {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, serde_json::Error> {
        text.parse().map(Self)
    }
}

impl From<serde_json::Number> for Number {
    fn from(number: serde_json::Number) -> Self {
        Self(number)
    }
}

impl From<Number> for serde_json::Number {
    fn from(number: Number) -> Self {
        number.0
    }
}

impl From<f64> for Number {
    /// Without a fraction if it has none. JSON has neither infinity nor NaN: the nearest number is taken,
    /// and 0 for NaN, as `as` does.
    fn from(value: f64) -> Self {
        let whole = format!("{value:.0}").parse::<i64>().ok().filter(|_| value.fract() == 0.0);
        let nearest = value.clamp(f64::MIN, f64::MAX);
        let number = whole.map(Into::into).or_else(|| serde_json::Number::from_f64(nearest));
        Self(number.unwrap_or_else(|| 0.into()))
    }
}

macro_rules! from_integers {
    ($($type:ty)*) => {$(
        impl From<$type> for Number {
            fn from(value: $type) -> Self {
                Self(value.into())
            }
        }
    )*};
}
from_integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn a_float_is_written_as_json_writes_it() {
        let text = |value: f64| Number::from(value).to_string();
        assert_eq!([0.5, -2.0, 1e300].map(text), ["0.5", "-2", "1e+300"]);
        assert_eq!(text(f64::NAN), "0");
        assert_eq!(Number::from(f64::INFINITY).as_f64(), Some(f64::MAX));
    }
}
