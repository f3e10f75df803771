//! Where each value of a YAML file stands.
//!
//! serde gives a place only for faults of syntax and shape, and lets duplicate
//! keys through; this second pass over parser events gives every value's place.

use std::collections::HashSet;
use std::ops::Range;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span};

use crate::place::{Children, Place};

/// What the pass over the events found.
#[derive(Debug, Default)]
pub struct Index {
    /// The whole file.
    pub root: Place,
    /// Keys that stand twice in one map, and where.
    pub duplicates: Vec<(String, Range<usize>)>,
    /// Things of YAML that the spec language does not use, and where.
    pub unsupported: Vec<(&'static str, Range<usize>)>,
}

/// Finds the place of every value of `text`.
///
/// # Errors
/// The first fault of syntax, with its place.
pub fn index(text: &str) -> Result<Index, (String, Range<usize>)> {
    let mut walk =
        Walk { events: Parser::new_from_str(text), lines: Lines::new(text), index: Index::default() };
    walk.document().map_err(|error| (error.info().to_owned(), walk.lines.point(error.marker())))?;
    Ok(walk.index)
}

struct Walk<'a> {
    events: Parser<'a, saphyr_parser::StrInput<'a>>,
    lines: Lines<'a>,
    index: Index,
}

impl<'a> Walk<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Range<usize>), ScanError> {
        match self.events.next_event() {
            Some(Ok((event, span))) => {
                let range = self.lines.range_of(&event, span);
                Ok((event, range))
            }
            Some(Err(error)) => Err(error),
            None => Ok((Event::StreamEnd, 0..0)),
        }
    }

    fn document(&mut self) -> Result<(), ScanError> {
        loop {
            match self.next()? {
                (Event::StreamEnd | Event::DocumentEnd, _) => break,
                (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
                (event, range) => self.index.root = self.value(event, range)?,
            }
        }
        while let (event, range) = self.next()?
            && event != Event::StreamEnd
        {
            if let Event::DocumentStart(_) = event {
                self.index.unsupported.push(("a second document in one file", range));
            }
        }
        Ok(())
    }

    fn value(&mut self, event: Event<'a>, start: Range<usize>) -> Result<Place, ScanError> {
        let children = match event {
            Event::MappingStart(..) => return self.map(start.start),
            Event::SequenceStart(..) => return self.list(start.start),
            Event::Alias(_) => {
                self.index.unsupported.push(("a YAML alias", start.clone()));
                Children::None
            }
            _ => Children::None,
        };
        Ok(Place { value: start, children, ..Place::default() })
    }

    fn map(&mut self, start: usize) -> Result<Place, ScanError> {
        let mut entries = Vec::new();
        let mut seen = HashSet::new();
        loop {
            let (event, key) = self.next()?;
            let name = match event {
                Event::MappingEnd => {
                    let value = start..key.end.max(start);
                    return Ok(Place { value, children: Children::Map(entries), ..Place::default() });
                }
                Event::Scalar(text, ..) => text.into_owned(),
                other => {
                    self.value(other, key.clone())?;
                    self.index.unsupported.push(("a key that is no text", key.clone()));
                    String::new()
                }
            };
            if !seen.insert(name.clone()) {
                self.index.duplicates.push((name.clone(), key.clone()));
            }
            let (event, range) = self.next()?;
            let place = self.value(event, range)?;
            entries.push(Place { key: Some(key), ..place });
        }
    }

    fn list(&mut self, start: usize) -> Result<Place, ScanError> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, end) => {
                    let value = start..end.end.max(start);
                    return Ok(Place { value, children: Children::List(items), ..Place::default() });
                }
                (event, range) => items.push(self.value(event, range)?),
            }
        }
    }
}

/// Turns the parser's lines and columns (in characters) into bytes.
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    fn byte(&self, marker: &Marker) -> usize {
        let Some(&start) = self.starts.get(marker.line().saturating_sub(1)) else {
            return self.text.len();
        };
        let line = self.text.get(start..).unwrap_or_default();
        line.char_indices().nth(marker.col()).map_or(self.text.len(), |(at, _)| start + at)
    }

    /// The bytes of what an event tells: the parser's own go on behind quotes
    /// and brackets, to the end of a comment.
    pub(crate) fn range_of(&self, event: &Event<'_>, span: Span) -> Range<usize> {
        let range = self.range(span);
        let end = match event {
            Event::Scalar(_, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted, ..) => {
                closing_quote(self.text, range.start)
            }
            Event::SequenceEnd | Event::MappingEnd if !range.is_empty() => Some(range.start + 1),
            _ => None,
        };
        range.start..end.unwrap_or(range.end)
    }

    pub(crate) fn range(&self, span: Span) -> Range<usize> {
        let start = self.byte(&span.start);
        start..self.byte(&span.end).max(start)
    }

    pub(crate) fn point(&self, marker: &Marker) -> Range<usize> {
        let at = self.byte(marker);
        at..at
    }
}

/// The byte behind the closing quote.
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
