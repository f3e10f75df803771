//! Reports: what the commands print, for people and for programs.

pub mod diff;
pub mod explain;
pub mod gaps;
pub mod lint;
pub mod list;

use serde_json::Value;

use generator_spec::text::{escape_json, named};

named! {
    /// The format of a report.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Format {
        /// People, in a terminal.
        #[default]
        Text = "text",
        /// Programs.
        Json = "json",
        /// Annotations on a pull request on GitHub.
        Github = "github",
        /// A comment on a pull request.
        Markdown = "markdown",
    }
}

impl Format {
    /// The formats in which every command reports errors in a spec.
    pub const OF_ERRORS: &'static [Self] = &[Self::Text, Self::Json, Self::Github];
}

/// JSON, pretty-printed, with a line break at the end.
#[must_use]
pub fn json(value: impl Into<Value>) -> String {
    escape_json(format!("{:#}\n", value.into()))
}

/// Indents each line of a text; empty lines stay empty.
#[must_use]
pub fn indented(text: &str, indent: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{indent}{line}\n") };
    text.lines().map(line).collect()
}
