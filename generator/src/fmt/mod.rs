//! One layout for spec files: comments stay, meaning stays.
//!
//! ```text
//! read     YAML text  -> Node       events of the parser, comments and blank lines between them
//! layout   Node       -> Node       keys in their order
//! print    Node       -> YAML text  brackets or lines, plain or quoted, folded at the width
//! ```
//!
//! Whatever is written is read again first and compared with what was there.

mod comments;
mod layout;
mod print;
mod read;
mod scalar;
mod tree;

use std::sync::Arc;

use serde_yaml::Value;

use self::tree::Node;
use crate::diagnostics::{Fault, Faults, SpecFile};
use crate::parallel;

/// A file whose layout changes.
#[derive(Debug)]
pub struct Change {
    /// The file.
    pub path: String,
    /// Its text.
    pub before: String,
    /// Its text in the one layout.
    pub after: String,
}

impl Change {
    /// The change as a fault: the first line that is laid out differently.
    #[must_use]
    pub fn into_fault(self) -> Fault {
        let Self { path, before, after } = self;
        let lines = before.split_inclusive('\n').zip(after.split_inclusive('\n'));
        let start: usize = lines.take_while(|(a, b)| a == b).map(|(line, _)| line.len()).sum();
        let line = before.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        let span = start..start + line.len();
        let title = "this is not formatted".to_owned();
        let help = "run `cargo xtask fmt`".to_owned();
        Fault { file: Some(Arc::new(SpecFile::new(path, before))), span, title, help }
    }
}

/// Formats files, given by path and text, on all cores.
///
/// # Errors
/// Why files cannot be formatted.
pub fn changes(files: Vec<(String, String)>) -> Result<Vec<Change>, Faults> {
    let formatted = parallel::map(&files, |(path, text)| format(path, text));
    let (faults, mut changes) = (Faults::default(), Vec::new());
    for (after, (path, before)) in formatted.into_iter().zip(files) {
        match after {
            Ok(after) if after == before => {}
            Ok(after) => changes.push(Change { path, before, after }),
            Err(fault) => faults.add(fault),
        }
    }
    if faults.is_empty() { Ok(changes) } else { Err(faults) }
}

/// Formats the text of a file; its `path` is for the report.
///
/// # Errors
/// Why the file cannot be formatted, and where.
pub fn format(path: &str, text: &str) -> Result<String, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let fault = |title: String, span, help: &str| {
        let file = SpecFile::new(path, text);
        Fault { file: Some(Arc::new(file)), span, title, help: help.to_owned() }
    };
    let Some(mut root) = read::read(text).map_err(|(title, span)| fault(title, span, PLAIN))? else {
        return Ok(text.to_owned());
    };
    layout::arrange(&mut root);
    let formatted = print::print(&root);
    if formatted == text {
        return Ok(formatted);
    }
    let meaning = meaning(text).map_err(|title| fault(title, 0..0, PLAIN))?;
    match is_same(&root, &meaning, &formatted) {
        true => Ok(formatted),
        false => Err(fault("this file would not be the same once it is formatted".to_owned(), 0..0, ODD)),
    }
}

const PLAIN: &str = "write plain YAML: block maps and lists, brackets, texts; see spec/README.md";
const ODD: &str = "please report it, with the file";

fn meaning(text: &str) -> Result<Value, String> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

/// Whether a text says the same as before, comments included, and would stay as it is.
fn is_same(root: &Node, before: &Value, after: &str) -> bool {
    let Ok(Some(again)) = read::read(after) else { return false };
    root.outline() == again.outline()
        && print::print(&again) == after
        && meaning(after).is_ok_and(|after| after == *before)
}

/// The comments of a file that was read, each with its first byte.
pub(crate) fn comments(file: &SpecFile) -> Vec<(usize, &str)> {
    let mut scalars = Vec::new();
    file.root.scalars(&mut scalars);
    scalars.sort_by_key(|range| range.start);
    let found = comments::Comments::find(&file.text, scalars.into_iter());
    found.ranges().filter_map(|range| Some((range.start, file.text.get(range)?))).collect()
}
