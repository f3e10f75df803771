//! The events of a YAML file, each with its bytes. Only this module runs the parser.

use std::ops::Range;
use std::sync::Arc;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span, StrInput};

use crate::diagnostics::{Diagnostic, SpecFile};

/// The greatest depth of maps and lists: code that walks over a file may recurse.
pub const DEEPEST: usize = 64;

/// Why a file can't be read, and where.
#[derive(Debug)]
pub struct Refusal {
    /// The problem.
    pub title: String,
    /// The remedy.
    pub help: &'static str,
    /// Bytes of the invalid text.
    pub span: Range<usize>,
}

impl Refusal {
    /// The error of a file.
    pub fn at(self, file: &Arc<SpecFile>) -> Diagnostic {
        let Self { title, help, span } = self;
        Diagnostic { file: Some(file.clone()), span, title, help: help.to_owned() }
    }
}

/// An event and its bytes.
pub type Spanned<'a> = (Event<'a>, Range<usize>);

/// The events of a text, until the first error.
pub struct Events<'a> {
    text: &'a str,
    parser: Parser<'a, StrInput<'a>>,
    /// The last position, in characters and in bytes: the next one is near it.
    last: (usize, usize),
    depth: usize,
}

impl<'a> Events<'a> {
    /// Starts at the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Self { text, parser: Parser::new_from_str(text), last: (0, 0), depth: 0 }
    }

    /// Counts the open levels, and refuses too many.
    fn check_depth(&mut self, event: &Event<'_>, range: &Range<usize>) -> Result<(), Refusal> {
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => self.depth += 1,
            Event::MappingEnd | Event::SequenceEnd => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.depth <= DEEPEST { Ok(()) } else { Err(too_deep(range.clone())) }
    }

    /// The bytes of an event: the parser's own span goes on after quotes and brackets, to the end of a
    /// comment.
    fn range(&mut self, event: &Event<'_>, span: Span) -> Range<usize> {
        let start = self.byte(&span.start);
        let end = match event {
            Event::Scalar(_, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted, ..) => {
                closing_quote(self.text, start)
            }
            Event::SequenceEnd | Event::MappingEnd if !span.is_empty() => Some(start + 1),
            _ => None,
        };
        start..end.unwrap_or_else(|| self.byte(&span.end).max(start))
    }

    /// The byte at a marker of the parser, which counts characters. Counting from the last position
    /// keeps a long line cheap.
    fn byte(&mut self, marker: &Marker) -> usize {
        let (chars, bytes) = self.last;
        let (before, after) = self.text.split_at_checked(bytes).unwrap_or((self.text, ""));
        let found = match marker.index().checked_sub(chars) {
            Some(more) => after.char_indices().nth(more).map(|(at, _)| bytes + at),
            None => before.char_indices().rev().nth(chars - marker.index() - 1).map(|(at, _)| at),
        };
        let Some(found) = found else { return self.text.len() };
        self.last = (marker.index(), found);
        found
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Result<Spanned<'a>, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self.parser.next_event()? {
            Ok((event, span)) => {
                let range = self.range(&event, span);
                self.check_depth(&event, &range).map(|()| (event, range))
            }
            Err(error) => {
                let at = self.byte(error.marker());
                // The parser looks ahead, and has its own limit for brackets.
                if error.info() == "recursion limit exceeded" {
                    return Some(Err(too_deep(at..at)));
                }
                let help = match error.info() {
                    info if info.contains("escape") => ESCAPE,
                    info if info.contains("tab") => "indent with spaces: YAML has no tabs there",
                    _ => SYNTAX,
                };
                Err(Refusal { title: format!("invalid YAML: {}", error.info()), help, span: at..at })
            }
        })
    }
}

/// The bytes of each comment: whatever begins with `#` between two scalars. The parser skips them.
#[must_use]
pub fn comments(text: &str) -> Vec<Range<usize>> {
    let events = Events::new(text).map_while(Result::ok);
    let scalars = events.filter(|(event, _)| matches!(event, Event::Scalar(..))).map(|(_, range)| range);
    let (mut comments, mut at) = (Vec::new(), 0);
    for scalar in scalars.chain(std::iter::once(text.len()..text.len())) {
        while let Some((before, comment)) = text.get(at..scalar.start).and_then(|gap| gap.split_once('#')) {
            let start = at + before.len();
            at = start + 1 + comment.lines().next().map_or(0, |line| line.trim_end().len());
            comments.push(start..at);
        }
        at = at.max(scalar.end);
    }
    comments
}

fn too_deep(span: Range<usize>) -> Refusal {
    let title = format!("maps and lists nested deeper than {DEEPEST} levels");
    Refusal { title, help: "no key of the spec language needs so many; see the language reference", span }
}

const SYNTAX: &str =
    "check the indentation, and quote a text that holds `: ` or ` #` or starts with `*`, `{`, `[` or a quote";

const ESCAPE: &str = "write the character itself, or its number as `\\U0001F600`; between single quotes, \
     a backslash is one";

/// The byte after the closing quote.
fn closing_quote(text: &str, start: usize) -> Option<usize> {
    let mut rest = text.get(start..)?.bytes().enumerate();
    let (_, quote) = rest.next()?;
    while let Some((at, byte)) = rest.next() {
        let is_doubled = || quote == b'\'' && text.as_bytes().get(start + at + 1) == Some(&quote);
        if byte == b'\\' && quote == b'"' || byte == quote && is_doubled() {
            rest.next();
        } else if byte == quote {
            return Some(start + at + 1);
        }
    }
    None
}
