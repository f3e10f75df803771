//! `guides/*.md` of an API: pages of the book, written by hand.

use std::path::Path;
use std::sync::Arc;

use super::{elsewhere, entries, name, read_text};
use crate::diagnostics::{Errors, SpecFile};
use crate::text;

/// A guide as it is written.
#[derive(Debug)]
pub struct GuideSource {
    /// Name of its page: the file's, without the number in front and `.md`.
    pub name: String,
    /// Name of the file.
    pub file_name: String,
    /// The Markdown. Line ends are LF, and no character controls a terminal or the direction of text.
    pub file: Arc<SpecFile>,
}

/// Reads the guides of a folder.
pub(super) fn read(dir: &Path, folder: &Path, errors: &Errors) -> Vec<GuideSource> {
    if !folder.is_dir() {
        let help =
            "move the guide into a folder of that name; see \"Guides\" in the language reference".to_owned();
        elsewhere(errors, format!("{} is not a folder", text::path(folder)), help);
    }
    let mut guides: Vec<GuideSource> = Vec::new();
    for guide in entries(folder).unwrap_or_default().iter().filter_map(|path| guide(dir, path, errors)) {
        match guides.iter().find(|other| other.name == guide.name) {
            Some(other) => {
                let title = format!("{} and {} are the same page", other.file_name, guide.file_name);
                elsewhere(errors, title, "rename one: the number in front does not count".to_owned());
            }
            None => guides.push(guide),
        }
    }
    guides.sort_by_key(|guide| number(&guide.file_name));
    guides
}

/// The number in front; guides without one are last.
fn number(file: &str) -> u64 {
    let end = file.find(|c: char| !c.is_ascii_digit()).unwrap_or(file.len());
    file.get(..end).and_then(|digits| digits.parse().ok()).unwrap_or(u64::MAX)
}

fn guide(dir: &Path, path: &Path, errors: &Errors) -> Option<GuideSource> {
    let file_name = name(path);
    let Some(name) = page_name(&file_name) else {
        let title = format!("{} is not named as a guide", text::path(path));
        let help =
            "name it as in `1-sign-in.md`: lower-case letters, digits and `-`; the number decides the order";
        elsewhere(errors, title, help.to_owned());
        return None;
    };
    let text = read_text(dir, path, errors)?;
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let text = text.split('\n').map(text::inert).collect::<Vec<_>>().join("\n");
    let file = Arc::new(SpecFile::new(path.display().to_string(), text));
    Some(GuideSource { name: name.to_owned(), file_name, file })
}

/// The file's name without the number in front and `.md`.
fn page_name(file: &str) -> Option<&str> {
    let stem = file.strip_suffix(".md")?;
    let name = stem.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = if name.len() < stem.len() { name.strip_prefix('-')? } else { name };
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn the_tenth_guide_comes_after_the_second() {
        let mut files = ["10-b.md", "2-a.md", "9-c.md", "a.md"];
        files.sort_by_key(|file| number(file));
        assert_eq!(files, ["2-a.md", "9-c.md", "10-b.md", "a.md"]);
    }
}
