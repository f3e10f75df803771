//! Finds the comments of a file: YAML parsers skip them.

use std::collections::VecDeque;
use std::ops::{Range, RangeInclusive};

use super::tree::Comment;

/// A comment and its place.
#[derive(Debug)]
pub struct Found {
    /// First byte.
    pub start: usize,
    /// Characters before it on its line.
    pub column: usize,
    /// Whether it is alone on its line.
    pub alone: bool,
    /// The comment.
    pub comment: Comment,
}

/// The comments that are not read yet, in the order of the file.
#[derive(Debug)]
pub struct Comments(VecDeque<Found>);

impl Comments {
    /// Finds them: whatever begins with `#` between two scalars.
    pub fn find(text: &str, scalars: impl Iterator<Item = Range<usize>>) -> Self {
        let mut found = VecDeque::new();
        let mut at = 0;
        for scalar in scalars.chain(std::iter::once(text.len()..text.len())) {
            while let Some(comment) = next_in(text, at..scalar.start) {
                at = comment.start + comment.comment.text.len();
                found.push_back(comment);
            }
            at = at.max(scalar.end);
        }
        Self(found)
    }

    /// The bytes of each.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.0.iter().map(|found| found.start..found.start + found.comment.text.len())
    }

    /// Takes the comment that ends a line, before `limit`.
    pub fn trailing(&mut self, limit: usize) -> Option<String> {
        self.0.front().filter(|found| !found.alone && found.start < limit)?;
        self.0.pop_front().map(|found| found.comment.text)
    }

    /// The byte of a comment that shares its line with a dash, before `limit`.
    pub fn after_dash(&self, limit: usize) -> Option<usize> {
        let mut before = self.0.iter().take_while(|found| found.start < limit);
        before.find(|found| !found.alone).map(|found| found.start)
    }

    /// Takes the whole-line comments before `limit`, as far as they begin in these columns.
    pub fn alone(&mut self, limit: usize, columns: RangeInclusive<usize>) -> Vec<Comment> {
        self.take(|found| found.alone && found.start < limit && columns.contains(&found.column))
    }

    /// Takes all comments before `limit`.
    pub fn all(&mut self, limit: usize) -> Vec<Comment> {
        self.take(|found| found.start < limit)
    }

    fn take(&mut self, is_taken: impl Fn(&Found) -> bool) -> Vec<Comment> {
        let count = self.0.iter().take_while(|found| is_taken(found)).count();
        self.0.drain(..count).map(|found| found.comment).collect()
    }
}

/// The first comment in a gap between two scalars.
fn next_in(text: &str, gap: Range<usize>) -> Option<Found> {
    let start = gap.start + text.get(gap.clone())?.find('#')?;
    let rest = text.get(start..)?;
    let comment = rest.lines().next().unwrap_or_default().trim_end().to_owned();
    let before = line_before(text, start);
    let found = Found {
        start,
        column: before.chars().count(),
        alone: before.trim().is_empty(),
        comment: Comment { text: comment, blank_before: blank_before(text, start) },
    };
    Some(found)
}

fn line_before(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default()
}

/// Whether the line before that of a byte is blank.
pub fn blank_before(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    before.rsplit('\n').nth(1).is_some_and(|line| line.trim().is_empty())
}
