//! Guides: checks that their Markdown can do no harm, and finds the names in it.
//!
//! mdBook reads Markdown with the same parser and the same options, so what is
//! not found here is not on the page either.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::diagnostics::{Diagnostic, Errors};
use crate::load::{ApiSource, GuideSource};
use crate::model::{Guide, GuidePiece};
use crate::text::MDBOOK;

/// The guides of an API.
pub fn resolve(source: &ApiSource, errors: &Errors) -> Vec<Guide> {
    source.guides.iter().map(|guide| Reader::new(guide, errors).read()).collect()
}

/// Reads one guide.
struct Reader<'a> {
    source: &'a GuideSource,
    errors: &'a Errors,
    guide: Guide,
    /// The length of the text that is in `guide` already.
    done: usize,
    /// The number of open links.
    links: usize,
    /// The part that text belongs to.
    part: Section,
}

/// A part of a guide.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Start,
    Title,
    AfterTitle,
    About,
    Rest,
}

const ALLOWED: &str = "a guide holds headings, paragraphs, lists, tables, quotes, code and links to pages of the book; see \"Guides\" in the language reference";

impl<'a> Reader<'a> {
    fn new(source: &'a GuideSource, errors: &'a Errors) -> Self {
        let guide = Guide {
            name: source.name.clone(),
            file: source.file_name.clone(),
            title: String::new(),
            about: String::new(),
            pieces: Vec::new(),
        };
        Self { source, errors, guide, done: 0, links: 0, part: Section::Start }
    }

    fn read(mut self) -> Guide {
        let source = self.source;
        let text = &source.file.text;
        for (event, at) in Parser::new_ext(text, MDBOOK).into_offset_iter() {
            self.event(&event, at);
        }
        self.markdown_until(text.len());
        if self.part != Section::Rest {
            let help = "begin with `# Title` and a paragraph that says what the guide is about";
            self.error(0..0, "a guide without a title or a first paragraph", help);
        }
        self.guide
    }

