//! The pages of `generated/docs`, and the examples in them. The build script
//! reads them too.

use std::fs;
use std::path::Path;

/// The source of the real specs' book, from the folder of this crate.
#[allow(dead_code)]
pub const SOURCE: &str = "../generated/docs/src";

/// A page.
pub struct Page {
    /// Its path below the source.
    pub path: String,
    /// Its Markdown.
    pub text: String,
}

/// Every page but the guides, by path: `http/guides` runs the code of these, `generator/lesson.rs`
/// that of the guide to the language.
pub fn pages(source: &Path) -> Vec<Page> {
    let mut pages = Vec::new();
    collect(source, "", &mut pages);
    pages.retain(|page| !page.path.contains("/guides/") && !page.path.starts_with("spec-language/"));
    pages.sort_by(|left, right| left.path.cmp(&right.path));
    pages
}

fn collect(folder: &Path, prefix: &str, pages: &mut Vec<Page>) {
    for entry in fs::read_dir(folder).expect("`cargo xtask codegen` has written the pages") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let below = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{below}/"), pages);
        } else if name.ends_with(".md") {
            let text = fs::read_to_string(&path).expect("the page can be read");
            pages.push(Page { path: below, text });
        }
    }
}

/// An example.
pub struct Example {
    /// The title of its page: the operation, on an operation's page.
    #[allow(dead_code)]
    pub title: String,
    /// The label of its tab, if it is in one.
    #[allow(dead_code)]
    pub label: String,
    /// Its code.
    #[allow(dead_code)]
    pub code: String,
}

/// The examples of a language on a page.
pub fn examples(page: &Page, language: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let (mut title, mut label, mut lines) = ("", "", page.text.lines());
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            label = "";
        }
        if let Some(heading) = line.strip_prefix("# ") {
            title = heading;
        }
        if let Some(bold) = line.strip_prefix("**").and_then(|rest| rest.strip_suffix("**")) {
            label = bold;
        }
        let fence: String = line.chars().take_while(|c| *c == '`').collect();
        if fence.len() < 3 {
            continue;
        }
        let code: Vec<&str> = lines.by_ref().take_while(|line| *line != fence).collect();
        if line == format!("{fence}{language}") {
            let (title, label) = (title.to_owned(), label.to_owned());
            examples.push(Example { title, label, code: code.join("\n") });
        }
    }
    examples
}
