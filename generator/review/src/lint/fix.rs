//! Edits of a spec's text that keep its comments and its layout.

use std::ops::Range;
use std::sync::Arc;

use generator_spec::diagnostics::{At, SpecFile};

/// A change of a file's text.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The file.
    pub file: Arc<SpecFile>,
    /// Bytes to remove.
    pub range: Range<usize>,
    /// Their replacement.
    pub text: String,
}

impl Edit {
    /// Appends to a text; `None` if it has no words, or its last one is written in another way.
    pub fn append(at: At<'_>, text: &str, more: &str) -> Option<Self> {
        let last = text.split_whitespace().next_back()?;
        let value = at.file().text.get(at.value())?;
        let end = at.value().start + value.rfind(last)? + last.len();
        Some(Self { file: at.file().clone(), range: end..end, text: more.to_owned() })
    }
}

/// The files with their new texts. Of overlapping edits, only the first is made.
#[must_use]
pub fn apply(edits: &[Edit]) -> Vec<(Arc<SpecFile>, String)> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.file.path.clone(), edit.range.start));
    let files = edits.chunk_by(|a, b| a.file.path == b.file.path);
    files.filter_map(|edits| Some((edits.first()?.file.clone(), applied(edits)))).collect()
}

fn applied(edits: &[&Edit]) -> String {
    let before = edits.first().map_or("", |edit| edit.file.text.as_str());
    let mut text = String::with_capacity(before.len());
    let mut at = 0;
    for edit in edits.iter().filter(|edit| edit.range.end <= before.len()) {
        if let Some(kept) = before.get(at..edit.range.start) {
            text.push_str(kept);
            text.push_str(&edit.text);
            at = edit.range.end;
        }
    }
    text.push_str(&before[at..]);
    text
}
