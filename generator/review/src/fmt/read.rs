//! YAML text -> [`Node`], from parser events and the comments between them.

use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

use saphyr_parser::{Event, ScalarStyle, Tag};

use super::comments::{Comments, blank_before};
use super::tree::{Comment, Entry, Group, GroupKind, Node, Scalar, Written};
use crate::load::events::{Events, Refusal, Spanned};

/// Reads a file; `None` if it is empty.
pub fn read(text: &str) -> Result<Option<Node>, Refusal> {
    let events = events(text)?;
    let scalars = events.iter().filter(|(event, _)| matches!(event, Event::Scalar(..)));
    let comments = Comments::find(text, scalars.map(|(_, range)| range.clone()));
    let mut reader = Reader { text, events: events.into_iter().peekable(), comments, end: 0 };
    let Some((event, range)) = reader.events.next() else { return Ok(None) };
    let mut root = reader.value(event, range)?;
    if let Some((_, range)) = reader.events.next() {
        return Err(refuse("a second document in one file", &range));
    }
    if let Node::Group(group) = &mut root {
        group.tail.extend(reader.comments.all(text.len()));
    }
    match reader.comments.ranges().next() {
        Some(range) => Err(refuse("a comment that has no place in the layout", &range)),
        None => Ok(Some(root)),
    }
}

/// The events of a file that are about values.
fn events(text: &str) -> Result<Vec<Spanned<'_>>, Refusal> {
    let mut events = Vec::new();
    for next in Events::new(text) {
        let (event, range) = next?;
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd => {}
            Event::DocumentStart(false) | Event::DocumentEnd => {}
            Event::DocumentStart(true) => return Err(refuse("a document marker", &range)),
            _ => events.push((event, range)),
        }
    }
    Ok(events)
}

/// Why a file can't be formatted.
fn refuse(what: &str, span: &Range<usize>) -> Refusal {
    let help = "write plain YAML: block maps and lists, brackets, texts; see spec/README.md";
    Refusal { title: what.to_owned(), help, span: span.clone() }
}

struct Reader<'a> {
    text: &'a str,
    events: Peekable<IntoIter<Spanned<'a>>>,
    comments: Comments,
    /// Where the last value ends.
    end: usize,
}

impl<'a> Reader<'a> {
    fn value(&mut self, event: Event<'a>, range: Range<usize>) -> Result<Node, Refusal> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                plain_yaml(anchor, tag.as_deref(), &range)?;
                // An empty value, as in `a:`, has no line.
                let written = self.text.get(range.clone()).unwrap_or_default().trim_end();
                self.end = if written.is_empty() { self.end } else { range.start + written.len() };
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
            _ => Err(refuse("something that the spec language does not use", &range)),
        }
    }

    fn group(&mut self, kind: GroupKind, start: &Range<usize>) -> Result<Node, Refusal> {
        let written = if is_block(start) { Written::Block } else { Written::Flow };
        let column = match written {
            Written::Block => self.column(start.start),
            Written::Flow => usize::MAX,
        };
        let mut entries = Vec::new();
        loop {
            let Some((event, range)) = self.events.next() else {
                return Err(refuse("the file ends too early", start));
            };
            if let Event::MappingEnd | Event::SequenceEnd = event {
                let tail = match written {
                    Written::Block => self.comments.alone(range.start, column..=usize::MAX),
                    Written::Flow => {
                        self.end = range.end;
                        self.comments.all(range.start)
                    }
                };
                return Ok(Node::Group(Group { kind, written, entries, tail }));
            }
            let start = self.line_of(&event, &range);
            let blank_before = written == Written::Block && blank_before(self.text, start);
            entries.push(Entry { blank_before, ..self.entry(kind, column, event, range)? });
        }
    }

    fn entry(
        &mut self,
        kind: GroupKind,
        column: usize,
        event: Event<'a>,
        range: Range<usize>,
    ) -> Result<Entry, Refusal> {
        let mut trailing = self.comments.trailing(range.start);
        let is_nested = kind == GroupKind::List && is_block(&range);
        // A comment between a dash and its value belongs to the value.
        let last_column = if is_nested { column } else { usize::MAX };
        let mut comments = self.comments.alone(range.start, 0..=last_column);
        let (key, event, range) = match kind {
            GroupKind::List => (None, event, range),
            GroupKind::Map => {
                let Node::Scalar(key) = self.value(event, range.clone())? else {
                    return Err(refuse("a key that is not text", &range));
                };
                let Some((event, range)) = self.events.next() else {
                    return Err(refuse("the file ends too early", &range));
                };
                (Some(key), event, range)
            }
        };
        trailing = trailing.or_else(|| self.comments.trailing(range.start));
        if let Event::Scalar(..) = event {
            comments.extend(self.comments.all(range.start));
        }
        let mut value = self.value(event, range)?;
        comments.append(&mut inside_nothing(&mut value));
        let next = self.events.peek().map_or(self.text.len(), |(_, range)| range.start);
        let end = self.line_end(next);
        trailing = trailing.or_else(|| self.comments.trailing(end));
        Ok(Entry { comments, blank_before: false, key, value, trailing })
    }

    /// A byte of the line on which an entry begins.
    fn line_of(&self, event: &Event<'a>, range: &Range<usize>) -> usize {
        match event {
            // Their bytes begin below `>-`.
            Event::Scalar(_, ScalarStyle::Literal | ScalarStyle::Folded, ..) => {
                self.text.get(..range.start).unwrap_or_default().trim_end().len()
            }
            _ => self.comments.after_dash(range.start).unwrap_or(range.start),
        }
    }

    /// Where the line of the last value ends, or what is next begins.
    fn line_end(&self, next: usize) -> usize {
        let rest = self.text.get(self.end..next).unwrap_or_default();
        self.end + rest.lines().next().unwrap_or_default().len()
    }

    fn column(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or_default().chars().count()
    }
}

/// Whether a map or a list that begins so is an entry a line: only brackets have bytes of their own.
fn is_block(start: &Range<usize>) -> bool {
    start.is_empty()
}

/// The comments in brackets without entries, where no line can hold them.
fn inside_nothing(value: &mut Node) -> Vec<Comment> {
    match value {
        Node::Group(group) if group.entries.is_empty() => std::mem::take(&mut group.tail),
        Node::Group(_) | Node::Scalar(_) => Vec::new(),
    }
}

fn plain_yaml(anchor: usize, tag: Option<&Tag>, range: &Range<usize>) -> Result<(), Refusal> {
    match (anchor, tag) {
        (0, None) => Ok(()),
        _ => Err(refuse("an anchor or a tag of YAML", range)),
    }
}
