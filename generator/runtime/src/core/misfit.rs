//! Errors of values that don't match their type.

use std::{borrow::Cow, error, fmt};

use serde_json::error::Category;

use super::text::Inert;

/// A value that doesn't fit its type: which one, and why.
///
/// Shows names of fields and kinds of values, but never a value: it may be
/// secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    path: String,
    /// The path as a JSON pointer.
    pointer: String,
    reason: String,
    /// Other misfits of the same value.
    others: Vec<Self>,
}

/// Maximum number of misfits that are kept.
pub(crate) const MAX_MISFITS: usize = 20;

/// The reason if a response lacks a field that its type always has.
pub(crate) const LACKING: &str = "missing, although the API's description requires it; if servers may leave it out, \
    say so in an overlay, as `learn` does from recorded traffic";

/// A step from a value to one in it.
pub(crate) enum Step<'a> {
    Field(Cow<'a, str>),
    Item(usize),
    /// To an entry of a dictionary. The key is data, and not shown.
    Entry,
}

impl Misfit {
    /// Creates a misfit. The reason must not contain the value.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        let (path, pointer, others) = (String::new(), String::new(), Vec::new());
        Self { path, pointer, reason: reason.into(), others }
    }

    /// Returns the place of the value, such as `data[3].rooms[0].level`; empty
    /// for the whole value.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the reason.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns the place of the value as a JSON pointer, such as `/data/3/rooms/0/level`.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Returns the misfit with a path from an outer value, from which these steps lead to it.
    #[must_use]
    pub(crate) fn at(mut self, steps: &[Step<'_>]) -> Self {
        let (mut path, mut pointer) = (String::new(), String::new());
        for step in steps {
            match step {
                Step::Field(name) => {
                    path.push_str(if path.is_empty() { "" } else { "." });
                    path.push_str(name);
                    pointer.push('/');
                    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                }
                Step::Item(index) => {
                    path.push_str(&format!("[{index}]"));
                    pointer.push_str(&format!("/{index}"));
                }
                Step::Entry => {
                    path.push_str("[*]");
                    pointer.push_str("/*");
                }
            }
        }
        let has_dot = !path.is_empty() && !self.path.is_empty() && !self.path.starts_with('[');
        self.path = format!("{path}{}{}", if has_dot { "." } else { "" }, self.path);
        self.pointer.insert_str(0, &pointer);
        self.others = self.others.into_iter().map(|other| other.at(steps)).collect();
        self
    }

    /// Returns this misfit with another one of the same value.
    #[must_use]
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.others.push(other);
        self
    }

    /// All misfits of the value, each by its JSON pointer.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn all(&self) -> Vec<&Self> {
        std::iter::once(self).chain(&self.others).take(MAX_MISFITS).collect()
    }

    pub(crate) fn of_serde(path: &str, error: &serde_json::Error) -> Self {
        let misfit = Self::from(error);
        match path {
            "." | "" => misfit,
            path => misfit.at(&[Step::Field(path.into())]),
        }
    }
}

impl From<&serde_json::Error> for Misfit {
    /// Keeps the kinds and the names of types in serde's message, but not the values.
    fn from(error: &serde_json::Error) -> Self {
        Self::new(match error.classify() {
            Category::Data => without_value(&error.to_string()),
            // Fixed sentences that contain nothing of the text.
            Category::Syntax => format!("not valid JSON: {error}"),
            Category::Eof => "the JSON ends too early".to_owned(),
            Category::Io => "the JSON can't be read".to_owned(),
        })
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.reason == LACKING { &self.pointer } else { &self.path };
        if !place.is_empty() {
            write!(f, "`{}`: ", Inert(place))?;
        }
        Inert(&self.reason).fmt(f)
    }
}

impl error::Error for Misfit {}

/// Serde's message about a value of the wrong kind, without the value.
fn without_value(text: &str) -> String {
    // Only serde_json's position is cut off: a value can contain " at line ",
    // too, but further left.
    let text = text.rfind(" at line ").map_or(text, |end| text.get(..end).unwrap_or(text));
    if text.starts_with("missing field") || text.starts_with("duplicate field") {
        return text.to_owned();
    }
    let found = text
        .strip_prefix("invalid type: ")
        .or_else(|| text.strip_prefix("invalid value: "))
        .and_then(|rest| rest.split([' ', ',', '`', '"']).next());
    let expected = text.rsplit_once(", expected ").map(|(_, expected)| expected);
    match (found, expected) {
        (Some(found), Some(expected)) => format!("expected {expected}, found {found}"),
        _ => "it does not fit the type".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason<T: serde::de::DeserializeOwned + std::fmt::Debug>(json: &str) -> String {
        Misfit::from(&serde_json::from_str::<T>(json).unwrap_err()).to_string()
    }

    #[test]
    fn values_never_show() {
        assert_eq!(reason::<i64>("\"canary\""), "expected i64, found string");
        assert_eq!(reason::<String>("4711"), "expected a string, found integer");
        assert_eq!(reason::<i64>("1.5"), "expected i64, found floating");
        assert_eq!(reason::<bool>("null"), "expected a boolean, found null");
        assert_eq!(reason::<u8>("4711"), "expected u8, found integer");
        let sly = r#""x, expected canary at line 1""#;
        assert_eq!(reason::<i64>(sly), "expected i64, found string");
        assert!(reason::<i64>("{canary").starts_with("expected i64, found map"));
        assert!(!reason::<serde_json::Value>("{canary").contains("canary"));
    }

    #[test]
    fn paths_join() {
        let field = |name: &'static str| Step::Field(name.into());
        let misfit = Misfit::new("no").at(&[field("platforms"), Step::Item(0), field("size")]);
        let misfit = misfit.at(&[field("data"), Step::Item(3)]);
        assert_eq!(misfit.path(), "data[3].platforms[0].size");
        assert_eq!(misfit.pointer(), "/data/3/platforms/0/size");
        assert_eq!(Misfit::new("no").at(&[Step::Entry, field("a/b~")]).pointer(), "/*/a~1b~0");
        assert_eq!(misfit.to_string(), "`data[3].platforms[0].size`: no");
    }
}
