//! [`Node`] -> YAML text.

use super::layout::{Shape, WIDTH, of_entry, of_value};
use super::scalar::{self, Within};
use super::tree::{Comment, Entry, Group, GroupKind, Node, Scalar, Written};

/// Prints a file.
pub fn print(root: &Node) -> String {
    let mut printer = Printer { out: String::new() };
    match root {
        Node::Group(group) if !group.entries.is_empty() => printer.group(group, "", None, 0),
        Node::Group(Group { tail: comments, .. }) => {
            printer.comments(comments, 0, First::Yes);
            printer.line(&flow(root, Within::Block), None);
        }
        Node::Scalar(_) => printer.line(&flow(root, Within::Block), None),
    }
    printer.out
}

struct Printer {
    out: String,
}

impl Printer {
    fn line(&mut self, text: &str, comment: Option<&String>) {
        self.out.push_str(text);
        if let Some(comment) = comment {
            self.out.push_str("  ");
            self.out.push_str(comment);
        }
        self.out.push('\n');
    }

    fn comments(&mut self, comments: &[Comment], indent: usize, mut first: First) {
        for comment in comments {
            if comment.blank_before {
                self.blank(first);
            }
            first = First::No;
            self.line(&format!("{:indent$}{}", "", comment.text), None);
        }
    }

    /// A blank line, unless it would be the first one.
    fn blank(&mut self, first: First) {
        if first == First::No {
            self.out.push('\n');
        }
    }

    /// Prints a map or a list an entry a line. What opens the line of its
    /// first entry, where it shares that with its parent, is `lead`.
    fn group(&mut self, group: &Group, key: &str, lead: Option<&str>, indent: usize) {
        let mut first = First::Yes;
        for entry in &group.entries {
            let shared = lead.filter(|_| first == First::Yes);
            if shared.is_none() {
                self.comments(&entry.comments, indent, first);
                if entry.blank_before || is_row(key, entry) {
                    self.blank(if entry.comments.is_empty() { first } else { First::No });
                }
            }
            let own = " ".repeat(indent);
            let start = shared.map_or(own, |lead| format!("{lead} "));
            self.entry(entry, group.kind, key, &start, indent);
            first = First::No;
        }
        self.comments(&group.tail, indent, First::No);
    }

    fn entry(&mut self, entry: &Entry, kind: GroupKind, parent: &str, start: &str, indent: usize) {
        let key = entry.key.as_ref();
        let lead = match key {
            Some(key) => format!("{start}{}:", scalar::on_one_line(key, Within::Flow)),
            None => format!("{start}-"),
        };
        let name = key.map_or("", |key| key.text.as_str());
        match &entry.value {
            Node::Scalar(scalar) => self.scalar(scalar, &lead, indent, entry.trailing.as_ref()),
            Node::Group(group) => {
                let shape = shape(kind, parent, name, &entry.value);
                if let Some(line) = one_line(&lead, &entry.value, group, shape) {
                    return self.line(&line, entry.trailing.as_ref());
                }
                self.nested(entry, group, name, &lead, indent);
            }
        }
    }

    fn nested(&mut self, entry: &Entry, group: &Group, name: &str, lead: &str, indent: usize) {
        let hoisted = group.entries.first().map_or(&[][..], |first| &first.comments);
        if entry.key.is_some() || entry.trailing.is_some() || !hoisted.is_empty() {
            self.line(lead, entry.trailing.as_ref());
            self.group(group, name, None, indent + 2);
        } else {
            self.group(group, name, Some(lead), indent + 2);
        }
    }

    fn scalar(&mut self, scalar: &Scalar, lead: &str, indent: usize, comment: Option<&String>) {
        if let Some((header, lines)) = scalar::literal(scalar) {
            return self.lines(&format!("{lead} {header}"), &lines, indent, comment);
        }
        let line = format!("{lead} {}", scalar::on_one_line(scalar, Within::Block));
        if width(&line) > WIDTH
            && let Some(lines) = scalar::folded(scalar, WIDTH.saturating_sub(indent + 2))
        {
            return self.lines(&format!("{lead} >-"), &lines, indent, comment);
        }
        self.line(&line, comment);
    }

    fn lines(&mut self, header: &str, lines: &[String], indent: usize, comment: Option<&String>) {
        self.line(header, comment);
        for line in lines {
            let indent = if line.is_empty() { 0 } else { indent + 2 };
            self.line(&format!("{:indent$}{line}", ""), None);
        }
    }
}

/// Whether something is the first line of what contains it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Yes,
    No,
}

/// A blank line separates rows.
fn is_row(key: &str, entry: &Entry) -> bool {
    key == "operations" && matches!(entry.value, Node::Group(_)) && entry.comments.is_empty()
}

fn shape(kind: GroupKind, parent: &str, name: &str, value: &Node) -> Shape {
    match (kind, of_entry(parent)) {
        (_, shape @ (Shape::Line | Shape::Block)) => shape,
        (GroupKind::Map, Shape::AsWritten) => of_value(name, value),
        (GroupKind::List, Shape::AsWritten) => Shape::AsWritten,
    }
}

/// The whole entry, where it is written in brackets.
fn one_line(lead: &str, node: &Node, group: &Group, shape: Shape) -> Option<String> {
    let line = format!("{lead} {}", flow(node, Within::Block));
    let is_wanted = match shape {
        Shape::Line => true,
        Shape::Block => false,
        Shape::AsWritten => group.written == Written::Flow,
    };
    let fits = is_wanted && width(&line) <= WIDTH;
    (!node.has_comments() && (fits || group.entries.is_empty())).then_some(line)
}

/// A value in brackets.
fn flow(node: &Node, within: Within) -> String {
    let group = match node {
        Node::Scalar(scalar) => return scalar::on_one_line(scalar, within),
        Node::Group(group) => group,
    };
    let entries = group.entries.iter().map(|entry| {
        let value = flow(&entry.value, Within::Flow);
        match &entry.key {
            Some(key) => format!("{}: {value}", scalar::on_one_line(key, Within::Flow)),
            None => value,
        }
    });
    let entries = entries.collect::<Vec<_>>().join(", ");
    match group.kind {
        GroupKind::Map => format!("{{{entries}}}"),
        GroupKind::List => format!("[{entries}]"),
    }
}

fn width(line: &str) -> usize {
    line.chars().count()
}
