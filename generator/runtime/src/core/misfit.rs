//! Errors of values that don't match their type.

use std::{error, fmt};

use serde_json::error::Category;

use super::text::Inert;

/// A value that doesn't fit its type: which one, and why.
///
/// Shows names of fields and kinds of values, but never a value: it may be
/// secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    path: String,
    reason: String,
    /// Boxed, because every function that reads JSON returns a misfit or a value.
    more: Box<More>,
}

/// The parts of a misfit that servers show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct More {
    /// The path as a JSON pointer.
    pointer: String,
    /// Other misfits of the same value.
    others: Vec<Misfit>,
}

/// Maximum number of other misfits that are kept.
const MOST: usize = 20;

impl Misfit {
    /// Creates a misfit. The reason must not contain the value.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self { path: String::new(), reason: reason.into(), more: Box::default() }
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
        &self.more.pointer
    }

    /// Returns the same misfit, seen from the object that has the value in a field.
    #[must_use]
    pub fn in_field(self, name: &str) -> Self {
        self.within(name, name)
    }

    /// Returns the same misfit, seen from the list that has the value at an index.
    #[must_use]
    pub fn in_item(self, index: usize) -> Self {
        self.within(&format!("[{index}]"), &index.to_string())
    }

    /// Returns the same misfit, seen from the dictionary that has the value. The key is
    /// data, and not shown.
    #[must_use]
    pub fn in_entry(self) -> Self {
        self.within("[*]", "*")
    }

    fn within(mut self, step: &str, token: &str) -> Self {
        let point = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{step}{point}{}", self.path);
        let More { pointer, others } = *self.more;
        let pointer = format!("/{}{pointer}", token.replace('~', "~0").replace('/', "~1"));
        let others = others.into_iter().map(|other| other.within(step, token)).collect();
        Self { more: Box::new(More { pointer, others }), ..self }
    }

    /// Returns this misfit with another one of the same value.
    #[must_use]
    pub(crate) fn and(mut self, other: Self) -> Self {
        if self.more.others.len() < MOST {
            self.more.others.push(other);
        }
        self
    }

    /// Returns whether no other misfit is kept.
    pub(crate) fn is_full(&self) -> bool {
        self.more.others.len() >= MOST
    }

    /// All misfits of the value, each by its JSON pointer.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn all(&self) -> Vec<&Self> {
        let others = self.more.others.iter().flat_map(Self::all);
        std::iter::once(self).chain(others).take(MOST).collect()
    }

    pub(crate) fn at(path: &str, error: &serde_json::Error) -> Self {
        let misfit = Self::from(error);
        match path {
            "." | "" => misfit,
            path => misfit.in_field(path),
        }
    }
}

impl From<&serde_json::Error> for Misfit {
    /// Keeps what serde says about kinds and names of types that it reads, which are those of
    /// callers, but not about values.
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
        if !self.path.is_empty() {
            write!(f, "`{}`: ", Inert(&self.path))?;
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
        let misfit = Misfit::new("no").in_field("size").in_item(0).in_field("platforms");
        let misfit = misfit.in_item(3).in_field("data");
        assert_eq!(misfit.path(), "data[3].platforms[0].size");
        assert_eq!(misfit.pointer(), "/data/3/platforms/0/size");
        assert_eq!(Misfit::new("no").in_field("a/b~").in_entry().pointer(), "/*/a~1b~0");
        assert_eq!(misfit.to_string(), "`data[3].platforms[0].size`: no");
    }
}
