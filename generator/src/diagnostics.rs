//! Faults of a spec: where, what is wrong, what would be right.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::load::places::{Children, Place};

/// A spec file: its name, its text, and where everything stands in it.
#[derive(Debug, Default)]
pub struct SpecFile {
    /// Path as the user would type it.
    pub path: String,
    /// The text.
    pub text: String,
    /// Where each value stands.
    pub root: Place,
}

impl SpecFile {
    /// The key that stands there, without its quotes.
    fn key(&self, at: Range<usize>) -> &str {
        self.text.get(at).unwrap_or_default().trim_matches(['"', '\''])
    }
}

/// Something wrong with a spec.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The file; `None` where the spec folder itself is at fault.
    pub file: Option<Arc<SpecFile>>,
    /// Bytes of the text at fault.
    pub span: Range<usize>,
    /// What is wrong.
    pub title: String,
    /// What would be right.
    pub help: String,
}

impl Fault {
    /// Line and column, both from 1, the column in characters.
    #[must_use]
    pub fn position(&self) -> (usize, usize) {
        let text = self.file.as_ref().map_or("", |file| file.text.as_str());
        let before = text.get(..self.span.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
        (before.matches('\n').count() + 1, column)
    }
}

impl Fault {
    fn is_same(&self, other: &Self) -> bool {
        let path = |fault: &Self| fault.file.as_ref().map(|file| file.path.clone());
        self.span == other.span && self.title == other.title && path(self) == path(other)
    }
}

/// The faults of a spec, all of them.
#[derive(Clone, Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Adds a fault at a place.
    pub fn push(&mut self, at: At<'_>, title: impl Into<String>, help: impl Into<String>) {
        self.add(Fault {
            file: Some(at.file.clone()),
            span: at.span(),
            title: title.into(),
            help: help.into(),
        });
    }

    /// Adds a fault.
    pub fn add(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Adds all of others.
    pub fn append(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The faults by file and position.
    #[must_use]
    pub fn sorted(mut self) -> Vec<Fault> {
        self.0.sort_by(|a, b| {
            let key = |fault: &Fault| (fault.file.as_ref().map(|file| file.path.clone()), fault.span.start);
            key(a).cmp(&key(b)).then_with(|| a.title.cmp(&b.title))
        });
        self.0.dedup_by(|a, b| a.is_same(b));
        self.0
    }

    /// The faults by file and position, each once: what many operations
    /// inherit is at fault in one place.
    #[must_use]
    pub fn settled(self) -> Self {
        Self(self.sorted())
    }
}

/// A place in a spec file, to walk from and to report at.
#[derive(Clone, Copy)]
pub struct At<'a> {
    file: &'a Arc<SpecFile>,
    place: &'a Place,
    on_key: bool,
}

impl<'a> At<'a> {
    /// The whole of a file.
    #[must_use]
    pub fn root(file: &'a Arc<SpecFile>) -> Self {
        Self { file, place: &file.root, on_key: false }
    }

    /// The value of a key; where there is none, this place itself.
    #[must_use]
    pub fn get(self, key: &str) -> Self {
        let Children::Map(entries) = &self.place.children else { return self };
        let found = entries.iter().find(|place| place.key.clone().is_some_and(|at| self.file.key(at) == key));
        found.map_or(self, |place| Self { place, on_key: false, ..self })
    }

    /// The value of an entry of a map or an item of a list, counted from 0.
    #[must_use]
    pub fn item(self, index: usize) -> Self {
        let place = match &self.place.children {
            Children::Map(items) | Children::List(items) => items.get(index),
            Children::None => None,
        };
        place.map_or(self, |place| Self { place, on_key: false, ..self })
    }

    /// The key of this value rather than the value.
    #[must_use]
    pub fn key(self) -> Self {
        Self { on_key: true, ..self }
    }

    /// The file.
    #[must_use]
    pub fn path(self) -> &'a str {
        &self.file.path
    }

    fn span(self) -> Range<usize> {
        match &self.place.key {
            Some(key) if self.on_key => key.clone(),
            _ => first_line(&self.file.text, &self.place.value),
        }
    }
}

/// A map or a folded text is shown by its first line.
fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let length = text.get(span.clone()).and_then(|value| value.find('\n'));
    span.start..length.map_or(span.end, |length| span.start + length)
}

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

impl fmt::Display for Fault {
    /// `file:line:column: what is wrong`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position();
        match &self.file {
            Some(file) => write!(f, "{}:{line}:{column}: {}", file.path, self.title),
            None => f.write_str(&self.title),
        }
    }
}

/// ` (did you mean `x`?)` where one of the names is close.
#[must_use]
pub fn suggest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names
        .into_iter()
        .map(|name| (distance(wrong, name), name))
        .filter(|(distance, name)| *distance <= name.len().div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Number of single-character edits between two words, in any letter case.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(&b) {
            let best = (diagonal + usize::from(x != *y)).min(left + 1).min(*cell + 1);
            diagonal = std::mem::replace(cell, best);
            left = best;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}
