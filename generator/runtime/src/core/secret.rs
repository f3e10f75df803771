//! Text that must not be shown.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroizing;

/// A password, key, code or token.
///
/// `Debug` prints `[secret]`, there is no `Display`, and its memory is wiped on
/// drop. [`Secret::expose`] returns the text. It is sent like any other text.
#[derive(Clone, Default)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Returns the text itself. Take care where it goes.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

impl PartialEq for Secret {
    /// Takes the same time wherever the texts differ; it does reveal whether
    /// their lengths differ.
    fn eq(&self, other: &Self) -> bool {
        let (left, right) = (self.0.as_bytes(), other.0.as_bytes());
        let difference = left.iter().zip(right).fold(0, |all, (one, two)| all | (one ^ two));
        left.len() == right.len() && std::hint::black_box(difference) == 0
    }
}

impl Eq for Secret {}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.expose())
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

/// The output of an operation whose result is a secret.
///
/// `Debug` prints `[secret]`, and there is no `Display`. [`Sensitive::expose`]
/// returns the output. Its memory is not wiped.
#[derive(Clone, Default, PartialEq)]
pub struct Sensitive<T>(T);

impl<T> Sensitive<T> {
    /// Returns the output itself. Take care where it goes.
    pub fn expose(&self) -> &T {
        &self.0
    }

    /// Returns the output itself, owned.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> From<T> for Sensitive<T> {
    fn from(output: T) -> Self {
        Self(output)
    }
}

impl<T> fmt::Debug for Sensitive<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_shows_and_compares_by_text() {
        let secret = Secret::from("canary");
        assert_eq!(format!("{secret:?}"), "[secret]");
        assert_eq!(secret, Secret::from("canary".to_owned()));
        assert_ne!(secret, Secret::from("canarY"));
        assert_ne!(secret, Secret::from("canar"));
        assert_eq!(serde_json::to_string(&secret).unwrap(), "\"canary\"");
        assert_eq!(serde_json::from_str::<Secret>("\"canary\"").unwrap(), secret);
    }
}
