//! A page of the book, block by block.

use crate::emit::File;
use crate::emit::common::file::markup_banner;

/// The folder of the book's pages, below the output folder.
pub const SOURCE: &str = "docs/src";

/// A page that is being written.
pub struct Page {
    path: String,
    text: String,
}

impl Page {
    /// A page about all APIs, with its title.
    pub fn own((title, path): (&str, &str)) -> Self {
        Self::of(path, "").title(title)
    }

    /// An empty page; `source` is the part of `spec/` that it is generated from.
    pub fn of(path: impl Into<String>, source: &str) -> Self {
        let text = markup_banner(source) + "\n";
        Self { path: path.into(), text }
    }

    /// The title, in Markdown.
    pub fn title(self, title: &str) -> Self {
        self.block(&format!("# {title}"))
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

    /// A heading and a block, unless the block is empty.
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
