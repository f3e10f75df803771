//! YAML text -> [`Node`], from parser events and the comments between them.

use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput, Tag};

use super::comments::{Comments, blank_before};
use super::tree::{Entry, Group, GroupKind, Node, Scalar, Written};
use crate::load::places::Lines;

/// Why a file cannot be formatted, and where.
pub type Refusal = (String, Range<usize>);

type Spanned<'a> = (Event<'a>, Range<usize>);

/// Reads a file; `None` where there is nothing in it.
pub fn read(text: &str) -> Result<Option<Node>, Refusal> {
    let events = events(text)?;
    let scalars = events.iter().filter(|(event, _)| matches!(event, Event::Scalar(..)));
    let comments = Comments::find(text, scalars.map(|(_, range)| range.clone()));
    let mut reader = Reader { text, events: events.into_iter().peekable(), comments };
    let Some((event, range)) = reader.events.next() else { return Ok(None) };
    let root = reader.value(event, range)?;
    match reader.events.next() {
        Some((_, range)) => Err(("a second document in one file".to_owned(), range)),
        None => Ok(Some(root)),
    }
}

/// The events of a file that are about values.
fn events(text: &str) -> Result<Vec<Spanned<'_>>, Refusal> {
    let lines = Lines::new(text);
    let mut parser: Parser<'_, StrInput<'_>> = Parser::new_from_str(text);
    let mut events = Vec::new();
    while let Some(next) = parser.next_event() {
        let (event, span) =
            next.map_err(|error| (format!("YAML syntax: {}", error.info()), lines.point(error.marker())))?;
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd => {}
            Event::DocumentStart(false) | Event::DocumentEnd => {}
            Event::DocumentStart(true) => {
                return Err(("a document marker".to_owned(), lines.range(span)));
            }
            _ => {
                let range = lines.range_of(&event, span);
                events.push((event, range));
            }
        }
    }
    Ok(events)
}

struct Reader<'a> {
    text: &'a str,
    events: Peekable<IntoIter<Spanned<'a>>>,
    comments: Comments,
}

impl<'a> Reader<'a> {
    fn value(&mut self, event: Event<'a>, range: Range<usize>) -> Result<Node, Refusal> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                plain_yaml(anchor, tag.as_deref(), &range)?;
                let quoted = style != ScalarStyle::Plain;
                let is_nothing = !quoted && ["", "~"].contains(&&*text);
                let text = if is_nothing { "null".to_owned() } else { text.into_owned() };
                Ok(Node::Scalar(Scalar { text, quoted }))
            }
            Event::MappingStart(anchor, tag) => {
                plain_yaml(anchor, tag.as_deref(), &range)?;
                self.group(GroupKind::Map, &range)
            }
            Event::SequenceStart(anchor, tag) => {
                plain_yaml(anchor, tag.as_deref(), &range)?;
                self.group(GroupKind::List, &range)
            }
            _ => Err(("something that the spec language does not use".to_owned(), range)),
        }
    }

    fn group(&mut self, kind: GroupKind, start: &Range<usize>) -> Result<Node, Refusal> {
        let written = if start.is_empty() { Written::Block } else { Written::Flow };
        let column = match written {
            Written::Block => self.column(start.start),
            Written::Flow => 0,
        };
        let mut entries = Vec::new();
        loop {
            let Some((event, range)) = self.events.next() else {
                return Err(("the file ends too early".to_owned(), start.clone()));
            };
            if let Event::MappingEnd | Event::SequenceEnd = event {
                let tail = self.comments.alone(range.start, column);
                return Ok(Node::Group(Group { kind, written, entries, tail }));
            }
            let blank_before = written == Written::Block && blank_before(self.text, range.start);
            entries.push(Entry { blank_before, ..self.entry(kind, event, range)? });
        }
    }

    fn entry(&mut self, kind: GroupKind, event: Event<'a>, range: Range<usize>) -> Result<Entry, Refusal> {
        let mut trailing = self.comments.trailing(range.start);
        let mut comments = self.comments.alone(range.start, 0);
        let (key, event, range) = match kind {
            GroupKind::List => (None, event, range),
            GroupKind::Map => {
                let Node::Scalar(key) = self.value(event, range.clone())? else {
                    return Err(("a key that is no text".to_owned(), range));
                };
                let Some((event, range)) = self.events.next() else {
                    return Err(("the file ends too early".to_owned(), range));
                };
                (Some(key), event, range)
            }
        };
        trailing = trailing.or_else(|| self.comments.trailing(range.start));
        if let Event::Scalar(..) = event {
            comments.extend(self.comments.alone(range.start, 0));
        }
        let value = self.value(event, range)?;
        let next = self.events.peek().map_or(self.text.len(), |(_, range)| range.start);
        trailing = trailing.or_else(|| self.comments.trailing(next));
        Ok(Entry { comments, blank_before: false, key, value, trailing })
    }

    fn column(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or_default().chars().count()
    }
}

fn plain_yaml(anchor: usize, tag: Option<&Tag>, range: &Range<usize>) -> Result<(), Refusal> {
    match (anchor, tag) {
        (0, None) => Ok(()),
        _ => Err(("an anchor or a tag of YAML".to_owned(), range.clone())),
    }
}
