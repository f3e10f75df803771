//! The headings of pages, as entries of the search.

use std::collections::{BTreeSet, HashMap};

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use super::entry::{Section, entry};
use crate::emit::File;
use crate::emit::common::markdown::slug;
use crate::emit::docs::page::SOURCE;
use generator_spec::text::MDBOOK;

/// A section with all pages, and one for the headings of each page, with their first paragraphs and other
/// words. Headings with the name of an entry in `others` are left out.
pub fn sections(
    files: &[File],
    folder: &str,
    others: &[Section],
    words: fn(&Heading) -> Vec<&str>,
) -> Vec<Section> {
    let known: BTreeSet<&str> =
        others.iter().flat_map(|section| &section.entries).filter_map(|entry| entry[0].as_str()).collect();
    let prefix = format!("{SOURCE}/{folder}");
    let pages = files
        .iter()
        .filter(|file| file.path.ends_with(".md") && !file.path.ends_with("/SUMMARY.md"))
        .filter_map(|file| Some((file.path.strip_prefix(&prefix)?, &file.text)));
    let (mut titles, mut sections) = (Vec::new(), Vec::new());
    for (path, text) in pages {
        let mut headings = headings(text).into_iter();
        let entry_of = |heading: &Heading, page: &str| {
            entry(&heading.text, page, &heading.about, &[Vec::new(), words(heading)])
        };
        let Some(title) = headings.next() else { continue };
        let new = headings.filter(|heading| !known.contains(heading.text.as_str()));
        let entries = new.map(|heading| entry_of(&heading, &format!("{path}#{}", heading.id)));
        sections.push(Section::new("Section", &title.text, entries));
        titles.push(entry_of(&title, path));
    }
    sections.insert(0, Section::new("Page", "", titles.into_iter()));
    sections
}

/// A heading of level 1 to 3.
pub struct Heading {
    text: String,
    /// The anchor that mdBook gives it.
    id: String,
    /// The paragraph right below it.
    about: String,
    /// The texts in code style below it.
    codes: BTreeSet<String>,
}

impl Heading {
    /// The names that are in code style below it.
    pub fn codes(&self) -> Vec<&str> {
        let is_name = |code: &&str| code.chars().all(|c| c.is_alphanumeric() || c == '_');
        self.codes.iter().map(String::as_str).filter(is_name).collect()
    }
}

fn headings(markdown: &str) -> Vec<Heading> {
    let mut headings = Vec::<Heading>::new();
    let mut used = HashMap::<String, usize>::new();
    // The text of the heading or the paragraph that is being read.
    let mut read = None::<String>;
    let mut is_below_heading = false;
    for event in Parser::new_ext(markdown, MDBOOK) {
        match event {
            Event::Start(tag) => {
                let is_heading = matches!(tag, Tag::Heading { level, .. } if level <= HeadingLevel::H3);
                if is_heading || is_below_heading && tag == Tag::Paragraph {
                    read = Some(String::new());
                }
                is_below_heading = false;
            }
            Event::Text(text) => read.iter_mut().for_each(|read| read.push_str(&text)),
            Event::Code(text) => {
                read.iter_mut().for_each(|read| read.push_str(&text));
                headings.last_mut().into_iter().for_each(|heading| heading.codes.extend([text.to_string()]));
            }
            Event::SoftBreak => read.iter_mut().for_each(|read| read.push(' ')),
            Event::End(TagEnd::Paragraph) => {
                headings.last_mut().into_iter().for_each(|heading| heading.about.extend(read.take()));
            }
            Event::End(TagEnd::Heading(_)) => {
                headings.extend(read.take().map(|text| anchored(text, &mut used)));
                is_below_heading = true;
            }
            _ => {}
        }
    }
    headings
}

/// A heading with its anchor.
fn anchored(text: String, used: &mut HashMap<String, usize>) -> Heading {
    let id = slug(&text);
    let before = used.entry(id.clone()).or_default();
    *before += 1;
    let id = if *before == 1 { id } else { format!("{id}-{}", *before - 1) };
    Heading { text, id, about: String::new(), codes: BTreeSet::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_found_outside_of_code() {
        let page = "# A \\<b\\>\n\n```sh\n# no heading\n```\n\n## Two `words`\n\n## Two words\n\n#### Four\n";
        let ids: Vec<String> =
            headings(page).iter().map(|heading| format!("{}#{}", heading.text, heading.id)).collect();
        assert_eq!(ids, ["A <b>#a-b", "Two words#two-words", "Two words#two-words-1"]);
    }

    #[test]
    fn the_paragraph_of_a_heading_is_right_below_it() {
        let about = |below: &str| {
            let page = format!("<!-- banner -->\n\nabove\n\n# Title\n\n## Heading\n\n{below}\n");
            headings(&page).swap_remove(1).about
        };
        assert_eq!(about("`One` [two](page.md).\n\nMore."), "One two.");
        for other in ["## Next", "| a | b |\n| - | - |", "- item", "```sh\ncode\n```", "<div>", ""] {
            assert_eq!(about(other), "", "{other}");
        }
    }
}
