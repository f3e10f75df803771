//! Reports: what the commands print, for people and for programs.

pub mod diff;
pub mod explain;
pub mod gaps;
pub mod lint;
pub mod list;

use serde_json::Value;

use crate::text::escape_json;

/// What a report is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// People at a terminal.
    #[default]
    Text,
    /// Programs.
    Json,
    /// Annotations on a pull request on GitHub.
    Github,
    /// A comment on a pull request.
    Markdown,
}

impl Format {
    /// The formats in which every command reports errors in a spec.
    pub const OF_FAULTS: &'static [Self] = &[Self::Text, Self::Json, Self::Github];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Github => "github",
            Self::Markdown => "markdown",
        }
    }
}

/// JSON, pretty-printed, with a line break at the end.
#[must_use]
pub fn json(value: impl Into<Value>) -> String {
    let mut text = String::new();
    escape_json(&format!("{:#}\n", value.into()), &mut text);
    text
}

/// A text, each line with this in front; empty lines stay empty.
#[must_use]
pub fn indented(text: &str, indent: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{indent}{line}\n") };
    text.lines().map(line).collect()
}
