//! How faults are told: as rustc tells its own, as JSON, as annotations.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde_json::{Value, json};

use super::{Fault, Faults};

/// Whether output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// For a terminal.
    Always,
    /// For a pipe or a file.
    Never,
}

/// Renders faults as rustc does.
#[must_use]
pub fn render(faults: Faults, colour: Colour) -> String {
    let renderer = match colour {
        Colour::Always => Renderer::styled(),
        Colour::Never => Renderer::plain(),
    };
    faults.sorted().iter().map(|fault| render_one(fault, &renderer)).collect::<Vec<_>>().join("\n\n")
}

fn render_one(fault: &Fault, renderer: &Renderer) -> String {
    let title = Level::ERROR.primary_title(fault.title.as_str());
    let help = Level::HELP.message(fault.help.as_str());
    let group = match &fault.file {
        Some(file) => title
            .element(
                Snippet::source(file.text.as_str())
                    .path(file.path.as_str())
                    .annotation(AnnotationKind::Primary.span(fault.span.clone())),
            )
            .element(help),
        None => title.element(help),
    };
    renderer.render(&[group])
}

/// Faults as a JSON list, for programs: `file`, `line`, `column`, `end_line`,
/// `end_column` (all from 1, columns in characters, the end behind the last
/// character; `null` where no file is at fault), `title`, `help`.
#[must_use]
pub fn json(faults: Faults) -> Value {
    faults.sorted().iter().map(as_json).collect()
}

fn as_json(fault: &Fault) -> Value {
    let file = fault.file.as_ref().map(|file| file.path.as_str());
    let (start, end) = (file.map(|_| fault.position()), file.map(|_| fault.end()));
    json!({
        "file": file,
        "line": start.map(|(line, _)| line),
        "column": start.map(|(_, column)| column),
        "end_line": end.map(|(line, _)| line),
        "end_column": end.map(|(_, column)| column),
        "title": fault.title,
        "help": fault.help,
    })
}

/// Faults as workflow commands of GitHub Actions, one a line, which show as
/// annotations on a pull request.
#[must_use]
pub fn github(faults: Faults) -> String {
    faults.sorted().iter().map(as_annotation).collect()
}

fn as_annotation(fault: &Fault) -> String {
    let title = property(&fault.title);
    let place = fault.file.as_ref().map(|file| {
        let ((line, column), (end_line, end_column)) = (fault.position(), fault.end());
        let path = property(&file.path);
        format!("file={path},line={line},col={column},endLine={end_line},endColumn={end_column},")
    });
    format!("::error {}title={title}::{}\n", place.unwrap_or_default(), message(&fault.help))
}

/// An annotation of GitHub Actions, at a line of a file where there is one.
pub(crate) fn annotation(level: &str, place: Option<(&str, usize)>, title: &str, text: &str) -> String {
    let place = place.map(|(path, line)| format!("file={},line={line},", property(path)));
    format!("::{level} {}title={}::{}\n", place.unwrap_or_default(), property(title), message(text))
}

/// The text of an annotation.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of an annotation.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
