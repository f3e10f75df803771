//! Doc comments: the one place where a text of the spec becomes Markdown.

use proc_macro2::TokenStream;
use quote::quote;

use super::mentions;
use generator_spec::facts::{Origin, Piece, Plain, Print};
use generator_spec::model::{Api, Operation, Type, plain_text};
use generator_spec::text::one_line;
pub use generator_spec::text::{code, longest_run};

/// A doc comment, built paragraph by paragraph.
#[derive(Clone, Debug, Default)]
pub struct Doc {
    lines: Vec<String>,
    aliases: Vec<String>,
}

impl Doc {
    /// Adds a text of the spec as a paragraph.
    pub fn text(self, text: &str) -> Self {
        self.markdown(escape(text))
    }

    /// Adds a paragraph of Markdown that the generator wrote.
    pub fn markdown(mut self, paragraph: impl Into<String>) -> Self {
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.extend(paragraph.into().lines().map(str::to_owned));
        self
    }

    /// Adds paragraphs of Markdown that the generator wrote.
    pub fn paragraphs(self, paragraphs: impl IntoIterator<Item = String>) -> Self {
        paragraphs.into_iter().fold(self, Self::markdown)
    }

    /// Adds a list of Markdown that the generator wrote.
    pub fn markdown_list(self, items: impl IntoIterator<Item = String>) -> Self {
        let items: Vec<String> = items.into_iter().map(|item| format!("- {item}")).collect();
        if items.is_empty() { self } else { self.markdown(items.join("\n")) }
    }

    /// Sets the words by which rustdoc's search finds the item; [`Self::comment`] has them, and
    /// [`Self::outer`] doesn't.
    pub fn aliases(self, aliases: Vec<String>) -> Self {
        Self { aliases, ..self }
    }

    /// The attributes of a field or a method, whose indentation only the printer knows.
    pub fn outer(&self) -> TokenStream {
        let lines = self.lines.iter().map(|line| match line.as_str() {
            "" => String::new(),
            line => format!(" {line}"),
        });
        quote! { #(#[doc = #lines])* }
    }

    /// The comment itself, each line after `///` or `//!`.
    pub fn comment(&self, mark: &str) -> String {
        let mut comment = self.lines.iter().fold(String::new(), |mut text, line| {
            text.extend([mark, if line.is_empty() { "" } else { " " }, line, "\n"]);
            text
        });
        if !self.aliases.is_empty() {
            // Only for rustdoc, to keep builds of clients fast.
            let aliases: Vec<String> = self.aliases.iter().map(|alias| format!("{alias:?}")).collect();
            comment.push_str(&format!("#[cfg_attr(doc, doc(alias({})))]\n", aliases.join(", ")));
        }
        comment
    }
}

/// Prints facts as rustdoc comments.
#[derive(Clone, Copy)]
pub struct Rustdoc<'a> {
    api: &'a Api,
    operation: Option<&'a Operation>,
}

impl<'a> Rustdoc<'a> {
    /// Prints facts about an API.
    pub fn of(api: &'a Api) -> Self {
        Self { api, operation: None }
    }

    /// Prints facts about an operation, whose parameters are links, too.
    pub fn of_operation(api: &'a Api, operation: &'a Operation) -> Self {
        Self { api, operation: Some(operation) }
    }

    /// A text of the spec, with links to the items that it names.
    pub fn prose(self, text: &str) -> String {
        mentions::linked(escape(text), |name| {
            self.parameter(name).or_else(|| Some(linked(code(name), self.item(name)?)))
        })
    }

    fn parameter(self, name: &str) -> Option<String> {
        let operation = self.operation?;
        let parameter = operation.parameters.iter().find(|parameter| parameter.name == name)?;
        // `field@`, since a method can have the same name.
        Some(format!("[{}](field@crate::{}::{})", code(name), operation.rust, parameter.rust))
    }

    /// The Rust name of an operation or a type.
    fn item(self, name: &str) -> Option<&'a str> {
        let operation = self.api.operation(name).map(|operation| operation.rust.as_str());
        operation.or_else(|| self.api.type_named(name).filter(|ty| is_item(ty)).map(|ty| ty.rust.as_str()))
    }
}

impl Print for Rustdoc<'_> {
    fn piece(&self, piece: Piece<'_>, to: &mut String) {
        match piece {
            Piece::Text(_) | Piece::Number(_) | Piece::Version(_) => Plain.piece(piece, to),
            Piece::Label(text) => to.push_str(&format!("**{text}**")),
            Piece::Prose(text) => to.push_str(&self.prose(text)),
            Piece::Request(method, path) => to.push_str(&code(&format!("{method} {path}"))),
            Piece::Literal(literal) => to.push_str(&code(&literal.text())),
            Piece::Json(value) => to.push_str(&code(&plain_text(value))),
            Piece::Operation(name) => match self.api.operation(name) {
                Some(operation) => to.push_str(&linked(code(&operation.rust), &operation.rust)),
                None => to.push_str(&code(name)),
            },
            Piece::Type(notation, Some(ty)) if is_item(ty) => to.push_str(&linked(code(notation), &ty.rust)),
            Piece::Code(text) | Piece::Gate(text) | Piece::Type(text, _) => to.push_str(&code(text)),
            Piece::Credential(block) => {
                to.push_str(&linked(escape(&block.title), &format!("auth::{}", block.rust)));
            }
            Piece::Envelope(envelope) => to.push_str(&code(&envelope.name)),
        }
    }

    fn close(&self, origin: Origin<'_>, to: &mut String) {
        to.extend(origin.mark("", escape).map(|mark| format!(" *{mark}*")));
    }
}

/// Returns whether the crate has an item for a type.
fn is_item(ty: &Type) -> bool {
    ty.in_rust && !ty.is_alias()
}

fn linked(label: String, item: &str) -> String {
    format!("[{label}](crate::{item})")
}

/// A text as Markdown that shows it verbatim, on one line: no text of
/// a spec can become markup, a link, a list, a heading or a code block.
pub fn escape(text: &str) -> String {
    let text = one_line(text);
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_punctuation()) {
        if is_markup(&text[..at], char::from(byte), &text[at + 1..]) {
            escaped.extend([&text[copied..at], "\\"]);
            copied = at;
        }
    }
    escaped.push_str(&text[copied..]);
    escaped
}

fn is_markup(before: &str, c: char, after: &str) -> bool {
    let is_in_word = || before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric);
    match c {
        '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$' => true,
        '_' => !is_in_word(),
        // At the start of a line: a heading, a list, a numbered list.
        '#' | '+' | '-' | '=' => before.is_empty(),
        '.' | ')' => !before.is_empty() && before.chars().all(|c| c.is_ascii_digit()),
        // A bare URL becomes a link.
        ':' => before.ends_with("http") || before.ends_with("https"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// rustc rejects comments that override text direction.
    #[test]
    fn no_text_overrides_the_direction_of_another() {
        assert_eq!(escape("a \u{202e}b\u{1b}c"), "a \u{fffd}b c");
        assert_eq!(code("a \u{2066}b"), "`a \u{fffd}b`");
    }
}
