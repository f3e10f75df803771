//! Formats spec files; comments and meaning stay.
//!
//! ```text
//! read     YAML text  -> Node       events of the parser, comments and blank lines between them
//! layout   Node       -> Node       keys in their order
//! print    Node       -> YAML text  brackets or lines, plain or quoted, folded at the width
//! ```
//!
//! The result is read again and compared with the original before it is written.

mod comments;
mod layout;
mod print;
mod read;
mod scalar;
mod tree;

use std::path::PathBuf;
use std::sync::Arc;

use saphyr_parser::Event;
use serde_yaml::Value;

use self::tree::Node;
use crate::diagnostics::{Fault, Faults, SpecFile};
use crate::load::events::{Events, Refusal};
use crate::load::{self, without_byte_order_mark};
use crate::parallel;

/// A file whose layout changes.
#[derive(Debug)]
pub struct Change {
    /// The file.
    pub path: String,
    /// Its text.
    pub before: String,
    /// Its formatted text.
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

/// Formats files, on all cores.
///
/// # Errors
/// Why files cannot be read or formatted.
pub fn changes(paths: &[PathBuf]) -> Result<Vec<Change>, Faults> {
    let change = |path: &PathBuf| {
        let (before, path) = (load::read(path)?, path.display().to_string());
        let after = format(&path, &before)?;
        Ok(Some(Change { path, before, after }).filter(|change| change.before != change.after))
    };
    let (faults, mut changes) = (Faults::default(), Vec::new());
    for result in parallel::map(paths, change) {
        match result {
            Ok(change) => changes.extend(change),
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
    let text = &*without_byte_order_mark(text);
    let fault = |refusal: Refusal| refusal.at(&Arc::new(SpecFile::new(path, text)));
    let Some(mut root) = read::read(text).map_err(fault)? else {
        return Ok(text.to_owned());
    };
    layout::arrange(&mut root);
    let formatted = print::print(&root);
    if formatted == text {
        return Ok(formatted);
    }
    let whole = |title, help| fault(Refusal { title, help, span: 0..0 });
    let meaning = meaning(text).map_err(|title| whole(title, "write plain YAML; see spec/README.md"))?;
    match is_same(&root, &meaning, &formatted) {
        true => Ok(formatted),
        false => {
            let title = "formatting would change what this file says".to_owned();
            Err(whole(title, "please report it, with the file"))
        }
    }
}

fn meaning(text: &str) -> Result<Value, String> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

/// Whether a text means the same as before, has the same comments, and would stay as it is.
fn is_same(root: &Node, before: &Value, after: &str) -> bool {
    let Ok(Some(again)) = read::read(after) else { return false };
    root.outline() == again.outline()
        && print::print(&again) == after
        && meaning(after).is_ok_and(|after| after == *before)
}

/// The comments of a file that was read, each with its first byte.
pub(crate) fn comments(file: &SpecFile) -> Vec<(usize, &str)> {
    let scalars = Events::new(&file.text).map_while(Result::ok);
    let scalars = scalars.filter(|(event, _)| matches!(event, Event::Scalar(..))).map(|(_, range)| range);
    let found = comments::Comments::find(&file.text, scalars);
    found.ranges().filter_map(|range| Some((range.start, file.text.get(range)?))).collect()
}
