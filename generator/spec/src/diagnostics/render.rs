//! Reports of errors: in rustc's style, as JSON, as annotations.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use serde_json::{Value, json};

use super::{Errors, Finding, Severity};
use crate::text::{shown, visible};

/// Colored or plain output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// For a terminal.
    Always,
    /// For a pipe or a file.
    Never,
}

/// Renders errors in rustc's style.
#[must_use]
pub fn render(errors: Errors, color: Color) -> String {
    render_findings(&errors.findings(), color)
}

/// Renders findings in rustc's style.
#[must_use]
pub fn render_findings(findings: &[Finding], color: Color) -> String {
    let renderer = match color {
        Color::Always => Renderer::styled(),
        Color::Never => Renderer::plain(),
    };
    findings.iter().map(|finding| render_one(finding, &renderer)).collect::<Vec<_>>().join("\n\n")
}

fn render_one(finding: &Finding, renderer: &Renderer) -> String {
    let Finding { diagnostic, severity, rule } = finding;
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut title = level.primary_title(diagnostic.title.as_str());
    if let Some(rule) = rule {
        title = title.id(*rule);
    }
    let help = Level::HELP.message(diagnostic.help.as_str());
    let group = match &diagnostic.file {
        Some(file) => {
            let Excerpt { text, span, is_cut } = excerpt(&file.text, &diagnostic.span);
            let ((line, column), path) = (diagnostic.position(), shown(&file.path));
            let snippet = Snippet::source(text).line_start(line);
            let snippet = snippet.annotation(AnnotationKind::Primary.span(span));
            match is_cut {
                false => title.element(snippet.path(path)).element(help),
                // The column in the excerpt is another one.
                true => {
                    let origin = Origin::path(path).line(line).char_column(column);
                    title.element(origin).element(snippet).element(help)
                }
            }
        }
        None => title.element(help),
    };
    renderer.render(&[group])
}

/// The text around an error and where that is in it.
struct Excerpt {
    text: String,
    span: Range<usize>,
    /// It does not begin where its line does.
    is_cut: bool,
}

/// The lines of an error; what is far from its beginning is cut.
fn excerpt(text: &str, span: &Range<usize>) -> Excerpt {
    const FAR: usize = 1000;
    let (before, rest) = text.split_at_checked(span.start).unwrap_or((text, ""));
    let before = before.rsplit('\n').next().unwrap_or_default();
    let length = span.len().max(rest.find('\n').unwrap_or(rest.len()));
    let rest = rest.get(..length).unwrap_or(rest);
    let left = before.char_indices().rev().nth(FAR).and_then(|(cut, _)| before.get(cut..));
    let right = rest.char_indices().nth(FAR).and_then(|(cut, _)| rest.get(..cut));
    // The renderer shows other control characters as pictures.
    let clean = |text: &str| visible(text).replace(|c| ('\u{80}'..='\u{9f}').contains(&c), "\u{fffd}");
    let marked = |text: &str| clean(text.get(..span.len()).unwrap_or(text)).len();
    let shown_before = left.map_or_else(|| clean(before), |left| format!("…{}", clean(left)));
    let (start, end) = (shown_before.len(), shown_before.len() + marked(right.unwrap_or(rest)));
    let shown_rest = right.map_or_else(|| clean(rest), |right| format!("{}…", clean(right)));
    Excerpt { text: shown_before + &shown_rest, span: start..end, is_cut: left.is_some() }
}

/// Findings as a JSON list, for programs: `level` (`error`, `warning`), `rule`
/// (`null` for an error in the spec itself), `file`, `line`, `column`, `end_line`,
/// `end_column` (all from 1, columns in characters, the end after the last
/// character; `null` if no file is involved), `title`, `help`.
#[must_use]
pub fn json(findings: &[Finding]) -> Value {
    findings.iter().map(as_json).collect()
}

fn as_json(Finding { diagnostic, severity, rule }: &Finding) -> Value {
    let file = diagnostic.file.as_ref().map(|file| file.path.as_str());
    let (start, end) = (file.map(|_| diagnostic.position()), file.map(|_| diagnostic.end()));
    json!({
        "level": severity.name(),
        "rule": rule,
        "file": file,
        "line": start.map(|(line, _)| line),
        "column": start.map(|(_, column)| column),
        "end_line": end.map(|(line, _)| line),
        "end_column": end.map(|(_, column)| column),
        "title": diagnostic.title,
        "help": diagnostic.help,
    })
}

/// Findings as workflow commands of GitHub Actions, one a line, which show as
/// annotations on a pull request.
#[must_use]
pub fn github(findings: &[Finding]) -> String {
    findings.iter().map(as_annotation).collect()
}

fn as_annotation(Finding { diagnostic, severity, rule }: &Finding) -> String {
    let rule = rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let title = property(&format!("{}{rule}", diagnostic.title));
    let place = diagnostic.file.as_ref().map(|file| {
        let ((line, column), (end_line, end_column)) = (diagnostic.position(), diagnostic.end());
        let path = property(&shown(&file.path));
        format!("file={path},line={line},col={column},endLine={end_line},endColumn={end_column},")
    });
    let (level, place) = (severity.name(), place.unwrap_or_default());
    format!("::{level} {place}title={title}::{}\n", message(&diagnostic.help))
}

/// An annotation of GitHub Actions, at a line of a file where there is one.
pub fn annotation(level: &str, place: Option<(&str, usize)>, title: &str, text: &str) -> String {
    let place = place.map(|(path, line)| format!("file={},line={line},", property(&shown(path))));
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
