//! Guides: pages of the book, written by hand.

/// A guide. Its Markdown holds no HTML, no image, and no link out of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    /// Name of its page, `first-steps`.
    pub name: String,
    /// Name of its file in the folder `guides`.
    pub file: String,
    /// The text of its title.
    pub title: String,
    /// The text of its first paragraph: what the guide is about.
    pub about: String,
    /// The text after the title.
    pub pieces: Vec<GuidePiece>,
}

/// A piece of a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuidePiece {
    /// Markdown.
    Markdown(String),
    /// A name in code style, which may be an operation's.
    Name(String),
}
