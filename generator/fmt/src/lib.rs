//! Formats spec files; comments and meaning stay.
//!
//! `pretty_yaml` lays a file out; the order of keys is a rule of `lint`.
//! The result is read again and compared with the original before it is written. A crate of its own,
//! so that the other commands don't build the formatter.

use std::path::PathBuf;
use std::sync::Arc;

use pretty_yaml::config::{FormatOptions, LanguageOptions, LayoutOptions};
use serde_yaml::Value;

use generator_spec::diagnostics::{Diagnostic, Errors, SpecFile};
use generator_spec::load::events::comments;
use generator_spec::load::{self, without_byte_order_mark};
use generator_spec::parallel;
use generator_spec::program;

/// A line is at most so long, unless a word is longer.
const WIDTH: usize = 110;

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
    /// The change as an error: the first line that is laid out differently.
    #[must_use]
    pub fn into_error(self) -> Diagnostic {
        let Self { path, before, after } = self;
        let lines = before.split_inclusive('\n').zip(after.split_inclusive('\n'));
        let start: usize = lines.take_while(|(a, b)| a == b).map(|(line, _)| line.len()).sum();
        let line = before.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        let span = start..start + line.len();
        let title = "this is not formatted".to_owned();
        let help = format!("run `{} fmt`", program::name());
        Diagnostic { file: Some(Arc::new(SpecFile::new(path, before))), span, title, help }
    }
}

/// Formats files, on all cores.
///
/// # Errors
/// Why files cannot be read or formatted.
pub fn changes(paths: &[PathBuf]) -> Result<Vec<Change>, Errors> {
    let change = |path: &PathBuf| {
        let (before, path) = (load::read(path)?, path.display().to_string());
        let after = format(&path, &before)?;
        Ok(Some(Change { path, before, after }).filter(|change| change.before != change.after))
    };
    let (errors, mut changes) = (Errors::default(), Vec::new());
    for result in parallel::map(paths, change) {
        match result {
            Ok(change) => changes.extend(change),
            Err(error) => errors.add(error),
        }
    }
    if errors.is_empty() { Ok(changes) } else { Err(errors) }
}

/// Formats the text of a file; its `path` is for the report.
///
/// # Errors
/// Why the file cannot be formatted, and where.
pub fn format(path: &str, text: &str) -> Result<String, Diagnostic> {
    let text = &*without_byte_order_mark(text);
    let before = Said::read(path, text)?;
    let formatted = laid_out(text);
    let stays = |formatted: &String| {
        formatted == text
            || Said::read(path, formatted).is_ok_and(|after| after == before)
                && laid_out(formatted).as_ref() == Some(formatted)
    };
    formatted.filter(stays).ok_or_else(|| Diagnostic {
        file: Some(Arc::new(SpecFile::new(path, text))),
        span: 0..0,
        title: "formatting would change what this file says".to_owned(),
        help: "write what is in brackets as one entry per line, or report the file as a bug".to_owned(),
    })
}

/// The text in the layout of the specs; `None` if the formatter can't read it.
fn laid_out(text: &str) -> Option<String> {
    let options = FormatOptions {
        layout: LayoutOptions { print_width: WIDTH, ..LayoutOptions::default() },
        language: LanguageOptions {
            brace_spacing: false,
            prefer_single_line: true,
            ..LanguageOptions::default()
        },
    };
    pretty_yaml::format_text(text, &options).ok()
}

/// The content that formatting must keep.
#[derive(PartialEq)]
struct Said {
    value: Value,
    comments: Vec<String>,
}

impl Said {
    fn read(path: &str, text: &str) -> Result<Self, Diagnostic> {
        let errors = Errors::default();
        let loaded = load::parse::<Value>(SpecFile::new(path, text), &errors);
        if let Some(error) = errors.sorted().into_iter().next() {
            return Err(error);
        }
        let comments = comments(text).into_iter().filter_map(|at| text.get(at)).map(str::to_owned);
        Ok(Self { value: loaded.value, comments: comments.collect() })
    }
}
