//! Adds an operation to the text of a spec file; the rest of it stays as it is.

use std::fmt::{Display, Formatter, Result as Written};

use serde_yaml::Value;

use crate::diagnostics::SpecFile;
use crate::fmt;
use crate::load::Loaded;
use crate::load::source::OperationsFile;
use crate::model::HttpMethod;

/// An operation to add.
#[derive(Clone, Debug)]
pub struct NewOperation {
    /// Its name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// The key of the path, and the path.
    pub path: (PathKey, String),
    /// First server version of the path.
    pub since: Option<String>,
    /// Gate codes, if they are not the file's defaults.
    pub gates: Vec<String>,
    /// HTTP method, if it is not the API's.
    pub method: Option<HttpMethod>,
    /// Names and types.
    pub parameters: Vec<(String, String)>,
    /// What it returns, as YAML, if that is not the file's default.
    pub returns: Option<String>,
}

/// Whether the documents show the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKey {
    /// They do.
    Documented,
    /// The convention does.
    Inferred,
}

/// Where it goes.
#[derive(Clone, Copy, Debug)]
pub enum Position<'a> {
    /// After this operation.
    After(&'a str),
    /// In alphabetical order if the file is in that order, otherwise at the end.
    InOrder,
}

/// A file with one more operation.
#[derive(Clone, Debug)]
pub struct Added {
    /// The text of the file.
    pub text: String,
    /// The line of the new entry, from 1.
    pub line: usize,
}

/// Adds an operation; `None` if the file has no rows in block style, or not
/// the one that is named.
#[must_use]
pub fn add(file: &Loaded<OperationsFile>, new: &NewOperation, position: Position<'_>) -> Option<Added> {
    let lines: Vec<&str> = file.file.text.split_inclusive('\n').collect();
    let rows: Vec<usize> = file.at().find("operations")?.items().map(|row| row.line() - 1).collect();
    let first = *rows.first()?;
    let indent = indent_of(lines.get(first)?)?;
    let entry: String = new.to_string().lines().map(|line| format!("{indent}{line}\n")).collect();
    let (at, entry, above) = match index(file, new, position)?.checked_sub(1) {
        Some(before) => (end_of_row(&lines, *rows.get(before)?, indent.len()), format!("\n{entry}"), 2),
        None => (start_of_row(&lines, first), format!("{entry}\n"), 1),
    };
    let (before, after) = lines.split_at_checked(at)?;
    let before = before.concat();
    let end = if before.ends_with('\n') { "" } else { "\n" };
    let text = [&before, end, &entry, &after.concat()].concat();
    Some(Added { text: as_before(&file.file, text), line: at + above })
}

/// A formatted file stays formatted; any other is left as it is.
fn as_before(before: &SpecFile, after: String) -> String {
    match fmt::format(&before.path, &before.text) {
        Ok(formatted) if formatted == before.text => fmt::format(&before.path, &after).unwrap_or(after),
        Ok(_) | Err(_) => after,
    }
}

/// How many rows come before the new one.
fn index(file: &Loaded<OperationsFile>, new: &NewOperation, position: Position<'_>) -> Option<usize> {
    let names = || file.value.operations.iter().map(|row| row.operation.as_deref());
    match position {
        Position::After(other) => names().position(|name| name == Some(other)).map(|index| index + 1),
        Position::InOrder if names().flatten().is_sorted() => {
            let after = names().position(|name| name.is_some_and(|name| name > new.name.as_str()));
            Some(after.unwrap_or(names().len()))
        }
        Position::InOrder => Some(names().len()),
    }
}

/// The indentation of a row in block style.
fn indent_of(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(' ');
    rest.starts_with("- ").then(|| line.strip_suffix(rest)).flatten()
}

/// The line of a row's first comment, or its own.
fn start_of_row(lines: &[&str], row: usize) -> usize {
    let above = lines.get(..row).unwrap_or_default().iter().rev();
    row - above.take_while(|line| line.trim_start().starts_with('#')).count()
}

/// The line after a row: deeper lines belong to it, blank lines at its end do not.
fn end_of_row(lines: &[&str], start: usize, indent: usize) -> usize {
    let is_inside =
        |line: &&str| line.trim().is_empty() || line.len() - line.trim_start_matches(' ').len() > indent;
    let rest = lines.get(start + 1..).unwrap_or_default();
    let inside: Vec<&&str> = rest.iter().take_while(|line| is_inside(line)).collect();
    let blank = inside.iter().rev().take_while(|line| line.trim().is_empty()).count();
    start + 1 + inside.len() - blank
}

impl Display for NewOperation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let Self { name, summary, path: (key, path), since, gates, method, parameters, returns } = self;
        let key = match key {
            PathKey::Documented => "path",
            PathKey::Inferred => "inferred_path",
        };
        writeln!(f, "- operation: {}", scalar(name))?;
        writeln!(f, "  summary: {}", scalar(summary))?;
        writeln!(f, "  {key}: {}", scalar(path))?;
        if let Some(since) = since {
            writeln!(f, "  since: {}", scalar(since))?;
        }
        if !gates.is_empty() {
            let gates: Vec<String> = gates.iter().map(|gate| scalar(gate)).collect();
            writeln!(f, "  gates: [{}]", gates.join(", "))?;
        }
        if let Some(method) = method {
            writeln!(f, "  method: {}", method.name())?;
        }
        if !parameters.is_empty() {
            writeln!(f, "  parameters:")?;
        }
        for (name, notation) in parameters {
            writeln!(f, "    {}: {}", scalar(name), scalar(notation))?;
        }
        returns.as_ref().map_or(Ok(()), |returns| writeln!(f, "  returns: {}", map_or_scalar(returns)))
    }
}

/// A map as it is written; any other text as a scalar.
fn map_or_scalar(text: &str) -> String {
    match serde_yaml::from_str(text) {
        Ok(Value::Mapping(_)) if text.starts_with('{') && !text.contains('\n') => text.to_owned(),
        _ => scalar(text),
    }
}

/// A text as YAML: plain if that reads as the same text in a list, `[a, b]`, and
/// after a key.
fn scalar(text: &str) -> String {
    let reads_as =
        |yaml: String, value: Value| serde_yaml::from_str(&yaml).is_ok_and(|it: Value| it == value);
    let value = Value::String(text.to_owned());
    let list = Value::Sequence(vec![value.clone()]);
    if !text.contains('\n') && reads_as(text.to_owned(), value) && reads_as(format!("[{text}]"), list) {
        return text.to_owned();
    }
    // A JSON string is a YAML string.
    serde_json::Value::from(text).to_string()
}
