//! The headings of pages, as entries of the search.

use std::collections::{BTreeSet, HashMap};

use super::{Entry, Section};
use crate::emit::File;
use crate::emit::docs::markdown::{plain, slug};
use crate::emit::docs::page::SOURCE;

/// A section of all pages with their first paragraphs, and one of each page that
/// has headings. Headings that only repeat what another section has are left out.
pub fn sections<'a>(files: &[File], folder: &str, others: &[Section<'_>]) -> Vec<Section<'a>> {
    let known: BTreeSet<&str> =
        others.iter().flat_map(|it| &it.entries).map(|entry| entry.name.as_ref()).collect();
    let prefix = format!("{SOURCE}/{folder}");
    let pages = files.iter().filter(|file| file.path.ends_with(".md") && !file.path.ends_with("/SUMMARY.md"));
    let pages = pages.filter_map(|file| Some((file.path.strip_prefix(&prefix)?, &file.text)));
    let (mut titles, mut sections) = (Vec::new(), Vec::new());
    for (path, text) in pages {
        let (about, mut headings) = (paragraph(text), headings(text).into_iter());
        let Some((title, _)) = headings.next() else { continue };
        let new = headings.filter(|(text, _)| !known.contains(text.as_str()));
        let entries = new.map(|(text, id)| Entry::new(text, format!("{path}#{id}"), ""));
        sections.push(Section::new("Section", title.clone(), entries));
        titles.push(Entry::new(title, path.to_owned(), about));
    }
    sections.insert(0, Section::new("Page", "", titles.into_iter()));
    sections
}

/// What the first paragraph says, if it is right below the title.
fn paragraph(markdown: &str) -> String {
    let mut below = markdown.lines().skip_while(|line| heading(line).is_none()).skip(1);
    let line = below.find(|line| !line.is_empty()).unwrap_or_default();
    let is_text = !line.starts_with(['#', '|', '<', '-', '!', '>']) && !line.starts_with("```");
    if is_text { plain(line) } else { String::new() }
}

/// The headings of a page of Markdown, with the anchors that mdBook gives them.
fn headings(markdown: &str) -> Vec<(String, String)> {
    let mut used: HashMap<String, usize> = HashMap::new();
    let mut fence = "";
    let mut headings = Vec::new();
    for line in markdown.lines() {
        if line.starts_with("```") {
            let ticks = line.get(..line.len() - line.trim_start_matches('`').len()).unwrap_or_default();
            fence = if fence.is_empty() {
                ticks
            } else if line == fence {
                ""
            } else {
                fence
            };
        } else if let Some(heading) = heading(line).filter(|_| fence.is_empty()) {
            let text = plain(heading);
            let id = slug(&text);
            let before = used.entry(id.clone()).or_default();
            headings.push((text, if *before == 0 { id } else { format!("{id}-{before}") }));
            *before += 1;
        }
    }
    headings
}

/// The Markdown of a heading of level 1 to 3.
fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    text.strip_prefix(' ').filter(|_| (1..=3).contains(&level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_found_outside_of_code() {
        let page = "# A \\<b\\>\n\n```sh\n# no heading\n```\n\n## Two `words`\n\n## Two words\n\n#### Four\n";
        let ids: Vec<String> = headings(page).into_iter().map(|(text, id)| format!("{text}#{id}")).collect();
        assert_eq!(ids, ["A <b>#a-b", "Two words#two-words", "Two words#two-words-1"]);
    }

    #[test]
    fn the_first_paragraph_is_right_below_the_title() {
        let about = |below: &str| paragraph(&format!("<!-- banner -->\n\nabove\n\n# Title\n\n{below}\n"));
        assert_eq!(about("`One` [two](page.md).\n\nMore."), "One two.");
        for other in ["## Heading", "| a | b |", "- item", "```sh\ncode\n```", "<div>", ""] {
            assert_eq!(about(other), "", "{other}");
        }
    }
}
