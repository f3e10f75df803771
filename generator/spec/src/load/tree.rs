//! Text -> [`Node`]s, from the parser's events. Reports duplicate keys, and YAML that the spec
//! language does not use.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use saphyr_parser::{Event, ScalarStyle};

use super::events::{Events, Refusal, Spanned};
use crate::diagnostics::Errors;
use crate::node::{Entry, Node, SpecFile, Value};

/// Reads a file.
///
/// # Errors
/// The first error of syntax.
pub fn read(file: &Arc<SpecFile>, errors: &Errors) -> Result<Node, Refusal> {
    Reader { file, events: Events::new(&file.text), errors }.document()
}

/// The keys around a byte of a file, the outermost first; an item of a list has the name of its
/// operation or group. None if the file is no YAML.
#[must_use]
pub fn keys_around(file: &Arc<SpecFile>, byte: usize) -> Vec<String> {
    fn find(node: &Node, byte: usize, keys: &mut Vec<String>) {
        if let Some(item) = node.items().iter().find(|item| item.span.contains(&byte)) {
            let name = ["operation", "group"].iter().find_map(|key| item.get(key)?.text());
            keys.extend(name.map(str::to_owned));
            find(item, byte, keys);
        }
        if let Some(entry) = node.entries().iter().rfind(|entry| entry.key.start <= byte) {
            keys.push(entry.name.clone());
            find(&entry.value, byte, keys);
        }
    }
    let mut keys = Vec::new();
    if let Ok(root) = read(file, &Errors::default()) {
        find(&root, byte, &mut keys);
    }
    keys
}

struct Reader<'a> {
    file: &'a Arc<SpecFile>,
    events: Events<'a>,
    errors: &'a Errors,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<Spanned<'a>, Refusal> {
        let (event, span) = self.events.next().unwrap_or(Ok((Event::StreamEnd, 0..0)))?;
        self.check_marks(&event, &span);
        Ok((event, span))
    }

    fn document(&mut self) -> Result<Node, Refusal> {
        let mut root = self.node(0..0, Value::default());
        loop {
            match self.next()? {
                (Event::StreamEnd | Event::DocumentEnd, _) => break,
                (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
                (event, span) => root = self.value(event, span)?,
            }
        }
        while let (event, span) = self.next()?
            && event != Event::StreamEnd
        {
            if let Event::DocumentStart(_) = event {
                self.misuse("a second document in one file", span);
            }
        }
        Ok(root)
    }

    fn node(&self, span: Range<usize>, value: Value) -> Node {
        Node { file: self.file.clone(), span, value, ..Node::default() }
    }

    fn misuse(&self, what: &str, span: Range<usize>) {
        let title = format!("{what} is not allowed in a spec");
        let help = "write `name: value`, each value in full, and one document per file";
        self.errors.add(Refusal { title, help, span }.at(self.file));
    }

    fn value(&mut self, event: Event<'a>, span: Range<usize>) -> Result<Node, Refusal> {
        match event {
            Event::MappingStart(..) => self.map(span.start),
            Event::SequenceStart(..) => self.list(span.start),
            Event::Scalar(text, style, ..) => {
                let is_plain = style == ScalarStyle::Plain;
                // The parser's own string has room to grow, which would stay unused.
                Ok(self.node(span, Value::Scalar { text: str::to_owned(&text), is_plain }))
            }
            Event::Alias(_) => {
                self.misuse("a YAML alias", span.clone());
                Ok(Node { is_poisoned: true, ..self.node(span, Value::default()) })
            }
            _ => Ok(self.node(span, Value::default())),
        }
    }

    /// Reports marks before a value: `&anchor`, `!tag`.
    fn check_marks(&self, event: &Event<'a>, span: &Range<usize>) {
        let (anchor, tag) = match event {
            Event::Scalar(_, _, anchor, tag)
            | Event::MappingStart(anchor, tag)
            | Event::SequenceStart(anchor, tag) => (*anchor, tag),
            _ => return,
        };
        let length = self.file.text.get(span.clone()).map_or(0, |text| text.trim_end().len());
        let span = span.start..span.start + length;
        if anchor > 0 {
            self.misuse("a YAML anchor", span.clone());
        }
        if tag.is_some() {
            self.misuse("a YAML tag", span);
        }
    }

    fn map(&mut self, start: usize) -> Result<Node, Refusal> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut names = HashSet::new();
        loop {
            let (event, key) = self.next()?;
            let name = match event {
                Event::MappingEnd => {
                    entries.shrink_to_fit();
                    return Ok(self.node(start..key.end.max(start), Value::Map(entries)));
                }
                Event::Scalar(text, ..) => Some(text.into_owned()),
                other => {
                    self.value(other, key.clone())?;
                    self.misuse("a key that is not a string", key.clone());
                    None
                }
            };
            let (event, span) = self.next()?;
            let value = self.value(event, span)?;
            let Some(name) = name else { continue };
            if names.insert(name.clone()) {
                entries.push(Entry { name, file: self.file.clone(), key, is_guess: false, value });
            } else {
                let title = format!("duplicate key `{name}`");
                let help = "merge the two entries, or rename one";
                self.errors.add(Refusal { title, help, span: key }.at(self.file));
            }
        }
    }

    fn list(&mut self, start: usize) -> Result<Node, Refusal> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, end) => {
                    items.shrink_to_fit();
                    return Ok(self.node(start..end.end.max(start), Value::List(items)));
                }
                (event, span) => items.push(self.value(event, span)?),
            }
        }
    }
}
