//! Markdown of the book and the README: the one place that turns a spec's text into it.
//!
//! The results of these functions fit in a paragraph, a list and a table cell,
//! and show the text verbatim.

use super::doc;
use generator_spec::text::inert;

/// A text of the spec.
pub fn text(text: &str) -> String {
    let escaped = doc::escape(text);
    // One search per character: a search for any of a set is much slower in a dev build.
    let is_special = ['@', '{', '}'].iter().any(|character| escaped.contains(*character));
    if !is_special && !escaped.starts_with(':') && !escaped.contains("www.") {
        return escaped;
    }
    // Forges: bare addresses become links.
    let escaped = escaped.replace('@', r"\@").replace("www.", r"www\.");
    // mdBook: `{{#include file}}`, `# Heading {#id}`, `: definition`.
    let escaped = escaped.replace("{{", r"\{\{");
    let escaped = match escaped.strip_suffix('}') {
        Some(start) => format!("{start}&#125;"),
        None => escaped,
    };
    if escaped.starts_with(':') { format!(r"\{escaped}") } else { escaped }
}

/// A text of the spec in code style. A text with a `|` is written in HTML, since even in code style it
/// would end the cell of a table.
pub fn code(text: &str) -> String {
    if !text.contains('|') {
        return doc::code(text);
    }
    format!("<code>{}</code>", escaped(text, " "))
}

/// A text of the spec as the value of an attribute of HTML.
pub fn attribute(text: &str) -> String {
    escaped(text, " .,:;()/-")
}

/// A text in HTML. `kept` is the punctuation that needs no escape.
fn escaped(text: &str, kept: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || kept.contains(c) || !c.is_ascii();
    let text = inert(text);
    let characters = text.chars().map(|c| match c {
        c if is_plain(c) => c.to_string(),
        c => format!("&#{};", u32::from(c)),
    });
    characters.collect()
}

/// A link; the label is Markdown already.
pub fn link(label: &str, target: &str) -> String {
    format!("[{label}]({target})")
}

/// Blocks in an element with a class, for the style sheet and the script. Without these, the element has
/// no effect.
pub fn wrapped(class: &str, blocks: impl IntoIterator<Item = String>) -> String {
    let blocks = self::blocks(blocks);
    if blocks.is_empty() { blocks } else { format!("<div class=\"{class}\">\n\n{blocks}\n\n</div>") }
}

/// Words with a class, for the style sheet.
pub fn span(class: &str, markdown: &str) -> String {
    format!("<span class=\"{class}\">{markdown}</span>")
}

/// A place that links can point to.
pub fn anchor(id: &str) -> String {
    format!("<a id=\"{id}\"></a>")
}

/// A code block, whose fence is longer than any in the code.
pub fn fence(language: &str, code: &str) -> String {
    let fence = "`".repeat(doc::longest_run(code, '`').max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}", code.trim_end())
}

/// A list; the items are Markdown already.
pub fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| format!("- {item}")).collect();
    items.join("\n")
}

/// A table whose cells are Markdown already, without empty columns; empty if there are no rows.
pub fn table<const N: usize>(headings: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
    columns(&headings, &rows)
}

/// A table with any number of columns. Each row has as many cells as there are headings.
pub fn columns(headings: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let is_filled = |column: &usize| rows.iter().any(|row| !row[*column].is_empty());
    let filled: Vec<usize> = (0..headings.len()).filter(is_filled).collect();
    let line = |cells: Vec<&str>| {
        filled.iter().fold(String::from("|"), |line, column| line + " " + cells[*column] + " |")
    };
    let head = [line(headings.to_vec()), line(vec!["---"; headings.len()])];
    let rows = rows.iter().map(|row| line(row.iter().map(String::as_str).collect()));
    head.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// Blocks with an empty line between them, without those that are empty.
pub fn blocks(blocks: impl IntoIterator<Item = String>) -> String {
    let blocks = blocks.into_iter().filter(|block| !block.is_empty());
    blocks.collect::<Vec<_>>().join("\n\n")
}

/// The anchor that mdBook and forges give to a heading, by its text.
pub fn slug(text: &str) -> String {
    let kept = text.trim().chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect::<String>().to_lowercase()
}

/// `a`, `a and b`, `a, b and c`.
pub fn enumerated(items: &[String], conjunction: &str) -> String {
    match items.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
    }
}