    fn event(&mut self, event: &Event<'_>, at: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, at),
            Event::End(tag) => self.end(*tag, at),
            Event::Text(text) => self.text(text),
            Event::Code(text) => {
                self.text(text);
                self.name(text, at);
            }
            Event::SoftBreak => self.text(" "),
            Event::Html(_) | Event::InlineHtml(_) => self.error(at, "HTML in a guide", ALLOWED),
            Event::HardBreak
            | Event::Rule
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => self.error(at, "unsupported Markdown in a guide", ALLOWED),
        }
    }

    fn start(&mut self, tag: &Tag<'_>, at: Range<usize>) {
        match tag {
            Tag::Heading { level, id, classes, attrs } => {
                self.heading(*level, &at);
                if id.is_some() || !classes.is_empty() || !attrs.is_empty() {
                    self.error(at, "a heading with attributes", ALLOWED);
                }
            }
            Tag::Paragraph if self.part == Section::AfterTitle => self.part = Section::About,
            Tag::Link { dest_url, .. } => {
                self.links += 1;
                self.link(dest_url, at);
            }
            Tag::CodeBlock(kind) => self.code_block(kind, at),
            Tag::Paragraph
            | Tag::BlockQuote(_)
            | Tag::List(_)
            | Tag::Item
            | Tag::Table(_)
            | Tag::TableHead
            | Tag::TableRow
            | Tag::TableCell
            | Tag::Emphasis
            | Tag::Strong => {}
            // The parser's events of the HTML itself are reported.
            Tag::HtmlBlock => {}
            Tag::Image { .. }
            | Tag::FootnoteDefinition(_)
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => self.error(at, "unsupported Markdown in a guide", ALLOWED),
        }
    }

    fn end(&mut self, tag: TagEnd, at: Range<usize>) {
        match (tag, self.part) {
            (TagEnd::Heading(_), Section::Title) => {
                self.part = Section::AfterTitle;
                self.done = at.end;
            }
            (TagEnd::Paragraph, Section::About) => self.part = Section::Rest,
            (TagEnd::Link, _) => self.links -= 1,
            _ => {}
        }
    }

    fn heading(&mut self, level: HeadingLevel, at: &Range<usize>) {
        match (self.part, level) {
            (Section::Start, HeadingLevel::H1) => {
                self.part = Section::Title;
                let before = &self.source.file.text[..at.start];
                if !before.trim().is_empty() {
                    self.error(0..at.start, "text before the title", "move it below the title");
                }
            }
            (_, HeadingLevel::H1) => {
                self.error(at.clone(), "a second title", "write `## ` before a heading");
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        match self.part {
            Section::Title => self.guide.title.push_str(text),
            Section::About => self.guide.about.push_str(text),
            Section::Start | Section::AfterTitle | Section::Rest => {}
        }
    }

    /// Code that may be the name of an operation. A link's text stays as it is.
    fn name(&mut self, text: &str, at: Range<usize>) {
        let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_name && self.links == 0 && self.part != Section::Title {
            self.markdown_until(at.start);
            self.guide.pieces.push(GuidePiece::Name(text.to_owned()));
            self.done = at.end;
        }
    }

    fn link(&mut self, target: &str, at: Range<usize>) {
        if !is_in_book(target) {
            let help = "link to a page, as in `test.md`, `../gates.md#gates` or `../../changes.md`; an operation's name in code style becomes a link by itself";
            self.error(at, "a link that leads out of the book or to another API", help);
        }
    }

    fn code_block(&mut self, kind: &CodeBlockKind<'_>, at: Range<usize>) {
        let language = match kind {
            CodeBlockKind::Fenced(language) => language,
            CodeBlockKind::Indented => "",
        };
        if language.is_empty() || !language.chars().all(|c| c.is_ascii_alphanumeric()) {
            self.error(
                at,
                "a code block whose language is missing or is more than a word",
                "write ```` ```rust ```` or another language before it, and ```` ``` ```` after it",
            );
        }
    }

    /// The Markdown up to there.
    fn markdown_until(&mut self, end: usize) {
        let text = self.source.file.text.get(self.done..end).unwrap_or_default();
        if !text.is_empty() {
            self.guide.pieces.push(GuidePiece::Markdown(text.to_owned()));
        }
        self.done = self.done.max(end);
    }

    fn error(&self, span: Range<usize>, title: &str, help: &str) {
        let (file, title, help) = (Some(self.source.file.clone()), title.to_owned(), help.to_owned());
        self.errors.add(Diagnostic { file, span, title, help });
    }
}

/// Returns whether the target of a link is this page, a guide, a page of the API or of
/// the whole book. Another API may not be in the same book.
fn is_in_book(target: &str) -> bool {
    let (page, anchor) = target.split_once('#').unwrap_or((target, ""));
    let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let is_name = |name: &str| is_plain(name) && !matches!(name, "" | "." | "..");
    let path: Vec<&str> = page.split('/').collect();
    let is_page = match path.as_slice() {
        [""] => target.starts_with('#'),
        ["..", "..", name] | [name] => is_name(name),
        ["..", path @ ..] => path.iter().all(|name| is_name(name)),
        _ => false,
    };
    is_page && is_plain(anchor)
}

#[cfg(test)]
mod tests {
    use super::is_in_book;

    #[test]
    fn links_stay_in_the_book_of_the_api() {
        for target in ["#top", "test.md", "../gates.md#gates", "../lamps/lamp-on.md", "../../changes.md"] {
            assert!(is_in_book(target), "{target}");
        }
        let outside = ["", "/test.md", "//evil.example", "https://evil.example", "a//b.md", "lamps/x.md"];
        let hidden = ["../../candles/index.md", ".././../candles/index.md", "./../../candles/index.md"];
        let above =
            ["..", "../..", "../../..", "../../../x.md", "../lamps/../../../x.md", "test.md#a/b", "a.md?b"];
        for target in outside.into_iter().chain(hidden).chain(above) {
            assert!(!is_in_book(target), "{target}");
        }
    }
}
