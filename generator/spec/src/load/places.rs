//! The place of each value of a YAML file.
//!
//! serde has places only for faults of syntax and shape, and accepts duplicate
//! keys. This second pass over the parser's events finds the place of every value.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use saphyr_parser::Event;

use super::events::{Events, Refusal, Spanned};
use crate::place::{Children, Place};

/// What the pass over the events found.
#[derive(Debug, Default)]
pub struct Index {
    /// The whole file.
    pub root: Place,
    /// What the spec language does not use of YAML, and keys that appear twice.
    pub misuses: Vec<Refusal>,
    /// The entries whose key appeared before in the same map.
    pub repeated: Vec<Range<usize>>,
}

/// Finds the place of every value of `text`.
///
/// # Errors
/// The first fault of syntax, with its place.
pub fn index(text: &str) -> Result<Index, Refusal> {
    let mut walk = Walk { text, events: Events::new(text), index: Index::default() };
    walk.document()?;
    Ok(walk.index)
}

struct Walk<'a> {
    text: &'a str,
    events: Events<'a>,
    index: Index,
}

impl<'a> Walk<'a> {
    fn next(&mut self) -> Result<Spanned<'a>, Refusal> {
        let (event, range) = self.events.next().unwrap_or(Ok((Event::StreamEnd, 0..0)))?;
        self.marks(&event, &range);
        Ok((event, range))
    }

    fn document(&mut self) -> Result<(), Refusal> {
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
                self.misuse("a second document in one file", range);
            }
        }
        Ok(())
    }

    fn misuse(&mut self, what: &str, span: Range<usize>) {
        let title = format!("{what} has no meaning in a spec");
        let help = "write each value itself where it belongs, and one document per file";
        self.index.misuses.push(Refusal { title, help, span });
    }

    fn value(&mut self, event: Event<'a>, start: Range<usize>) -> Result<Place, Refusal> {
        match event {
            Event::MappingStart(..) => return self.map(start.start),
            Event::SequenceStart(..) => return self.list(start.start),
            Event::Alias(_) => self.misuse("a YAML alias", start.clone()),
            _ => {}
        }
        Ok(Place { value: start, ..Place::default() })
    }

    /// Finds what can stand before a value: `&anchor`, `!tag`.
    fn marks(&mut self, event: &Event<'a>, range: &Range<usize>) {
        let (anchor, tag) = match event {
            Event::Scalar(_, _, anchor, tag)
            | Event::MappingStart(anchor, tag)
            | Event::SequenceStart(anchor, tag) => (*anchor, tag),
            _ => return,
        };
        let length = self.text.get(range.clone()).map_or(0, |it| it.trim_end().len());
        let span = range.start..range.start + length;
        if anchor > 0 {
            self.misuse("a YAML anchor", span.clone());
        }
        if tag.is_some() {
            self.misuse("a YAML tag", span);
        }
    }

    fn map(&mut self, start: usize) -> Result<Place, Refusal> {
        let mut entries = Vec::new();
        let mut seen = HashSet::new();
        loop {
            let (event, key) = self.next()?;
            let name = match event {
                Event::MappingEnd => {
                    let value = start..key.end.max(start);
                    return Ok(Place { value, children: Children::Map(entries), ..Place::default() });
                }
                Event::Scalar(text, ..) => Some(text),
                other => {
                    self.value(other, key.clone())?;
                    self.misuse("a key that is not text", key.clone());
                    None
                }
            };
            let (event, range) = self.next()?;
            let place = self.value(event, range)?;
            match name {
                Some(name) if seen.contains(&name) => {
                    let title = format!("duplicate key `{name}`");
                    let help = "merge the two entries, or rename one";
                    self.index.repeated.push(key.start..place.value.end.max(key.end));
                    self.index.misuses.push(Refusal { title, help, span: key });
                }
                name => {
                    seen.extend(name);
                    entries.push(Place { key: Some(key), ..place });
                }
            }
        }
    }

    fn list(&mut self, start: usize) -> Result<Place, Refusal> {
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

/// The text without the entries whose key appeared before; everything else stays at its byte.
pub fn without<'t>(text: &'t str, entries: &[Range<usize>]) -> Cow<'t, str> {
    if entries.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for entry in entries {
        let rest = text.get(entry.end..).unwrap_or_default();
        // In brackets, its comma goes with it; so does the `?` of a key that has one.
        let comma = rest.trim_start().strip_prefix(',').map_or(0, |rest_of| rest.len() - rest_of.len());
        let before = text.get(..entry.start).unwrap_or_default().trim_end_matches(' ');
        let start = before.strip_suffix('?').map_or(entry.start, str::len);
        for byte in bytes.iter_mut().take(entry.end + comma).skip(start) {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}
