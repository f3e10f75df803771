//! Markdown and HTML -> plain sentences.

use crate::at::At;
use pulldown_cmark::{Event, Options, Parser, TagEnd};

/// The paragraphs of a text, without marks.
pub fn paragraphs(text: &str) -> Vec<String> {
    read(text, "")
}

/// The same, with an end of each item of a list that has none.
fn read(text: &str, end_of_item: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let end = |all: &mut Vec<String>| all.push(String::new());
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        let last = all.last_mut();
        match (event, last) {
            (Event::Text(text) | Event::Code(text), Some(last)) => last.push_str(&text),
            (Event::Html(html) | Event::InlineHtml(html), Some(last)) => without_tags(&html, last),
            (Event::End(TagEnd::Item), Some(last)) => {
                if last.ends_with(|c: char| !".,;:!?".contains(c)) {
                    last.push_str(end_of_item);
                }
                end(&mut all);
            }
            (Event::SoftBreak | Event::HardBreak, Some(last)) => last.push(' '),
            (Event::End(TagEnd::TableCell), Some(last)) => last.push_str(" | "),
            (
                Event::End(
                    TagEnd::Paragraph
                    | TagEnd::Heading(_)
                    | TagEnd::CodeBlock
                    | TagEnd::HtmlBlock
                    | TagEnd::TableRow
                    | TagEnd::TableHead,
                ),
                _,
            ) => end(&mut all),
            _ => {}
        }
    }
    let plain = all.iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    plain.map(|text| text.trim_end_matches(" |").to_owned()).filter(|text| !text.is_empty()).collect()
}

/// The whole text as one paragraph, with semicolons between the items of a list.
pub fn line(text: &str) -> Option<String> {
    Some(read(text, ";").join(" ").trim_end_matches(';').to_owned()).filter(|text| !text.is_empty())
}

/// The link to other documentation, in words.
pub fn link(docs: &At<'_>) -> Option<String> {
    let words = docs.text("description").and_then(line).unwrap_or_else(|| "More".to_owned());
    Some(format!("{words}: {}", line(docs.text("url")?)?))
}

/// The first sentence of a text, and the rest.
pub fn sentence(text: &str) -> (String, String) {
    let end = text.match_indices(". ").map(|(at, _)| at + 1).find(|at| *at > 8).unwrap_or(text.len());
    let (first, rest) = text.split_at(end);
    (first.trim().to_owned(), rest.trim().to_owned())
}

fn without_tags(html: &str, out: &mut String) {
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        match after.split_once('>') {
            Some((_, after)) if after.len() < rest.len() => rest = after,
            _ => return,
        }
        out.push(' ');
    }
    out.push_str(rest);
}
