//! A page of the book, block by block, and its tables.

use crate::emit::File;
use crate::emit::common::file::banner;

/// The folder of the book's pages, below the output folder.
pub const SOURCE: &str = "docs/src";

/// A page that is being written.
pub struct Page {
    path: String,
    text: String,
}

impl Page {
    /// An empty page with a title; `source` is the part of `spec/` it comes from.
    pub fn new(path: impl Into<String>, source: &str, title: &str) -> Self {
        Self::of(path, source).block(&format!("# {title}"))
    }

    /// An empty page.
    pub fn of(path: impl Into<String>, source: &str) -> Self {
        let text = format!("<!-- {} -->\n", banner("", source).trim_start());
        Self { path: path.into(), text }
    }

    /// A block of Markdown, unless it is empty.
    pub fn block(mut self, markdown: &str) -> Self {
        if !markdown.is_empty() {
            self.text.push('\n');
            self.text.push_str(markdown);
            self.text.push('\n');
        }
        self
    }

    /// A heading and a block, unless that is empty.
    pub fn section(self, heading: &str, markdown: &str) -> Self {
        if markdown.is_empty() {
            return self;
        }
        self.block(&format!("## {heading}")).block(markdown)
    }

    /// Blocks, one after the other.
    pub fn blocks(self, blocks: impl IntoIterator<Item = String>) -> Self {
        blocks.into_iter().fold(self, |page, block| page.block(&block))
    }

    /// The file.
    pub fn finish(self) -> File {
        File { path: format!("{SOURCE}/{}", self.path), text: self.text }
    }
}

/// A table whose cells are Markdown already.
pub struct Table<const N: usize> {
    headings: [&'static str; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table without rows.
    pub fn new(headings: [&'static str; N]) -> Self {
        Self { headings, rows: Vec::new() }
    }

    /// The table with these rows too.
    pub fn rows(mut self, rows: impl IntoIterator<Item = [String; N]>) -> Self {
        self.rows.extend(rows);
        self
    }

    /// As Markdown without empty columns; empty if there are no rows.
    pub fn print(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let is_filled: Vec<bool> = (0..N)
            .map(|column| self.rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_empty())))
            .collect();
        let filled = |cells: &[&str; N]| {
            row(cells.iter().zip(&is_filled).filter(|(_, filled)| **filled).map(|(cell, _)| *cell))
        };
        let mut lines = vec![filled(&self.headings), filled(&["---"; N])];
        lines.extend(self.rows.iter().map(|row| filled(&row.each_ref().map(String::as_str))));
        lines.join("\n")
    }
}

/// A line of a table.
pub fn row<'c>(cells: impl IntoIterator<Item = &'c str>) -> String {
    let mut line = String::from("|");
    for cell in cells {
        line.push(' ');
        line.push_str(cell);
        line.push_str(" |");
    }
    line
}
